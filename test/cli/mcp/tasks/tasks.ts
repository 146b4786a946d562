/** All tasks. */

import { addTasks } from './addTasks.ts';
import type { Task } from './taskKinds.ts';

const ordersFile = 'model/cubes/orders.yml';
const salesFile = 'model/views/sales.yml';
const document = 'queries/question.query.yml';
const query = (text: string) => ({ [document]: text });

export const tasks: readonly Task[] = [
  ...addTasks,
  {
    kind: 'empty',
    title: 'Why are there no canceled orders',
    files: query(
      'measures: [orders.count]\nfilters:\n  - { member: orders.status, operator: equals, values: [Completed] }\n  - { member: customers.country, operator: equals, values: [Germany] }\n',
    ),
    document,
    answer: { member: 'orders.status', meant: 'completed' },
  },
  {
    kind: 'empty',
    title: 'Why does nothing come for Austria',
    files: query(
      'measures: [sales.count]\ndimensions: [sales.status]\nfilters:\n  - { member: sales.customers_country, operator: equals, values: [AUSTRIA] }\n',
    ),
    document,
    answer: { member: 'sales.customers_country', meant: 'Austria' },
  },
  {
    kind: 'empty',
    title: 'Why does no courier deliver',
    files: query(
      'measures: [delivery.count]\nfilters:\n  - { member: delivery.orders_status, operator: equals, values: [completed] }\n  - { member: delivery.carrier, operator: equals, values: [courier] }\n',
    ),
    document,
    answer: { member: 'delivery.carrier', meant: 'Courier' },
  },
  {
    kind: 'empty',
    title: 'Why is nothing large',
    files: query(
      'measures: [orders.count]\ndimensions: [orders.status]\nfilters:\n  - { member: orders.amount_band, operator: equals, values: [Large] }\n',
    ),
    document,
    answer: { member: 'orders.amount_band', meant: 'large' },
  },
  {
    kind: 'empty',
    title: 'Why has Vienna no orders',
    files: query(
      'measures: [orders.total_amount]\ndimensions: [orders.status]\nfilters:\n  - { member: orders.status, operator: equals, values: [completed, open] }\n  - { member: customers.city, operator: equals, values: [vienna] }\n',
    ),
    document,
    answer: { member: 'customers.city', meant: 'Vienna' },
  },
  {
    kind: 'doubled',
    title: 'The amount is too high by customer',
    planted: [[ordersFile, 'relationship: one_to_many', 'relationship: many_to_one']],
    answer: { from: 'orders', to: 'line_items' },
  },
  {
    kind: 'doubled',
    title: 'Shipments and orders do not fit',
    planted: [['model/cubes/shipments.js', 'orders.id}', 'orders}.customer_id']],
    answer: { from: 'shipments', to: 'orders' },
  },
  {
    kind: 'doubled',
    title: 'Customers are counted more than once',
    planted: [[ordersFile, 'relationship: many_to_one', 'relationship: one_to_one']],
    answer: { from: 'orders', to: 'customers' },
  },
  {
    kind: 'doubled',
    title: 'The revenue of line items is too high by product',
    planted: [
      ['model/cubes/line_items.yml', '{CUBE}.product_id = {products.id}', '{CUBE}.product_id = {products}.category_id'],
    ],
    answer: { from: 'line_items', to: 'products' },
  },
  {
    kind: 'open',
    title: 'Only finance may see the total amount of sales',
    view: 'sales',
    what: 'total amount',
    group: 'finance',
    member: 'sales.total_amount',
    others: 'sales.count',
  },
  {
    kind: 'open',
    title: 'Only finance may see the share of completed sales',
    view: 'sales',
    what: 'completed share',
    group: 'finance',
    member: 'sales.completed_share',
    others: 'sales.total_amount',
  },
  {
    kind: 'open',
    title: 'Only marketing may see the city of customers in sales',
    view: 'sales',
    what: 'customers city',
    group: 'marketing',
    member: 'sales.customers_city',
    others: 'sales.customers_country',
  },
  {
    kind: 'open',
    title: 'Only logistics may see the carrier of a delivery',
    view: 'delivery',
    what: 'carrier',
    group: 'logistics',
    member: 'delivery.carrier',
    others: 'delivery.count',
  },
  {
    kind: 'open',
    title: 'Only logistics may see the average days of a delivery',
    view: 'delivery',
    what: 'average days',
    group: 'logistics',
    member: 'delivery.average_days',
    others: 'delivery.carrier',
  },
  {
    kind: 'fix',
    title: 'A measure of orders does not compile',
    planted: [[ordersFile, '{completed_count}', '{completed_cuont}']],
    query: { measures: ['orders.completed_share'] },
    sql: "SELECT 1.0 * count(*) FILTER (status = 'completed') / count(*) FROM shop.orders",
  },
  {
    kind: 'fix',
    title: 'A view includes what is not there',
    planted: [
      [salesFile, '- total_amount\n', '- totl_amount\n'],
      [salesFile, '[total_amount, average_amount]', '[average_amount]'],
    ],
    query: { measures: ['sales.total_amount'] },
    sql: 'SELECT sum(amount) FROM shop.orders',
  },
  {
    kind: 'fix',
    title: 'The model does not compile because of a key',
    planted: [
      [
        'model/cubes/customers.yml',
        'sql: "{CUBE}.city"\n        type: count_distinct',
        'sql: "{CUBE}.city"\n        typ: count_distinct',
      ],
    ],
    query: { measures: ['customers.cities'] },
    sql: 'SELECT count(DISTINCT city) FROM shop.customers',
  },
  {
    kind: 'fix',
    title: 'A join names a cube that is not there',
    planted: [
      [
        'model/cubes/products.yml',
        '- name: categories\n        sql: "{CUBE}.category_id = {categories.id}"',
        '- name: categries\n        sql: "{CUBE}.category_id = {categries.id}"',
      ],
    ],
    query: { measures: ['products.count'] },
    sql: 'SELECT count(*) FROM shop.products',
  },
  {
    kind: 'show',
    title: 'Show the net amount in sales',
    cube: 'orders',
    what: 'net amount',
    member: 'measure',
    view: 'sales',
    query: { measures: ['sales.net_amount'] },
    sql: "SELECT sum(amount) FROM shop.orders WHERE status <> 'canceled'",
  },
  {
    kind: 'show',
    title: 'Show the size of an order in sales',
    cube: 'orders',
    what: 'amount band',
    member: 'dimension',
    view: 'sales',
    query: { measures: ['sales.count'], dimensions: ['sales.amount_band'], order: { 'sales.amount_band': 'asc' } },
    sql: "SELECT CASE WHEN amount < 50 THEN 'small' WHEN amount < 200 THEN 'medium' ELSE 'large' END, count(*) FROM shop.orders GROUP BY 1 ORDER BY 1",
  },
  {
    kind: 'show',
    title: 'Show the name of the customer in sales',
    cube: 'customers',
    what: 'name',
    member: 'dimension',
    view: 'sales',
    query: {
      measures: ['sales.count'],
      filters: [{ member: 'sales.customers_name', operator: 'equals', values: ['Olga Novak'] }],
    },
    sql: "SELECT count(*) FROM shop.orders JOIN shop.customers ON customers.id = customer_id WHERE customers.name = 'Olga Novak'",
  },
  {
    kind: 'uses',
    title: 'What breaks if the total amount of orders goes',
    cube: 'orders',
    what: 'total amount',
    member: 'measure',
    answer: [
      'orders.by_day',
      'sales',
      'queries/largest-cities.query.yml',
      'queries/revenue-by-month.query.yml',
      'tests/orders.test.yml',
      'tests/sales.test.yml',
    ],
  },
  {
    kind: 'uses',
    title: 'What breaks if the number of completed orders goes',
    cube: 'orders',
    what: 'completed count',
    member: 'measure',
    answer: ['orders.completed_share'],
  },
  {
    kind: 'uses',
    title: 'What breaks if the country of customers goes',
    cube: 'customers',
    what: 'country',
    member: 'dimension',
    answer: ['customers.place', 'sales', 'queries/largest-cities.query.yml', 'tests/sales.test.yml'],
  },
  {
    kind: 'changed',
    title: 'Which numbers changed with the state of orders',
    edits: [[ordersFile, "{CUBE}.status <> 'canceled'", "{CUBE}.status <> 'cancelled'"]],
    answer: ['orders.net_amount'],
  },
  {
    kind: 'changed',
    title: 'Which numbers changed with the revenue',
    edits: [['model/cubes/line_items.yml', '{CUBE}.quantity * {CUBE}.price', '{CUBE}.quantity * {CUBE}.price * 2']],
    answer: ['line_items.revenue'],
  },
];
