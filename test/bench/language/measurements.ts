/** The language features on a large model, and the work of the index behind them. The reference parses the same texts once. */

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { localProblems } from '../../../src/model/diagnose.ts';
import { ModelIndex } from '../../../src/model/index/modelIndex.ts';
import { ruleProblems } from '../../../src/model/lint/checkRules.ts';
import { lintRules } from '../../../src/model/lint/lintRules.ts';
import { ProjectModel } from '../../../src/model/project/projectModel.ts';
import { rulesFileName } from '../../../src/model/source/modelSource.ts';
import { parseSource } from '../../../src/model/source/parseSource.ts';
import { ModelSession } from '../../../src/session/modelSession.ts';
import { temporaryFolder } from '../../vscode/process/temporaryFolder.ts';
import { type BenchmarkOptions, type BenchmarkResult, median, percentile, stopwatch, summarize } from '../benchmark.ts';
import { features } from './features.ts';
import { largeModel, longFile, memberCount, mostUsed } from './largeModel.ts';

/** Milliseconds; memory in MB. */
const goals: Readonly<Record<string, number>> = {
  completion: 20,
  hover: 5,
  definition: 5,
  highlights: 5,
  references: 30,
  'rename of the most used member': 200,
  'workspace symbols': 30,
  'semantic tokens of 1,000 lines': 20,
  'a keystroke: new index': 10,
  'first index of all files': 1500,
  'its longest slice': 16,
  'memory (MB)': 150,
};

interface Measured {
  what: string;
  values: readonly number[];
  /** The median of parsing the same text. */
  parse: number;
}

const edited = [
  'model/cubes/1/visits_5.yml',
  'model/cubes/3/orders_15.js',
  'model/cubes/2/customers_12.yml',
  'model/views/3/view_3.yml',
];

export async function measureLanguage({ rounds = 15 }: BenchmarkOptions): Promise<BenchmarkResult> {
  const texts = largeModel();
  const parseAll = repeat(3, () => {
    for (const [file, text] of texts) parseSource(file, text);
  });
  const folder = temporaryFolder('bench-language');
  try {
    for (const [file, text] of texts) {
      mkdirSync(path.dirname(path.join(folder.path, file)), { recursive: true });
      writeFileSync(path.join(folder.path, file), text);
    }
    const index = {
      what: 'first index of all files',
      values: repeat(3, () => indexOf(texts)),
      parse: median(parseAll),
    };
    const session = await measureSession(folder.path, texts, median(parseAll), rounds);
    const measured: Measured[] = [index, ...session, ...measureRules(texts, rounds)];
    return resultOf(measured, median(parseAll));
  } finally {
    folder.remove();
  }
}

function indexOf(texts: ReadonlyMap<string, string>): ModelIndex {
  const index = new ModelIndex();
  for (const [file, text] of texts) index.set(file, text);
  return index;
}

async function measureSession(
  folder: string,
  texts: ReadonlyMap<string, string>,
  parseAll: number,
  rounds: number,
): Promise<Measured[]> {
  // Watching the event loop costs processor time.
  const longest: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const first = open(folder);
    const slices = watchSlices();
    await first.project.load();
    longest.push(slices());
    first.dispose();
  }
  global.gc?.();
  const before = process.memoryUsage().heapUsed;
  const session = open(folder);
  const { project } = session;
  const elapsed = stopwatch();
  await project.load();
  const loaded = elapsed();
  if (session.problems.value.size > 0)
    throw new Error(`The model has mistakes in ${[...session.problems.value.keys()]}`);
  const measured: Measured[] = [
    { what: 'first index and check from disk', values: [loaded], parse: parseAll },
    { what: 'its longest slice', values: longest, parse: parseAll },
  ];
  // The first calls also compile the code of the features.
  for (const { run } of features(project.open)) repeat(5, run);
  const asked = new Map<string, { values: number[]; parse: number[] }>();
  for (const { what, file, run } of features(project.open)) {
    const text = project.open.file(file)?.text ?? longFile();
    const { values, parse } = asked.get(what) ?? { values: [], parse: [] };
    asked.set(what, {
      values: [...values, ...repeat(rounds, run)],
      parse: [...parse, ...repeat(rounds, () => parseSource(file, text))],
    });
  }
  for (const [what, { values, parse }] of asked) measured.push({ what, values, parse: median(parse) });
  const [, hover] = features(project.open);
  const keystroke: number[] = [];
  const after: number[] = [];
  const saved: number[] = [];
  const parsed: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const file of edited) {
      const text = `${texts.get(file)}${file.endsWith('.js') ? '//' : '#'} ${round}\n`;
      parsed.push(timeOf(() => parseSource(file, text)));
      keystroke.push(
        timeOf(() => {
          project.edit(file, text);
          project.open.definitionsNamed('');
        }),
      );
      after.push(timeOf(hover!.run));
      saved.push(timeOf(() => project.change([[file, text]])));
    }
  }
  const parse = median(parsed);
  measured.push({ what: 'a keystroke: new index', values: keystroke, parse });
  measured.push({ what: 'the first hover after it', values: after, parse });
  measured.push({ what: 'a save: problems', values: saved, parse });
  global.gc?.();
  const memory = (process.memoryUsage().heapUsed - before) / 1e6;
  session.dispose();
  return [...measured, { what: 'memory (MB)', values: [memory], parse: Number.NaN }];
}

/** What all rules add to the problems of a save: the work that the other checks have not done already. */
function measureRules(texts: ReadonlyMap<string, string>, rounds: number): Measured[] {
  const ruleNames = Object.keys(lintRules);
  const levels = ruleNames.map((name) => `  ${name}: info\n`).join('');
  const index = indexOf(new Map([...texts, [rulesFileName, `rules:\n${levels}`]]));
  index.namedInDocuments = { tests: new Set([`${mostUsed.cube}.${mostUsed.member}`]), queries: new Set() };
  localProblems(index);
  const listed = ruleProblems(index).length;
  const rules: number[] = [];
  const parsed: number[] = [];
  for (let round = -2; round < rounds; round += 1) {
    for (const file of edited) {
      const text = `${texts.get(file)}${file.endsWith('.js') ? '//' : '#'} ${round}\n`;
      const parse = timeOf(() => parseSource(file, text));
      index.set(file, text);
      localProblems(index);
      const own = timeOf(() => ruleProblems(index));
      // The first rounds also compile the code of the rules.
      if (round < 0) continue;
      parsed.push(parse);
      rules.push(own);
    }
  }
  return [
    {
      what: `a save: own part of all ${ruleNames.length} rules, ${listed} findings`,
      values: rules,
      parse: median(parsed),
    },
  ];
}

function open(folder: string): ModelSession {
  return new ModelSession(new ProjectModel({ projectFolder: folder, modelFolder: 'model' }));
}

/** @returns the longest time without a turn of the event loop, so far */
function watchSlices(): () => number {
  let longest = 0;
  let elapsed = stopwatch();
  const turn = () => {
    longest = Math.max(longest, elapsed());
    elapsed = stopwatch();
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  return () => {
    clearImmediate(next);
    return longest;
  };
}

function timeOf(run: () => unknown): number {
  const elapsed = stopwatch();
  run();
  return elapsed();
}

function repeat(count: number, run: () => unknown): number[] {
  return Array.from({ length: count }, () => timeOf(run));
}

function resultOf(measured: readonly Measured[], parseAll: number): BenchmarkResult {
  const figure = (value: number) => (Number.isNaN(value) ? '' : value.toFixed(value < 100 ? 1 : 0));
  const lines = measured.map(({ what, values, parse }) => {
    const goal = goals[what];
    const held = goal === undefined ? '' : median(values) <= goal ? 'held' : 'BROKEN';
    return [
      what,
      figure(median(values)),
      figure(percentile(values, 0.95)),
      figure(median(values) / parse),
      goal === undefined ? '' : `≤ ${goal} ${held}`,
    ];
  });
  const rows = measured.map(({ what, values }) => summarize(what, values, what.includes('MB') ? 'MB' : 'ms'));
  return {
    rows,
    table: [['what', 'median', 'p95', '× parse', 'goal'], ...lines],
    remarks: [
      `1,000 cubes with ${memberCount} members and views over them in 3,000 files. Milliseconds of the main thread; parsing all of them takes ${figure(parseAll)}.`,
    ],
    summary: Object.fromEntries(
      measured.flatMap(({ what, values, parse }) => [
        [what, median(values)],
        [`${what}, p95`, percentile(values, 0.95)],
        [`${what}, × parse`, median(values) / parse],
      ]),
    ),
  };
}
