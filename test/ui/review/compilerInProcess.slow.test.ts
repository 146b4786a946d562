import assert from 'node:assert/strict';
import { silentLog } from '../../../src/base/log.ts';
import { sourceCompiler } from '../../../src/local/compiledSide.ts';
import { RefusedQuery } from '../../../src/query/run/queryErrors.ts';
import { compilerInProcess } from '../../../src/ui/review/compilerInProcess.ts';
import { sharedCompiler } from '../../compiler/compilerUnderTest.ts';
import { fixture, indexOf } from '../../model/models.ts';

describe('the compiler of a review in a process of its own', () => {
  const { signal } = new AbortController();
  const query = { measures: ['ships.average_tonnage'], dimensions: ['ships.name'] };

  it('answers as the one of this process, for two models at once', async () => {
    const before = fixture('ferry');
    const after = { ...before, 'cubes/ships.yml': before['cubes/ships.yml']!.replace('type: sum', 'type: max') };
    const compiler = compilerInProcess(silentLog);
    try {
      const both = await Promise.all([before, after].map((texts) => compiler.compile(indexOf(texts), signal)));
      for (const [i, texts] of [before, after].entries()) {
        const own = await sourceCompiler(sharedCompiler()).compile(indexOf(texts), signal);
        const side = both[i]!;
        assert.ok(own.kind === 'compiled' && side.kind === 'compiled');
        assert.deepEqual(side.side.meta, own.side.meta);
        const text = await side.side.sql(query, undefined, signal);
        assert.deepEqual(text, await own.side.sql(query, undefined, signal));
        assert.match(text.text, i === 0 ? /sum\(/ : /max\(/);
        assert.deepEqual(await side.side.access!([[]], signal), await own.side.access!([[]], signal));
      }
    } finally {
      compiler.dispose();
    }
  });

  it('tells what a caller sees of a model that reads the groups when it is compiled', async () => {
    const rooms = `cube('rooms', {
  sql_table: 'rooms',
  measures: {
    count: { type: 'count', public: (COMPILE_CONTEXT.securityContext.groups || []).includes('finance') },
    other: { type: 'count' },
  },
});
`;
    const compiler = compilerInProcess(silentLog);
    try {
      const found = await compiler.compile(indexOf({ 'rooms.js': rooms }), signal);
      assert.ok(found.kind === 'compiled');
      const { callers } = await found.side.access!([[], ['finance']], signal);
      assert.deepEqual(
        callers.map(({ members }) => members),
        [['rooms.other'], ['rooms.count', 'rooms.other']],
      );
    } finally {
      compiler.dispose();
    }
  });

  it('says what does not compile, and refuses what the model does not have', async () => {
    const compiler = compilerInProcess(silentLog);
    try {
      const broken = await compiler.compile(indexOf({ 'cubes/a.yml': 'cubes:\n  - name: a\n    sqll: x\n' }), signal);
      assert.ok(broken.kind === 'errors');
      assert.match(broken.errors[0]!.message, /sqll/);
      const sound = await compiler.compile(indexOf(fixture('ferry')), signal);
      assert.ok(sound.kind === 'compiled');
      await assert.rejects(sound.side.sql({ measures: ['ships.none'] }, undefined, signal), RefusedQuery);
    } finally {
      compiler.dispose();
    }
  });
});
