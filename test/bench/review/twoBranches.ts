/** A platform with two branches, in a thread. Its answers are ready when the client asks. */

import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

/** Path → text, by branch. */
export type Branches = Readonly<Record<string, ReadonlyMap<string, string>>>;

const answers = new Map<string, Buffer>();
for (const [branch, texts] of Object.entries(workerData as Branches)) {
  const hashes: Record<string, { hash: string }> = {};
  for (const [path, text] of texts) hashes[`/${path}`] = { hash: createHash('sha1').update(text).digest('hex') };
  const items = [...texts].map(([path, content]) => ({ path: `/${path}`, type: 'file', content }));
  answers.set(`file-hashes ${branch}`, Buffer.from(JSON.stringify(hashes)));
  answers.set(`files ${branch}`, Buffer.from(JSON.stringify({ items, pageInfo: { hasNextPage: false } })));
}

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://host');
  const operation = url.pathname.slice(url.pathname.lastIndexOf('/') + 1);
  const answer = answers.get(`${operation} ${url.searchParams.get('branchName')}`);
  response
    .writeHead(answer ? 200 : 404, { 'content-type': 'application/json', 'content-length': answer?.length ?? 0 })
    .end(answer);
});
server.listen(0, '127.0.0.1', () => {
  parentPort?.postMessage(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
