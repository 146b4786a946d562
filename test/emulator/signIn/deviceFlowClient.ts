/** A client of the device flow as RFC 8628 describes one, and a browser without scripts for its verification page. */

import assert from 'node:assert/strict';

export const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';
export const clientId = 'a-public-client';

export interface OAuthAnswer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

export interface DeviceAuthorization {
  device_code: string;
  user_code: string;
  verification_uri: string;
  verification_uri_complete: string;
  expires_in: number;
  interval: number;
}

export interface TokenPair {
  access_token: string;
  refresh_token: string;
}

export class DeviceFlowClient {
  readonly url: string;

  constructor(url: string) {
    this.url = url;
  }

  async post(path: string, fields: Record<string, string> | [string, string][]): Promise<OAuthAnswer> {
    const response = await fetch(`${this.url}${path}`, { method: 'POST', body: new URLSearchParams(fields) });
    return { status: response.status, headers: response.headers, body: (await response.json()) as OAuthAnswer['body'] };
  }

  async start(fields: Record<string, string> = { client_id: clientId }): Promise<DeviceAuthorization> {
    const { status, body } = await this.post('/auth/device/code', fields);
    assert.equal(status, 200, JSON.stringify(body));
    return body as unknown as DeviceAuthorization;
  }

  poll(deviceCode: string, client = clientId): Promise<OAuthAnswer> {
    const fields = { grant_type: deviceGrant, device_code: deviceCode, client_id: client };
    return this.post('/auth/device/token', fields);
  }

  /** The error of a poll that must not give a token. */
  async refusal(deviceCode: string): Promise<unknown> {
    const { status, body } = await this.poll(deviceCode);
    assert.equal(status, 400, JSON.stringify(body));
    return body.error;
  }

  refresh(refreshToken: string): Promise<OAuthAnswer> {
    const fields = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: clientId };
    return this.post('/auth/oauth2/refresh', fields);
  }

  async refreshed(refreshToken: string): Promise<TokenPair> {
    const { status, body } = await this.refresh(refreshToken);
    assert.equal(status, 200, JSON.stringify(body));
    return body as unknown as TokenPair;
  }

  /** The whole flow with a user who approves. */
  async signIn(apiKey: string): Promise<TokenPair> {
    const started = await this.start();
    const page = await Page.open(started.verification_uri_complete);
    const answer = await page.submit({ api_key: apiKey, decision: 'approve' });
    assert.equal(answer.status, 200, answer.html);
    const { status, body } = await this.poll(started.device_code);
    assert.equal(status, 200, JSON.stringify(body));
    return body as unknown as TokenPair;
  }
}

/** A page with one form at most. It runs no scripts. */
export class Page {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;

  private constructor(url: string, { status, headers }: Response, html: string) {
    this.url = url;
    this.status = status;
    this.headers = headers;
    this.html = html;
  }

  static async open(url: string, init?: RequestInit): Promise<Page> {
    const response = await fetch(url, init);
    return new Page(url, response, await response.text());
  }

  /** The text of the page, without tags. */
  get text(): string {
    const body = this.html.slice(this.html.indexOf('<body'));
    return body.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
  }

  /** The fields of the form with their values, by name. */
  get fields(): Record<string, string> {
    const inputs = [...this.html.matchAll(/<input\b[^>]*>/g)].map(([tag]) => tag);
    return Object.fromEntries(inputs.map((tag) => [attribute(tag, 'name') ?? '', attribute(tag, 'value') ?? '']));
  }

  /** The values of the form's buttons. */
  get buttons(): string[] {
    return [...this.html.matchAll(/<button\b[^>]*>/g)].map(([tag]) => attribute(tag, 'value') ?? '');
  }

  /** Sends the form with its own fields and what the user enters. */
  submit(entered: Record<string, string>): Promise<Page> {
    const form = /<form\b[^>]*>/.exec(this.html)?.[0];
    assert.ok(form, `The page has no form: ${this.text}`);
    const target = new URL(attribute(form, 'action') ?? this.url, this.url);
    const fields = new URLSearchParams({ ...this.fields, ...entered });
    if (attribute(form, 'method') === 'post') return Page.open(target.href, { method: 'POST', body: fields });
    target.search = fields.toString();
    return Page.open(target.href);
  }
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];
}
