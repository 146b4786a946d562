/** Checks of a large model in memory: all of it, and again after an edit of one file, as for each change in the editor. */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { diagnose } from '../../src/model/diagnose.ts';
import { ModelIndex } from '../../src/model/index/modelIndex.ts';
import { repository } from '../vscode/locations.ts';
import { type BenchmarkOptions, type BenchmarkResult, median, summarize } from './benchmark.ts';

const cubeCount = 100;
const source = readFileSync(path.join(repository, 'test/model/fixtures/bakery/cubes/orders.yml'), 'utf8');

export async function benchmark({ rounds = 15 }: BenchmarkOptions): Promise<BenchmarkResult> {
  const load: number[] = [];
  const first: number[] = [];
  const edit: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const index = new ModelIndex();
    load.push(
      measure(() => {
        for (let cube = 0; cube < cubeCount; cube += 1) index.set(`model/cubes/orders${cube}.yml`, textOf(cube));
      }),
    );
    first.push(measure(() => diagnose(index, undefined)));
    edit.push(
      measure(() => {
        index.set('model/cubes/orders0.yml', `${textOf(0)}\n# edited\n`);
        diagnose(index, undefined);
      }),
    );
  }
  return {
    rows: [
      summarize(`parse ${cubeCount} cubes`, load),
      summarize('first check', first),
      summarize('edit one cube → check', edit),
    ],
    remarks: ['After an edit, the shapes of the other cubes come from a cache.'],
    summary: { loadMs: median(load), firstMs: median(first), editMs: median(edit) },
  };
}

function textOf(cube: number): string {
  return source.replace(/\borders\b/g, `orders${cube}`);
}

function measure(run: () => void): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}
