import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findGitHead } from '../../src/base/gitRepository.ts';
import { temporaryFolder } from '../vscode/process/temporaryFolder.ts';

describe('findGitHead', () => {
  let root: ReturnType<typeof temporaryFolder>;
  const write = (file: string, text: string) => {
    const target = path.join(root.path, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
    return target;
  };
  beforeEach(() => {
    root = temporaryFolder('git-head');
  });
  afterEach(() => root.remove());

  it('finds the branch of the repository around a folder', async () => {
    const file = write('.git/HEAD', 'ref: refs/heads/feature/x\n');
    mkdirSync(path.join(root.path, 'services/analytics'), { recursive: true });
    const found = await findGitHead(path.join(root.path, 'services/analytics'));
    assert.deepEqual(found, { file, branch: 'feature/x' });
  });

  it('finds the branch of a worktree, whose .git is a file', async () => {
    const file = write('main/.git/worktrees/other/HEAD', 'ref: refs/heads/other\n');
    write('other/.git', 'gitdir: ../main/.git/worktrees/other\n');
    assert.deepEqual(await findGitHead(path.join(root.path, 'other')), { file, branch: 'other' });
  });

  it('has no branch at a commit, or in a repository that names it elsewhere', async () => {
    for (const head of ['0123456789012345678901234567890123456789\n', 'ref: refs/heads/.invalid\n', '']) {
      write('.git/HEAD', head);
      assert.equal((await findGitHead(root.path))!.branch, undefined, head);
    }
  });

  it('finds nothing in a folder without a repository', async () => {
    assert.equal(await findGitHead(root.path), undefined);
  });
});
