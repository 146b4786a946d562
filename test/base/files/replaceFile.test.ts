import assert from 'node:assert/strict';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { replaceFile } from '../../../src/base/files/replaceFile.ts';
import { removeTemporaryFolders, temporaryFolder } from '../../sync/temporary.ts';

describe('replaceFile', () => {
  after(removeTemporaryFolders);

  it('creates the file and its folder, and leaves nothing else', async () => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'a', 'b', 'report.md');
    await replaceFile(file, 'new');
    assert.equal(readFileSync(file, 'utf8'), 'new');
    assert.deepEqual(readdirSync(path.dirname(file)), ['report.md']);
  });

  it('never shows a reader a part of the content', async () => {
    const file = path.join(temporaryFolder(), 'report.md');
    const [old, now] = ['a'.repeat(10), 'b'.repeat(20_000_000)];
    writeFileSync(file, old);
    let isDone = false;
    const writing = replaceFile(file, now).finally(() => {
      isDone = true;
    });
    const sizes = new Set<number>();
    while (!isDone) {
      sizes.add(statSync(file).size);
      await new Promise(setImmediate);
    }
    await writing;
    for (const size of sizes) assert.ok(size === old.length || size === now.length, `${size} bytes`);
  });

  it('keeps the mode of a file, and the link that leads to it', async () => {
    const folder = temporaryFolder();
    const [file, link] = [path.join(folder, 'report.md'), path.join(folder, 'link.md')];
    writeFileSync(file, 'old');
    chmodSync(file, 0o640);
    symlinkSync(file, link);
    await replaceFile(link, 'new');
    assert.ok(lstatSync(link).isSymbolicLink());
    assert.equal(readFileSync(file, 'utf8'), 'new');
    assert.equal(statSync(file).mode & 0o777, 0o640);
  });

  it('writes to a device, and does not replace it', async () => {
    await replaceFile('/dev/null', 'new');
    assert.ok(lstatSync('/dev/null').isCharacterDevice());
  });

  it('fails for a folder, and leaves nothing', async () => {
    const folder = temporaryFolder();
    mkdirSync(path.join(folder, 'taken'));
    await assert.rejects(replaceFile(path.join(folder, 'taken'), 'new'), { code: 'EISDIR' });
    assert.deepEqual(readdirSync(folder), ['taken']);
  });
});
