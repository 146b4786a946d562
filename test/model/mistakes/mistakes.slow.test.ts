/** Each mistake of the corpus has its mark where a user expects it. */

import assert from 'node:assert/strict';
import { sharedCompiler } from '../../compiler/compilerUnderTest.ts';
import { shareOf, testSeed } from '../../run/testSeed.ts';
import { describeOutcome, figuresOf, measure, type Outcome } from './measureMistakes.ts';
import { pairedMistakes, singleMistakes } from './mistakes.ts';

/** Shares of the mistakes. */
const floors = { exactLine: 0.998, rightFile: 0.999, extra: 0.005 };

describe('corpus of mistakes', function () {
  this.timeout(600_000);

  it('has marks in the right file, on the exact line and nowhere else', async () => {
    const outcomes: Outcome[] = [];
    const singles = singleMistakes();
    for (const mistake of shareOf([...singles, ...pairedMistakes(singles)], testSeed())) {
      outcomes.push(...(await measure(mistake, sharedCompiler())));
    }
    const figures = figuresOf(outcomes);
    const report = outcomes
      .filter((one) => !one.exactLine || one.extra > 0 || one.falseErrors > 0)
      .map(describeOutcome)
      .join('\n');
    assert.ok(figures.kinds >= 100, `${figures.kinds} kinds`);
    for (const name of ['exactLine', 'rightFile'] as const) {
      const share = figures[name] / figures.mistakes;
      assert.ok(share >= floors[name], `${name}: ${figures[name]} of ${figures.mistakes}\n${report}`);
    }
    assert.ok(figures.extra <= floors.extra * figures.mistakes, `marks elsewhere: ${figures.extra}\n${report}`);
  });
});
