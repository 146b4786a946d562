/** Two windows on one folder, each a process of its own: one writes at a time, the other follows, and takes over when it dies. */

import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { delay } from '../../src/base/async.ts';
import { operations } from '../../src/contract/operations.ts';
import { type RunningEmulator, startEmulator } from '../../src/emulator/emulator.ts';
import { Client } from '../../src/platform/client.ts';
import { filesIn, put, removeTemporaryFolders, temporaryFolder } from '../sync/temporary.ts';
import type { WindowAnswer, WindowOrder } from './windowProcess.ts';

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

  order(order: Omit<WindowOrder, 'id'>): Promise<WindowAnswer> {
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#child.send({ id, ...order });
    });
  }

  save(file: string, text: string): Promise<WindowAnswer> {
    return this.order({ do: 'save', path: file, text });
  }

  /** As a crash: nothing is put in order. */
  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }
}

describe('two windows on one folder', function () {
  this.timeout(60_000);
  let emulator: RunningEmulator;
  let client: Client;
  let params: { deploymentId: number };
  let branchName: string;
  let folder: string;
  let storage: string;
  const windows: Window[] = [];

  before(async () => {
    emulator = await startEmulator({ sample: false, buildMs: 0 });
    client = new Client({ baseUrl: emulator.url, credential: { token: emulator.apiKey } });
    params = { deploymentId: emulator.deploymentId };
    branchName = (await client.call(operations.startDevMode, { params, body: { branchName: 'main' } })).branchName;
    folder = temporaryFolder();
    storage = temporaryFolder();
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
    const { shown, failure } = await window.order({ do: 'compare' });
    assert.equal(failure, undefined);
    assert.equal(shown.phase, 'idle');
    return window;
  };
  const here = () => Object.fromEntries(Array.from(filesIn(folder), ([file, bytes]) => [file, String(bytes)]));
  const there = async () => {
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
    const [own] = readdirSync(path.join(storage, 'sync'));
    return existsSync(path.join(storage, 'sync', own!, 'lock'));
  };
  const until = async (condition: () => boolean) => {
    for (let count = 0; !condition(); count += 1) {
      assert.ok(count < 1000, 'it did not come to pass');
      await delay(10);
    }
  };
  /** Calls of the write, lets the first of them hang. */
  const hang = async (window: Window, file: string, text: string) => {
    emulator.faults.set([{ kind: 'hang', operation: 'putFiles' }]);
    const hanging = window.save(file, text);
    await until(() => emulator.faults.state.some(({ injected }) => injected > 0));
    assert.ok(isLocked());
    return hanging;
  };

  it('one save after the other, whoever saves: all of it arrives, nobody is stopped, nothing is in conflict', async () => {
    const [first, second] = [await open(), await open()];
    const saves: Promise<WindowAnswer>[] = [];
    for (let count = 0; count < 12; count += 1) {
      const window = count % 2 === 0 ? first : second;
      // Each window at a file of its own, and both at a third.
      saves.push(window.save(`model/${count % 2 === 0 ? 'a' : 'b'}.yml`, `# save ${count}\n`));
      if (count % 3 === 0) saves.push(window.save('model/both.yml', `# save ${count} of one of them\n`));
      await delay(5);
    }
    for (const { shown, failure } of await Promise.all(saves)) {
      assert.deepEqual([failure, shown.halt, shown.failure, shown.conflicts], [undefined, undefined, undefined, 0]);
    }
    for (const window of [first, second]) {
      const { shown } = await window.order({ do: 'compare' });
      assert.deepEqual([shown.phase, shown.conflicts, shown.remote], ['idle', 0, 0]);
    }
    await first.order({ do: 'push' });
    assert.deepEqual(await there(), here());
    assert.equal(isLocked(), false);
    await Promise.all([first.kill(), second.kill()]);
  });

  it('one holds the lock, the other waits its turn; it looks and shows all the while', async () => {
    const [first, second] = [await open(), await open()];
    void hang(first, 'model/a.yml', '# of the first\n').catch(() => {});
    await until(() => existsSync(path.join(storage, 'sync')) && isLocked());
    await until(() => emulator.faults.state.some(({ injected }) => injected > 0));
    const compared = await second.order({ do: 'compare' });
    assert.equal(compared.failure, undefined, 'a look needs no lock');
    assert.equal(compared.shown.local, 1, 'the other window shows what is not on the branch yet');
    const waiting = second.save('model/b.yml', '# of the second\n');
    await delay(300);
    assert.equal((await there())['model/b.yml'] === '# of the second\n', false, 'two wrote at once');

    // The one that holds the lock dies in the middle: the other goes on by itself.
    await first.kill();
    assert.ok(isLocked(), 'a crash leaves its lock behind');
    const { shown, failure } = await waiting;
    assert.deepEqual([failure, shown.halt, shown.failure], [undefined, undefined, undefined]);
    assert.equal((await there())['model/b.yml'], '# of the second\n');
    assert.equal(isLocked(), false);

    // What the dead one had saved is in the folder, and goes with the next.
    assert.equal(readFileSync(path.join(folder, 'model/a.yml'), 'utf8'), '# of the first\n');
    await second.order({ do: 'push' });
    assert.deepEqual(await there(), here());
    await second.kill();
  });

  it('a window that opens where another was killed in the middle puts it in order', async () => {
    const first = await open();
    void hang(first, 'model/a.yml', '# once more\n').catch(() => {});
    await until(() => emulator.faults.state.some(({ injected }) => injected > 0));
    await first.kill();
    assert.ok(isLocked());
    const second = await open();
    const { failure } = await second.order({ do: 'push' });
    assert.equal(failure, undefined);
    assert.deepEqual(await there(), here());
    assert.equal(isLocked(), false);
  });
});
