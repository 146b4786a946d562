/** A platform whose answers the test decides. The emulator answers in `checkPlatform.slow.test.ts`. */

import assert from 'node:assert/strict';
import { CancelledError } from '../../../src/base/errors.ts';
import { checkPlatform } from '../../../src/local/check/checkPlatform.ts';
import { PlatformError } from '../../../src/platform/platformError.ts';
import type { ResultTable } from '../../../src/query/results/resultTable.ts';
import { indexOf, markedText } from '../../model/models.ts';

const text = `cubes:
  - name: orders
    sql_table: orders
    joins:
      - { name: users, sql: "{CUBE}.user_id = {users}.id", relationship: many_to_one }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: status, sql: "upper({CUBE}.statuss)", type: string }
      - { name: secret, sql: secret, type: string, public: false }
    measures:
      - { name: count, type: count }
  - name: users
    sql_table: users
    dimensions:
      - { name: city, sql: city, type: string }
`;
const index = indexOf({ 'model.yml': text });
const named = (...names: string[]) => names.map((name) => ({ name }));
const meta = {
  cubes: [
    {
      name: 'orders',
      type: 'cube',
      measures: named('orders.count'),
      dimensions: [...named('orders.status'), { name: 'orders.secret', public: false }],
    },
    { name: 'users', type: 'cube', measures: [], dimensions: named('users.city') },
  ],
} as never;

type Query = Readonly<Record<string, unknown>>;

function refused(serverMessage: string, status = 400) {
  const code = status === 403 ? 'forbidden' : 'rejected-because';
  return new PlatformError(code, ['host', serverMessage], {
    host: 'host',
    operation: 'data.load',
    serverMessage,
    status,
  });
}

/** `table` answers or throws. */
function platform(table: (query: Query, signal: AbortSignal | undefined) => unknown) {
  const asked: string[] = [];
  return {
    asked,
    meta: async () => meta,
    sql: async ({ dimensions = [] }: Query) => ({ text: `SELECT ${String(dimensions)}`, parameters: [] }),
    async table(query: Query, { signal }: { signal?: AbortSignal | undefined } = {}) {
      asked.push([query.measures, query.dimensions].filter(Boolean).join(' + '));
      await table(query, signal);
      return {} as ResultTable;
    },
  };
}

const isAbout = (query: Query, member: string) => JSON.stringify(query).includes(`"${member}"`);
const unknownColumn = (query: Query) => {
  if (isAbout(query, 'orders.status')) throw refused('Error: column orders.statuss does not exist');
};

describe('the check of a model by the data API of its branch', () => {
  it('asks for one row of each public member and join, one at a time', async () => {
    let running = 0;
    const limits = new Set<unknown>();
    const asked = platform(async ({ limit }) => {
      running += 1;
      assert.equal(running, 1);
      limits.add(limit);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
    });
    const { problems, checked, notChecked } = await checkPlatform(index, asked);
    assert.deepEqual(asked.asked.toSorted(), [
      'orders.count',
      'orders.status',
      'orders.status,users.city',
      'users.city',
    ]);
    assert.deepEqual([...limits], [1]);
    assert.deepEqual({ problems, checked }, { problems: [], checked: 4 });
    const reason = 'it is not public, or you may not see it';
    assert.deepEqual(notChecked, [
      { name: 'orders.id', reason },
      { name: 'orders.secret', reason },
    ]);
  });

  it('shows a refusal of the database at the word of the SQL, with its message', async () => {
    const { problems, checked } = await checkPlatform(index, platform(unknownColumn));
    assert.deepEqual(
      problems.map((one) => [one.code, one.source, markedText(index, one), one.message]),
      [
        [
          'unknown-column',
          'database',
          'statuss',
          'The database has no column `statuss`: column orders.statuss does not exist',
        ],
      ],
    );
    assert.equal(checked, 4);
  });

  it('asks for what a template writes, as the metadata of the branch lists it', async () => {
    const loop = indexOf({
      'loop.yml': `cubes:
{%- for name in ["orders", "users"] %}
  - name: {{ name }}
    sql_table: {{ name }}
    dimensions:
      - { name: status, sql: "upper({CUBE}.statuss)", type: string }
      - { name: city, sql: city, type: string }
    measures:
      - { name: count, type: count }
{%- endfor %}
`,
    });
    const asked = platform(unknownColumn);
    const { problems, checked } = await checkPlatform(loop, asked);
    assert.deepEqual(asked.asked.toSorted(), ['orders.count', 'orders.status', 'users.city']);
    assert.equal(checked, 3);
    assert.deepEqual(
      problems.map((one) => [one.code, markedText(loop, one), /Found in `(.+?)`/.exec(one.message)?.[1]]),
      [['unknown-column', 'statuss', 'orders.status']],
    );
  });

  it('says of which generated members the text is not known', async () => {
    const asked = platform(unknownColumn);
    const { problems, checked, notChecked } = await checkPlatform(indexOf({ 'model.yml': 'cubes: []\n' }), asked);
    assert.deepEqual([problems, checked, asked.asked], [[], 0, []]);
    const reason = 'it is generated, and the text that writes it is not known';
    assert.deepEqual(
      notChecked,
      ['orders.count', 'orders.status', 'users.city'].map((name) => ({ name, reason })),
    );
  });

  it('does not take for a mistake what the platform makes no SQL of, or does not permit', async () => {
    const planner = {
      ...platform(unknownColumn),
      sql: async () => {
        throw refused('It cannot be computed here');
      },
    };
    const first = await checkPlatform(index, planner);
    assert.deepEqual(first.problems, []);
    assert.deepEqual(first.notChecked[0], {
      name: 'orders.status',
      reason: 'Error: column orders.statuss does not exist',
    });
    const second = await checkPlatform(
      index,
      platform((query) => {
        if (isAbout(query, 'orders.count')) throw refused('You have no access to orders', 403);
      }),
    );
    assert.deepEqual(second.problems, []);
    assert.deepEqual(second.notChecked[0], { name: 'orders.count', reason: 'You have no access to orders' });
  });

  it('says what it did not ask at the end of its budget, and after a cancel', async () => {
    const queries = await checkPlatform(index, platform(unknownColumn), { budget: { queries: 1, ms: 60_000 } });
    assert.equal(queries.checked, 1);
    assert.deepEqual(
      new Set(queries.notChecked.map(({ reason }) => reason)),
      new Set(['the check asks for at most 1 members and joins', 'it is not public, or you may not see it']),
    );
    const abort = new AbortController();
    let count = 0;
    const cancelled = await checkPlatform(
      index,
      platform((query) => {
        count += 1;
        if (count === 3) {
          abort.abort();
          throw new CancelledError();
        }
        unknownColumn(query);
      }),
      { signal: abort.signal },
    );
    assert.equal(cancelled.problems.length, 1);
    assert.deepEqual(
      cancelled.notChecked.slice(0, 2).map(({ reason }) => reason),
      Array(2).fill('the check was cancelled'),
    );
  });

  it('ends with what it knows when the platform stops answering, and fails if it never answered', async () => {
    const outage = new PlatformError('refused', ['host', ''], { host: 'host', operation: 'data.load' });
    let count = 0;
    const some = await checkPlatform(
      index,
      platform(() => {
        count += 1;
        if (count > 1) throw outage;
      }),
    );
    assert.equal(count, 2);
    assert.equal(some.checked, 1);
    assert.match(some.notChecked[0]!.reason, /^the platform stopped answering: host cannot be reached/);
    await assert.rejects(
      checkPlatform(
        index,
        platform(() => {
          throw outage;
        }),
      ),
      outage,
    );
  });
});
