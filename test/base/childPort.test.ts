/** A channel between two real processes. */

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Channel } from '../../src/base/channel.ts';
import { childPort } from '../../src/base/childPort.ts';

type ChildRequests = {
  double(number: number): number;
  fail(message: string): never;
  exit(code: number): void;
};

const source = `
  import { Channel } from './src/base/channel.ts';
  import { parentPort } from './src/base/childPort.ts';
  const port = parentPort();
  new Channel(port, {
    double: (number) => number * 2,
    fail: (message) => { throw new Error(message); },
    exit: (code) => process.exit(code),
  });
  port.onClose(() => process.exit(5));
`;

describe('a channel to a child process', () => {
  let child: ChildProcess;
  let channel: Channel<ChildRequests>;
  const start = (command = process.execPath) => {
    child = spawn(command, ['--import', 'tsx', '--input-type=module', '-e', source], {
      cwd: join(import.meta.dirname, '../..'),
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    channel = new Channel(childPort(child));
  };
  afterEach(() => {
    channel.dispose();
    child.kill('SIGKILL');
  });

  it('transfers replies and failures', async () => {
    start();
    assert.equal(await channel.call('double', 21), 42);
    await assert.rejects(channel.call('fail', 'not today'), /^UserError: not today$/);
  });

  it('rejects pending and later requests when the child ends', async () => {
    start();
    await assert.rejects(channel.call('exit', 3), /it ended with exit code 3/);
    await assert.rejects(channel.call('double', 1), /closed/);
  });

  it('rejects pending requests when the child cannot be started', async () => {
    start(join(import.meta.dirname, 'no-such-program'));
    await assert.rejects(channel.call('double', 1), /ENOENT|gone/);
  });

  it('notifies the child when its parent disconnects', async () => {
    start();
    await channel.call('double', 1);
    child.disconnect();
    assert.deepEqual(await once(child, 'exit'), [5, null]);
  });
});
