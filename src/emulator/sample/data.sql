-- The sample's data: deterministic, in SQLite's dialect. Tables live in a schema named "shop".
CREATE TABLE shop.categories AS
  SELECT column1 AS id, column2 AS name
  FROM (VALUES (1, 'Kitchen'), (2, 'Garden'), (3, 'Office'), (4, 'Outdoor'), (5, 'Toys'));

CREATE TABLE shop.products AS
  WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < 60)
  SELECT id, 'Product ' || id AS name, 1 + (id * 7) % 5 AS category_id, 5 + (id * 37) % 190 AS list_price FROM n;

CREATE TABLE shop.customers AS
  WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < 400),
  places(place, city, country) AS (
    VALUES (0, 'Berlin', 'Germany'), (1, 'Hamburg', 'Germany'), (2, 'Lyon', 'France'), (3, 'Paris', 'France'),
           (4, 'Porto', 'Portugal'), (5, 'Vienna', 'Austria'), (6, 'Graz', 'Austria'), (7, 'Turin', 'Italy'))
  SELECT id, 'Customer ' || id AS name, city, country,
         datetime('2025-01-01', '+' || ((id * 13) % 360) || ' days') AS created_at
  FROM n JOIN places ON place = (id * 11) % 8;

CREATE TABLE shop.orders AS
  WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < 3000)
  SELECT id, 1 + (id * 17) % 400 AS customer_id,
         CASE WHEN id % 10 < 6 THEN 'completed' WHEN id % 10 < 8 THEN 'shipped' WHEN id % 10 = 8 THEN 'processing' ELSE 'cancelled' END AS status,
         10 + (id * 29) % 490 AS amount,
         datetime('2026-01-01', '+' || ((id * 7) % 300) || ' days', '+' || ((id * 97) % 1440) || ' minutes') AS created_at
  FROM n;

CREATE TABLE shop.line_items AS
  WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < 7500)
  SELECT id, 1 + (id * 31) % 3000 AS order_id, 1 + (id * 19) % 60 AS product_id, 1 + id % 4 AS quantity, 5 + (id * 41) % 190 AS price FROM n;

CREATE TABLE shop.shipments AS
  SELECT id, id AS order_id, CASE id % 3 WHEN 0 THEN 'Post' WHEN 1 THEN 'Courier' ELSE 'Freight' END AS carrier,
         1 + (id * 5) % 9 AS days_under_way, datetime(created_at, '+1 day') AS shipped_at
  FROM shop.orders WHERE status IN ('completed', 'shipped');
