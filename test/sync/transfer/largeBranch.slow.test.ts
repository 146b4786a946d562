import { strict as assert } from 'node:assert';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Limit } from '../../../src/base/async.ts';
import { hashOf } from '../../../src/base/hash.ts';
import { operations } from '../../../src/contract/operations.ts';
import { type RunningEmulator, startEmulator } from '../../../src/emulator/emulator.ts';
import { Client } from '../../../src/platform/client.ts';
import type { PlatformCaller } from '../../../src/sync/remote/remoteBranch.ts';
import { WritableBranch } from '../../../src/sync/remote/writableBranch.ts';
import { triesAll } from '../../run/testSeed.ts';
import { removeTemporaryFolders, temporaryFolder } from '../temporary.ts';
import type { PullReport } from './pullProcess.ts';

const megabytes = triesAll() ? 500 : 160;
const small = 'model/cubes/small.yml';

function textOf(index: number): Buffer {
  return Buffer.from(`# ${index}\n"text \\ with escapes"\t\n`.repeat(40_000).slice(0, 1024 * 1024));
}

/** Less than the branch. Buffers count only in the peak of the process, of which the program itself takes 200 MB. */
const heapMB = 96;
const peakMB = 300;

describe(`a branch of ${megabytes} MB`, function () {
  this.timeout(600_000);
  let emulator: RunningEmulator;
  let client: Client;
  let branchName = '';
  const hashes = new Map<string, string>();

  before(async () => {
    emulator = await startEmulator({ sample: false, buildMs: 0 });
    client = new Client({ baseUrl: emulator.url, credential: { token: emulator.apiKey } });
    const { deploymentId } = emulator;
    const params = { deploymentId };
    branchName = (await client.call(operations.startDevMode, { params, body: { branchName: 'main' } })).branchName;
    const port = new WritableBranch(client as PlatformCaller, { origin: emulator.url, deploymentId, branchName });
    const ticket = await port.startUpload();
    const limit = new Limit(4);
    const upload = async (path: string, bytes: Uint8Array) => {
      hashes.set(path, hashOf(bytes));
      await port.uploadFile(ticket, path, bytes);
    };
    const uploads = Array.from({ length: megabytes }, (_, index) =>
      limit.run(() => upload(`model/large/${index}.txt`, textOf(index))),
    );
    await Promise.all([...uploads, upload(small, Buffer.from('cubes: []\n'))]);
    await port.finishUpload(ticket, hashes);
  });
  after(async () => {
    client.dispose();
    await emulator.close();
    removeTemporaryFolders();
  });

  it('is pulled in bounded memory: one small file, then all files', async () => {
    const folder = temporaryFolder();
    const args = [
      emulator.url,
      emulator.apiKey,
      `${emulator.deploymentId}`,
      folder,
      temporaryFolder(),
      branchName,
      small,
    ];
    const execArgv = ['--import', 'tsx', `--max-old-space-size=${heapMB}`];
    const child = fork(join(import.meta.dirname, 'pullProcess.ts'), args, { execArgv });
    const ended = once(child, 'exit');
    const report = await Promise.race([once(child, 'message'), ended.then(([code]) => code as number)]);
    assert.ok(Array.isArray(report), `the process ended with ${report}`);
    const { counts, peakMB: used } = report[0] as PullReport;
    console.log(`      peak of the process: ${Math.round(used)} MB`);
    assert.deepEqual(counts, [1, megabytes]);
    assert.ok(used < peakMB, `${used} MB`);
    await ended;
    const names = readdirSync(join(folder, 'model/large'));
    assert.equal(names.length, megabytes);
    for (const name of names) {
      assert.equal(hashOf(readFileSync(join(folder, 'model/large', name))), hashes.get(`model/large/${name}`));
    }
  });
});
