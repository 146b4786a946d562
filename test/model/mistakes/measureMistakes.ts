/** Makes each mistake in a project on disk, checks it as `npm run check-model` does, and counts the marks. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Compiler } from '../../../src/compiler/compiler.ts';
import { checkProject } from '../../../src/local/check/checkProject.ts';
import type { Problem } from '../../../src/model/source/problem.ts';
import type { Texts } from '../models.ts';
import type { Mistake } from './mistakeKind.ts';

/** The problems that the check shows for one mistake. A pair has two. */
export interface Outcome {
  mistake: Mistake;
  /** A problem of at least the expected severity. */
  reported: boolean;
  rightFile: boolean;
  exactLine: boolean;
  /** Problems on other lines. */
  extra: number;
  /** Problems of an edit that is not a mistake. */
  falseErrors: number;
  silent: boolean;
  problems: readonly Problem[];
}

const modelFolder = 'model';

function placeOf({ file, range }: Problem): string {
  return `${file.replace(/^model\//, '')}:${range.start.line}`;
}

function fileOf(place: string): string {
  return place.slice(0, place.lastIndexOf(':'));
}

/** The problems that `check-model` prints for a model. */
async function check(texts: Texts, compiler: Compiler): Promise<Problem[]> {
  const projectFolder = mkdtempSync(join(tmpdir(), 'mistake-'));
  try {
    for (const [path, text] of Object.entries(texts)) {
      const target = join(projectFolder, modelFolder, path);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, text);
    }
    const request = { projectFolder, modelFolders: [modelFolder], timeoutMs: 60_000 };
    const { problems, folders } = await checkProject(request, { compiler });
    return [...problems, ...folders.flatMap((one) => one.problems)];
  } finally {
    rmSync(projectFolder, { recursive: true, force: true });
  }
}

export async function measure(mistake: Mistake, compiler: Compiler): Promise<Outcome[]> {
  const { texts, certain, places } = mistake;
  const problems = await check(texts, compiler);
  const errors = problems.filter(({ severity }) => severity === 'error');
  // Behind the error of the other mistake of a pair, a warning is enough.
  const enough = certain !== 'warning' && places.length === 1 ? errors : problems;
  if (certain === 'nothing') {
    const none = { reported: false, rightFile: false, exactLine: false, silent: false, extra: 0 };
    return problems.length === 0 ? [] : [{ mistake, ...none, falseErrors: problems.length, problems }];
  }
  const all = new Set(places.flatMap((lines) => [...lines]));
  const extra = problems.filter((one) => !all.has(placeOf(one))).length;
  return places.map((lines, i) => {
    const files = new Set([...lines].map(fileOf));
    return {
      mistake,
      reported: enough.length > 0,
      rightFile: enough.some((one) => files.has(fileOf(placeOf(one)))),
      exactLine: enough.some((one) => lines.has(placeOf(one))),
      // The marks elsewhere belong to the pair, not to each of its mistakes.
      extra: i === 0 ? extra : 0,
      falseErrors: 0,
      silent: problems.length === 0,
      problems,
    };
  });
}

export interface Figures {
  kinds: number;
  mistakes: number;
  reported: number;
  rightFile: number;
  exactLine: number;
  /** Mistakes with a mark on another line. */
  extra: number;
  falseErrors: number;
  silent: number;
}

export function figuresOf(outcomes: readonly Outcome[]): Figures {
  const counted = outcomes.filter(({ mistake }) => mistake.certain !== 'nothing');
  const count = (accept: (one: Outcome) => boolean) => counted.filter(accept).length;
  return {
    kinds: new Set(counted.map(({ mistake }) => `${mistake.language} ${mistake.kind}`)).size,
    mistakes: counted.length,
    reported: count((one) => one.reported),
    rightFile: count((one) => one.rightFile),
    exactLine: count((one) => one.exactLine),
    extra: count((one) => one.extra > 0),
    falseErrors: outcomes.reduce((sum, one) => sum + one.falseErrors, 0),
    silent: count((one) => one.silent),
  };
}

/** The changed lines, the expected lines and the problems, for messages. */
export function describeOutcome({ mistake, problems, ...figures }: Outcome): string {
  const result = [
    !figures.reported && (figures.silent ? 'silent' : 'not reported'),
    figures.reported && !figures.rightFile && 'wrong file',
    figures.rightFile && !figures.exactLine && 'wrong line',
    figures.extra > 0 && `${figures.extra} elsewhere`,
    figures.falseErrors > 0 && `${figures.falseErrors} false`,
  ].filter(Boolean);
  const expected = mistake.places.map((lines) =>
    [...lines]
      .slice(0, 4)
      .map((place) => {
        const line = mistake.texts[fileOf(place)]?.split('\n')[Number(place.slice(place.lastIndexOf(':') + 1))] ?? '';
        return `${fileOf(place)}:${Number(place.slice(place.lastIndexOf(':') + 1)) + 1} ${line.trim()}`;
      })
      .join(' | '),
  );
  const found = problems.map((one) => {
    const { start } = one.range;
    return `      ${one.file}:${start.line + 1}:${start.character + 1} ${one.severity} ${one.source} ${one.code} ${one.message.split('\n')[0]}`;
  });
  return [
    `${mistake.language}: ${mistake.kind} [${mistake.fixture}] ${result.join(', ')}`,
    ...expected.map((one) => `    expected ${one}`),
    ...found,
  ].join('\n');
}
