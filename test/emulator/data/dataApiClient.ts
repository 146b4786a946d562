/** A client of one branch's data API. */

import assert from 'node:assert/strict';
import type { Answer, DeploymentClient } from '../emulatorUnderTest.ts';

export type Row = Record<string, string | boolean | null>;

export async function tokenOf(client: DeploymentClient, body: object = {}): Promise<string> {
  return (await client.done(client.control('POST', '/token', body))).cubeApiToken;
}

/** The REST URL of a branch's environment; production without a branch. */
export async function restUrl(client: DeploymentClient, branch?: string): Promise<string> {
  const { items } = await client.done(client.control('GET', '/environments'));
  const found = items.find(({ name, type }: { name: string; type: string }) =>
    branch === undefined ? type === 'production' : name === branch,
  );
  assert.ok(found, `no environment of ${branch ?? 'production'}`);
  return found.api_credentials.rest.url;
}

export class DataApiClient {
  readonly url: string;
  readonly token: string | undefined;

  constructor(url: string, token: string | undefined) {
    this.url = url;
    this.token = token;
  }

  static async of(client: DeploymentClient, branch?: string): Promise<DataApiClient> {
    return new DataApiClient(await restUrl(client, branch), await tokenOf(client));
  }

  async send(method: string, route: string, body?: unknown): Promise<Answer> {
    const response = await fetch(`${this.url}${route}`, {
      method,
      headers: {
        ...(this.token === undefined ? {} : { authorization: this.token }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? '' : JSON.parse(text) };
  }

  /** Sends one request and returns any response. */
  once(query: unknown): Promise<Answer> {
    return this.send('POST', '/load', { query });
  }

  /** Repeats a request while it is answered with `Continue wait`. */
  async ready(ask: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      const answer = await ask();
      if (answer.body.error !== 'Continue wait') return answer;
      assert.equal(answer.status, 200);
    }
  }

  async load(query: unknown): Promise<Answer['body']> {
    const { status, body } = await this.ready(() => this.once(query));
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  }

  async rows(query: unknown): Promise<Row[]> {
    return (await this.load(query)).data;
  }

  /** The error message of a rejected query. */
  async refusal(query: unknown): Promise<string> {
    const { status, body } = await this.ready(() => this.once(query));
    assert.equal(status, 400, JSON.stringify(body));
    assert.deepEqual(Object.keys(body), ['error']);
    return body.error;
  }
}
