/**
 * The marks of `check-model` for the mistakes of our corpus, and the results of the quick fixes, which the compiler confirms: a row for
 * each language. `--rounds` has no effect.
 */

import { writeFileSync } from 'node:fs';
import { makeCompiler } from '../compiler/compilerUnderTest.ts';
import {
  describeFix,
  type FixFigures,
  type FixOutcome,
  fixFiguresOf,
  measureFixes,
} from '../model/mistakes/measureFixes.ts';
import { describeOutcome, type Figures, figuresOf, measure, type Outcome } from '../model/mistakes/measureMistakes.ts';
import { pairedMistakes, singleMistakes } from '../model/mistakes/mistakes.ts';
import type { BenchmarkOptions, BenchmarkResult } from './benchmark.ts';

const heading = ['', 'kinds', 'mistakes'];
const markColumns = ['reported', 'right file', 'exact line', 'marks elsewhere', 'false errors', 'silent'];
const fixColumns = [
  'fixes',
  'better',
  'preferred',
  'preferred better',
  'mistakes with preferred',
  'kinds with preferred',
];

/** Parts: the languages to measure (YAML, JavaScript, templates, pairs); default: all. Fixes are tried for single mistakes. */
export async function benchmark({ parts }: BenchmarkOptions): Promise<BenchmarkResult> {
  const singles = singleMistakes();
  const mistakes = [...singles, ...pairedMistakes(singles)].filter(
    ({ language }) => parts.length === 0 || parts.includes(language),
  );
  const compiler = makeCompiler();
  const outcomes: Outcome[] = [];
  const fixes: FixOutcome[] = [];
  try {
    for (const mistake of mistakes) {
      outcomes.push(...(await measure(mistake, compiler)));
      if (mistake.language !== 'pairs') fixes.push(await measureFixes(mistake, compiler));
    }
  } finally {
    compiler.dispose();
  }
  const list = process.env.MISTAKES_LIST;
  if (list) {
    const missed = outcomes
      .filter((one) => !one.exactLine || one.extra > 0 || one.falseErrors > 0)
      .map(describeOutcome);
    const worse = fixes.flatMap((one) =>
      one.fixes.filter(({ isBetter }) => !isBetter).map((fix) => describeFix(one, fix)),
    );
    writeFileSync(list, [...missed, ...worse].join('\n'));
  }
  const languages = [...new Set(mistakes.map(({ language }) => language))];
  const isOf = (language: string) => (one: { mistake: { language: string } }) => one.mistake.language === language;
  const fixed = languages.filter((one) => one !== 'pairs');
  const all = figuresOf(outcomes);
  const allFixes = fixFiguresOf(fixes);
  return {
    rows: [],
    table: [
      [...heading, ...markColumns],
      ...languages.map((one) => rowOf(one, figuresOf(outcomes.filter(isOf(one))))),
      rowOf('all', all),
      [...heading, ...fixColumns],
      ...fixed.map((one) => fixRowOf(one, fixFiguresOf(fixes.filter(isOf(one))))),
      fixRowOf('all', allFixes),
    ],
    remarks: [
      'A fix is better if the model has fewer problems after it, no new one, and no more errors of the compiler.',
      '`MISTAKES_LIST=FILE` writes each mistake without an exact mark, and each fix that is not better, to a file.',
    ],
    summary: { ...all, ...prefixed(allFixes) },
  };
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
}

function rowOf(name: string, figures: Figures): string[] {
  const { kinds, mistakes, reported, rightFile, exactLine, extra, falseErrors, silent } = figures;
  const shares = [reported, rightFile, exactLine, extra].map((part) => percent(part, mistakes));
  return [name, String(kinds), String(mistakes), ...shares, String(falseErrors), String(silent)];
}

function fixRowOf(name: string, figures: FixFigures): string[] {
  const { kinds, mistakes, offered, better, preferred, preferredBetter, mistakesWithPreferred, kindsWithPreferred } =
    figures;
  return [
    name,
    String(kinds),
    String(mistakes),
    String(offered),
    percent(better, offered),
    String(preferred),
    percent(preferredBetter, preferred),
    percent(mistakesWithPreferred, mistakes),
    percent(kindsWithPreferred, kinds),
  ];
}

/** The counts, and the shares in percent that the fixes must reach. */
function prefixed(figures: FixFigures): Record<string, number> {
  const { kinds, mistakes: _, ...counts } = figures;
  const share = (part: number, whole: number) => Number(((100 * part) / Math.max(1, whole)).toFixed(1));
  return {
    ...counts,
    betterPercent: share(figures.better, figures.offered),
    preferredBetterPercent: share(figures.preferredBetter, figures.preferred),
    kindsWithPreferredPercent: share(figures.kindsWithPreferred, kinds),
  };
}
