/**
 * A certificate of 200 changed in 3,000 files, between two folders. The reference compiles both sides once, with the published
 * compiler, which then keeps them.
 */

import { bundlePath } from '../../src/base/bundlePath.ts';
import { FolderVersion } from '../../src/cli/folders/folderVersion.ts';
import { reviewFolders } from '../../src/cli/folders/reviewFolders.ts';
import { Compiler } from '../../src/compiler/compiler.ts';
import { TextCache } from '../../src/session/review/listedBranch.ts';
import { type BenchmarkOptions, type BenchmarkResult, processorTime, summarize } from './benchmark.ts';
import { largeModel } from './language/largeModel.ts';
import { changedTexts } from './review/changedTexts.ts';

const changedFiles = 200;
const slices = 10_000;

/** Two models of 3,000 files take longer than a project usually may. */
const deadlineMs = 900_000;

export async function benchmark({ rounds = 1, parts }: BenchmarkOptions): Promise<BenchmarkResult> {
  if (parts.length > 0) throw new Error('This benchmark has no parts.');
  const after = largeModel();
  const before = changedTexts(after, changedFiles);
  const times = { compile: [] as number[], own: [] as number[], processor: [] as number[], memory: [] as number[] };
  let last: Measured | undefined;
  for (let round = 0; round < rounds; round += 1) {
    last = await measure(before, after);
    times.compile.push(last.compile);
    times.own.push(last.own);
    times.processor.push(last.processor);
    times.memory.push(last.memory);
  }
  const { equal, notCompared } = last!.certificate.slices;
  const rows = [
    summarize('compile both sides once', times.compile),
    summarize(`certificate of ${slices} slices, both sides are compiled`, times.own),
    summarize('its processor time in this process', times.processor),
    summarize('memory of this process at its peak, beyond both models', times.memory, 'MB'),
  ];
  const ratio = rows[1]!.median / rows[0]!.median;
  return {
    rows,
    remarks: [
      `${changedFiles} of ${after.size} files differ. ${equal} of ${slices} slices are proved equal; ${notCompared} others have other SQL or are beyond the budget.`,
      `own time: ${ratio.toFixed(2)} × compiling both sides once`,
    ],
    summary: {
      ratio,
      compileMs: rows[0]!.median,
      ownMs: rows[1]!.median,
      ownProcessorMs: rows[2]!.median,
      memoryMB: rows[3]!.median,
      equal,
      notCompared,
    },
  };
}

interface Measured {
  compile: number;
  own: number;
  processor: number;
  memory: number;
  certificate: NonNullable<Awaited<ReturnType<typeof reviewFolders>>['certificate']>;
}

async function measure(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): Promise<Measured> {
  const compiler = new Compiler({ bundlePath: bundlePath('compiler.cjs'), deadlineMs });
  const signal = new AbortController().signal;
  const versionOf = (name: string, texts: ReadonlyMap<string, string>) =>
    new FolderVersion(
      { name, compiler, modelFolder: 'model', texts: new TextCache(), now: 0, databases: undefined },
      new Map([...texts].map(([path, text]) => [path, Buffer.from(text)])),
    );
  try {
    const [base, head] = [versionOf('base', before), versionOf('head', after)];
    const start = performance.now();
    for (const side of [base, head]) await side.compiled(signal);
    const compile = performance.now() - start;
    global.gc?.();
    const used = process.memoryUsage().heapUsed;
    let peak = used;
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().heapUsed);
    }, 50);
    const [clock, processor] = [performance.now(), processorTime()];
    const review = await reviewFolders(base, head, { slices, values: undefined, ms: 600_000, signal, compiler: '' });
    const [own, ownProcessor] = [performance.now() - clock, processorTime() - processor];
    clearInterval(watch);
    const { certificate } = review;
    if (!certificate) throw new Error(`There is no certificate: ${JSON.stringify(review.compiled.errors.slice(0, 3))}`);
    if (review.files.length !== changedFiles) throw new Error(`The review lists ${review.files.length} files.`);
    const failed = certificate.notCompared.find(({ reason }) => !['sql-differs', 'budget'].includes(reason));
    if (failed) throw new Error(`A slice is not compared: ${failed.reason}`);
    return { compile, own, processor: ownProcessor, memory: (peak - used) / 1e6, certificate };
  } finally {
    compiler.dispose();
  }
}
