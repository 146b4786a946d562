/** A loopback server whose responses, including faults, the test defines. */

import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import path from 'node:path';

interface Received {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

export interface TestServer {
  url: string;
  port: number;
  /** The complete requests, in order. */
  received: Received[];
  /** The open connections. */
  sockets: Set<Socket>;
  /** The number of connections so far. */
  connections(): number;
  close(): Promise<void>;
}

export type Answer = (request: Received, response: ServerResponse, incoming: IncomingMessage) => void | Promise<void>;

/** PEM files, valid for 127.0.0.1, localhost and platform.test. For tests only: the key is public. */
export const certificateFiles = {
  cert: path.join(import.meta.dirname, 'fixtures/selfSigned.cert.pem'),
  key: path.join(import.meta.dirname, 'fixtures/selfSigned.key.pem'),
};
export const certificate = readFileSync(certificateFiles.cert, 'utf8');
const key = readFileSync(certificateFiles.key, 'utf8');

export function json(
  response: ServerResponse,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

export async function serve(answer: Answer, { tls = false }: { tls?: boolean } = {}): Promise<TestServer> {
  const received: Received[] = [];
  const listener: RequestListener = async (incoming, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
    } catch {
      return; // The client closed the connection during its request.
    }
    const request = {
      method: incoming.method!,
      url: incoming.url!,
      headers: incoming.headers,
      body: Buffer.concat(chunks),
    };
    received.push(request);
    await answer(request, response, incoming);
  };
  const server = tls ? createTlsServer({ cert: certificate, key }, listener) : createServer(listener);
  return { ...(await listen(server as Server, tls ? 'https' : 'http')), received };
}

async function listen(server: Server, scheme: string): Promise<Omit<TestServer, 'received'>> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${scheme}://127.0.0.1:${port}`,
    port,
    sockets,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Resolves once `condition` is true; otherwise the test times out. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 2));
}
