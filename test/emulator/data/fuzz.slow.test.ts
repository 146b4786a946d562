import assert from 'node:assert/strict';
import { randomFrom } from '../../run/randomFrom.ts';
import { someOf, testSeed } from '../../run/testSeed.ts';
import { DeploymentClient, type EmulatorUnderTest, emulatorUnderTest } from '../emulatorUnderTest.ts';
import { ByHand } from './byHand.ts';
import { DataApiClient, type Row } from './dataApiClient.ts';

/** An order with its joined rows. */
interface Order {
  id: number;
  status: string;
  amount: number;
  createdAt: string;
  city: string | null;
  country: string | null;
  products: (string | null)[];
}

async function allOrders(database: ByHand): Promise<Order[]> {
  const rows = await database.rows(
    `select orders.id, status, amount, orders.created_at, city, country,
            (select group_concat(name, '|') from shop.line_items join shop.products on products.id = product_id
             where order_id = orders.id)
     from shop.orders left join shop.customers on customers.id = customer_id`,
  );
  return rows.map(([id, status, amount, createdAt, city, country, products]) => ({
    id: Number(id),
    status: status as string,
    amount: Number(amount),
    createdAt: createdAt as string,
    city: city ?? null,
    country: country ?? null,
    products: products?.split('|') ?? [null],
  }));
}

/** The local time of a zone, by the formatter of a locale with ISO order. */
const formats = new Map<string, Intl.DateTimeFormat>();
function localOf(createdAt: string, zone: string): string {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
    formats.set(zone, format);
  }
  return format.format(new Date(`${createdAt.replace(' ', 'T')}Z`)).replace(' ', 'T');
}

const startOf: Record<string, (local: string) => string> = {
  hour: (local) => `${local.slice(0, 13)}:00:00.000`,
  day: (local) => `${local.slice(0, 10)}T00:00:00.000`,
  week: (local) => {
    const day = new Date(`${local.slice(0, 10)}T00:00:00Z`);
    day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
    return `${day.toISOString().slice(0, 10)}T00:00:00.000`;
  },
  month: (local) => `${local.slice(0, 7)}-01T00:00:00.000`,
  quarter: (local) =>
    `${local.slice(0, 5)}${['01', '04', '07', '10'][Math.floor((Number(local.slice(5, 7)) - 1) / 3)]}-01T00:00:00.000`,
  year: (local) => `${local.slice(0, 4)}-01-01T00:00:00.000`,
};

const measures: Record<string, (orders: readonly Order[]) => number | null> = {
  'orders.count': (orders) => orders.length,
  'orders.completed_count': (orders) => orders.filter(({ status }) => status === 'completed').length,
  'orders.total_amount': (orders) => (orders.length === 0 ? null : sum(orders)),
  'orders.average_amount': (orders) => (orders.length === 0 ? null : sum(orders) / orders.length),
  'orders.completed_share': (orders) =>
    orders.length === 0 ? null : orders.filter(({ status }) => status === 'completed').length / orders.length,
};
const additive = ['orders.count', 'orders.completed_count', 'orders.total_amount'];

function sum(orders: readonly Order[]): number {
  return orders.reduce((total, { amount }) => total + amount, 0);
}

const dimensions: Record<string, (order: Order) => (string | null)[]> = {
  'orders.status': ({ status }) => [status],
  'orders.amount_band': ({ amount }) => [amount < 50 ? 'small' : amount < 200 ? 'medium' : 'large'],
  'customers.city': ({ city }) => [city],
  'customers.country': ({ country }) => [country],
  'products.name': ({ products }) => [...new Set(products)],
};

interface RandomQuery {
  measures: string[];
  dimensions: string[];
  timeDimensions: { dimension: string; granularity?: string; dateRange?: [string, string] }[];
  filters: { member: string; operator: string; values: string[] }[];
  segments: string[];
  timezone: string;
}

function randomQuery(random: () => number): RandomQuery {
  const some = <T>(list: readonly T[], most: number): T[] => {
    const left = [...list];
    return Array.from({ length: Math.floor(random() * (most + 1)) }, () =>
      left.splice(Math.floor(random() * left.length), 1),
    ).flat();
  };
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const values: Record<string, string[]> = {
    'orders.status': ['completed', 'shipped', 'cancelled', 'nothing', "o'clock"],
    'customers.city': ['Berlin', 'Graz', 'Paris', 'er', '%'],
    'customers.country': ['Germany', 'France', 'an'],
  };
  const day = () =>
    `2026-${String(1 + Math.floor(random() * 12)).padStart(2, '0')}-${String(1 + Math.floor(random() * 28)).padStart(2, '0')}`;
  const [from, to] = [day(), day()].sort() as [string, string];
  const selection = some(Object.keys(measures), 3);
  return {
    measures: selection.length > 0 ? selection : ['orders.count'],
    dimensions: some(Object.keys(dimensions), 2),
    timeDimensions:
      random() < 0.6
        ? [
            {
              dimension: 'orders.created_at',
              ...(random() < 0.7 && { granularity: one(Object.keys(startOf)) }),
              ...(random() < 0.7 && { dateRange: [from, to] }),
            },
          ]
        : [],
    filters: some(Object.keys(values), 2).map((member) => ({
      member,
      operator: one(['equals', 'notEquals', 'contains', 'notContains', 'startsWith', 'endsWith']),
      values: [...new Set([one(values[member]!), one(values[member]!)])],
    })),
    segments: random() < 0.15 ? ['orders.completed'] : [],
    timezone: one(['UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kolkata', 'Pacific/Auckland', 'Pacific/Apia']),
  };
}

/** Whether a value passes a filter. Null equals and contains nothing, so it passes every negated filter. */
function passes(value: string | null, { operator, values }: RandomQuery['filters'][number]): boolean {
  const lower = value?.toLowerCase();
  const any = (test: (wanted: string) => boolean) => values.some(test);
  switch (operator) {
    case 'equals':
      return any((wanted) => value === wanted);
    case 'notEquals':
      return !any((wanted) => value === wanted);
    case 'contains':
      return any((wanted) => lower?.includes(wanted.toLowerCase()) ?? false);
    case 'notContains':
      return !any((wanted) => lower?.includes(wanted.toLowerCase()) ?? false);
    case 'startsWith':
      return any((wanted) => lower?.startsWith(wanted.toLowerCase()) ?? false);
    default:
      return any((wanted) => lower?.endsWith(wanted.toLowerCase()) ?? false);
  }
}

/** The expected result, computed from the rows. Keys are the group values in the query's order. */
function expectedOf(query: RandomQuery, orders: readonly Order[]): Map<string, (number | null)[]> {
  const [time] = query.timeDimensions;
  const kept = orders.filter((order) => {
    const day = localOf(order.createdAt, query.timezone).slice(0, 10);
    if (time?.dateRange && (day < time.dateRange[0] || day > time.dateRange[1])) return false;
    if (query.segments.length > 0 && order.status !== 'completed') return false;
    return query.filters.every((filter) => passes(dimensions[filter.member]!(order)[0]!, filter));
  });
  const groups = new Map<string, Order[]>();
  for (const order of kept) {
    let keys: (string | null)[][] = [[]];
    for (const dimension of query.dimensions) {
      keys = keys.flatMap((key) => dimensions[dimension]!(order).map((value) => [...key, value]));
    }
    if (time?.granularity) {
      const start = startOf[time.granularity]!(localOf(order.createdAt, query.timezone));
      keys = keys.map((key) => [...key, start]);
    }
    for (const key of keys) {
      const name = JSON.stringify(key);
      groups.set(name, [...(groups.get(name) ?? []), order]);
    }
  }
  if (query.dimensions.length === 0 && !time?.granularity && groups.size === 0) groups.set('[]', []);
  return new Map([...groups].map(([key, group]) => [key, query.measures.map((measure) => measures[measure]!(group))]));
}

function answeredOf(query: RandomQuery, rows: readonly Row[]): Map<string, (number | null)[]> {
  const keys = [
    ...query.dimensions,
    ...query.timeDimensions
      .filter(({ granularity }) => granularity)
      .map((time) => `${time.dimension}.${time.granularity}`),
  ];
  return new Map(
    rows.map((row) => [
      JSON.stringify(keys.map((key) => row[key])),
      query.measures.map((measure) => (row[measure] === null ? null : Number(row[measure]))),
    ]),
  );
}

function assertSame(query: RandomQuery, rows: readonly Row[], expected: Map<string, (number | null)[]>): void {
  const answered = answeredOf(query, rows);
  assert.equal(rows.length, answered.size, 'no group comes twice');
  assert.deepEqual([...answered.keys()].sort(), [...expected.keys()].sort());
  for (const [key, numbers] of expected) {
    for (const [place, number] of numbers.entries()) {
      const given = answered.get(key)![place]!;
      // Without rows a count is null or 0, depending on how it is counted.
      const same =
        number === null || given === null
          ? (number ?? 0) === (given ?? 0)
          : Math.abs(given - number) <= 1e-9 * Math.max(1, Math.abs(number));
      assert.ok(same, `${query.measures[place]} of ${key}: ${given}, not ${number}`);
    }
  }
}

const queries = someOf(120);

describe('random queries', function () {
  this.timeout(300_000);
  let under: EmulatorUnderTest;
  let data: DataApiClient;
  let orders: Order[];
  before(async () => {
    under = await emulatorUnderTest();
    data = await DataApiClient.of(
      new DeploymentClient(under.emulator.url, under.emulator.apiKey, under.emulator.deploymentId),
    );
    const database = await ByHand.ofSample();
    orders = await allOrders(database);
    database.close();
  });
  after(() => under.close());

  it('return the numbers computed from the rows', async () => {
    const seed = testSeed();
    const random = randomFrom(seed);
    for (let count = 0; count < queries; count += 1) {
      const query = randomQuery(random);
      const rows = await data.rows(query);
      try {
        assertSame(query, rows, expectedOf(query, orders));
      } catch (failure) {
        throw new Error(`query ${count} of seed ${seed}: ${JSON.stringify(query)}\n${(failure as Error).message}`);
      }
    }
  });

  it('are rejected with a message when they are invalid, and break nothing', async () => {
    const seed = testSeed();
    const random = randomFrom(seed);
    const junk = [
      ...[
        null,
        true,
        -1,
        1e99,
        '',
        'x',
        '\u0000',
        "'; --",
        '{{ x }}',
        '{CUBE}.id',
        'orders',
        'orders.',
        'orders.count.day',
      ],
      ...['__proto__', 'orders.__proto__', 'constructor.prototype', 'a'.repeat(5000), '😀.😀', [], {}, [[]], [null]],
      ...[{ id: 1 }, { and: [] }, { or: [{}] }, { member: 'orders.status', operator: 'equals', values: [{}] }],
      ...[{ dimension: 'orders.created_at', dateRange: ['2026-02-31', 'now'] }, [['orders.count', 'up']]],
    ];
    for (let count = 0; count < queries; count += 1) {
      const query: Record<string, unknown> = { ...randomQuery(random), limit: 5 };
      const keys = [...Object.keys(query), 'order', 'offset', 'total', 'ungrouped', 'responseFormat', '__proto__'];
      const key = keys[Math.floor(random() * keys.length)]!;
      const bad = junk[Math.floor(random() * junk.length)];
      const old = query[key];
      const value = random() < 0.5 && Array.isArray(old) ? [...old, bad] : bad;
      Object.defineProperty(query, key, { value, enumerable: true });
      const { status, body } = await data.ready(() => data.once(query));
      assert.ok(status === 200 || status === 400, `${status} ${JSON.stringify(body)} for ${JSON.stringify(query)}`);
      if (status === 400) assert.ok(typeof body.error === 'string' && body.error !== '', JSON.stringify(query));
    }
    assert.deepEqual(await data.rows({ measures: ['orders.count'] }), [{ 'orders.count': '3000' }]);
  });

  it('return additive measures whose parts add up to the total', async () => {
    const [total] = await data.rows({ measures: additive });
    for (const dimension of Object.keys(dimensions).filter((name) => name !== 'products.name')) {
      const rows = await data.rows({ measures: additive, dimensions: [dimension] });
      for (const measure of additive) {
        const parts = rows.reduce((all, row) => all + Number(row[measure]), 0);
        assert.equal(String(parts), total![measure], `${measure} by ${dimension}`);
      }
    }
  });
});
