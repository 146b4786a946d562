import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../../src/base/clock.ts';
import { hashOf } from '../../../src/base/hash.ts';
import { thisMachine } from '../../../src/base/machine.ts';
import { openStore } from '../../../src/sync/local/folderStore.ts';
import { ProjectFiles } from '../../../src/sync/local/projectFiles.ts';
import { syncReasons } from '../../../src/sync/plan/syncReasons.ts';
import { put, removeTemporaryFolders, temporaryFolder, textsIn } from '../temporary.ts';

describe('ProjectFiles', () => {
  let project: string;
  let storage: string;
  let files: ProjectFiles;
  const reason = syncReasons.message('generated');
  const machine = () => ({ ...thisMachine(), lockFolder: async () => storage });
  const openProject = () =>
    openStore(
      { origin: 'o', deploymentId: 1, branchName: 'dev-kim', projectFolder: project, modelFolder: 'model' },
      storage,
      systemClock,
      machine(),
    );

  beforeEach(() => {
    project = temporaryFolder();
    storage = temporaryFolder();
    files = new ProjectFiles({ projectFolder: project, modelFolder: 'model' }, storage, machine());
  });
  afterEach(removeTemporaryFolders);

  const write = async (path: string, text: string, expected?: string) => {
    const file = { path, bytes: Buffer.from(text), expected: expected && hashOf(Buffer.from(expected)) };
    return (await files.write([file], reason)).get(path);
  };

  it('creates files with their folders', async () => {
    assert.equal(await write('model/cubes/a.yml', 'a'), 'written');
    assert.deepEqual(textsIn(project), { 'model/cubes/a.yml': 'a' });
  });

  it('replaces a file and keeps the old bytes in the trash of the folder', async () => {
    put(project, 'model/a.yml', 'old');
    assert.equal((await files.hashes(['model/a.yml', 'model/b.yml'])).get('model/a.yml'), hashOf(Buffer.from('old')));
    assert.equal(await write('model/a.yml', 'new', 'old'), 'written');
    assert.deepEqual(textsIn(project), { 'model/a.yml': 'new' });
    const { trash } = await openProject();
    const [entry] = await trash.entries();
    assert.equal(entry?.path, 'model/a.yml');
    assert.equal(Buffer.from((await trash.bytes(entry!))!).toString(), 'old');
  });

  it('removes a file whose bytes are in the trash, and leaves one that changed', async () => {
    put(project, 'model/a.yml', 'old');
    put(project, 'model/b.yml', 'newer');
    const remove = (path: string) => ({ path, bytes: undefined, expected: hashOf(Buffer.from('old')) });
    const results = await files.write([remove('model/a.yml'), remove('model/b.yml')], reason);
    assert.deepEqual([...results.values()], ['written', 'changed']);
    assert.deepEqual(textsIn(project), { 'model/b.yml': 'newer' });
    const { trash } = await openProject();
    assert.equal(Buffer.from((await trash.bytes((await trash.entries())[0]!))!).toString(), 'old');
  });

  it('leaves a file that is not as expected', async () => {
    put(project, 'model/a.yml', 'newer');
    assert.equal(await write('model/a.yml', 'new', 'old'), 'changed');
    assert.equal(await write('model/a.yml', 'new'), 'changed');
    assert.equal(await write('model/gone.yml', 'new', 'old'), 'changed');
    assert.deepEqual(textsIn(project), { 'model/a.yml': 'newer' });
  });

  it('never leaves the folder', async () => {
    const outside = temporaryFolder();
    mkdirSync(join(project, 'model'));
    symlinkSync(outside, join(project, 'model/link'));
    assert.equal(await write('model/link/a.yml', 'new'), 'blocked');
    assert.equal(await write('../escape.yml', 'new'), 'changed');
    assert.deepEqual(textsIn(outside), {});
    assert.equal(existsSync(join(project, '../escape.yml')), false);
  });

  it('writes nothing while another program holds the lock', async () => {
    put(project, 'model/a.yml', 'old');
    const held = await (await openProject()).lock.acquire(1_000);
    const abort = new AbortController();
    const waiting = files.write(
      [{ path: 'model/a.yml', bytes: Buffer.from('new'), expected: hashOf(Buffer.from('old')) }],
      reason,
      abort.signal,
    );
    abort.abort();
    await assert.rejects(waiting);
    assert.equal(readFileSync(join(project, 'model/a.yml'), 'utf8'), 'old');
    await held!.release();
  });
});
