import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { waitFor } from '../../run/waitFor.ts';
import { exclusively } from '../install/exclusively.ts';
import { repository } from '../locations.ts';
import { temporaryFolder } from './temporaryFolder.ts';

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A zombie does not run: the first process of a container may not reap it.
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Starts a program that starts a child group with a child and a grandchild. Returns their process ids. */
async function startFamily(folder: string) {
  const grandchild = 'setInterval(() => {}, 1e6)';
  const child = `
    const { spawn } = require('node:child_process');
    const own = spawn(process.execPath, ['-e', ${JSON.stringify(grandchild)}]);
    console.log('pids ' + process.pid + ' ' + own.pid + '.');
    setInterval(() => {}, 1e6);`;
  const script = path.join(folder, 'child.cjs');
  const kept = path.join(folder, 'kept');
  mkdirSync(kept);
  const starter = `
    import { writeFileSync } from 'node:fs';
    import { ChildGroup } from ${JSON.stringify(pathToFileURL(path.join(import.meta.dirname, 'childGroup.ts')).href)};
    const script = ${JSON.stringify(script)};
    writeFileSync(script, ${JSON.stringify(child)});
    const group = new ChildGroup({ script, args: [], env: process.env, folder: ${JSON.stringify(kept)} });
    const [line] = await group.waitForOutput(/pids .*\\./);
    console.log(line);
    setInterval(() => {}, 1e6);`;
  const args = ['--import', 'tsx', '--input-type=module', '-e', starter];
  const parent = spawn(process.execPath, args, { cwd: repository, stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(parent.stdout.setEncoding('utf8'), 'data')) as [string];
  const pids = [...line.matchAll(/\d+/g)].map(Number);
  return { parent, pids, kept };
}

describe('child groups', () => {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGKILL'] as const) {
    it(`end with all their processes when the parent gets ${signal}`, async () => {
      const folder = temporaryFolder('family');
      try {
        const { parent, pids, kept } = await startFamily(folder.path);
        assert.equal(pids.length, 2);
        assert.ok(pids.every(isRunning));
        parent.kill(signal);
        await waitFor('the child and the grandchild have ended', () => !pids.some(isRunning));
        if (signal === 'SIGKILL') await waitFor('the folder is removed', () => !existsSync(kept));
      } finally {
        folder.remove();
      }
    });
  }
});

describe('exclusively', () => {
  it('runs one work at a time, and all of them', async () => {
    let running = 0;
    const orders: number[] = [];
    const work = (order: number) => async () => {
      running += 1;
      assert.equal(running, 1);
      await pause(20);
      running -= 1;
      orders.push(order);
    };
    const subject = `test ${process.pid}`;
    await Promise.all([1, 2, 3, 4].map((order) => exclusively(subject, work(order))));
    assert.deepEqual(orders.sort(), [1, 2, 3, 4]);
  });

  it('releases the lock after a failure', async () => {
    const subject = `test ${process.pid}`;
    await assert.rejects(
      exclusively(subject, async () => {
        throw new Error('no');
      }),
      /no/,
    );
    assert.equal(await exclusively(subject, async () => 'done'), 'done');
  });
});
