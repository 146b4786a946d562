/** Models of a small shop with random rows, and faults in their joins and keys, each with its size by SQL written by hand. */

import { randomFrom } from '../../run/randomFrom.ts';

export interface Shop {
  /** File name below `model` and text. */
  model: [string, string];
  /** Fills the database. */
  data: string;
}

export interface Fault extends Shop {
  name: string;
  /** The wrong join, as `from → to`, or the cube with the wrong key. */
  join?: string;
  key?: string;
  suggested: string | null;
  /** Each returns one number. */
  duplicates: string;
  nulls: string;
  /** Measure and dimension; the two totals. */
  effects: readonly { measure: string; by: string; before: string; after: string }[];
}

interface Style {
  javaScript: boolean;
  /** The names of the relationships, new or old. */
  names: Readonly<Record<string, string>>;
  /** Keys of two columns. */
  composite: boolean;
  extended: boolean;
}

const oldNames = { many_to_one: 'belongsTo', one_to_many: 'hasMany', one_to_one: 'hasOne' };

function styleOf(number: number): Style {
  const names = number % 3 === 0 ? oldNames : {};
  return { javaScript: number % 2 === 1, names, composite: number % 4 >= 2, extended: number % 5 === 0 };
}

interface Cube {
  name: string;
  extends?: string;
  table?: string;
  joins?: readonly { to: string; relationship: string; sql: string }[];
  dimensions?: readonly { name: string; sql: string; type: string; key?: true }[];
  measures?: readonly { name: string; sql?: string; type: string }[];
}

function modelOf(cubes: readonly Cube[], { javaScript, names }: Style): [string, string] {
  const relationship = (name: string) => names[name] ?? name;
  if (javaScript) {
    const texts = cubes.map((cube) => {
      const items = (list: readonly { name: string }[], write: (one: never) => string) =>
        list.map((one) => `    ${one.name}: { ${write(one as never)} },`).join('\n');
      const joins = (cube.joins ?? []).map((join) => ({ ...join, name: join.to }));
      const sql = (text: string) => `sql: \`${text.replaceAll('{', '${')}\``;
      return `cube('${cube.name}', {
  ${cube.extends ? `extends: ${cube.extends},` : ''}
  ${cube.table ? `sql_table: '${cube.table}',` : ''}
  joins: {
${items(joins, (one: (typeof joins)[0]) => `relationship: '${relationship(one.relationship)}', ${sql(one.sql)}`)}
  },
  dimensions: {
${items(cube.dimensions ?? [], (one: NonNullable<Cube['dimensions']>[0]) => `${sql(one.sql)}, type: '${one.type}'${one.key ? ', primary_key: true' : ''}`)}
  },
  measures: {
${items(cube.measures ?? [], (one: NonNullable<Cube['measures']>[0]) => `${one.sql ? `${sql(one.sql)}, ` : ''}type: '${one.type}'`)}
  },
});`;
    });
    return ['shop.js', texts.join('\n')];
  }
  const definitions = cubes.map((cube) => ({
    name: cube.name,
    ...(cube.extends && { extends: cube.extends }),
    ...(cube.table && { sql_table: cube.table }),
    ...(cube.joins && {
      joins: cube.joins.map((join) => ({
        name: join.to,
        relationship: relationship(join.relationship),
        sql: join.sql,
      })),
    }),
    ...(cube.dimensions && {
      dimensions: cube.dimensions.map(({ key, ...one }) => ({ ...one, ...(key && { primary_key: true }) })),
    }),
    ...(cube.measures && { measures: cube.measures }),
  }));
  return ['shop.yml', JSON.stringify({ cubes: definitions })];
}

/** `users` are in a region, which is part of their key if it has two columns. */
export class ShopModel {
  readonly #style: Style;
  readonly #random: () => number;
  readonly #data: string;

  constructor(number: number, seed: number) {
    this.#style = styleOf(number);
    this.#random = randomFrom(seed * 100 + number);
    this.#data = this.#rows();
  }

  get correct(): Shop {
    return { model: this.#model({}), data: this.#data };
  }

  get faults(): Fault[] {
    const on = this.#style.composite ? 'o.region = u.region AND o.user_id = u.id' : 'o.user_id = u.id';
    const keys = this.#style.composite ? 'region, id' : 'id';
    const foreign = this.#style.composite ? 'region, user_id' : 'user_id';
    const repeated = (table: string, list: string) =>
      `SELECT count(*) FROM (SELECT 1 FROM ${table} WHERE concat(${list.replace(', ', ` || '' || `)}) <> '' GROUP BY ${list} HAVING count(*) > 1)`;
    const nullsOf = (table: string, list: string) =>
      `SELECT count(*) FROM ${table} WHERE ${list
        .split(', ')
        .map((one) => `${one} IS NULL`)
        .join(' OR ')}`;
    const joined = `orders o LEFT JOIN users u ON ${on}`;
    const again = 'INSERT INTO users SELECT id, region, plan, credit FROM users WHERE id <= 2;';
    const ordersAmount = 'SELECT sum(amount) FROM orders';
    return [
      {
        name: 'a relationship of one row for each key, while keys of the first cube repeat',
        model: this.#model({ orders: 'one_to_one' }),
        data: this.#data,
        join: 'orders → users',
        suggested: 'many_to_one',
        duplicates: repeated('orders', foreign),
        nulls: nullsOf('orders', foreign),
        effects: [
          {
            measure: 'users.credit',
            by: 'orders.status',
            before: 'SELECT sum(credit) FROM users',
            after: `SELECT sum(u.credit) FROM ${joined}`,
          },
        ],
      },
      {
        name: 'repeated keys of the joined cube',
        model: this.#model({}),
        data: this.#data + again,
        join: 'orders → users',
        key: 'users',
        suggested: null,
        duplicates: repeated('users', keys),
        nulls: nullsOf('orders', foreign),
        effects: [
          {
            measure: 'orders.amount',
            by: 'users.plan',
            before: ordersAmount,
            after: `SELECT sum(o.amount) FROM ${joined}`,
          },
          {
            measure: 'orders.count',
            by: 'users.plan',
            before: 'SELECT count(*) FROM orders',
            after: `SELECT count(o.id) FROM ${joined}`,
          },
        ],
      },
      {
        name: 'a primary key that is null',
        model: this.#model({}),
        data: `${this.#data}INSERT INTO orders SELECT null, user_id, region, status, amount FROM orders LIMIT 3;`,
        key: 'orders',
        suggested: null,
        duplicates: 'SELECT 0',
        nulls: 'SELECT count(*) FROM orders WHERE id IS NULL',
        effects: [],
      },
      {
        name: 'two facts that are joined with each other',
        model: this.#model({ facts: 'many_to_one' }),
        data: this.#data,
        join: 'orders → tickets',
        suggested: null,
        duplicates: repeated('tickets', 'user_id'),
        nulls: nullsOf('orders', 'user_id'),
        effects: [
          {
            measure: 'orders.amount',
            by: 'tickets.topic',
            before: ordersAmount,
            after: 'SELECT sum(o.amount) FROM orders o LEFT JOIN tickets t ON o.user_id = t.user_id',
          },
        ],
      },
      {
        name: 'a bridge with several rows for each row',
        model: this.#model({ bridge: 'one_to_one' }),
        data: this.#data,
        join: 'orders → order_tags',
        suggested: 'one_to_many',
        duplicates: repeated('order_tags', 'order_id'),
        nulls: 'SELECT 0',
        effects: [
          {
            measure: 'orders.amount',
            by: 'order_tags.tag',
            before: ordersAmount,
            after: 'SELECT sum(o.amount) FROM orders o LEFT JOIN order_tags t ON o.id = t.order_id',
          },
        ],
      },
      {
        name: 'many rows where the relationship allows one, in the other direction',
        model: this.#model({ orders: 'one_to_many' }),
        data: this.#data,
        join: 'orders → users',
        suggested: 'many_to_one',
        duplicates: repeated('orders', foreign),
        nulls: nullsOf('orders', foreign),
        effects: [
          {
            measure: 'users.credit',
            by: 'orders.status',
            before: 'SELECT sum(credit) FROM users',
            after: `SELECT sum(u.credit) FROM ${joined}`,
          },
        ],
      },
    ];
  }

  #rows(): string {
    const int = (to: number) => Math.floor(this.#random() * to);
    const users = 6 + int(6);
    const values = (count: number, row: (id: number) => string) =>
      Array.from({ length: count }, (_, i) => `(${row(i + 1)})`).join(', ');
    const cents = () => `${int(200)}.${10 + int(90)}`;
    const orders = users * 4;
    return `
CREATE TABLE users (id INTEGER, region VARCHAR, plan VARCHAR, credit DECIMAL(12,2));
INSERT INTO users VALUES ${values(users, (id) => `${id}, 'r${id % 2}', 'plan ${id % 3}', ${cents()}`)};
CREATE TABLE orders (id INTEGER, user_id INTEGER, region VARCHAR, status VARCHAR, amount DECIMAL(12,2));
INSERT INTO orders VALUES ${values(orders, (id) => {
      // The first ones have the users whose rows are repeated; later ones can have no user, or one that does not exist.
      const user = id <= 4 ? ((id - 1) % 2) + 1 : 1 + int(users + 1);
      return `${id}, ${id > 4 && int(9) === 0 ? 'NULL' : user}, 'r${user % 2}', 's${int(3)}', ${cents()}`;
    })};
CREATE TABLE tickets (id INTEGER, user_id INTEGER, topic VARCHAR);
INSERT INTO tickets VALUES ${values(8, (id) => `${id}, ${1 + (id % 2)}, 't${int(3)}'`)};
CREATE TABLE order_tags (id INTEGER, order_id INTEGER, tag VARCHAR);
INSERT INTO order_tags VALUES ${values(9, (id) => `${id}, ${1 + (id % 4)}, 'tag ${int(3)}'`)};
`;
  }

  #model({ orders = 'many_to_one', facts, bridge }: { orders?: string; facts?: string; bridge?: string }) {
    const { composite, extended } = this.#style;
    const region = composite ? '{CUBE}.region = {users}.region AND ' : '';
    const key = (name: string) => ({ name, sql: name, type: 'number', key: true as const });
    const text = (name: string) => ({ name, sql: name, type: 'string' });
    const ordersCube: Cube = {
      name: extended ? 'base_orders' : 'orders',
      table: 'orders',
      joins: [
        { to: 'users', relationship: orders, sql: `${region}{users}.id = {CUBE}.user_id` },
        ...(facts ? [{ to: 'tickets', relationship: facts, sql: '{CUBE}.user_id = {tickets}.user_id' }] : []),
        ...(bridge ? [{ to: 'order_tags', relationship: bridge, sql: '{CUBE.id} = {order_tags}.order_id' }] : []),
      ],
      dimensions: [key('id'), text('status')],
      measures: [
        { name: 'amount', sql: 'amount', type: 'sum' },
        { name: 'count', type: 'count' },
      ],
    };
    return modelOf(
      [
        ordersCube,
        ...(extended ? [{ name: 'orders', extends: 'base_orders' }] : []),
        {
          name: 'users',
          table: 'users',
          dimensions: [
            key('id'),
            ...(composite ? [{ name: 'region', sql: 'region', type: 'string', key: true as const }] : []),
            text('plan'),
          ],
          measures: [{ name: 'credit', sql: 'credit', type: 'sum' }],
        },
        {
          name: 'tickets',
          table: 'tickets',
          dimensions: [key('id'), text('topic')],
          measures: [{ name: 'count', type: 'count' }],
        },
        {
          name: 'order_tags',
          table: 'order_tags',
          dimensions: [key('id'), text('tag')],
          measures: [{ name: 'count', type: 'count' }],
          ...(bridge
            ? {}
            : { joins: [{ to: 'orders', relationship: 'many_to_one', sql: '{CUBE}.order_id = {orders.id}' }] }),
        },
      ],
      this.#style,
    );
  }
}
