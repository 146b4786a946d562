import assert from 'node:assert/strict';
import { isCancellation } from '../../../src/base/errors.ts';
import { PatientCompiler } from '../../../src/cli/mcp/patientCompiler.ts';
import { bundlePath } from '../../compiler/compilerUnderTest.ts';
import { put, removeTemporaryFolders, temporaryFolder } from '../../sync/temporary.ts';
import { serveInProcess } from './serverInProcess.ts';

const cube = 'cube(`visits`, { sql_table: `visits`, measures: { count: { type: `count` } } });';
const slow = (ms: number) => [
  { fileName: 'visits.js', content: `const end = Date.now() + ${ms}; while (Date.now() < end) {}\n${cube}` },
];
const endless = [{ fileName: 'visits.js', content: `while (true) {}\n${cube}` }];

describe('The compiler of the tools for assistants', function () {
  this.timeout(60_000);
  let compiler: PatientCompiler;

  beforeEach(() => {
    compiler = new PatientCompiler({ bundlePath });
  });
  afterEach(() => compiler.dispose());
  after(removeTemporaryFolders);

  it('compiles a model to its end for the next call when a call ends before', async () => {
    const call = new AbortController();
    const first = compiler.compile({ files: slow(3_000), model: 'slow' }, { signal: call.signal });
    await compiler.compile({ files: [], line: 'other' });
    call.abort();
    await assert.rejects(first, isCancellation);
    const answer = await compiler.queryModel({
      model: 'slow',
      files: () => assert.fail('The model is compiled again.'),
      request: { kind: 'meta', securityContext: {} },
    });
    assert.equal(answer.kind, 'meta');
    assert.deepEqual((await compiler.compile({ files: [], model: 'slow' })).errors, []);
  });

  it('ends the oldest compile that no call waits for when there are more than two', async () => {
    const leave = (model: string) => {
      const call = new AbortController();
      const compiled = compiler.compile({ files: endless, model }, { signal: call.signal });
      call.abort();
      return assert.rejects(compiled, isCancellation);
    };
    await leave('first');
    const joined = compiler.compile({ files: endless, model: 'first' });
    await leave('second');
    await leave('third');
    await assert.rejects(joined, isCancellation);
  });

  it('stops endless edits, says so to the next call with them, and then checks the project', async () => {
    const folder = temporaryFolder();
    put(folder, 'model/visits.js', cube);
    const server = await serveInProcess(folder, { waitMs: 200, whatIfMs: 1_000 });
    const until = async (input: object) => {
      for (;;) {
        const { structured } = await server.call('check', { ...input });
        if (structured.compiles !== null) return structured;
        assert.equal(structured.notCompiled, 'The model is still being compiled; ask again.');
      }
    };
    try {
      const edits = [{ file: 'model/visits.js', text: endless[0]!.content }];
      const { ok, compiles, problems } = await until({ edits });
      assert.deepEqual([ok, compiles], [false, false]);
      assert.match(problems[0].message, /not compiled within \d+ s, so the compile was stopped/);
      const whole = await until({});
      assert.deepEqual([whole.ok, whole.compiles], [true, true]);
    } finally {
      await server.close();
    }
  });

  it('keeps the failure of a compile that no call waits for', async () => {
    const ended = new AbortController();
    const input = { files: endless, model: 'endless' };
    const left = compiler.compile(input, { signal: ended.signal, deadlineMs: 1_000 });
    const other = compiler.compile({ files: [], model: 'other' });
    ended.abort();
    await assert.rejects(left, isCancellation);
    // It begins after the endless one was stopped.
    await other;
    await assert.rejects(compiler.compile({ ...input, files: [] }), /not compiled within 1 s/);
    assert.deepEqual((await compiler.compile({ ...input, files: [] })).errors, []);
  });

  it('lets calls answer without the compiler, and say so', async () => {
    const folder = temporaryFolder();
    put(folder, 'model/visits.js', endless[0]!.content);
    const server = await serveInProcess(folder, { waitMs: 200 });
    try {
      const { structured: explained } = await server.call('explain', { name: 'visits.count' });
      assert.equal(explained.compiled.notCompiled, 'The model is still being compiled; ask again.');
      assert.deepEqual(explained.uses, []);
      const { structured: checked, text } = await server.call('check');
      assert.deepEqual([checked.ok, checked.compiles, checked.errors], [null, null, 0]);
      assert.equal(checked.notCompiled, 'The model is still being compiled; ask again.');
      assert.match(text, /^The model is still being compiled\. 0 errors/);
      const edits = [{ file: 'model/visits.yml', text: 'cubes:\n  - name: stays\n    sql: "{{"\n' }];
      const { structured: edited } = await server.call('check', { edits });
      assert.deepEqual([edited.ok, edited.compiles], [false, null]);
      const renaming = { kind: 'rename', name: 'visits.count', newName: 'visit_count' };
      const { structured: proposed } = await server.call('refactor', renaming);
      assert.deepEqual([proposed.compilesAfter, proposed.resolved], [null, null]);
    } finally {
      await server.close();
    }
  });
});
