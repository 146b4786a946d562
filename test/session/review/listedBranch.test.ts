import assert from 'node:assert/strict';
import { hashOf } from '../../../src/base/hash.ts';
import { ListedBranch, TextCache } from '../../../src/session/review/listedBranch.ts';
import type { Tree } from '../../../src/sync/plan/tree.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const treeOf = (files: Readonly<Record<string, string>>): Tree =>
  new Map(Object.entries(files).map(([path, text]) => [path, hashOf(bytesOf(text))]));

/** A branch whose contents are answered when the test says so. */
function branchWith(files: Record<string, string>) {
  const asked: string[][] = [];
  const waiting: { answer(): void; fail(): void }[] = [];
  const port = {
    listHashes: async () => treeOf(files),
    contents: (wanted: ReadonlySet<string>) => {
      asked.push([...wanted].sort());
      return new Promise<{ has(path: string): boolean; get(path: string): Uint8Array | null | undefined }>(
        (resolve, reject) =>
          waiting.push({
            answer: () =>
              resolve({
                has: (path) => path in files,
                get: (path) => (path in files ? bytesOf(files[path]!) : undefined),
              }),
            fail: () => reject(new Error('offline')),
          }),
      );
    },
  };
  return { branch: new ListedBranch('main', port, new TextCache()), asked, waiting, files };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a branch as a review reads it', () => {
  it('reads the texts of many files in two requests, also if each is asked for by itself', async () => {
    const { branch, asked, waiting } = branchWith({ a: '1', b: '2', c: '3' });
    const listed = await branch.list();
    const reads = ['a', 'b', 'c'].map((path) => branch.texts(listed, [path]));
    await settled();
    waiting[0]!.answer();
    await settled();
    waiting[1]?.answer();
    const texts = await Promise.all(reads);
    assert.deepEqual(
      texts.map((each) => [...each]),
      [[['a', '1']], [['b', '2']], [['c', '3']]],
    );
    assert.ok(asked.length <= 2, JSON.stringify(asked));
  });

  it('asks again for nothing that it has, also under another name', async () => {
    const { branch, asked, waiting } = branchWith({ a: 'same', b: 'same' });
    const listed = await branch.list();
    const read = branch.texts(listed, ['a']);
    await settled();
    waiting[0]!.answer();
    await read;
    assert.deepEqual(
      [...(await branch.texts(listed, ['a', 'b']))],
      [
        ['a', 'same'],
        ['b', 'same'],
      ],
    );
    assert.equal(asked.length, 1);
  });

  it('leaves out a file that changed after the listing, and one that is not listed', async () => {
    const { branch, waiting, files } = branchWith({ a: 'old', b: 'kept' });
    const listed = await branch.list();
    files.a = 'new';
    const read = branch.texts(listed, ['a', 'b', 'missing']);
    await settled();
    waiting[0]!.answer();
    assert.deepEqual([...(await read)], [['b', 'kept']]);
  });

  it('fails for the caller whose request failed, and reads again for the next one', async () => {
    const { branch, waiting } = branchWith({ a: '1', b: '2' });
    const listed = await branch.list();
    const first = branch.texts(listed, ['a']);
    const second = branch.texts(listed, ['b']);
    await settled();
    waiting[0]!.fail();
    await assert.rejects(first, /offline/);
    await settled();
    waiting[1]!.answer();
    assert.deepEqual([...(await second)], [['b', '2']]);
  });

  it('keeps a byte order mark, because the discarded file must get the same bytes', async () => {
    const { branch, waiting } = branchWith({ a: '\ufeffcubes: []\n' });
    const listed = await branch.list();
    const read = branch.texts(listed, ['a']);
    await settled();
    waiting[0]!.answer();
    assert.equal((await read).get('a'), '\ufeffcubes: []\n');
  });
});
