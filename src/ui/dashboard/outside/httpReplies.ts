/** Replies of the loopback server, and the JSON body of a request. */

import type { IncomingMessage, ServerResponse } from 'node:http';

export const securityHeaders = {
  // A compressing proxy would buffer the event stream.
  'Cache-Control': 'no-store, no-transform',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** Bytes; a message of the channel has a few kilobytes. */
const maxMessage = 256 * 1024;

export class HttpRefusal extends Error {
  readonly status: number;
  /** The rest of the request body is not read. */
  readonly endsConnection: boolean;

  constructor(status: number, message: string, endsConnection = false) {
    super(message);
    this.status = status;
    this.endsConnection = endsConnection;
  }
}

export function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' });
  response.end(`${text}\n`);
}

export function sendHtml(response: ServerResponse, html: string, policy: string): void {
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy });
  response.end(html);
}

/** @throws HttpRefusal for another content type, a large body and invalid JSON */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
    throw new HttpRefusal(415, 'The content type must be application/json.');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxMessage) throw new HttpRefusal(413, 'The message is too large.', true);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new HttpRefusal(400, 'The body is not JSON.');
  }
}
