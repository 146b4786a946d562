/** Where `check-model` marks the mistakes of our corpus: a row for each language. `--rounds` has no effect. */

import { writeFileSync } from 'node:fs';
import { makeCompiler } from '../compiler/compilerUnderTest.ts';
import { describeOutcome, type Figures, figuresOf, measure, type Outcome } from '../model/mistakes/measureMistakes.ts';
import { pairedMistakes, singleMistakes } from '../model/mistakes/mistakes.ts';
import type { BenchmarkOptions, BenchmarkResult } from './benchmark.ts';

/** Parts: the languages to measure (YAML, JavaScript, templates, pairs); default: all. */
export async function benchmark({ parts }: BenchmarkOptions): Promise<BenchmarkResult> {
  const singles = singleMistakes();
  const mistakes = [...singles, ...pairedMistakes(singles)].filter(
    ({ language }) => parts.length === 0 || parts.includes(language),
  );
  const compiler = makeCompiler();
  const outcomes: Outcome[] = [];
  try {
    for (const mistake of mistakes) outcomes.push(...(await measure(mistake, compiler)));
  } finally {
    compiler.dispose();
  }
  const list = process.env.MISTAKES_LIST;
  if (list) {
    const missed = outcomes.filter((one) => !one.exactLine || one.extra > 0 || one.falseErrors > 0);
    writeFileSync(list, missed.map(describeOutcome).join('\n'));
  }
  const all = figuresOf(outcomes);
  const languages = [...new Set(mistakes.map(({ language }) => language))];
  return {
    rows: [],
    table: [
      ['', 'kinds', 'mistakes', 'reported', 'right file', 'exact line', 'marks elsewhere', 'false errors', 'silent'],
      ...languages.map((one) => rowOf(one, figuresOf(outcomes.filter(({ mistake }) => mistake.language === one)))),
      rowOf('all', all),
    ],
    remarks: ['`MISTAKES_LIST=FILE` writes each mistake without an exact mark to a file.'],
    summary: { ...all },
  };
}

function rowOf(name: string, figures: Figures): string[] {
  const { kinds, mistakes, reported, rightFile, exactLine, extra, falseErrors, silent } = figures;
  const percent = (part: number) => `${((100 * part) / Math.max(1, mistakes)).toFixed(1)} %`;
  const shares = [reported, rightFile, exactLine, extra].map(percent);
  return [name, String(kinds), String(mistakes), ...shares, String(falseErrors), String(silent)];
}
