CREATE OR REPLACE PACKAGE BODY shop AS
  limit_reached EXCEPTION;

  -- Adds an order.
  PROCEDURE add_order(p_total IN NUMBER) IS
    v_text VARCHAR2(20) := q'[it's; here]';

    FUNCTION checked RETURN NUMBER IS
    BEGIN
      RETURN CASE WHEN p_total > 0 THEN p_total ELSE 0 END;
    END checked;
  BEGIN
    IF p_total > 9 THEN
      RAISE limit_reached;
    END IF;
    INSERT INTO orders (total) VALUES (checked());
  END add_order;

  FUNCTION total RETURN NUMBER IS
  BEGIN
    RETURN 1;
  END;
END shop;
/
CREATE SEQUENCE order_numbers START WITH 1;
@more/tables.sql
