import assert from 'node:assert/strict';
import { Repository } from '../../src/emulator/git/repository.ts';
import { predictMerge, unresolvedConflicts } from '../../src/review/predictMerge.ts';
import { seeded } from '../model/mutation/mutant.ts';
import { testSeed } from '../run/testSeed.ts';
import { temporaryFolder } from '../vscode/process/temporaryFolder.ts';
import { mergedBy, randomCase } from './mergeCases.ts';

const files = (entries: Record<string, string>) => new Map(Object.entries(entries));
const conflicts = (base: Record<string, string>, ours: Record<string, string>, theirs: Record<string, string>) =>
  predictMerge(files(base), files(ours), files(theirs)).conflicts;

describe('prediction of a merge', () => {
  it('combines changes of different lines, and finds those of the same lines', () => {
    const base = { f: '1\n2\n3\n4\n5\n' };
    assert.deepEqual(conflicts(base, { f: 'one\n2\n3\n4\n5\n' }, { f: '1\n2\n3\n4\nfive\n' }), []);
    assert.deepEqual(conflicts(base, { f: '1\n2\nours\n4\n5\n' }, { f: '1\n2\ntheirs\n4\n5\n' }), ['f']);
    assert.deepEqual(conflicts(base, { f: '1\n2\nsame\n4\n5\n' }, { f: '1\n2\nsame\n4\n5\n' }), []);
  });

  it('finds a file that one side changed and the other deleted or renamed', () => {
    assert.deepEqual(conflicts({ f: '1\n' }, { f: '2\n' }, {}), ['f']);
    assert.deepEqual(conflicts({ f: '1\n' }, { g: '1\n' }, { f: '2\n' }), ['f']);
    assert.deepEqual(conflicts({ f: '1\n' }, { g: '1\n' }, { f: '1\n' }), []);
    assert.deepEqual(conflicts({}, { f: '1\n' }, { f: '2\n' }), ['f']);
  });

  it('never combines binary files', () => {
    assert.deepEqual(conflicts({ f: 'a\0\n1\n2\n3\nb\n' }, { f: 'A\0\n1\n2\n3\nb\n' }, { f: 'a\0\n1\n2\n3\nB\n' }), [
      'f',
    ]);
  });

  it('finds a file and a folder of one name', () => {
    assert.deepEqual(conflicts({}, { model: '' }, { 'model/a.yml': '' }), ['model']);
  });

  it('is what the platform does in random cases', async () => {
    const seed = testSeed();
    const folder = temporaryFolder('review-merges');
    try {
      const repository = await Repository.open(folder.path, 'main');
      const random = seeded(seed);
      for (let round = 0; round < 60; round += 1) {
        const one = randomCase(random);
        const expected = await mergedBy(repository, one);
        const predicted = predictMerge(one.base, one.ours, one.theirs).conflicts;
        assert.deepEqual(predicted, expected, `TEST_SEED=${seed}, round ${round}`);
      }
    } finally {
      folder.remove();
    }
  });
});

describe('the conflicts that a merge by hand has left', () => {
  const base = 'a\nb\nc\nd\ne\nf\ng\n';
  const ours = base.replace('b', 'B1').replace('f', 'F1');
  const theirs = base.replace('b', 'B2').replace('f', 'F2');
  const left = (result: string) => unresolvedConflicts({ base, ours, theirs, result });

  it('are those whose lines are still those of the base', () => {
    assert.equal(left(base), 2);
    assert.equal(left(base.replace('b', 'B1')), 1);
    assert.equal(left(base.replace('b', 'B1').replace('f', 'F2')), 0);
    assert.equal(left(base.replace('b', 'both').replace('f\n', '')), 0, 'another text, and deleted');
    assert.equal(left(base.replace('d', 'D')), 2, 'another line changed');
  });

  it('are none where only one side changed', () => {
    assert.equal(unresolvedConflicts({ base, ours, theirs: base, result: ours }), 0);
    assert.equal(unresolvedConflicts({ base, ours, theirs: ours, result: ours }), 0);
  });

  it('are also insertions at the same place', () => {
    const texts = { base, ours: base.replace('d', 'd\nmine'), theirs: base.replace('d', 'd\ntheirs') };
    assert.equal(unresolvedConflicts({ ...texts, result: base }), 1);
    assert.equal(unresolvedConflicts({ ...texts, result: base.replace('d', 'd\ntheirs\nmine') }), 0);
  });
});
