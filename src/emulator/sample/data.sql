-- The sample's data in DuckDB's dialect: the same rows on every run.
CREATE SCHEMA shop;

CREATE TABLE shop.categories AS
  SELECT id, name
  FROM (VALUES (1, 'Kitchen'), (2, 'Garden'), (3, 'Office'), (4, 'Outdoor'), (5, 'Toys')) AS named(id, name);

CREATE TABLE shop.products AS
  SELECT id, name, category_id, list_price
  FROM (VALUES
    (1, 'Cast-iron pan', 1, 59), (2, 'Bread knife', 1, 34), (3, 'Espresso maker', 1, 48), (4, 'Mixing bowls', 1, 27),
    (5, 'Kitchen scale', 1, 31), (6, 'Pruning shears', 2, 24), (7, 'Watering can', 2, 19), (8, 'Raised bed', 2, 129),
    (9, 'Compost bin', 2, 84), (10, 'Seed collection', 2, 12), (11, 'Desk lamp', 3, 65), (12, 'Notebook set', 3, 18),
    (13, 'Office chair', 3, 239), (14, 'Standing desk', 3, 449), (15, 'Pen holder', 3, 14), (16, 'Hiking pack', 4, 119),
    (17, 'Two-person tent', 4, 189), (18, 'Camping stove', 4, 72), (19, 'Head torch', 4, 29), (20, 'Sleeping bag', 4, 98),
    (21, 'Wooden train', 5, 42), (22, 'Building blocks', 5, 36), (23, 'Kite', 5, 22), (24, 'Board game', 5, 39)) AS listed(id, name, category_id, list_price);

CREATE TABLE shop.customers AS
  WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < 400),
  -- Of a hundred customers, those up to and with "upto" live there.
  places(above, upto, city, country) AS (
    VALUES (0, 24, 'Berlin', 'Germany'), (24, 38, 'Hamburg', 'Germany'), (38, 56, 'Paris', 'France'),
           (56, 65, 'Lyon', 'France'), (65, 80, 'Vienna', 'Austria'), (80, 86, 'Graz', 'Austria'),
           (86, 94, 'Turin', 'Italy'), (94, 100, 'Porto', 'Portugal')),
  first(place, name) AS (
    VALUES (0, 'Ada'), (1, 'Bruno'), (2, 'Clara'), (3, 'David'), (4, 'Elena'), (5, 'Felix'), (6, 'Greta'), (7, 'Hugo'),
           (8, 'Ines'), (9, 'Jonas'), (10, 'Karla'), (11, 'Luca'), (12, 'Mara'), (13, 'Noah'), (14, 'Olga'), (15, 'Paul')),
  last(place, name) AS (
    VALUES (0, 'Albrecht'), (1, 'Bernard'), (2, 'Costa'), (3, 'Dupont'), (4, 'Ferrari'), (5, 'Gruber'), (6, 'Huber'),
           (7, 'Klein'), (8, 'Lefevre'), (9, 'Moreau'), (10, 'Novak'), (11, 'Oliveira'), (12, 'Ricci'), (13, 'Schmidt'),
           (14, 'Silva'), (15, 'Wagner'), (16, 'Weber'))
  SELECT id, first.name || ' ' || last.name AS name, city, country,
         TIMESTAMP '2025-01-01' + to_days((id * 131) % 360) + to_minutes((id * 577) % 1440) AS created_at
  FROM n
  JOIN places ON (id * 37) % 100 >= above AND (id * 37) % 100 < upto
  JOIN first ON first.place = (id * 7) % 16
  JOIN last ON last.place = (id * 5) % 17;

CREATE TABLE shop.orders AS
  WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < 3000),
  -- A shop that grows, with a quiet summer and a strong end of the year.
  months(above, upto, month, days) AS (
    VALUES (0, 150, '2026-01-01', 31), (150, 300, '2026-02-01', 28), (300, 500, '2026-03-01', 31), (500, 730, '2026-04-01', 30),
           (730, 980, '2026-05-01', 31), (980, 1200, '2026-06-01', 30), (1200, 1370, '2026-07-01', 31), (1370, 1550, '2026-08-01', 31),
           (1550, 1820, '2026-09-01', 30), (1820, 2130, '2026-10-01', 31), (2130, 2540, '2026-11-01', 30), (2540, 3000, '2026-12-01', 31))
  SELECT id, 1 + (id * 197) % 400 * (40 + (id * 31) % 61) // 100 AS customer_id,
         CASE WHEN upto = 3000 AND (id * 53) % 100 < 30 THEN 'processing'
              WHEN upto >= 2540 AND (id * 53) % 100 < 45 THEN 'shipped'
              WHEN (id * 71) % 100 < 8 THEN 'cancelled'
              ELSE 'completed' END AS status,
         0 AS amount,
         CAST(month AS TIMESTAMP) + to_days((id - above - 1) * days // (upto - above)) + to_minutes(420 + (id * 389) % 900) AS created_at
  FROM n JOIN months ON id > above AND id <= upto;

CREATE TABLE shop.line_items AS
  WITH RECURSIVE k(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM k WHERE k < 4)
  SELECT row_number() OVER (ORDER BY orders.id, k) AS id, orders.id AS order_id, products.id AS product_id,
         1 + (orders.id * 3 + k * 5) % 7 // 4 AS quantity, list_price AS price
  FROM shop.orders
  JOIN k ON k <= 1 + (orders.id * 11) % 13 // 4
  JOIN shop.products ON products.id = 1 + ((orders.id * 29 + k * 17) % 41 * 24) // 41;

UPDATE shop.orders SET amount = (SELECT sum(quantity * price) FROM shop.line_items WHERE order_id = orders.id);

CREATE TABLE shop.shipments AS
  SELECT row_number() OVER (ORDER BY id) AS id, id AS order_id,
         CASE (id * 17) % 10 WHEN 0 THEN 'Freight' WHEN 1 THEN 'Freight' WHEN 2 THEN 'Courier' WHEN 3 THEN 'Courier' WHEN 4 THEN 'Courier' ELSE 'Post' END AS carrier,
         1 + (id * 5) % 6 + CASE WHEN (id * 17) % 10 < 2 THEN 3 ELSE 0 END AS days_under_way,
         created_at + to_days(1) AS shipped_at
  FROM shop.orders WHERE status IN ('completed', 'shipped');
