import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { exclusively } from '../install/exclusively.ts';
import { repository } from '../locations.ts';
import { temporaryFolder } from './temporaryFolder.ts';

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A container's first process need not bury the dead.
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await pause(50);
}

/** Starts a program that starts another as a child group, with a child of its own; gives everybody's process id. */
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
    const [line] = await group.printed(/pids .*\\./);
    console.log(line);
    setInterval(() => {}, 1e6);`;
  const args = ['--import', 'tsx', '--input-type=module', '-e', starter];
  const parent = spawn(process.execPath, args, { cwd: repository, stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(parent.stdout.setEncoding('utf8'), 'data')) as [string];
  const pids = [...line.matchAll(/\d+/g)].map(Number);
  return { parent, pids, kept };
}

describe('children of the test tooling', () => {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGKILL'] as const) {
    it(`are gone with everything below them when we are ended by ${signal}`, async () => {
      const folder = temporaryFolder('family');
      try {
        const { parent, pids, kept } = await startFamily(folder.path);
        assert.equal(pids.length, 2);
        assert.ok(pids.every(isRunning));
        parent.kill(signal);
        await until(() => !pids.some(isRunning));
        if (signal === 'SIGKILL') await until(() => !existsSync(kept));
      } finally {
        folder.remove();
      }
    });
  }
});

describe('exclusive work', () => {
  it('is done by one at a time, and by everybody in the end', async () => {
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

  it('goes on after a failure', async () => {
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
