import assert from 'node:assert/strict';
import { mergeTrees } from '../../../src/emulator/git/mergeTrees.ts';
import { Repository, type Tree } from '../../../src/emulator/git/repository.ts';
import { testSeed } from '../../run/testSeed.ts';
import { temporaryFolder } from '../../vscode/process/temporaryFolder.ts';

const seed = testSeed();

describe(`three-way merges of trees (TEST_SEED=${seed})`, () => {
  const folder = temporaryFolder('emulator-merges');
  let repository: Repository;
  before(async () => {
    repository = await Repository.open(folder.path, 'main');
  });
  after(() => folder.remove());

  let state = seed >>> 0;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const tree = async (files: Record<string, string>): Promise<Tree> =>
    new Map(
      await Promise.all(
        Object.entries(files).map(
          async ([path, text]) => [path, await repository.writeFile(Buffer.from(text))] as const,
        ),
      ),
    );
  const texts = async (merged: Tree) =>
    Object.fromEntries(
      await Promise.all(
        [...merged].map(
          async ([path, blob]) => [path, Buffer.from(await repository.readFile(blob)).toString()] as const,
        ),
      ),
    );
  const edited = (lines: readonly string[], tag: string): string[] => {
    const next = [...lines];
    for (let edits = below(4); edits > 0; edits--) {
      const at = below(next.length + 1);
      const removed = below(2);
      next.splice(at, removed, ...(below(3) > 0 ? [`${tag} ${below(4)}`] : []));
    }
    return next;
  };
  const joined = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');

  it('are symmetric, and take a change of one side', async () => {
    for (let round = 0; round < 150; round++) {
      const lines = Array.from({ length: below(20) }, () => `line ${below(6)}`);
      const base = await tree({ f: joined(lines) });
      const ours = await tree({ f: joined(edited(lines, 'ours')) });
      const theirs = await tree({ f: joined(edited(lines, below(3) === 0 ? 'ours' : 'theirs')) });
      const there = await mergeTrees(repository, base, ours, theirs);
      const back = await mergeTrees(repository, base, theirs, ours);
      assert.deepEqual(there.conflicts, back.conflicts, `round ${round}`);
      if (there.conflicts.length === 0) assert.deepEqual([...there.tree], [...back.tree], `round ${round}`);
      assert.deepEqual([...(await mergeTrees(repository, base, ours, base)).tree], [...ours], `round ${round}`);
      assert.deepEqual([...(await mergeTrees(repository, base, base, ours)).tree], [...ours], `round ${round}`);
      assert.deepEqual((await mergeTrees(repository, base, ours, ours)).conflicts, [], `round ${round}`);
    }
  });

  it('keep two changes of different places', async () => {
    for (let round = 0; round < 50; round++) {
      const lines = Array.from({ length: 20 + below(20) }, (_, n) => `line ${n}`);
      const first = below(lines.length - 8);
      const second = first + 4 + below(lines.length - first - 5);
      const one = lines.with(first, 'ours');
      const other = lines.with(second, 'theirs');
      const [base, ours, theirs] = [
        await tree({ f: joined(lines) }),
        await tree({ f: joined(one) }),
        await tree({ f: joined(other) }),
      ];
      const { tree: merged, conflicts } = await mergeTrees(repository, base, ours, theirs);
      assert.deepEqual(conflicts, [], `round ${round}`);
      assert.deepEqual(await texts(merged), { f: joined(one.with(second, 'theirs')) }, `round ${round}`);
    }
  });

  it('take files that one side added, deleted or moved', async () => {
    const base = await tree({ kept: '1', gone: '2', old: '3' });
    const ours = await tree({ kept: '1', old: '3', mine: '4' });
    const theirs = await tree({ kept: 'changed', gone: '2', 'new/old': '3' });
    const { tree: merged, conflicts } = await mergeTrees(repository, base, ours, theirs);
    assert.deepEqual(conflicts, []);
    assert.deepEqual(await texts(merged), { kept: 'changed', mine: '4', 'new/old': '3' });
  });

  it('conflict for binary files, for the same file added twice, and for a file in place of a folder', async () => {
    const base = await tree({ bin: 'a\0b\nc\nd\ne\n', f: 'x' });
    const ours = await tree({ bin: 'A\0b\nc\nd\ne\n', f: 'x', added: 'one', thing: 'file' });
    const theirs = await tree({ bin: 'a\0b\nc\nd\nE\n', f: 'x', added: 'two', 'thing/in': 'folder' });
    assert.deepEqual((await mergeTrees(repository, base, ours, theirs)).conflicts, ['added', 'bin', 'thing']);
  });
});
