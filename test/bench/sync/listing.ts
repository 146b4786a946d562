/** Both listings of a branch with 400,000 files, without the platform's own time: the answers are ready when the client asks. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hashOf } from '../../../src/base/hash.ts';
import { Client } from '../../../src/platform/client.ts';
import { type PlatformCaller, RemoteBranch } from '../../../src/sync/remote/remoteBranch.ts';
import { type BenchmarkResult, median, summarize } from '../benchmark.ts';
import { pathOf } from './project.ts';

const files = 400_000;

export async function listing(rounds = 5): Promise<BenchmarkResult> {
  const paths = Array.from({ length: files }, (_, index) => `/${pathOf(index)}`);
  const hashes = paths.map((path) => `${JSON.stringify(path)}:{"hash":"${hashOf(Buffer.from(path))}"}`);
  const nodes = paths.map((path) => `{"path":${JSON.stringify(path)},"type":"file"}`);
  const answers = [`{${hashes}}`, `{"items":[${nodes}],"pageInfo":{"hasNextPage":false}}`].map((text) =>
    Buffer.from(text),
  );
  const server = createServer((request, response) => {
    const answer = answers[request.url!.includes('file-hashes') ? 0 : 1]!;
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length }).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [hashMs, pathMs, memory]: [number[], number[], number[]] = [[], [], []];
  try {
    for (let round = 0; round < rounds; round += 1) {
      const client = new Client({ baseUrl: origin, credential: { token: 'bench' } });
      const branch = new RemoteBranch(client as PlatformCaller, { origin, deploymentId: 1, branchName: 'dev-bench' });
      const before = process.memoryUsage.rss();
      hashMs.push(await time(async () => expect((await branch.listHashes()).size)));
      pathMs.push(await time(async () => expect((await branch.listPaths()).size)));
      memory.push((process.memoryUsage.rss() - before) / 1e6);
      client.dispose();
    }
  } finally {
    server.close();
  }
  return {
    rows: [
      summarize('400,000 files: listing of hashes', hashMs),
      summarize('400,000 files: listing of paths', pathMs),
      // Later rounds use memory that the first one has freed.
      summarize('400,000 files: memory of both in the first round', memory.slice(0, 1), 'MB'),
    ],
    remarks: [
      `the answers have ${answers.map(({ length }) => Math.round(length / 1e6)).join(' and ')} MB; the limit is 67 MB`,
    ],
    summary: { listHashesMs: median(hashMs), listPathsMs: median(pathMs), listingMb: memory[0] ?? Number.NaN },
  };
}

function expect(size: number): void {
  if (size !== files) throw new Error(`The listing has ${size} files instead of ${files}.`);
}

async function time(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
