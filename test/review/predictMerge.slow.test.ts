/** The prediction agrees with the platform's merge. */

import assert from 'node:assert/strict';
import { Repository } from '../../src/emulator/git/repository.ts';
import { predictMerge } from '../../src/review/predictMerge.ts';
import { seeded } from '../model/mutation/mutant.ts';
import { testSeed } from '../run/testSeed.ts';
import { temporaryFolder } from '../vscode/process/temporaryFolder.ts';
import { mergedBy, randomCase } from './mergeCases.ts';

const rounds = 1_000;

describe('prediction of a merge and the platform', () => {
  it(`agree in ${rounds} random cases`, async () => {
    const seed = testSeed();
    const folder = temporaryFolder('review-merges');
    try {
      const repository = await Repository.open(folder.path, 'main');
      const random = seeded(seed);
      let withConflicts = 0;
      for (let round = 0; round < rounds; round += 1) {
        const one = randomCase(random);
        const expected = await mergedBy(repository, one);
        if (expected.length > 0) withConflicts += 1;
        const predicted = predictMerge(one.base, one.ours, one.theirs).conflicts;
        assert.deepEqual(predicted, expected, `TEST_SEED=${seed}, round ${round}`);
      }
      assert.ok(withConflicts > rounds / 20 && withConflicts < rounds * 0.95, `${withConflicts} with conflicts`);
    } finally {
      folder.remove();
    }
  });
});
