/** A folder with more files than a model has is read in part, and this is said. */

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ProjectFile, readProject, readProjectPath } from '../../../src/model/project/readProject.ts';

describe('files of a model', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'model files '));
    mkdirSync(join(folder, 'model', 'deep'), { recursive: true });
    for (const name of ['a.yml', 'b.yml', 'deep/c.yml']) writeFileSync(join(folder, 'model', name), 'cubes: []\n');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const read = async (limit: number) => {
    const all: ProjectFile[] = [];
    for await (const file of readProject({ projectFolder: folder, modelFolder: 'model' }, 'model', { limit }))
      all.push(file);
    return all.map(({ path, unread }) => ({ path, unread: unread?.message }));
  };

  it('are read up to the limit', async () => {
    assert.deepEqual(await read(3), [
      { path: 'model/a.yml', unread: undefined },
      { path: 'model/b.yml', unread: undefined },
      { path: 'model/deep/c.yml', unread: undefined },
    ]);
  });

  it('that are not read are a problem of the model folder', async () => {
    const message =
      'This folder has more than 2 model files, so only 2 of them are read, and what the others define is not known. Choose the folder that contains the model.';
    const all = await read(2);
    assert.equal(all.length, 3);
    assert.deepEqual(all.at(-1), { path: 'model', unread: message });
  });
});

describe('documents of a project', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'documents '));
    for (const name of ['model/a.yml', 'tests/a.test.yml', 'other/b/model/b.yml', 'other/b/tests/b.test.yml']) {
      mkdirSync(join(folder, name, '..'), { recursive: true });
      writeFileSync(join(folder, name), 'cubes: []\n');
    }
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('are not those of the projects in it', async () => {
    const project = { projectFolder: folder, modelFolder: 'model' };
    const all: string[] = [];
    for await (const { path } of readProject(project, 'documents')) all.push(path);
    for (const path of ['other', 'other/b/tests/b.test.yml']) {
      for await (const file of readProjectPath(project, 'documents', path)) all.push(file.path);
    }
    assert.deepEqual(all, ['tests/a.test.yml']);
  });
});
