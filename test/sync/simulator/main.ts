/**
 * `npm run simulate -- [--scenarios N | --nightly] [--from SEED]` prints each scenario that fails and continues;
 * `-- --seed SEED [--rich]` prints one scenario step by step; `-- --mutants` searches a scenario that detects each mutant.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findDetectingSeed } from './build.ts';
import { mutants } from './mutants.ts';
import { play } from './play.ts';
import { playMany } from './playMany.ts';
import type { Failed } from './run.ts';

const nightly = 10_000_000;
const mutantScenarios = 50_000;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      scenarios: { type: 'string', default: '100000' },
      nightly: { type: 'boolean', default: false },
      from: { type: 'string', default: '1' },
      seed: { type: 'string' },
      rich: { type: 'boolean', default: false },
      mutants: { type: 'boolean', default: false },
    },
  });
  if (values.seed !== undefined) {
    const { trace, problems } = await play(Number(values.seed), { trace: true, rich: values.rich });
    process.stdout.write(`${[...(trace ?? []), '', ...problems].join('\n')}\n`);
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'data-model-simulator-'));
  try {
    if (values.mutants) {
      for (const mutant of mutants) {
        const seed = await findDetectingSeed(join(folder, 'mutant.mjs'), mutant, mutantScenarios);
        process.stdout.write(`${seed ?? 'none'}\t${mutant.name}\n`);
      }
      return;
    }
    const count = values.nightly ? nightly : Number(values.scenarios);
    const onProgress = (played: number) => process.stderr.write(`\r${played} of ${count}`);
    const onFailure = ({ seed, problems }: Failed) => process.stderr.write(`\nSeed ${seed}: ${problems.join('\n')}\n`);
    const report = await playMany(folder, { from: Number(values.from), count, onProgress, onFailure });
    process.stderr.write('\n');
    process.stdout.write(`${JSON.stringify(report)}\n`);
    process.exitCode = report.failed ? 1 : 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

main().catch((failure: unknown) => {
  process.stderr.write(`${failure instanceof Error ? failure.stack : failure}\n`);
  process.exitCode = 3;
});
