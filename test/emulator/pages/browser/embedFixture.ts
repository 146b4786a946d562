/** One emulator and one browser for all tests of the embedded pages, and what these tests do with them. */

import assert from 'node:assert/strict';
import type { Locator, Request } from 'playwright-core';
import type { SessionState } from '../../../../src/emulator/pages/pageApi.ts';
import { eventRows, isValidPayload, type SurfaceName } from '../../../contract/messages/specTables.ts';
import { waitFor } from '../../../run/waitFor.ts';
import { EmbedClient } from '../embedClient.ts';
import { EmbedHost, type RecordedMessage } from './embedHost.ts';

export const minute = 60_000;
export const hour = 60 * minute;
export const portugalFilter = 'f_sales.customers_country=["Portugal"]';

let shared: Promise<EmbedFixture> | undefined;

/** Starts emulator and browser for the first suite that asks; they end with the process. Call inside `describe`. */
export function useEmbedFixture(): () => EmbedFixture {
  let fixture: EmbedFixture | undefined;
  before(async () => {
    shared ??= EmbedFixture.start();
    fixture = await shared;
  });
  afterEach(() => fixture?.clear());
  return () => fixture!;
}

interface EnterOptions {
  /** More parameters of the address: `&allowExport=true`. */
  query?: string;
  /** Fields of the session request. */
  session?: object;
}

export class EmbedFixture {
  readonly client: EmbedClient;
  readonly host: EmbedHost;
  /** The surface that is embedded now. */
  surface: SurfaceName = 'dashboard';
  #locales = 0;
  /** All messages of the tests so far. */
  readonly #recorded: RecordedMessage[] = [];

  private constructor(client: EmbedClient, host: EmbedHost) {
    this.client = client;
    this.host = host;
  }

  static async start(): Promise<EmbedFixture> {
    const [client, host] = await Promise.all([EmbedClient.open(), EmbedHost.open()]);
    return new EmbedFixture(client, host);
  }

  address(surface: SurfaceName): string {
    const { url, publicId, deploymentId } = this.client;
    return surface === 'dashboard' ? `${url}/embed/dashboard/${publicId}` : `${url}/embed/d/${deploymentId}/${surface}`;
  }

  /** A new session id for the current surface. */
  mint(more: object = {}, surface = this.surface): Promise<string> {
    const bound = surface === 'dashboard' ? { publicDashboardId: this.client.publicId } : {};
    return this.client.mint({ ...bound, ...more });
  }

  async embed(surface: SurfaceName, query: string): Promise<void> {
    const previous = await this.host.embed(this.address(surface) + query);
    this.#check(previous);
    this.surface = surface;
  }

  /** Embeds a surface with a new session and waits until it is complete. */
  async enter(surface: SurfaceName, { query = '', session = {} }: EnterOptions = {}): Promise<void> {
    await this.embed(surface, `?session=${await this.mint(session, surface)}${query}`);
    await this.host.event('ready');
    await this.host.event(surface === 'dashboard' ? 'dashboard-loaded' : 'view');
  }

  locator(selector: string, options: { hasText?: string } = {}): Locator {
    return this.host.frame().locator(selector, options);
  }

  /** The events of one name. */
  async events(name: string): Promise<RecordedMessage['data'][]> {
    const messages = (await this.host.messages()).map(({ data }) => data);
    return messages.filter(({ type }) => type === `svc:event:${name}`);
  }

  async eventNames(): Promise<string[]> {
    return (await this.host.messages()).map(({ data }) => String(data.type).replace('svc:event:', ''));
  }

  /** Checks the messages of the page against the specification and starts a new list. */
  async clear(): Promise<void> {
    this.#check(await this.host.takeMessages());
  }

  #check(messages: readonly RecordedMessage[]): void {
    for (const message of messages) checkMessage(this.client.url, this.surface, message);
    this.#recorded.push(...messages);
  }

  /** Runs an action that loads the dashboard's widgets again. */
  async reload(act: () => Promise<unknown>): Promise<RecordedMessage['data']> {
    await this.clear();
    await act();
    return this.host.event('dashboard-loaded');
  }

  /** The number that the widget “Orders” shows. */
  async orders(): Promise<number> {
    return Number(await this.locator('[data-widget=orders] [data-value]').getAttribute('data-value'));
  }

  async ask(question: string): Promise<void> {
    const input = this.locator('[data-question]');
    if (this.surface === 'app') await this.host.act('navigate', { path: '/chat' });
    if (this.surface === 'dashboard' && (await input.count()) === 0) await this.locator('[data-ai=chat]').click();
    await input.fill(question);
    const before = await this.locator('.turn').count();
    await input.press('Enter');
    await this.locator('.turn').nth(before).and(this.locator('[data-status=completed], [data-status=error]')).waitFor();
  }

  /** Opens something that runs a query. */
  async showNumbers(): Promise<void> {
    if (this.surface === 'chat') await this.ask('total amount by status');
    if (this.surface === 'app') await this.host.act('navigate', { path: `/dashboard/${this.client.publicId}` });
    await this.locator('[data-value]').first().waitFor({ state: 'attached' });
    await waitFor('all widgets are rendered', async () => (await this.locator('[data-phase=loading]').count()) === 0);
  }

  /** Runs `act` and returns the queries that the page sends. */
  async queries(act: () => Promise<unknown>, least: number) {
    const requests: Request[] = [];
    const record = (request: Request) => {
      if (request.url().endsWith('/v1/load')) requests.push(request);
    };
    this.host.page.on('request', record);
    try {
      await act();
      await this.fence();
      await waitFor(
        `the page sends ${least} queries`,
        () => requests.length >= least,
        () => requests.length,
      );
    } finally {
      this.host.page.off('request', record);
    }
    return requests.map((request) => ({
      query: (request.postDataJSON() as { query: { timezone?: string } }).query,
      token: request.headers().authorization,
    }));
  }

  /** Waits until the page has processed all actions sent so far. */
  async fence(): Promise<void> {
    const { locale } = await this.host
      .frame()
      .evaluate<{ locale: string }>('({ ...document.documentElement.dataset })');
    const marker = `en-x-fence${++this.#locales}`;
    for (const next of [marker, locale]) {
      await this.host.act('set-locale', { locale: next });
      await this.locator(`html[data-locale="${next}"]`).waitFor({ state: 'attached' });
    }
  }

  /** Makes the page read the state of its session now, and waits until it has reported what changed. */
  async pollSession(): Promise<SessionState> {
    const poll = async () => {
      const response = this.host.page.waitForResponse(/\/embed\/_page\/session$/);
      await this.host.frame().evaluate("document.dispatchEvent(new Event('visibilitychange')), 0");
      return (await (await response).json()) as SessionState;
    };
    // The first response may belong to a request that was sent earlier.
    await poll();
    const state = await poll();
    await this.host.frame().evaluate('new Promise((resolve) => setTimeout(resolve, 10))');
    return state;
  }

  /** Moves the clock to `ms` milliseconds before the end of the session. */
  async moveToEnd(ms: number): Promise<void> {
    const { expiresAt, now } = await this.pollSession();
    this.client.advanceClock(expiresAt! - now - ms);
    await this.host.frame().evaluate("document.dispatchEvent(new Event('visibilitychange')), 0");
  }

  /** Sets a variable that a reload of the page would lose. */
  mark(): Promise<unknown> {
    return this.host.frame().evaluate('window.mark = 1');
  }

  async isMarked(): Promise<boolean> {
    return (await this.host.frame().evaluate('window.mark')) === 1;
  }

  /** The values that the tests so far have seen, by `event.field`; names of types for fields without a list of values. */
  seenValues(): ReadonlyMap<string, ReadonlySet<string>> {
    const seen = new Map<string, Set<string>>();
    for (const { data } of this.#recorded) {
      const name = String(data.type).replace('svc:event:', '');
      for (const [field, value] of Object.entries(data.payload)) {
        const row = eventRows[name]?.fields.find((each) => each.field === field);
        const values = seen.get(`${name}.${field}`) ?? new Set();
        seen.set(`${name}.${field}`, values.add(Array.isArray(row?.type) ? String(value) : typeof value));
      }
    }
    return seen;
  }
}

function checkMessage(url: string, surface: SurfaceName, { origin, data }: RecordedMessage): void {
  const text = JSON.stringify(data).slice(0, 300);
  assert.equal(origin, url);
  assert.deepEqual(Object.keys(data).sort(), ['direction', 'payload', 'source', 'surface', 'timestamp', 'type'], text);
  assert.deepEqual([data.source, data.direction, data.surface], ['svc-embed', 'event', surface], text);
  assert.ok(Number.isInteger(data.timestamp) && data.timestamp > 1_600_000_000_000, text);
  const name = String(data.type).replace(/^svc:event:/, '');
  const row = eventRows[name];
  assert.ok(row, `${name} is not an event: ${text}`);
  assert.ok(row.surfaces.includes(surface), `${name} is not an event of ${surface}: ${text}`);
  assert.ok(isValidPayload(name, data.payload), text);
  for (const field of Object.keys(data.payload))
    assert.ok(
      row.fields.some((each) => each.field === field),
      `${name} has no field ${field}: ${text}`,
    );
}
