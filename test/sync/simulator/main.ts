/** `npm run simulate -- [--stories N | --nightly] [--from SEED]`, or `-- --seed SEED` to read one story step by step. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { playMany } from './playMany.ts';
import { play } from './world.ts';

const nightly = 10_000_000;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      stories: { type: 'string', default: '100000' },
      nightly: { type: 'boolean', default: false },
      from: { type: 'string', default: '1' },
      seed: { type: 'string' },
    },
  });
  if (values.seed !== undefined) {
    const { trace, problems } = await play(Number(values.seed), { trace: true });
    process.stdout.write(`${[...(trace ?? []), '', ...problems].join('\n')}\n`);
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'data-model-simulator-'));
  try {
    const count = values.nightly ? nightly : Number(values.stories);
    const onProgress = (played: number) => process.stderr.write(`\r${played} of ${count}`);
    const report = await playMany(folder, { from: Number(values.from), count, onProgress });
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
