import assert from 'node:assert/strict';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../../../src/base/files/makeFolder.ts';
import { type TemporaryFolder, temporaryFolder } from '../../vscode/process/temporaryFolder.ts';

describe('a new folder', () => {
  let folder: TemporaryFolder;
  beforeEach(() => {
    folder = temporaryFolder('make-folder');
  });
  afterEach(() => folder.remove());

  it('is created with those above it, also by several at once', async () => {
    const deep = path.join(folder.path, 'a', 'b', 'c');
    await Promise.all([makeFolder(deep), makeFolder(path.join(folder.path, 'a', 'b')), makeFolder(deep)]);
    assert.ok(statSync(deep).isDirectory());
    await makeFolder(deep);
  });

  it('is refused in the place of a file, and below one', async () => {
    const file = path.join(folder.path, 'file');
    writeFileSync(file, 'text');
    await assert.rejects(makeFolder(file), { code: 'EEXIST' });
    await assert.rejects(makeFolder(path.join(file, 'a', 'b')), { code: 'ENOTDIR' });
  });

  it('is refused where the system takes none', async function () {
    if (!existsSync('/proc')) this.skip();
    await assert.rejects(makeFolder('/proc/nope/deeper'), { code: 'ENOENT' });
  });
});
