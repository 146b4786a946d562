/** `npm run bench -- NAME [--json]`: runs one benchmark, prints its table and, with `--json`, one JSON object on the last line. */

import { parseArgs } from 'node:util';
import { messageOf } from '../../src/base/errors.ts';
import type { Benchmark } from './benchmark.ts';

const benchmarks: Record<string, () => Promise<{ benchmark: Benchmark }>> = {
  activation: () => import('./activation.ts'),
  assistants: () => import('./assistants.ts'),
  certificate: () => import('./certificate.ts'),
  check: () => import('./check.ts'),
  completion: () => import('./completion.ts'),
  endurance: () => import('./endurance.ts'),
  format: () => import('./format.ts'),
  language: () => import('./language.ts'),
  local: () => import('./local.ts'),
  mcp: () => import('./mcp.ts'),
  mistakes: () => import('./mistakes.ts'),
  query: () => import('./query.ts'),
  review: () => import('./review.ts'),
  save: () => import('./save.ts'),
  sync: () => import('./sync.ts'),
  preview: () => import('./preview.ts'),
  tests: () => import('./modelTests.ts'),
  trees: () => import('./trees.ts'),
};

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false }, rounds: { type: 'string' } },
  });
  const [name, ...parts] = positionals;
  const load = name === undefined || !Object.hasOwn(benchmarks, name) ? undefined : benchmarks[name];
  if (!load) throw new Error(`Name a benchmark: ${Object.keys(benchmarks).join(', ')}. Example: npm run bench -- save`);
  const { benchmark } = await load();
  const result = await benchmark({ rounds: values.rounds === undefined ? undefined : Number(values.rounds), parts });
  const columns = ['what', 'median', 'min', 'max', 'n'];
  const rows = result.rows.map(({ what, median, min, max, n, unit }) => [
    what,
    `${format(median)} ${unit}`,
    format(min),
    format(max),
    String(n),
  ]);
  process.stdout.write(`${table(result.table ?? [columns, ...rows])}\n`);
  for (const remark of result.remarks) process.stdout.write(`${remark}\n`);
  if (values.json) process.stdout.write(`${JSON.stringify({ name, ...result })}\n`);
}

function format(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(2);
}

function table(rows: readonly (readonly string[])[]): string {
  const columns = Math.max(0, ...rows.map(({ length }) => length));
  const widths = Array.from({ length: columns }, (_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  '),
    )
    .join('\n');
}

main().then(
  () => process.exit(process.exitCode ?? 0),
  (failure: unknown) => {
    process.stderr.write(`${messageOf(failure)}\n`);
    process.exit(1);
  },
);
