/** 10,000 unchanged files: compares one comparison with `git status` of the same folder, both warm. */

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type BenchmarkResult, budget, median, processorTime, summarize } from '../benchmark.ts';
import { heapUsed, watchEventLoop } from './eventLoop.ts';
import { openFixture } from './fixture.ts';

const files = 10_000;

export async function unchanged(rounds = 9): Promise<BenchmarkResult> {
  const fixture = await openFixture({ files, latencyMs: 0 });
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: fixture.folder, stdio: ['ignore', 'pipe', 'inherit'] });
  const before = heapUsed();
  const { engine, wire, dispose } = fixture.openEngine();
  try {
    git('init', '--quiet');
    git('add', '--all');
    git('-c', 'user.name=bench', '-c', 'user.email=bench@example.invalid', 'commit', '--quiet', '--message', 'All');
    const first = await engine.refresh();
    if (first.entries.length > 0) throw new Error(`${first.entries.length} files differ before the run`);
    // A file that changed just before a comparison is read again. Repeat until no file is that new.
    for (let warm = 0; warm < 3; warm += 1) {
      await engine.refresh();
      git('status', '--porcelain');
    }
    const heap = heapUsed() - before;
    const ours: number[] = [];
    const processor: number[] = [];
    const gits: number[] = [];
    const blocks: number[] = [];
    let requests = 0;
    for (let round = 0; round < rounds; round += 1)
      blocks.push((await watchEventLoop(() => engine.refresh())).longestBlockMs);
    wire.take();
    for (let round = 0; round < rounds; round += 1) {
      for (const turn of round % 2 === 0 ? [runOurs, runGit] : [runGit, runOurs]) await turn();
    }
    const ratio = median(ours.map((ms, at) => ms / (gits[at] ?? Number.NaN)));
    return {
      rows: [
        summarize('nothing changed in 10,000 files: ours', ours),
        summarize('nothing changed in 10,000 files: ours, processor time', processor),
        summarize('nothing changed in 10,000 files: git status', gits),
        summarize(
          'ours as a multiple of git status',
          ours.map((ms, at) => ms / (gits[at] ?? Number.NaN)),
          '×',
        ),
        summarize('longest block of the event loop', blocks),
        summarize('heap kept for 10,000 files', [heap / 1_000_000], 'MB'),
        summarize('requests of a comparison', [requests], 'requests'),
      ],
      remarks: [
        'nothing changed: no injected latency, because git sends no request; a real latency adds one round trip',
        budget('nothing changed: one request', requests, 1),
        budget('nothing changed: at most twice the time of git status', ratio, 2),
        budget('nothing changed: event loop blocked for at most 16 ms', median(blocks), 16),
        budget('nothing changed: at most 40 MB of heap', heap / 1_000_000, 40),
      ],
      summary: {
        unchangedMs: median(ours),
        unchangedProcessorMs: median(processor),
        gitStatusMs: median(gits),
        ofGitStatus: ratio,
        longestBlockMs: median(blocks),
        heapMb: heap / 1_000_000,
        unchangedRequests: requests,
      },
    };

    async function runOurs(): Promise<void> {
      const start = performance.now();
      const used = processorTime();
      const plan = await engine.refresh();
      processor.push(processorTime() - used);
      ours.push(performance.now() - start);
      requests = wire.take().length;
      if (plan.entries.length > 0) throw new Error('Something changed');
    }

    async function runGit(): Promise<void> {
      const start = performance.now();
      const child = spawn('git', ['status', '--porcelain'], { cwd: fixture.folder, stdio: 'ignore' });
      await once(child, 'exit');
      gits.push(performance.now() - start);
    }
  } finally {
    dispose();
    await fixture.close();
  }
}
