/** The shop. */
module com.shop {
    requires java.sql;
    exports com.shop.api;
}
