import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { branchNameProblem } from '../../../src/ui/branches/branchNameProblem.ts';
import { plainLocalizer } from '../../../src/ui/shell/localizer.ts';

const problem = (name: string) => branchNameProblem(name, ['existing'], plainLocalizer);
const good = ['returns', 'feature/returns', 'v1.2', 'kim_1', 'dev', 'devel-1', 'büro', 'a-b', 'x@y', 'locked', 'dev/x'];
const bad = [
  '',
  'a b',
  'a\tb',
  'a~b',
  'a^b',
  'a:b',
  'a?b',
  'a*b',
  'a[b',
  'a\\b',
  '/a',
  'a/',
  'a//b',
  '-a',
  '.a',
  'a/.b',
  'a.',
  'a..b',
  'a.lock',
  'a.lock/b',
  '@',
  'a@{b',
];

describe('branchNameProblem', () => {
  it('accepts valid names', () => {
    assert.deepEqual(
      good.filter((name) => problem(name) !== undefined),
      [],
    );
  });

  it('rejects invalid names', () => {
    assert.deepEqual(
      bad.filter((name) => problem(name) === undefined),
      [],
    );
  });

  it('agrees with git check-ref-format', function () {
    if (spawnSync('git', ['--version']).status !== 0) {
      console.log('      skipped: git is not installed');
      this.skip();
    }
    const isRejectedByGit = (name: string) => spawnSync('git', ['check-ref-format', '--branch', name]).status !== 0;
    // For this command, `@` is HEAD. As a branch name, git rejects it.
    const names = [...good, ...bad].filter((name) => name !== '@');
    const differences = names.filter((name) => isRejectedByGit(name) !== (problem(name) !== undefined));
    assert.deepEqual(differences, []);
  });

  it('rejects existing names and names of dev branches', () => {
    assert.equal(problem('existing'), 'A branch named “existing” already exists.');
    assert.equal(problem('dev-kim'), 'Names that begin with “dev-” are reserved for dev branches.');
  });
});
