/** A platform in a thread whose data API answers one query with many rows. */

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { largeAnswer } from './largeAnswer.ts';

const { rows } = workerData as { rows: number };
const answer = JSON.stringify(largeAnswer(rows));
const sql = JSON.stringify({ sql: { sql: ['SELECT 1', []] } });

const server = createServer((request, response) => {
  const url = request.url ?? '';
  request.resume();
  request.on('end', () => {
    if (url.endsWith('/token')) return send(response, JSON.stringify({ cubeApiToken: 'bench' }));
    if (url.endsWith('/load')) return send(response, answer);
    if (url.includes('/sql')) return send(response, sql);
    const { port } = server.address() as AddressInfo;
    const rest = { url: `http://127.0.0.1:${port}/data/v1` };
    const items = [{ id: 1, name: 'Production', type: 'production', api_credentials: { rest } }];
    send(response, JSON.stringify({ items, pageInfo: { hasNextPage: false } }));
  });
});

function send(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(text);
}

server.listen(0, '127.0.0.1', () => {
  parentPort!.postMessage(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
