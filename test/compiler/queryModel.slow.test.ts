/** Requests to compiled models: metadata and queries, and how the compiler process keeps models between them. */

import assert from 'node:assert/strict';
import { CancelledError, UserError } from '../../src/base/errors.ts';
import type { Compiler } from '../../src/compiler/compiler.ts';
import type { ModelQuery } from '../../src/compiler/modelRequest.ts';
import { asFiles, makeCompiler } from './compilerUnderTest.ts';

const validModel = asFiles({
  'cubes/orders.yml':
    'cubes:\n  - name: orders\n    sql_table: orders\n    measures:\n      - name: count\n        type: count\n',
});
/** Its SQL never ends if the security context has `spin`. */
const endless = asFiles({
  'cubes/orders.js': `cube('orders', {
    sql: \`select \${(() => { while (SECURITY_CONTEXT.spin.unsafeValue()) {} return 1; })()}\`,
    measures: { count: { type: 'count' } },
  });`,
});

function query(more: Partial<ModelQuery> = {}, securityContext = {}) {
  const defaults = { dimensions: [], segments: [], timeDimensions: [], filters: [] };
  const options = { limit: 10, offset: 0, timezone: 'UTC', ungrouped: false, total: false };
  return {
    kind: 'query',
    query: { measures: ['orders.count'], ...defaults, ...options, ...more },
    securityContext,
  } as const;
}

describe('requests to a compiled model', () => {
  let compiler: Compiler;
  let reads: number;
  let tests = 0;
  before(() => {
    compiler = makeCompiler();
  });
  after(() => compiler.dispose());
  beforeEach(() => {
    reads = 0;
    tests += 1;
  });

  // No test finds a model of another one in memory.
  const filesOf = (files = validModel) => ({
    model: `${tests} ${JSON.stringify(files)}`,
    files: async () => {
      reads += 1;
      return files;
    },
  });

  it('gives the shorthands of the security context to policies and SQL', async () => {
    const files = asFiles({
      'cubes/orders.yml': `cubes:
  - name: orders
    sql: "SELECT * FROM orders WHERE {userAttributes.country.filter('country')}"
    dimensions:
      - { name: region, sql: region, type: string }
    measures:
      - { name: count, type: count }
    access_policy:
      - group: sales
        row_level: { filters: [{ member: region, operator: equals, values: ["{ userAttributes.region }"] }] }
      - group: "*"
        conditions: [{ if: "{ groups.includes('audit') }" }]
`,
    });
    const ask = async (securityContext: object) => {
      const found = await compiler.queryModel({ ...filesOf(files), request: query({}, securityContext) });
      return found.kind === 'query' ? [found.plan.params, /1 = 1/.test(found.plan.sql)] : found;
    };
    const userAttributes = { region: 'north', country: 'NO' };
    assert.deepEqual(await ask({ groups: ['sales'], userAttributes }), [['NO', 'north'], false]);
    assert.deepEqual(await ask({ groups: ['audit'], userAttributes: { country: 'NO' } }), [['NO'], false]);
    assert.deepEqual(await ask({ groups: ['audit'] }), [[], true]);
    assert.deepEqual(await ask({ groups: [], cubeCloud: { groups: ['audit'] } }), [[], true]);
    const { kind } = (await ask({})) as { kind: string };
    assert.equal(kind, 'refused');
  });

  it('uses a model that was compiled before, without reading its files', async () => {
    await compiler.compile({ files: validModel, model: filesOf().model });
    const response = await compiler.queryModel({ ...filesOf(), request: query() });
    assert.ok(response.kind === 'query');
    assert.match(response.plan.sql, /count\(\*\)[\s\S]*FROM[\s\S]*orders/i);
    assert.equal(reads, 0);
  });

  it('compiles a model that is not in memory once, and again after the process was killed', async () => {
    for (const expected of [1, 1]) {
      const meta = await compiler.queryModel({ ...filesOf(), request: { kind: 'meta', securityContext: {} } });
      assert.ok(meta.kind === 'meta');
      assert.deepEqual(
        meta.meta.cubes.map(({ name }) => name),
        ['orders'],
      );
      assert.equal(reads, expected);
    }
    const slow = { ...filesOf(endless), request: query({}, { spin: true }) };
    for (const expected of [2, 3]) {
      await assert.rejects(compiler.queryModel(slow, { deadlineMs: 3000 }), UserError);
      assert.equal(reads, expected);
    }
    // Another caller's code runs in another process.
    assert.equal((await compiler.queryModel({ ...filesOf(), request: query() })).kind, 'query');
    assert.equal(reads, 3);
  });

  it('compiles a model once for all callers, and once for each security context where it reads that', async () => {
    const reader = asFiles({
      'cubes/orders.js': `cube('orders', {
        sql: 'select 1', title: String(COMPILE_CONTEXT.securityContext.place), measures: { count: { type: 'count' } },
      });`,
    });
    const titleFor = async (files: typeof validModel, place: string) => {
      const response = await compiler.queryModel({
        ...filesOf(files),
        request: { kind: 'meta', securityContext: { place } },
      });
      assert.ok(response.kind === 'meta');
      return response.meta.cubes[0]!.title;
    };
    for (const place of ['a', 'b', 'a']) assert.equal(await titleFor(validModel, place), 'Orders');
    assert.equal(reads, 1);
    await compiler.compile({ files: reader, model: filesOf(reader).model });
    for (const place of ['a', 'b', 'a', 'b']) assert.equal(await titleFor(reader, place), place);
    assert.equal(reads, 3);
  });

  it('reports errors in the query and in the model', async () => {
    const refused = await compiler.queryModel({ ...filesOf(), request: query({ measures: ['orders.counts'] }) });
    assert.deepEqual(refused, { kind: 'refused', message: "'counts' not found for path 'orders.counts'" });
    const broken = await compiler.queryModel({
      ...filesOf(asFiles({ 'cubes/orders.yml': 'cubes:\n  - name: orders\n' })),
      request: query(),
    });
    assert.ok(broken.kind === 'broken' && broken.errors.length > 0);
  });

  it('cancels a request with its signal', async () => {
    const stop = new AbortController();
    const slow = { ...filesOf(endless), request: query({}, { spin: true }) };
    const pending = compiler.queryModel(slow, { signal: stop.signal });
    setTimeout(() => stop.abort(), 500);
    await assert.rejects(pending, CancelledError);
    assert.equal((await compiler.queryModel({ ...filesOf(), request: query() })).kind, 'query');
  });
});
