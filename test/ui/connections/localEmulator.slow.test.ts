import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CancelledError, UserError } from '../../../src/base/errors.ts';
import { makeLog, silentLog } from '../../../src/base/log.ts';
import { LocalEmulator } from '../../../src/ui/connections/localEmulator.ts';
import { temporaryFolder } from '../../vscode/process/temporaryFolder.ts';

const script = path.join(import.meta.dirname, 'fakeEmulator.cjs');

describe('LocalEmulator', () => {
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
    const emulator = new LocalEmulator({
      script,
      dataFolder: folder.path,
      log: silentLog,
      isTrusted: () => true,
      args: [mode],
      ...options,
    });
    running.push(emulator);
    return emulator;
  };
  const pids = () => readFileSync(path.join(folder.path, 'started'), 'utf8').trim().split('\n').map(Number);
  const untilExit = async (pid: number) => {
    for (;;) {
      try {
        process.kill(pid, 0);
      } catch {
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };

  it('reports its address when it is ready', async () => {
    const { url, ...access } = await make().start();
    assert.deepEqual(access, { apiKey: 'sk-local', deploymentId: 1, deployBranch: 'main' });
    assert.equal((await fetch(url)).status, 200);
  });

  it('starts in a trusted workspace only, and does not use another window’s emulator otherwise', async () => {
    await make().start();
    let trusted = false;
    const emulator = make('ready', { isTrusted: () => trusted });
    await assert.rejects(emulator.start(), { code: 'not-trusted' });
    trusted = true;
    await emulator.start();
    assert.equal(pids().length, 1);
  });

  it('starts only one process for several callers', async () => {
    const emulator = make();
    await Promise.all([emulator.start(), emulator.start()]);
    await emulator.start();
    assert.equal(pids().length, 1);
  });

  it('shares a running emulator and does not stop another window’s process', async () => {
    const first = make();
    const second = make();
    const access = await first.start();
    assert.deepEqual(await second.start(), access);
    assert.equal(pids().length, 1);
    second.dispose();
    assert.doesNotThrow(() => process.kill(pids()[0]!, 0));
  });

  it('starts its own process when the other window’s process is gone', async () => {
    const first = make();
    await first.start();
    first.dispose();
    await untilExit(pids()[0]!);
    await make().start();
    assert.equal(pids().length, 2);
  });

  it('starts its own process when the record names another program', async () => {
    const record = { pid: process.pid, url: 'http://127.0.0.1:9', apiKey: 'x', deploymentId: 1, deployBranch: 'main' };
    writeFileSync(path.join(folder.path, 'running.json'), JSON.stringify(record));
    await make().start();
    assert.equal(pids().length, 1);
  });

  it('fires onDidEnd in a window that shared it', async () => {
    const first = make();
    const second = make();
    await first.start();
    await second.start();
    const ended = new Promise<void>((resolve) => second.onDidEnd(() => resolve()));
    first.dispose();
    await ended;
    await second.start();
    assert.equal(pids().length, 2);
  });

  it('fires onDidEnd after a crash and starts again at the next use', async () => {
    const emulator = make();
    await emulator.start();
    const ended = new Promise<void>((resolve) => emulator.onDidEnd(() => resolve()));
    process.kill(pids()[0]!, 'SIGKILL');
    await ended;
    await emulator.start();
    assert.equal(pids().length, 2);
  });

  it('says why the process refused to start, without its exit code', async () => {
    await assert.rejects(make('refuses').start(), {
      code: 'start-refused',
      message: 'The database cannot be used.',
      where: '.env',
      action: 'Check the password.',
    });
  });

  it('starts over without its data, and refuses that while another window runs it', async () => {
    const first = make();
    await first.start();
    const [pid] = pids();
    await assert.rejects(make().startOver(), { code: 'other-window' });
    assert.doesNotThrow(() => process.kill(pid!, 0));
    let ended = 0;
    first.onDidEnd(() => {
      ended += 1;
    });
    const [access, same] = await Promise.all([first.startOver(), first.start()]);
    assert.deepEqual(access, same);
    await untilExit(pid!);
    assert.equal(pids().length, 1, 'the list of processes was part of the data');
    assert.notEqual(pids()[0], pid);
    assert.equal(ended, 0);
  });

  it('stops on dispose without firing onDidEnd', async () => {
    const emulator = make();
    await emulator.start();
    let fired = false;
    emulator.onDidEnd(() => {
      fired = true;
    });
    emulator.dispose();
    await untilExit(pids()[0]!);
    assert.equal(fired, false);
    assert.equal(existsSync(path.join(folder.path, 'running.json')), false);
  });

  it('tries again while another emulator locks the data folder', async () => {
    await make('locked-once').start();
    assert.equal(pids().length, 2);
  });

  it('reports the exit code and the last output line, and logs the whole output', async () => {
    const lines: string[] = [];
    const log = makeLog((level, message) => lines.push(`${level} ${message}`));
    await assert.rejects(make('fails', { log }).start(), (failure: UserError) => {
      assert.ok(failure instanceof UserError);
      assert.match(failure.message, /exit code 3/);
      assert.equal(failure.where, 'no room on the disk');
      return true;
    });
    assert.match(lines.join('\n'), /error .*first line\nno room on the disk/s);
  });

  it('stops waiting after the timeout', async () => {
    await assert.rejects(make('silent', { startTimeoutMs: 1_500 }).start(), { code: 'start-timeout' });
    await untilExit(pids()[0]!);
  });

  it('reports a missing bundle', async () => {
    const emulator = make('ready', { script: path.join(folder.path, 'missing.js') });
    await assert.rejects(emulator.start(), { code: 'missing-bundle' });
  });

  it('cancels the wait of one caller', async () => {
    const abort = new AbortController();
    const starting = make().start(abort.signal);
    abort.abort(new CancelledError());
    await assert.rejects(starting, CancelledError);
  });

  it('starts no process when it is disposed during the start', async () => {
    const emulator = make();
    const starting = emulator.start();
    emulator.dispose();
    await assert.rejects(starting, CancelledError);
    assert.equal(existsSync(path.join(folder.path, 'started')), false);
  });

  it('starts again when start follows stop immediately', async () => {
    const emulator = make();
    const first = emulator.start();
    emulator.stop();
    const second = emulator.start();
    await assert.rejects(first, CancelledError);
    await second;
    await emulator.start();
    assert.equal(pids().length, 1);
  });

  it('passes neither keys nor variables of the editor to the process', async () => {
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

  it('writes a record that only the current user can read', async function () {
    if (process.platform === 'win32') this.skip();
    await make().start();
    assert.equal(statSync(path.join(folder.path, 'running.json')).mode & 0o077, 0);
  });
});
