/** A folder with more files than a model has is read in part, and this is said. */

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readModel } from '../../src/cli/checkModel/readModel.ts';
import { readModelFiles } from '../../src/session/modelFiles.ts';

describe('files of a model', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'model files '));
    mkdirSync(join(folder, 'model', 'deep'), { recursive: true });
    for (const name of ['a.yml', 'b.yml', 'deep/c.yml']) writeFileSync(join(folder, 'model', name), 'cubes: []\n');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const inEditor = async (limit: number) => {
    const all: { path: string; unread: string | undefined }[] = [];
    for await (const { path, unread } of readModelFiles(folder, 'model', undefined, limit)) all.push({ path, unread });
    return all;
  };
  const asCommand = async (limit: number) => {
    const { sources, unread } = await readModel(folder, 'model', limit);
    return { read: sources.length, unread: unread.map(({ path, message }) => ({ path, message })) };
  };

  it('are read up to the limit', async () => {
    assert.deepEqual(
      (await inEditor(3)).map(({ unread }) => unread),
      [undefined, undefined, undefined],
    );
    assert.deepEqual(await asCommand(3), { read: 3, unread: [] });
  });

  it('that are not read are a problem of the model folder', async () => {
    const message =
      'This folder has more than 2 model files, so only 2 of them are read, and what the others define is not known. Choose the folder that contains the model.';
    const all = await inEditor(2);
    assert.equal(all.length, 3);
    assert.deepEqual(all.at(-1), { path: 'model', unread: message });
    assert.deepEqual(await asCommand(2), { read: 2, unread: [{ path: 'model', message }] });
  });
});
