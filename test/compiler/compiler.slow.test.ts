/** The compiler as a service: nothing a model does hangs, crashes or outlives the process that asked. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CancelledError, UserError } from '../../src/base/errors.ts';
import { makeLog } from '../../src/base/log.ts';
import type { Compiler } from '../../src/compiler/compiler.ts';
import { asFiles, bundlePath, findings, makeCompiler } from './compilerUnderTest.ts';
import { soundModel } from './errorTable.ts';

const sound = { files: asFiles(soundModel) };
const endless = { files: [{ fileName: 'a.js', content: 'while (true) {}' }] };
/** Code of a model that has climbed out of its context, as any can. */
const host = (code: string) => ({
  files: [{ fileName: 'a.js', content: `const process = cube.constructor('return process')(); ${code}` }],
});

describe('Compiler', function () {
  this.timeout(60_000);
  let compiler: Compiler;
  beforeEach(() => {
    compiler = makeCompiler();
  });
  afterEach(() => compiler.dispose());

  const isSoundAgain = async () => {
    const verdict = await compiler.compile(sound);
    assert.deepEqual(findings(verdict), { errors: [], cubes: 2, views: 1 });
  };

  it('stops an endless model at its deadline, says so, and compiles the next one', async () => {
    await assert.rejects(compiler.compile(endless, { deadlineMs: 500 }), (failure) => {
      assert.ok(failure instanceof UserError);
      assert.match(failure.message, /not compiled within 0\.5 s/);
      assert.match(failure.action ?? '', /endless loop/);
      return true;
    });
    await isSoundAgain();
  });

  it('tells how its process died, and starts a new one', async () => {
    const failure = await compiler.compile(host('process.exit(7)')).catch((thrown: unknown) => thrown);
    assert.ok(failure instanceof UserError);
    assert.match(failure.message, /died.*exit code 7/);
    await isSoundAgain();
    await assert.rejects(compiler.compile(host("process.kill(process.pid, 'SIGKILL')")), /died.*(SIGKILL|exit code)/);
    await isSoundAgain();
  });

  it('says what is missing when its bundle is', async () => {
    const lost = makeCompiler({ bundlePath: join(bundlePath, '../no-such-bundle.cjs') });
    await assert.rejects(lost.compile(sound), UserError);
    lost.dispose();
  });

  for (const [when, ms] of [
    ['before its process is up', 0],
    ['while its process starts', 50],
    ['in the middle', 1000],
  ] as const) {
    // The model's code would be stopped by the schema compiler itself, three times, after 15 s each.
    it(`gives up at once when aborted ${when}, and serves whoever is next`, async () => {
      const abort = new AbortController();
      const aborted = compiler.compile(endless, { signal: abort.signal });
      const next = compiler.compile(sound);
      await wait(ms);
      abort.abort();
      await assert.rejects(aborted, CancelledError);
      assert.deepEqual((await next).errors, []);
    }).timeout(15_000);
  }

  it('never starts a compile that was aborted while it waited, or before', async () => {
    const first = compiler.compile(sound);
    const abort = new AbortController();
    const waiting = compiler.compile(host('process.exit(3)'), { signal: abort.signal });
    abort.abort();
    await assert.rejects(waiting, CancelledError);
    await first;
    await assert.rejects(compiler.compile(sound, { signal: abort.signal }), CancelledError);
    await isSoundAgain();
  });

  it('keeps its process when an ordinary compile is aborted', async () => {
    const pids: string[] = [];
    const reportPid = "cube('pid_' + process.pid, { sql_table: 'x', dimensions: { broken: {} } })";
    const readPid = async () => {
      const { errors } = await compiler.compile(host(reportPid));
      pids.push(/pid_(\d+) cube/.exec(errors[0]?.message ?? '')?.[1] ?? 'none');
    };
    await readPid();
    const abort = new AbortController();
    const aborted = compiler.compile(sound, { signal: abort.signal });
    abort.abort();
    await assert.rejects(aborted, CancelledError);
    await readPid();
    assert.notEqual(pids[0], 'none');
    assert.equal(pids[0], pids[1]);
  });

  it('answers calls made at the same time each with its own verdict', async () => {
    const verdicts = await Promise.all([1, 2, 3, 4].map((count) => compiler.compile({ files: tables(count) })));
    assert.deepEqual(
      verdicts.map(({ cubes }) => cubes),
      [1, 2, 3, 4],
    );
  });

  it('carries nothing of one model into the next', async () => {
    const broken = { files: [{ fileName: 'a.yml', content: 'cube: 1\n' }] };
    const first = await compiler.compile(broken);
    assert.equal(first.errors.length, 1);
    await isSoundAgain();
    assert.deepEqual(findings(await compiler.compile(broken)), findings(first));
  });

  it('shows the model no variable of its environment that might hold a key', async () => {
    process.env.DATA_MODEL_API_KEY = 'sk-never-seen';
    process.env.CUBEJS_TRANSPILATION_NATIVE = 'true';
    try {
      const { errors } = await compiler.compile(host('throw new Error(JSON.stringify(process.env))'));
      assert.equal(errors.length, 1);
      assert.match(errors[0]!.message, /ELECTRON_RUN_AS_NODE/);
      assert.doesNotMatch(errors[0]!.message, /sk-never-seen|CUBEJS_/);
    } finally {
      delete process.env.DATA_MODEL_API_KEY;
      delete process.env.CUBEJS_TRANSPILATION_NATIVE;
    }
  });

  it('ends what is under way when disposed, and everything after', async () => {
    const lines: string[] = [];
    const own = makeCompiler({ log: makeLog((_level, message) => lines.push(message)) });
    const running = own.compile(endless);
    const queued = own.compile(sound);
    await wait(50);
    own.dispose();
    await assert.rejects(running, CancelledError);
    await assert.rejects(queued, CancelledError);
    await assert.rejects(own.compile(sound), CancelledError);
    while (!lines.some((line) => line.includes('process is gone'))) await wait(20);
  });

  it('lets the process that uses it end while it is idle, but not while it works', async () => {
    const source = `
      import { Compiler } from './src/compiler/compiler.ts';
      const compiler = new Compiler({ bundlePath: ${JSON.stringify(bundlePath)} });
      const verdict = await compiler.compile({ files: ${JSON.stringify(sound.files)} });
      console.log(verdict.cubes);
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

  it('does not outlive a parent that was killed, even in an endless loop', async function () {
    if (process.platform === 'win32') return this.skip();
    const folder = mkdtempSync(join(tmpdir(), 'compiler-'));
    const pidFile = join(folder, 'pid');
    const content = `
      const process = cube.constructor('return process')();
      process.getBuiltinModule('fs').writeFileSync(${JSON.stringify(pidFile)}, String(process.pid));
      process.kill(process.ppid, 'SIGKILL');
      while (true) {}
    `;
    const source = `
      import { Compiler } from './src/compiler/compiler.ts';
      const compiler = new Compiler({ bundlePath: ${JSON.stringify(bundlePath)} });
      await compiler.compile({ files: [{ fileName: 'a.js', content: ${JSON.stringify(content)} }] });
    `;
    const parent = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', source], {
      cwd: join(import.meta.dirname, '../..'),
      stdio: 'ignore',
    });
    const [, signal] = await once(parent, 'exit');
    assert.equal(signal, 'SIGKILL');
    const pid = Number(readFileSync(pidFile, 'utf8'));
    while (isAlive(pid)) await wait(100);
    rmSync(folder, { recursive: true });
  });
});

function tables(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    fileName: `cube_${index}.yml`,
    content: `cubes:\n  - name: cube_${index}\n    sql_table: t\n`,
  }));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
