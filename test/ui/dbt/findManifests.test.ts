import assert from 'node:assert/strict';
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { findManifests } from '../../../src/ui/dbt/findManifests.ts';
import { put, removeTemporaryFolders, temporaryFolder } from '../../sync/temporary.ts';

describe('findManifests', () => {
  let root: string;
  beforeEach(() => {
    root = temporaryFolder();
  });
  afterEach(removeTemporaryFolders);

  const manifest = (name: string, seconds: number) => {
    put(root, name, '{}');
    utimesSync(join(root, name), seconds, seconds);
  };
  const names = async () => (await findManifests(root)).map(({ name }) => name);

  it('finds those of the folder and of projects in it, the newest first', async () => {
    manifest('target/manifest.json', 10);
    manifest('dbt/target/manifest.json', 30);
    manifest('teams/sales/dbt project/target/manifest.json', 20);
    assert.deepEqual(await names(), [
      'dbt/target/manifest.json',
      'teams/sales/dbt project/target/manifest.json',
      'target/manifest.json',
    ]);
    const [newest] = await findManifests(root);
    assert.deepEqual([newest?.file, newest?.size], [join(root, 'dbt/target/manifest.json'), 2]);
  });

  it('ignores installed packages, hidden folders, and what is not a file', async () => {
    manifest('node_modules/a/target/manifest.json', 10);
    manifest('dbt_packages/utils/target/manifest.json', 10);
    manifest('.venv/lib/target/manifest.json', 10);
    manifest('target/manifest.json/file', 10);
    manifest('target/compiled/target/manifest.json', 10);
    assert.deepEqual(await names(), []);
  });

  it('does not search a huge folder to its end', async () => {
    for (let index = 0; index < 600; index += 1) put(root, `part${String(index).padStart(3, '0')}/inner/x`, '');
    manifest('part000/target/manifest.json', 10);
    manifest('part599/target/manifest.json', 10);
    assert.deepEqual(await names(), ['part000/target/manifest.json']);
  });

  it('finds nothing in a folder that does not exist', async () => {
    assert.deepEqual(await findManifests(join(root, 'gone')), []);
  });
});
