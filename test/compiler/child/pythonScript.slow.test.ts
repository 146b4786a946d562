/** Python scripts over rows: what they can use, how they fail, and their limits. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import type { Compiler } from '../../../src/compiler/compiler.ts';
import { makeCompiler } from '../compilerUnderTest.ts';

describe('a Python script', () => {
  const name = 'The script';

  it('is not run unless code is trusted', async () => {
    const compiler = makeCompiler();
    try {
      const run = await compiler.runPython({ name, code: 'result = 1', rows: [] });
      assert.ok('failure' in run);
      assert.match(run.failure, /^The script is not run.*--trust-model/);
    } finally {
      compiler.dispose();
    }
  });

  it('names what is missing where the machine has no Python', async () => {
    const { PATH } = process.env;
    const compiler = makeCompiler({ trustModels: true });
    try {
      process.env.PATH = '/no-such-folder';
      const run = await compiler.runPython({ name, code: 'result = 1', rows: [] });
      assert.ok('failure' in run);
      assert.match(run.failure, /^The script needs Python, and python3? is not installed on this machine\. Install/);
    } finally {
      process.env.PATH = PATH;
      compiler.dispose();
    }
  });

  describe('with an interpreter', () => {
    let compiler: Compiler;
    before(function () {
      if (spawnSync(process.platform === 'win32' ? 'python' : 'python3', ['--version']).status === 0) {
        compiler = makeCompiler({ trustModels: true });
        return;
      }
      console.log('    (skipped: there is no Python on this machine)');
      this.skip();
    });
    after(() => compiler?.dispose());
    const run = (code: string, more: { rows?: object[]; deadlineMs?: number } = {}) =>
      compiler.runPython({ name, code, rows: [], ...more });
    const failureOf = async (code: string, deadlineMs?: number) => {
      const outcome = await run(code, deadlineMs === undefined ? {} : { deadlineMs });
      assert.ok('failure' in outcome, JSON.stringify(outcome));
      return outcome.failure;
    };

    it('gets the rows, can use the standard library, and returns its text and its result', async () => {
      const code = "import statistics\nprint('é')\nresult = {'mean': statistics.fmean(row['a'] for row in rows)}";
      assert.deepEqual(await run(code, { rows: [{ a: 1 }, { a: 4 }] }), { text: 'é\n', result: { mean: 2.5 } });
      assert.deepEqual(await run('pass'), { text: '', result: null });
      assert.deepEqual(await run("result = [float('nan'), 1.5]"), { text: '', result: [null, 1.5] });
    });

    it('reports the error with its line', async () => {
      assert.equal(
        await failureOf('x = 1\ny = x / 0'),
        'Python error: ZeroDivisionError: division by zero (in The script:2)',
      );
      assert.match(await failureOf('if x\n'), /^Python error: SyntaxError: .*\(in The script:1\)$/);
      assert.match(await failureOf('result = object()'), /the variable result is a Python object \(object\)/);
      assert.match(await failureOf('raise SystemExit(3)'), /SystemExit/);
    });

    it('is stopped at its deadline, also in an endless loop', async () => {
      assert.match(await failureOf('while True: pass', 1000), /^The script: no answer from Python within 1 s\.$/);
      assert.deepEqual(await run('result = 1'), { text: '', result: 1 }, 'the next one is run');
    });

    it('has a limit of memory', async function () {
      if (process.platform !== 'linux') this.skip();
      assert.match(
        await failureOf("x = 'x' * (3 << 30)"),
        /^Python error: MemoryError: .*1024 MB.*\(in The script:1\)$/,
      );
    });
  });
});
