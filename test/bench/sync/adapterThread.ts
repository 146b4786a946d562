/** The thread of the adapter: forwards the calls of the public client to the matching operations on kept-alive connections. */

import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import * as https from 'node:https';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

interface Mapping {
  /** Address of the emulator. */
  url: string;
  apiKey: string;
  branchName: string;
  /** Authority (PEM) of an emulator with HTTPS. */
  certificate?: string;
}

const { url, apiKey, branchName, certificate: ca } = workerData as Mapping;
const agent = ca ? new https.Agent({ keepAlive: true, ca }) : new Agent({ keepAlive: true });
const send = ca ? https.request : request;
const paths: Record<string, string> = {
  files: 'file-hashes',
  'start-upload': 'upload/start',
  'upload-file': 'upload/file',
  'finish-upload': 'upload/finish',
};

function forward(incoming: IncomingMessage, answer: ServerResponse): void {
  const [, deployment, call = ''] = /^\/build\/deploy\/([^/]+)\/([a-z-]+)/.exec(incoming.url ?? '') ?? [];
  const operation = paths[call];
  if (operation === undefined) {
    answer.writeHead(404).end();
    return;
  }
  const target = new URL(`/build/api/v1/deployments/${deployment}/data-model/${operation}`, url);
  target.searchParams.set('branchName', branchName);
  const { host: _, connection: __, ...headers } = incoming.headers;
  // The client sends two content types for its form. The first one is right.
  const type = headers['content-type']?.split(', ')[0];
  const sent = send(
    target,
    {
      method: incoming.method,
      agent,
      headers: { ...headers, ...(type && { 'content-type': type }), authorization: `Bearer ${apiKey}` },
    },
    (received) => {
      if (call !== 'files') {
        answer.writeHead(received.statusCode ?? 500, { 'content-type': 'application/json' });
        received.pipe(answer);
        return;
      }
      const chunks: Buffer[] = [];
      received.on('data', (chunk: Buffer) => chunks.push(chunk));
      received.on('end', () => {
        // The client compares paths without a leading slash.
        answer.end(Buffer.concat(chunks).toString().replaceAll('"/', '"'));
      });
    },
  );
  sent.on('error', () => answer.writeHead(502).end());
  incoming.pipe(sent);
}

const server = createServer(forward).listen(0, '127.0.0.1', () => {
  parentPort?.postMessage((server.address() as AddressInfo).port);
});
