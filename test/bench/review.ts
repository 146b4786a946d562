/**
 * A review of 200 changed in 5,000 files. The reference sends the same requests and parses their answers as JSON: two listings, and
 * the contents that the review needs.
 */

import { get } from 'node:http';
import { ModelIndex } from '../../src/model/index/modelIndex.ts';
import { Client } from '../../src/platform/client.ts';
import { reviewTexts } from '../../src/review/model/reviewTexts.ts';
import { ListedBranch, TextCache } from '../../src/session/review/listedBranch.ts';
import { readReview } from '../../src/session/review/readReview.ts';
import { type PlatformCaller, RemoteBranch } from '../../src/sync/remote/remoteBranch.ts';
import { type BenchmarkOptions, type BenchmarkResult, budget, median, processorTime, summarize } from './benchmark.ts';
import { largeModel } from './language/largeModel.ts';
import { changedTexts } from './review/changedTexts.ts';
import type { Branches } from './review/twoBranches.ts';
import { startBenchThread } from './sync/benchThread.ts';

const files = 5_000;
const changedFiles = 200;
const goalMs = 300;

interface Timed {
  ms: number;
  processor: number;
}

/** The model, and other files next to it. */
function branches(): { before: Map<string, string>; after: Map<string, string> } {
  const after = new Map(largeModel());
  const before = changedTexts(after, changedFiles);
  for (let i = 0; after.size < files; i += 1) {
    for (const side of [before, after]) side.set(`notes/${Math.floor(i / 50)}/note_${i}.md`, `# Note ${i}\n`);
  }
  return { before, after };
}

export async function benchmark({ rounds = 7 }: BenchmarkOptions): Promise<BenchmarkResult> {
  const texts = branches();
  const thread = await startBenchThread('../review/twoBranches.ts', {
    main: texts.before,
    dev: texts.after,
  } satisfies Branches);
  const origin = await new Promise<string>((resolve) => thread.once('message', resolve));
  const known = new ModelIndex();
  for (const [path, text] of texts.after) known.set(path, text);
  const results: Record<'open' | 'openBare' | 'cold' | 'coldBare', Timed[]> = {
    open: [],
    openBare: [],
    cold: [],
    coldBare: [],
  };
  const first: Reviewed[] = [];
  const again: Reviewed[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      // The editor has parsed the sources of the dev branch already.
      results.openBare.push(await timed(() => bare(origin, ['files main'])));
      const texts = new TextCache();
      results.open.push(
        await timed(async () => {
          first.push(await review(origin, known, texts));
        }),
      );
      again.push(await review(origin, known, texts));
      results.coldBare.push(await timed(() => bare(origin, ['files main', 'files dev'])));
      results.cold.push(await timed(() => review(origin, undefined)));
    }
  } finally {
    await thread.terminate();
  }
  const own = (of: 'open' | 'cold', key: keyof Timed) =>
    results[of].map((one, i) => one[key] - results[`${of}Bare`][i]![key]);
  const ratio = median(results.open.map(({ ms }, i) => ms / results.openBare[i]!.ms));
  const row = (what: string, of: keyof typeof results) =>
    summarize(
      what,
      results[of].map(({ ms }) => ms),
    );
  const requests = (what: string, of: readonly Reviewed[]) =>
    summarize(
      what,
      of.map((one) => one.requests),
      'requests',
    );
  return {
    rows: [
      row('two listings and the contents of the base', 'openBare'),
      row('review, the model is open', 'open'),
      summarize('review, the model is open: beyond the requests', own('open', 'ms')),
      summarize('the same as processor time', own('open', 'processor')),
      requests('its requests', first),
      requests('requests of the same review again', again),
      row('two listings and both contents', 'coldBare'),
      row('review, nothing is parsed', 'cold'),
      summarize('review, nothing is parsed: beyond the requests', own('cold', 'ms')),
      summarize('the same as processor time', own('cold', 'processor')),
    ],
    remarks: [
      `${changedFiles} of ${files} files differ; the review lists ${first[0]!.changes} changes of the model. The platform runs in another thread.`,
      budget(`the model is open: at most ${goalMs} ms beyond the requests`, median(own('open', 'ms')), goalMs),
      `the model is open: ${ratio.toFixed(1)} × the bare requests`,
    ],
    summary: {
      againRequests: median(again.map((one) => one.requests)),
      openMs: median(results.open.map(({ ms }) => ms)),
      openOwnMs: median(own('open', 'ms')),
      openOwnProcessorMs: median(own('open', 'processor')),
      coldOwnMs: median(own('cold', 'ms')),
      coldOwnProcessorMs: median(own('cold', 'processor')),
      ofBare: ratio,
    },
  };
}

interface Reviewed {
  /** Number of changes of the model. */
  changes: number;
  requests: number;
}

const missing = { kind: 'missing', reason: reviewTexts.message('not-built', ['main']) } as const;

async function review(origin: string, known: ModelIndex | undefined, texts = new TextCache()): Promise<Reviewed> {
  const client = new Client({ baseUrl: origin, credential: { token: 'bench' } });
  const remotes: RemoteBranch[] = [];
  const branch = (name: string) => {
    const remote = new RemoteBranch(client as PlatformCaller, { origin, deploymentId: 1, branchName: name });
    remotes.push(remote);
    return new ListedBranch(name, remote, texts);
  };
  try {
    const { review: found } = await readReview({
      source: branch('dev'),
      target: branch('main'),
      modelFolder: 'model',
      known,
      readFork: async () => undefined,
      textOf: async () => undefined,
      uses: [],
      readCompiled: async () => ({ before: missing, after: missing, dispose() {} }),
      sqlBudget: { statements: 0, ms: 0 },
    });
    if (found.files.length !== changedFiles) throw new Error(`The review lists ${found.files.length} files.`);
    return { changes: found.model.length, requests: remotes.reduce((sum, one) => sum + one.requests, 0) };
  } finally {
    client.dispose();
  }
}

async function bare(origin: string, contents: readonly string[]): Promise<void> {
  const answers = ['file-hashes main', 'file-hashes dev', ...contents].map(async (one) => {
    const [operation, branch] = one.split(' ');
    const path = `/build/api/v1/deployments/1/data-model/${operation}?branchName=${branch}&withContent=true`;
    return JSON.parse(await read(`${origin}${path}`));
  });
  await Promise.all(answers);
}

function read(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
      response.on('error', reject);
    }).on('error', reject);
  });
}

async function timed(work: () => Promise<unknown>): Promise<Timed> {
  const start = performance.now();
  const used = processorTime();
  await work();
  return { ms: performance.now() - start, processor: processorTime() - used };
}
