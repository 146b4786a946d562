import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '../../src/base/clock.ts';
import { FolderLock } from '../../src/base/folderLock.ts';
import { thisMachine } from '../../src/base/machine.ts';
import { patientDisk } from '../../src/base/patientDisk.ts';
import { removeTemporaryFolders, temporaryFolder } from '../sync/temporary.ts';
import { simulatedWindowsDisk, WindowsDisk } from './windowsDisk.ts';

const bytes = Buffer.from('text');

describe('a disk on which other programs use files', () => {
  afterEach(removeTemporaryFolders);

  it('repeats calls until the file is free', async () => {
    const windows = new WindowsDisk({ busyCalls: () => 3 });
    const disk = patientDisk(windows);
    const file = path.join(temporaryFolder(), 'a');
    await disk.create(file, bytes, { sync: true });
    await disk.rename(file, `${file}.new`);
    await disk.remove(`${file}.new`);
    assert.equal(windows.failures, 6);
    assert.equal(await disk.stat(`${file}.new`), undefined);
  });

  it('fails as before when the file stays in use, and at once for any other reason', async () => {
    const waits: number[] = [];
    const clock = {
      ...systemClock,
      delay: async (ms: number) => {
        waits.push(ms);
      },
    };
    const disk = patientDisk(new WindowsDisk({ busyCalls: () => 1000 }), clock);
    const file = path.join(temporaryFolder(), 'a');
    await disk.create(file, bytes, { sync: false });
    await assert.rejects(disk.remove(file), { code: /EBUSY|EPERM/ });
    assert.ok(waits.reduce((sum, ms) => sum + ms, 0) < 2_000);
    waits.length = 0;
    await assert.rejects(disk.create(file, bytes, { sync: false }), { code: 'EEXIST' });
    assert.deepEqual(waits, []);
  });

  it('finds a file in any case, and keeps its name until it is renamed', async () => {
    const disk = simulatedWindowsDisk();
    const folder = temporaryFolder();
    await disk.create(path.join(folder, 'Orders.yml'), bytes, { sync: false });
    assert.equal((await disk.read(path.join(folder, 'ORDERS.yml')))?.bytes.toString(), 'text');
    await assert.rejects(disk.create(path.join(folder, 'orders.yml'), bytes, { sync: false }), { code: 'EEXIST' });
    await disk.rename(path.join(folder, 'orders.YML'), path.join(folder, 'orders.yml'));
    assert.deepEqual(readdirSync(folder), ['orders.yml']);
    await assert.rejects(disk.create(path.join(folder, 'con.yml'), bytes, { sync: false }), { code: 'ENOENT' });
  });

  it('gives the lock of a folder to one process at a time', async () => {
    const folder = temporaryFolder();
    const counter = path.join(folder, 'counter');
    let inside = 0;
    const contend = async () => {
      const options = { ...thisMachine(), disk: simulatedWindowsDisk(), clock: systemClock };
      const held = await new FolderLock({ ...options, folder: path.join(folder, 'lock') }).acquire(60_000);
      assert.ok(held);
      inside += 1;
      assert.equal(inside, 1);
      await options.disk.append(counter, Buffer.from('x'), { sync: false });
      inside -= 1;
      await held.release();
    };
    await Promise.all(Array.from({ length: 8 }, contend));
    assert.equal(readFileSync(counter, 'utf8'), 'xxxxxxxx');
  });
});
