/** Each mistake of the corpus has its mark where a user expects it, and quick fixes that make the model better. */

import assert from 'node:assert/strict';
import { sharedCompiler } from '../../compiler/compilerUnderTest.ts';
import { shareOf, testSeed, triesAll } from '../../run/testSeed.ts';
import { describeFix, type FixOutcome, fixFiguresOf, measureFixes } from './measureFixes.ts';
import { describeOutcome, figuresOf, measure, type Outcome } from './measureMistakes.ts';
import { pairedMistakes, singleMistakes } from './mistakes.ts';

/** Shares of the mistakes. */
const floors = { exactLine: 0.998, rightFile: 0.999, extra: 0.005 };

/** Shares of the offered fixes and of the kinds. A part of the mistakes has fewer or more kinds with a preferred fix. */
const fixFloors = { better: 0.97, kindsWithPreferred: triesAll() ? 0.75 : 0.66 };

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

  it('has quick fixes after which the compiler and our checks find fewer problems and no new one', async () => {
    const outcomes: FixOutcome[] = [];
    for (const mistake of shareOf(singleMistakes(), testSeed()))
      outcomes.push(await measureFixes(mistake, sharedCompiler()));
    const { offered, better, preferred, preferredBetter, kinds, kindsWithPreferred } = fixFiguresOf(outcomes);
    const report = outcomes
      .flatMap((one) => one.fixes.filter(({ isBetter }) => !isBetter).map((fix) => describeFix(one, fix)))
      .join('\n');
    console.log(
      `      ${better} of ${offered} fixes are better; ${kindsWithPreferred} of ${kinds} kinds have a preferred one`,
    );
    assert.equal(preferredBetter, preferred, report);
    assert.ok(better >= fixFloors.better * offered, `${better} of ${offered}\n${report}`);
    assert.ok(kindsWithPreferred >= fixFloors.kindsWithPreferred * kinds, `${kindsWithPreferred} of ${kinds}`);
  });
});
