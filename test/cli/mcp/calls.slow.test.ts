import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { z } from 'zod';
import { tools } from '../../../src/cli/mcp/toolTable.ts';
import { someOf, testSeed } from '../../run/testSeed.ts';
import { put, removeTemporaryFolders, temporaryFolder, textsIn } from '../../sync/temporary.ts';
import { repository } from '../../vscode/locations.ts';
import { type McpClient, startMcp } from './mcpClient.ts';
import { commitAll } from './projects.ts';
import { serveInProcess } from './serverInProcess.ts';
import { requireSafe } from './victim/safeAnswer.ts';

const sample = path.join(repository, 'src/emulator/sample');

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  anyOf?: Schema[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
}

/** Texts that mean something to the tools, and texts that mean nothing. */
const words = fc.oneof(
  fc.constantFrom(
    ...['orders', 'orders.count', 'sales', 'sales.total_amount', 'customers', 'orders.status', 'shipments', 'nothing'],
    ...[
      'model/cubes/orders.yml',
      'model/cubes/shipments.js',
      'queries/revenue-by-month.query.yml',
      'tests/orders.test.yml',
    ],
    ...[
      'model/cubes/new.yml',
      '.env',
      'cube.js',
      '../outside.yml',
      '/etc/passwd',
      '.git/config',
      'model',
      'HEAD',
      'all',
    ],
    ...[
      'affected',
      '__proto__',
      'constructor',
      'toString',
      '',
      ' ',
      '--help',
      'a\u202eb',
      '[x](http://127.0.0.1:9/)',
      '<img src=x>',
    ],
    ...['model/cubes/orders.yml:26', 'model/cubes/shipments.js:3', 'x:1', '1.0 * {completed_count}', '{CUBE}.amount'],
    ...[
      'cubes:\n  - name: x\n    sql_table: x\n',
      'cube(`x`, { sql: `SELECT 1` })',
      'while (true) {}',
      '{{ [1] * 3 }}',
      'a: &a [*a]',
    ],
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ minLength: 1_000, maxLength: 1_200 }),
);

const json = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.record(
    {
      measures: fc.array(words, { maxLength: 4 }),
      dimensions: fc.array(words, { maxLength: 4 }),
      segments: fc.array(words, { maxLength: 2 }),
      filters: fc.array(
        fc.record({
          member: words,
          operator: fc.constantFrom('equals', 'contains', 'set', 'x'),
          values: fc.array(words),
        }),
        { maxLength: 3 },
      ),
      timeDimensions: fc.array(
        fc.record({ dimension: words, granularity: fc.constantFrom('day', 'month', 'x'), dateRange: words }),
        { maxLength: 2 },
      ),
      limit: fc.oneof(fc.integer(), fc.constant(Number.MAX_SAFE_INTEGER)),
      order: fc.dictionary(words, fc.constantFrom('asc', 'desc', 'x')),
      ungrouped: fc.boolean(),
      timezone: words,
    },
    { requiredKeys: [] },
  ),
  fc.dictionary(
    fc.constantFrom('sql', 'type', 'title', 'meta', 'filters', 'name', 'format', 'case', 'public', '__proto__'),
    fc.oneof(words, fc.jsonValue({ maxDepth: 8 })),
    { maxKeys: 5 },
  ),
);

/** Inputs that a schema allows, mostly. */
function inputs({
  type,
  properties,
  required = [],
  items,
  enum: options,
  anyOf,
  minimum,
  maximum,
  maxItems,
}: Schema): fc.Arbitrary<unknown> {
  if (anyOf) return fc.oneof(...anyOf.map(inputs));
  if (options) return fc.constantFrom(...options);
  if (type === 'array') return fc.array(inputs(items ?? {}), { maxLength: Math.min(maxItems ?? 4, 4) });
  if (type === 'integer') return fc.integer({ min: minimum ?? -10, max: maximum ?? 1_000 });
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  if (type === 'string') return words;
  if (type === 'object' && properties)
    return fc.record(Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, inputs(one)])), {
      requiredKeys: required,
    });
  return json;
}

/** A call of each tool, and of none, with an input that its schema allows or not. */
const calls = fc.oneof(
  ...tools.map(({ name, input }) => {
    const valid = inputs(z.toJSONSchema(z.strictObject(input), { io: 'input', unrepresentable: 'any' }) as Schema);
    const broken = fc
      .tuple(valid, words, fc.jsonValue({ maxDepth: 3 }))
      .map(([given, key, value]) => ({ ...(given as object), [key]: value }));
    return fc.record({ name: fc.constant(name), input: fc.oneof({ arbitrary: valid, weight: 5 }, broken) });
  }),
  fc.record({ name: words, input: json }),
);

describe('any call of a tool', function () {
  this.timeout(1_800_000);
  const seed = testSeed();
  const open: McpClient[] = [];
  const failures: unknown[] = [];
  const note = (failure: unknown) => void failures.push(failure);

  before(() => process.on('unhandledRejection', note));
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
  });
  after(() => {
    process.off('unhandledRejection', note);
    removeTemporaryFolders();
  });

  function project(): { root: string; folder: string } {
    const root = temporaryFolder();
    const folder = path.join(root, 'project');
    cpSync(path.join(sample, 'project'), folder, { recursive: true });
    put(root, 'outside.yml', 'cubes: []\n');
    put(folder, '.env', 'CUBEJS_DB_TYPE=duckdb\n');
    commitAll(folder);
    process.env.DATA_MODEL_STATE = path.join(root, 'state');
    return { root, folder };
  }

  async function requireHarmless({ client, call, log }: McpClient, root: string, count: number): Promise<void> {
    const before = textsIn(root);
    for (const { name, input } of fc.sample(calls, { numRuns: count, seed })) {
      const said = JSON.stringify({ name, input }).slice(0, 1_000);
      const { structured, text } = await call(name, input as Record<string, unknown>).catch((failure: Error) => {
        // An input that is not an object is refused by the protocol.
        assert.match(failure.message, /MCP error|Invalid|expected/i, said);
        return { structured: {}, text: failure.message };
      });
      requireSafe(structured, text, said);
    }
    assert.equal((await call('overview')).structured.cubes, 6);
    assert.ok((await client.ping()) !== undefined);
    assert.deepEqual(textsIn(root), before);
    assert.deepEqual(failures, []);
    // An error of the program is not an answer: it is a defect.
    assert.doesNotMatch(log(), /TypeError|RangeError|ReferenceError|is not a function|Cannot read propert/);
  }

  const many = someOf(10_000);
  it(`crashes nothing, writes nothing and answers safely: ${many} calls (seed ${seed})`, async () => {
    const { root, folder } = project();
    const client = await serveInProcess(folder, { source: path.join(sample, 'data'), mode: 'edit' });
    open.push(client);
    await requireHarmless(client, root, many);
  });

  it(`also over the bundle: 200 calls (seed ${seed})`, async () => {
    const { root, folder } = project();
    const options = ['--mode', 'edit', '--source', path.join(sample, 'data')];
    const before = textsIn(root);
    const all = fc.sample(calls, { numRuns: 200, seed: seed + 1 });
    // A server takes 60 calls in a minute.
    for (let start = 0; start < all.length; start += 50) {
      const client = await startMcp(folder, options, { DATA_MODEL_STATE: path.join(root, 'state') });
      open.push(client);
      for (const { name, input } of all.slice(start, start + 50)) {
        const { structured, text } = await client
          .call(name, input as Record<string, unknown>)
          .catch((failure: Error) => ({ structured: {}, text: failure.message }));
        requireSafe(structured, text, name);
      }
      assert.ok((await client.client.ping()) !== undefined);
    }
    assert.deepEqual(textsIn(root), before);
  });
});
