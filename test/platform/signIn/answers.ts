/** A host whose answers to the forms of a sign-in a test defines, and a clock without waiting. */

import type { Clock } from '../../../src/base/clock.ts';
import { Transport } from '../../../src/platform/http/transport.ts';
import type { SignInHost } from '../../../src/platform/signIn/postForm.ts';
import { json, serve, type TestServer } from '../http/testServer.ts';

export interface ScriptedAnswer {
  status?: number;
  body?: unknown;
  /** Ends the connection without a response. */
  broken?: boolean;
  html?: boolean;
  headers?: Record<string, string>;
}

export interface ScriptedHost {
  host: SignInHost;
  server: TestServer;
  /** The forms that arrived. */
  forms(): Record<string, string>[];
  paths(): string[];
  close(): Promise<void>;
}

/** Answers with each of `answers` in turn, and with the last one again. */
export async function scriptedHost(...answers: ScriptedAnswer[]): Promise<ScriptedHost> {
  const rest = [...answers];
  const server = await serve((_, response) => {
    const { status = 200, body = {}, broken, html, headers = {} } = rest.length > 1 ? rest.shift()! : rest[0]!;
    if (broken) response.destroy();
    else if (html)
      response.writeHead(status, { 'content-type': 'text/html', ...headers }).end('<!doctype html><p>App</p>');
    else json(response, body, status, headers);
  });
  const transport = new Transport();
  return {
    host: { baseUrl: server.url, transport },
    server,
    forms: () => server.received.map(({ body }) => Object.fromEntries(new URLSearchParams(body.toString()))),
    paths: () => server.received.map(({ url }) => url),
    close: async () => {
      transport.dispose();
      await server.close();
    },
  };
}

/** Time passes only in `delay`. */
export class TestClock implements Pick<Clock, 'now' | 'delay'> {
  readonly waits: number[] = [];
  readonly #onWait: (ms: number) => void;
  #now = 1_700_000_000_000;

  constructor(onWait: (ms: number) => void = () => {}) {
    this.#onWait = onWait;
  }

  readonly now = (): number => this.#now;

  advance(ms: number): void {
    this.#now += ms;
  }

  async delay(ms: number, signal?: AbortSignal): Promise<void> {
    this.waits.push(ms);
    this.#now += ms;
    this.#onWait(ms);
    signal?.throwIfAborted();
  }
}
