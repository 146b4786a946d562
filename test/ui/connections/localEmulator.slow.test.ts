import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CancelledError, UserError } from '../../../src/base/errors.ts';
import { makeLog, silentLog } from '../../../src/base/log.ts';
import { LocalEmulator } from '../../../src/ui/connections/localEmulator.ts';
import { temporaryFolder } from '../../vscode/process/temporaryFolder.ts';

const script = path.join(import.meta.dirname, 'fakeEmulator.cjs');

describe('the emulator as a child process', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  const running: LocalEmulator[] = [];

  beforeEach(() => {
    folder = temporaryFolder('local-emulator');
  });
  afterEach(() => {
    for (const emulator of running.splice(0)) emulator.dispose();
    folder.remove();
  });

  const make = (mode = 'ready', options: Partial<ConstructorParameters<typeof LocalEmulator>[0]> = {}) => {
    const emulator = new LocalEmulator({ script, dataFolder: folder.path, log: silentLog, args: [mode], ...options });
    running.push(emulator);
    return emulator;
  };
  const pids = () => readFileSync(path.join(folder.path, 'started'), 'utf8').trim().split('\n').map(Number);
  const ended = async (pid: number) => {
    for (;;) {
      try {
        process.kill(pid, 0);
      } catch {
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };

  for (const mode of ['ready', 'prints']) {
    it(`tells where it listens (${mode})`, async () => {
      const { url, ...access } = await make(mode).start();
      assert.deepEqual(access, { apiKey: 'sk-local', deploymentId: 1, deployBranch: 'main' });
      assert.equal((await fetch(url)).status, 200);
    });
  }

  it('starts once, however many ask', async () => {
    const emulator = make();
    await Promise.all([emulator.start(), emulator.start()]);
    await emulator.start();
    assert.equal(pids().length, 1);
  });

  it('is shared with another window, which leaves it alone', async () => {
    const first = make();
    const second = make();
    const access = await first.start();
    assert.deepEqual(await second.start(), access);
    assert.equal(pids().length, 1);
    second.dispose();
    assert.doesNotThrow(() => process.kill(pids()[0]!, 0));
  });

  it('starts its own when the other window’s is gone', async () => {
    const first = make();
    await first.start();
    first.dispose();
    await ended(pids()[0]!);
    await make().start();
    assert.equal(pids().length, 2);
  });

  it('starts its own when the other window’s note names a process that is something else', async () => {
    const note = { pid: process.pid, url: 'http://127.0.0.1:9', apiKey: 'x', deploymentId: 1, deployBranch: 'main' };
    writeFileSync(path.join(folder.path, 'running.json'), JSON.stringify(note));
    await make().start();
    assert.equal(pids().length, 1);
  });

  it('tells the window that shared it', async () => {
    const first = make();
    const second = make();
    await first.start();
    await second.start();
    const lost = new Promise<void>((resolve) => second.onDidEnd(() => resolve()));
    first.dispose();
    await lost;
    await second.start();
    assert.equal(pids().length, 2);
  });

  it('says when it crashed, and starts anew at the next use', async () => {
    const emulator = make();
    await emulator.start();
    const lost = new Promise<void>((resolve) => emulator.onDidEnd(() => resolve()));
    process.kill(pids()[0]!, 'SIGKILL');
    await lost;
    await emulator.start();
    assert.equal(pids().length, 2);
  });

  it('is gone after dispose, which is nobody’s loss to hear of', async () => {
    const emulator = make();
    await emulator.start();
    let told = false;
    emulator.onDidEnd(() => {
      told = true;
    });
    emulator.dispose();
    await ended(pids()[0]!);
    assert.equal(told, false);
    assert.equal(existsSync(path.join(folder.path, 'running.json')), false);
  });

  it('waits for an emulator that is on its way out', async () => {
    await make('locked-once').start();
    assert.equal(pids().length, 2);
  });

  it('says why it did not start: the last words, the exit code, all of it in the log', async () => {
    const lines: string[] = [];
    const log = makeLog((level, message) => lines.push(`${level} ${message}`));
    await assert.rejects(make('fails', { log }).start(), (failure: UserError) => {
      assert.ok(failure instanceof UserError);
      assert.match(failure.message, /it ended with exit code 3/);
      assert.equal(failure.where, 'no room on the disk');
      return true;
    });
    assert.match(lines.join('\n'), /error .*first line\nno room on the disk/s);
  });

  it('does not wait for ever', async () => {
    await assert.rejects(make('silent', { patienceMs: 1_500 }).start(), /said nothing/);
    await ended(pids()[0]!);
  });

  it('says plainly that its bundle is missing', async () => {
    const emulator = make('ready', { script: path.join(folder.path, 'missing.js') });
    await assert.rejects(emulator.start(), /missing from this installation/);
  });

  it('can be waited for in vain', async () => {
    const abort = new AbortController();
    const starting = make().start(abort.signal);
    abort.abort(new CancelledError());
    await assert.rejects(starting, CancelledError);
  });

  it('starts no child once it was disposed, however early that was', async () => {
    const emulator = make();
    const starting = emulator.start();
    emulator.dispose();
    await assert.rejects(starting, CancelledError);
    assert.equal(existsSync(path.join(folder.path, 'started')), false);
  });

  it('can be stopped and started in one breath', async () => {
    const emulator = make();
    const first = emulator.start();
    emulator.stop();
    const second = emulator.start();
    await assert.rejects(first, CancelledError);
    await second;
    await emulator.start();
    assert.equal(pids().length, 1);
  });

  it('hands on no key and nothing of the editor', async () => {
    process.env.DATA_MODEL_API_KEY = 'sk-other';
    try {
      await make().start();
    } finally {
      delete process.env.DATA_MODEL_API_KEY;
    }
    const environment = JSON.parse(
      readFileSync(path.join(folder.path, 'environment.json'), 'utf8'),
    ) as NodeJS.ProcessEnv;
    assert.equal(environment.DATA_MODEL_API_KEY, undefined);
    assert.equal(environment.ELECTRON_RUN_AS_NODE, '1');
  });

  it('keeps what it tells other windows from other people', async function () {
    if (process.platform === 'win32') this.skip();
    await make().start();
    assert.equal(statSync(path.join(folder.path, 'running.json')).mode & 0o077, 0);
  });
});
