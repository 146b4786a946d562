import assert from 'node:assert/strict';
import { CancelledError, UserError } from '../../src/base/errors.ts';
import type { Compiler } from '../../src/compiler/compiler.ts';
import type { ModelQuery } from '../../src/compiler/question.ts';
import { asFiles, makeCompiler } from './compilerUnderTest.ts';

const sound = asFiles({
  'cubes/orders.yml':
    'cubes:\n  - name: orders\n    sql_table: orders\n    measures:\n      - name: count\n        type: count\n',
});
/** Its SQL never comes to an end for somebody whose context says so. */
const endless = asFiles({
  'cubes/orders.js': `cube('orders', {
    sql: \`select \${(() => { while (SECURITY_CONTEXT.spin.unsafeValue()) {} return 1; })()}\`,
    measures: { count: { type: 'count' } },
  });`,
});

function query(more: Partial<ModelQuery> = {}, securityContext = {}) {
  const nothing = { dimensions: [], segments: [], timeDimensions: [], filters: [] };
  const usual = { limit: 10, offset: 0, timezone: 'UTC', ungrouped: false, total: false };
  return {
    kind: 'query',
    query: { measures: ['orders.count'], ...nothing, ...usual, ...more },
    securityContext,
  } as const;
}

describe('questions to a compiled model', function () {
  this.timeout(60_000);
  let compiler: Compiler;
  let reads: number;
  beforeEach(() => {
    compiler = makeCompiler();
    reads = 0;
  });
  afterEach(() => compiler.dispose());

  const filesOf = (files = sound) => ({
    model: JSON.stringify(files),
    files: async () => {
      reads += 1;
      return files;
    },
  });

  it('are answered by a model that was compiled under its name, without its files', async () => {
    await compiler.compile({ files: sound, model: JSON.stringify(sound) });
    const answer = await compiler.ask({ ...filesOf(), question: query() });
    assert.ok(answer.kind === 'query');
    assert.match(answer.plan.sql, /count\(\*\)[\s\S]*FROM[\s\S]*orders/i);
    assert.equal(reads, 0);
  });

  it('have the model compiled where it is not at hand, once, and again after the process died', async () => {
    for (const expected of [1, 1]) {
      const meta = await compiler.ask({ ...filesOf(), question: { kind: 'meta', securityContext: {} } });
      assert.ok(meta.kind === 'meta');
      assert.deepEqual(
        meta.meta.cubes.map(({ name }) => name),
        ['orders'],
      );
      assert.equal(reads, expected);
    }
    const slow = { ...filesOf(endless), question: query({}, { spin: true }) };
    await assert.rejects(compiler.ask(slow, { deadlineMs: 3000 }), UserError);
    assert.equal((await compiler.ask({ ...filesOf(), question: query() })).kind, 'query');
    assert.equal(reads, 3);
  });

  it('name what is wrong: with the query, with the model', async () => {
    const refused = await compiler.ask({ ...filesOf(), question: query({ measures: ['orders.counts'] }) });
    assert.deepEqual(refused, { kind: 'refused', message: "'counts' not found for path 'orders.counts'" });
    const broken = await compiler.ask({
      ...filesOf(asFiles({ 'cubes/orders.yml': 'cubes:\n  - name: orders\n' })),
      question: query(),
    });
    assert.ok(broken.kind === 'broken' && broken.errors.length > 0);
  });

  it('are given up with their asker', async () => {
    const stop = new AbortController();
    const slow = { ...filesOf(endless), question: query({}, { spin: true }) };
    const asked = compiler.ask(slow, { signal: stop.signal });
    setTimeout(() => stop.abort(), 500);
    await assert.rejects(asked, CancelledError);
    assert.equal((await compiler.ask({ ...filesOf(), question: query() })).kind, 'query');
  });
});
