import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { branchNameProblem } from '../../../src/ui/branches/branchNameProblem.ts';
import { plainLocalizer } from '../../../src/ui/shell/localizer.ts';

const problem = (name: string) => branchNameProblem(name, ['taken'], plainLocalizer);
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

describe('the name of a new branch', () => {
  it('may be what git takes', () => {
    assert.deepEqual(
      good.filter((name) => problem(name) !== undefined),
      [],
    );
  });

  it('may not be what git refuses', () => {
    assert.deepEqual(
      bad.filter((name) => problem(name) === undefined),
      [],
    );
  });

  it('is judged as git itself judges it', function () {
    if (spawnSync('git', ['--version']).status !== 0) {
      console.log('      skipped: there is no git here to compare with');
      this.skip();
    }
    const refused = (name: string) => spawnSync('git', ['check-ref-format', '--branch', name]).status !== 0;
    // There `@` stands for HEAD; as the name of a branch git refuses it later.
    const names = [...good, ...bad].filter((name) => name !== '@');
    const others = names.filter((name) => refused(name) !== (problem(name) !== undefined));
    assert.deepEqual(others, []);
  });

  it('is not taken, and not one of the personal ones', () => {
    assert.equal(problem('taken'), 'A branch named “taken” already exists.');
    assert.equal(problem('dev-kim'), 'Names that begin with “dev-” are reserved for dev branches.');
  });
});
