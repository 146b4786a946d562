import { strict as assert } from 'node:assert';
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { SyncEngine } from '../../../src/sync/syncEngine.ts';
import { filesIn, put, temporaryFolder } from '../temporary.ts';
import { useTransferFixture } from './transferFixture.ts';

/** Whole paths that are keys of `Object.prototype`; the project root is the model folder. */
const names = ['__proto__', 'constructor', 'hasOwnProperty', 'toString'];

describe('files at the project root whose names every object inherits', () => {
  const fixture = useTransferFixture();
  let [here, there] = ['', ''];
  let pusher: SyncEngine;
  let puller: SyncEngine;

  before(async () => {
    await fixture.createBranch('inherited-names');
    [here, there] = [temporaryFolder(), temporaryFolder()];
    [pusher, puller] = [here, there].map((folder) => fixture.createEngine(folder, undefined, undefined, '.')) as [
      SyncEngine,
      SyncEngine,
    ];
  });

  const expectBoth = async (expected: Record<string, string>) => {
    await fixture.transferAll(pusher, 'push');
    const sent = [...fixture.sent];
    await fixture.transferAll(puller, 'pull');
    const onDisk = [...filesIn(there)].map(([path, bytes]) => [path, bytes.toString()]);
    assert.deepEqual(onDisk.sort(), Object.entries(expected).sort());
    assert.deepEqual([...(await fixture.listBranch()).keys()].sort(), Object.keys(expected).sort());
    return sent;
  };
  /** Binary content takes the upload route. */
  const binary = (name: string) => `\0 ${name}`;
  const each = (content: (name: string) => string, path = (name: string) => name) =>
    Object.fromEntries(names.map((name) => [path(name), content(name)]));

  it('are written, uploaded next to a deletion, renamed and deleted', async () => {
    put(here, 'cube.js', '1');
    put(here, 'old.yml', '1');
    for (const name of names) put(here, name, name);
    await expectBoth({ 'cube.js': '1', 'old.yml': '1', ...each((name) => name) });

    rmSync(join(here, 'old.yml'));
    for (const name of names) put(here, name, binary(name));
    const sent = await expectBoth({ 'cube.js': '1', ...each(binary) });
    assert.ok(sent.includes('finishUpload'));

    for (const name of names) renameSync(join(here, name), join(here, `${name}.yml`));
    await expectBoth({ 'cube.js': '1', ...each(binary, (name) => `${name}.yml`) });
    for (const name of names) renameSync(join(here, `${name}.yml`), join(here, name));
    await expectBoth({ 'cube.js': '1', ...each(binary) });

    for (const name of names) rmSync(join(here, name));
    await expectBoth({ 'cube.js': '1' });
  });
});
