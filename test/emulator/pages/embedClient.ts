/** An emulator with its embedded pages, and the HTTP requests of a host's backend and of a page. */

import assert from 'node:assert/strict';
import type { EmulatorOptions } from '../../../src/emulator/emulator.ts';
import { emulatorUnderTest } from '../emulatorUnderTest.ts';

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: the tests read answers of many shapes
  body: any;
}

export class EmbedClient {
  readonly url: string;
  readonly deploymentId: number;
  readonly publicId: string;
  readonly close: () => Promise<void>;
  readonly advanceClock: (ms: number) => void;
  readonly #adminKey: string;

  private constructor({ emulator, close }: Awaited<ReturnType<typeof emulatorUnderTest>>) {
    this.url = emulator.url;
    this.deploymentId = emulator.deploymentId;
    this.publicId = emulator.dashboardPublicId;
    this.#adminKey = emulator.adminApiKey;
    this.advanceClock = emulator.advanceClock;
    this.close = close;
  }

  static async open(options: EmulatorOptions = {}): Promise<EmbedClient> {
    return new EmbedClient(await emulatorUnderTest(options));
  }

  async send(method: string, path: string, authorization?: string, body?: unknown): Promise<Answer> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        ...(authorization === undefined ? {} : { authorization }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const type = response.headers.get('content-type') ?? '';
    const isJson = type.startsWith('application/json');
    const parsed = isJson ? JSON.parse(bytes.toString()) : type.startsWith('text/') ? bytes.toString() : bytes;
    return { status: response.status, headers: response.headers, body: parsed };
  }

  admin(method: string, path: string, body?: unknown): Promise<Answer> {
    return this.send(method, path, `Bearer ${this.#adminKey}`, body);
  }

  async setSwitches(switches: object): Promise<void> {
    const { status, body } = await this.admin('POST', '/_emulator/embedded', switches);
    assert.equal(status, 200, JSON.stringify(body));
  }

  /** Changes the account's configuration. */
  async setAppConfig(change: object): Promise<void> {
    const { status, body } = await this.admin('POST', '/_emulator/app-config', change);
    assert.equal(status, 200, JSON.stringify(body));
  }

  /** Returns a new session id. @param more fields of the request */
  async mint(more: object = {}): Promise<string> {
    const { deploymentId } = this;
    const input = { deploymentId, externalId: 'ada', embedTenantName: 'acme', ...more };
    const { status, body } = await this.admin('POST', '/api/v1/embed/generate-session', input);
    assert.equal(status, 200, JSON.stringify(body));
    return body.sessionId;
  }

  exchange(sessionId: string): Promise<Answer> {
    return this.send('POST', '/api/v1/embed/session/token', undefined, { sessionId });
  }

  async token(more: object = {}): Promise<string> {
    const { status, body } = await this.exchange(await this.mint(more));
    assert.equal(status, 200, JSON.stringify(body));
    return body.token;
  }

  /** Requests a route that only the pages use. */
  page(method: string, route: string, token?: string, body?: unknown): Promise<Answer> {
    return this.send(method, `/embed/_page/${route}`, token, body);
  }
}
