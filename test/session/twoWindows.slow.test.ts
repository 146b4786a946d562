/** Two windows on one folder, in separate processes: one writes at a time; the other waits, and takes over when it is killed. */

import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { delay } from '../../src/base/async.ts';
import { lockFolderOf } from '../../src/base/folderLock.ts';
import { thisMachine } from '../../src/base/machine.ts';
import { operations } from '../../src/contract/operations.ts';
import type { RunningEmulator } from '../../src/emulator/emulator.ts';
import { Client } from '../../src/platform/client.ts';
import { startTestEmulator } from '../emulator/emulatorUnderTest.ts';
import { filesIn, put, removeTemporaryFolders, temporaryFolder } from '../sync/temporary.ts';
import type { WindowAnswer, WindowCommand } from './windowProcess.ts';

class Window {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (answer: WindowAnswer) => void>();
  #last = 0;

  constructor(args: readonly string[]) {
    const script = path.join(import.meta.dirname, 'windowProcess.ts');
    this.#child = fork(script, args, { execArgv: ['--import', 'tsx'] });
    this.#child.on('message', (answer: WindowAnswer) => {
      this.#waiting.get(answer.id)?.(answer);
      this.#waiting.delete(answer.id);
    });
  }

  send(command: Omit<WindowCommand, 'id'>): Promise<WindowAnswer> {
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#child.send({ id, ...command });
    });
  }

  save(file: string, text: string): Promise<WindowAnswer> {
    return this.send({ do: 'save', path: file, text });
  }

  /** Like a crash, without any cleanup. */
  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }
}

describe('two windows on one folder', () => {
  let emulator: RunningEmulator;
  let client: Client;
  let params: { deploymentId: number };
  let branchName: string;
  let folder: string;
  let storage: string;
  let lockFolder: string;
  const windows: Window[] = [];

  before(async () => {
    emulator = await startTestEmulator({ sample: false, buildMs: 0 });
    client = new Client({ baseUrl: emulator.url, credential: { token: emulator.apiKey } });
    params = { deploymentId: emulator.deploymentId };
    branchName = (await client.call(operations.startDevMode, { params, body: { branchName: 'main' } })).branchName;
    folder = temporaryFolder();
    storage = temporaryFolder();
    lockFolder = lockFolderOf(folder, (await thisMachine().lockFolder!())!);
    const files = ['model/a.yml', 'model/b.yml'].map((file) => ({ path: file, content: '# first\n' }));
    await client.call(operations.putFiles, { params, body: { branchName, files } });
    for (const file of files) put(folder, file.path, file.content);
  });
  after(async () => {
    for (const window of windows) await window.kill();
    client.dispose();
    await emulator.close();
    removeTemporaryFolders();
  });
  afterEach(() => emulator.faults.clear());

  const open = async () => {
    const window = new Window([emulator.url, emulator.apiKey, `${emulator.deploymentId}`, folder, storage, branchName]);
    windows.push(window);
    const { shown, failure } = await window.send({ do: 'compare' });
    assert.equal(failure, undefined);
    assert.equal(shown.phase, 'idle');
    return window;
  };
  const localTexts = () => Object.fromEntries(Array.from(filesIn(folder), ([file, bytes]) => [file, String(bytes)]));
  const remoteTexts = async () => {
    const texts: Record<string, string> = {};
    const walk = (nodes: readonly { path: string; content?: unknown; children?: unknown }[]): void => {
      for (const { path: file, content, children } of nodes) {
        if (Array.isArray(children)) walk(children);
        else texts[file.slice(1)] = content as string;
      }
    };
    const query = { branchName, withContent: true };
    walk(((await client.call(operations.listFiles, { params, query })) as { items: [] }).items);
    return texts;
  };
  const isLocked = () => {
    return existsSync(path.join(lockFolder, 'lock'));
  };
  const until = async (condition: () => boolean) => {
    for (let count = 0; !condition(); count += 1) {
      assert.ok(count < 1000, 'timed out');
      await delay(10);
    }
  };
  /** Saves a file while the write hangs. */
  const hang = async (window: Window, file: string, text: string) => {
    emulator.faults.set([{ kind: 'hang', operation: 'putFiles' }]);
    const hanging = window.save(file, text);
    await until(() => emulator.faults.state.some(({ injected }) => injected > 0));
    assert.ok(isLocked());
    return hanging;
  };

  it('pushes the saves of both windows without halts or conflicts', async () => {
    const [first, second] = [await open(), await open()];
    const saves: Promise<WindowAnswer>[] = [];
    for (let count = 0; count < 12; count += 1) {
      const window = count % 2 === 0 ? first : second;
      // Each window saves its own file, and both save a third one.
      saves.push(window.save(`model/${count % 2 === 0 ? 'a' : 'b'}.yml`, `# save ${count}\n`));
      if (count % 3 === 0) saves.push(window.save('model/both.yml', `# save ${count} of one of them\n`));
      await delay(5);
    }
    for (const { shown, failure } of await Promise.all(saves)) {
      assert.deepEqual([failure, shown.halt, shown.failure, shown.conflicts], [undefined, undefined, undefined, 0]);
    }
    for (const window of [first, second]) {
      const { shown } = await window.send({ do: 'compare' });
      assert.deepEqual([shown.phase, shown.conflicts, shown.remote], ['idle', 0, 0]);
    }
    await first.send({ do: 'push' });
    assert.deepEqual(await remoteTexts(), localTexts());
    assert.equal(isLocked(), false);
    await Promise.all([first.kill(), second.kill()]);
  });

  it('lets one window wait for the lock of the other, and compare in the meantime', async () => {
    const [first, second] = [await open(), await open()];
    void hang(first, 'model/a.yml', '# of the first\n').catch(() => {});
    await until(() => isLocked());
    await until(() => emulator.faults.state.some(({ injected }) => injected > 0));
    const compared = await second.send({ do: 'compare' });
    assert.equal(compared.failure, undefined, 'a comparison needs no lock');
    assert.equal(compared.shown.local, 1, 'the other window shows the unpushed file');
    const waiting = second.save('model/b.yml', '# of the second\n');
    await delay(300);
    assert.equal(
      (await remoteTexts())['model/b.yml'] === '# of the second\n',
      false,
      'two windows wrote at the same time',
    );

    // The holder of the lock is killed; the other window continues.
    await first.kill();
    assert.ok(isLocked(), 'a crash leaves its lock behind');
    const { shown, failure } = await waiting;
    assert.deepEqual([failure, shown.halt, shown.failure], [undefined, undefined, undefined]);
    assert.equal((await remoteTexts())['model/b.yml'], '# of the second\n');
    assert.equal(isLocked(), false);

    // The killed window's save is in the folder, and is part of the next push.
    assert.equal(readFileSync(path.join(folder, 'model/a.yml'), 'utf8'), '# of the first\n');
    await second.send({ do: 'push' });
    assert.deepEqual(await remoteTexts(), localTexts());
    await second.kill();
  });

  it('cleans up in a new window after another one was killed', async () => {
    const first = await open();
    void hang(first, 'model/a.yml', '# once more\n').catch(() => {});
    await until(() => emulator.faults.state.some(({ injected }) => injected > 0));
    await first.kill();
    assert.ok(isLocked());
    const second = await open();
    const { failure } = await second.send({ do: 'push' });
    assert.equal(failure, undefined);
    assert.deepEqual(await remoteTexts(), localTexts());
    assert.equal(isLocked(), false);
  });
});
