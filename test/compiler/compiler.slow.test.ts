/** The compiler process survives models that hang, crash or try to outlive it. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CancelledError, UserError } from '../../src/base/errors.ts';
import { makeLog } from '../../src/base/log.ts';
import { isProcessAlive } from '../../src/base/process.ts';
import type { Compiler } from '../../src/compiler/compiler.ts';
import { asFiles, bundlePath, findings, makeCompiler } from './compilerUnderTest.ts';
import { validModel } from './errorTable.ts';

const valid = { files: asFiles(validModel) };
const endless = { files: [{ fileName: 'a.js', content: 'while (true) {}' }] };
/** Model code that escapes from its VM context, which any model can do. */
const escaped = (code: string) => ({
  files: [{ fileName: 'a.js', content: `const process = cube.constructor('return process')(); ${code}` }],
});

describe('Compiler', () => {
  let compiler: Compiler;
  let started: number[];
  beforeEach(() => {
    started = [];
    const log = makeLog((_level, message) => {
      const [, pid] = /compiler process (\d+) starts/.exec(message) ?? [];
      if (pid !== undefined) started.push(Number(pid));
    });
    compiler = makeCompiler({ log });
  });
  afterEach(() => compiler.dispose());

  const compilesAgain = async () => {
    const result = await compiler.compile(valid);
    assert.deepEqual(findings(result), { errors: [], cubes: 2, views: 1 });
  };

  it('stops an endless model at its deadline, reports it, and compiles the next one', async () => {
    await assert.rejects(compiler.compile(endless, { deadlineMs: 500 }), (failure) => {
      assert.ok(failure instanceof UserError);
      assert.match(failure.message, /not compiled within 0\.5 s/);
      assert.match(failure.action ?? '', /endless loop/);
      return true;
    });
    await compilesAgain();
  });

  it('reports how its process ended and starts a new one', async () => {
    // Only a trusted model reaches the process.
    const trusting = makeCompiler({ trustModels: true });
    const failure = await trusting.compile(escaped('process.exit(7)')).catch((thrown: unknown) => thrown);
    assert.ok(failure instanceof UserError);
    assert.match(failure.message, /ended.*exit code 7/);
    assert.deepEqual(findings(await trusting.compile(valid)), { errors: [], cubes: 2, views: 1 });
    trusting.dispose();
    await compilesAgain();
    const running = compiler.compile(endless);
    process.kill(started[0]!, 'SIGKILL');
    await assert.rejects(running, /ended while.*(SIGKILL|exit code)/);
    await compilesAgain();
    assert.equal(started.length, 2);
  });

  it('compiles with a warning where the runtime does not start with its permission model', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'compiler-'));
    // The permission covers this file, but not the bundle that it loads.
    writeFileSync(join(folder, 'compiler.cjs'), `require(${JSON.stringify(bundlePath)});`);
    const warnings: string[] = [];
    const log = makeLog((level, message) => level === 'warn' && warnings.push(message));
    const own = makeCompiler({ bundlePath: join(folder, 'compiler.cjs'), log });
    assert.deepEqual(findings(await own.compile(valid)), { errors: [], cubes: 2, views: 1 });
    await own.compile(valid);
    assert.deepEqual(
      warnings.map((warning) => /cannot restrict the access of model code to files/.test(warning)),
      [true],
    );
    const { errors } = await own.compile(escaped("process.getBuiltinModule('fs')"));
    assert.match(errors[0]!.message, /process is not defined/);
    own.dispose();
    rmSync(folder, { recursive: true });
  });

  it('fails with a UserError if its bundle is missing', async () => {
    const broken = makeCompiler({ bundlePath: join(bundlePath, '../no-such-bundle.cjs') });
    await assert.rejects(broken.compile(valid), UserError);
    broken.dispose();
  });

  for (const [when, ms] of [
    ['before its process has started', 0],
    ['while its process starts', 50],
    ['in the middle', 1000],
  ] as const) {
    // Without the cancel, the schema compiler itself would stop the model's code three times, after 15 s each: after 45 s.
    it(`cancels immediately when aborted ${when}, and compiles the next model`, async () => {
      const abort = new AbortController();
      const aborted = compiler.compile(endless, { signal: abort.signal });
      const next = compiler.compile(valid);
      await wait(ms);
      abort.abort();
      await assert.rejects(aborted, CancelledError);
      assert.deepEqual((await next).errors, []);
    }).timeout(40_000);
  }

  it('does not start a compile that was aborted while it waited, or before', async () => {
    const first = compiler.compile(valid);
    const abort = new AbortController();
    const waiting = compiler.compile(escaped('process.exit(3)'), { signal: abort.signal });
    abort.abort();
    await assert.rejects(waiting, CancelledError);
    await first;
    await assert.rejects(compiler.compile(valid, { signal: abort.signal }), CancelledError);
    await compilesAgain();
  });

  it('keeps its process when a normal compile is aborted', async () => {
    await compilesAgain();
    const abort = new AbortController();
    const aborted = compiler.compile(valid, { signal: abort.signal });
    abort.abort();
    await assert.rejects(aborted, CancelledError);
    await compilesAgain();
    assert.equal(started.length, 1);
  });

  it('returns to each of several concurrent calls its own result', async () => {
    const results = await Promise.all([1, 2, 3, 4].map((count) => compiler.compile({ files: tables(count) })));
    assert.deepEqual(
      results.map(({ cubes }) => cubes),
      [1, 2, 3, 4],
    );
  });

  it('does not mix up the errors of two models', async () => {
    const broken = { files: [{ fileName: 'a.yml', content: 'cube: 1\n' }] };
    const first = await compiler.compile(broken);
    assert.equal(first.errors.length, 1);
    await compilesAgain();
    assert.deepEqual(findings(await compiler.compile(broken)), findings(first));
  });

  it('hides environment variables that may hold a key from the model', async () => {
    process.env.DATA_MODEL_API_KEY = 'sk-never-seen';
    process.env.CUBEJS_TRANSPILATION_NATIVE = 'true';
    try {
      const content = 'throw new Error(JSON.stringify(process.env))';
      const { errors } = await compiler.compile({ files: [{ fileName: 'a.js', content }] });
      assert.equal(errors.length, 1);
      assert.match(errors[0]!.message, /ELECTRON_RUN_AS_NODE/);
      assert.doesNotMatch(errors[0]!.message, /sk-never-seen|CUBEJS_/);
    } finally {
      delete process.env.DATA_MODEL_API_KEY;
      delete process.env.CUBEJS_TRANSPILATION_NATIVE;
    }
  });

  it('compiles models that read the security context, which is empty', async () => {
    const text = (name: string, tenant: string) => `cubes:\n  - name: ${name}\n    sql_table: ${tenant}\n`;
    const files = asFiles({
      'a.js': "cube('a', { sql_table: COMPILE_CONTEXT.securityContext.tenant ?? 'main' });",
      'b.js': "const { tenant = 'main' } = COMPILE_CONTEXT.security_context;\ncube('b', { sql_table: tenant });",
      'c.yml': text('c', "{{ COMPILE_CONTEXT.securityContext.tenant or 'main' }}"),
      'd.yml': text('d', "{{ COMPILE_CONTEXT.security_context.tenant | default('main') }}"),
    });
    assert.deepEqual(findings(await compiler.compile({ files })), { errors: [], cubes: 4, views: 0 });
  });

  it('cancels running and later compiles when disposed', async () => {
    const lines: string[] = [];
    const own = makeCompiler({ log: makeLog((_level, message) => lines.push(message)) });
    const running = own.compile(endless);
    const queued = own.compile(valid);
    await wait(50);
    own.dispose();
    await assert.rejects(running, CancelledError);
    await assert.rejects(queued, CancelledError);
    await assert.rejects(own.compile(valid), CancelledError);
    while (!lines.some((line) => /compiler process \d+ ended/.test(line))) await wait(20);
  });

  it('keeps the parent process alive while it compiles, but not while it is idle', async () => {
    const source = `
      import { Compiler } from './src/compiler/compiler.ts';
      const compiler = new Compiler({ bundlePath: ${JSON.stringify(bundlePath)} });
      const result = await compiler.compile({ files: ${JSON.stringify(valid.files)} });
      console.log(result.cubes);
    `;
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', source], {
      cwd: join(import.meta.dirname, '../..'),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    const [code] = await once(child, 'close');
    assert.equal(output.trim(), '2');
    assert.equal(code, 0);
  });

  it('ends after its parent was killed, even in an endless loop', async function () {
    if (process.platform === 'win32') return this.skip();
    const source = `
      import { Compiler } from './src/compiler/compiler.ts';
      import { makeLog } from './src/base/log.ts';
      let pid;
      const log = makeLog((_level, message) => { pid ??= / (\\d+) starts/.exec(message)?.[1]; });
      const compiler = new Compiler({ bundlePath: ${JSON.stringify(bundlePath)}, log });
      await compiler.compile({ files: ${JSON.stringify(valid.files)} });
      compiler.compile({ files: ${JSON.stringify(endless.files)} });
      // The loop starts in that time.
      setTimeout(() => process.stdout.write(pid, () => process.kill(process.pid, 'SIGKILL')), 2000);
    `;
    const parent = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', source], {
      cwd: join(import.meta.dirname, '../..'),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    parent.stdout.on('data', (chunk) => {
      output += chunk;
    });
    const [, signal] = await once(parent, 'close');
    assert.equal(signal, 'SIGKILL');
    const pid = Number(output);
    assert.ok(pid > 0);
    while (isProcessAlive(pid)) await wait(100);
  });
});

function tables(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    fileName: `cube_${index}.yml`,
    content: `cubes:\n  - name: cube_${index}\n    sql_table: t\n`,
  }));
}
