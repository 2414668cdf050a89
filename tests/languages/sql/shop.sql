-- Tables of the shop.

CREATE EXTENSION IF NOT EXISTS pgcrypto;

-- What customers ordered.
CREATE TABLE IF NOT EXISTS shop.orders (
  id serial PRIMARY KEY,
  user_id int REFERENCES users (id),
  total numeric(10, 2) NOT NULL DEFAULT 0, -- in cents
  "Note" text CHECK (length("Note") < 10),
  CONSTRAINT orders_fk FOREIGN KEY (user_id) REFERENCES users (id)
);
CREATE UNIQUE INDEX orders_by_user ON shop.orders (user_id);

CREATE OR REPLACE VIEW shop.open_orders AS
WITH recent AS (SELECT * FROM shop.orders)
SELECT o.id FROM recent o, stock AS s JOIN users u ON u.id = o.user_id;

CREATE TYPE mood AS ENUM ('CREATE TABLE no (x int);', 'sad');
CREATE SEQUENCE numbers;

/* Adds two numbers. */
CREATE OR REPLACE FUNCTION shop.add(a int, b int) RETURNS int AS $body$
DECLARE
  it text := 'it''s; fine';
BEGIN
  INSERT INTO log (line) VALUES ('x; y');
  PERFORM note(a);
  RETURN a + b;
END;
$body$ LANGUAGE plpgsql;

CREATE TRIGGER touch BEFORE UPDATE ON shop.orders FOR EACH ROW EXECUTE FUNCTION set_time();

INSERT INTO shop.orders (user_id) VALUES (1), (2);
ALTER TABLE shop.orders ADD COLUMN extra int;
UPDATE stock SET amount = 0;
DELETE FROM stock;
