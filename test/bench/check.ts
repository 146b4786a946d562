/** Checks of a large model in memory: all of it, and again after an edit of one file, as for each change in the editor. */

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { diagnose } from '../../src/model/diagnose.ts';
import { ModelIndex } from '../../src/model/index/modelIndex.ts';
import { repository } from '../vscode/locations.ts';
import { type BenchmarkOptions, type BenchmarkResult, median, processorTime, summarize } from './benchmark.ts';

const bakery = path.join(repository, 'test/model/fixtures/bakery');
/** Copies of the fixture: six cubes and three views each. */
const copies = 25;
const names = /\b(wholesale_customers|order_items|customers|products|stores|orders|sales|items|everything)(?![a-z])/g;

export async function benchmark({ rounds = 15 }: BenchmarkOptions): Promise<BenchmarkResult> {
  const sources = readSources();
  const edited = 'model/0/cubes/orders.yml';
  const load: number[] = [];
  const first: number[] = [];
  const edit: number[] = [];
  let definitions = 0;
  for (let round = 0; round < rounds; round += 1) {
    const index = new ModelIndex();
    load.push(
      measure(() => {
        for (const [file, text] of sources) index.set(file, text);
      }),
    );
    first.push(measure(() => check(index)));
    edit.push(
      measure(() => {
        index.set(edited, `${sources.get(edited)}\n# edited\n`);
        check(index);
      }),
    );
    definitions = index.definitions.length;
  }
  return {
    rows: [
      summarize(`parse ${definitions} cubes and views`, load),
      summarize('first check', first),
      summarize('edit one cube → check', edit),
    ],
    remarks: ['Processor time. After an edit, the shapes and references of unchanged files come from a cache.'],
    summary: { loadMs: median(load), firstMs: median(first), editMs: median(edit) },
  };
}

/** The texts by path. Each copy has its own names. */
function readSources(): Map<string, string> {
  const sources = new Map<string, string>();
  for (const file of readdirSync(bakery, { recursive: true, encoding: 'utf8' })) {
    if (!/\.ya?ml$/.test(file)) continue;
    const text = readFileSync(path.join(bakery, file), 'utf8');
    for (let copy = 0; copy < copies; copy += 1) {
      sources.set(`model/${copy}/${file.replaceAll(path.sep, '/')}`, text.replace(names, `$1${copy}`));
    }
  }
  return sources;
}

function check(index: ModelIndex): void {
  const [problem] = diagnose(index, undefined);
  if (problem) throw new Error(`${problem.file}: ${problem.message}`);
}

function measure(run: () => void): number {
  const start = processorTime();
  run();
  return processorTime() - start;
}
