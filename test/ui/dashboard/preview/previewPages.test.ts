import assert from 'node:assert/strict';
import { Channel, type Port, type Requests } from '../../../../src/base/channel.ts';
import { Emitter } from '../../../../src/base/event.ts';
import { type PageRequests, pageRequests } from '../../../../src/contract/messages/hostChannel.ts';
import type { HostConfigChange, HostState } from '../../../../src/contract/messages/hostConfig.ts';
import { type Ask, type Handlers, requestSender } from '../../../../src/contract/messages/typedRequests.ts';
import { PreviewPages } from '../../../../src/ui/dashboard/preview/previewPages.ts';

const state = (over: Partial<HostState>): HostState => ({
  environment: 'browser',
  phase: 'active',
  ready: true,
  loaded: true,
  loadDurationMs: 800,
  widgetCount: 4,
  problem: null,
  endsAt: 1_000_000,
  canGoBack: true,
  canGoForward: false,
  path: '/dashboard/x',
  stale: false,
  options: { branch: null, theme: 'follow', locale: null, timezone: null, filters: [], profile: null },
  counts: { accepted: 0, unknown: 0, ignored: 0, sent: 0, queued: 0, loads: 1, renewals: 0 },
  ...over,
});

interface Window {
  ask: Ask<PageRequests>;
  /** Received requests by name. */
  told: [name: string, argument: unknown][];
  close(): void;
}

describe('the pages of one preview', () => {
  let pages: PreviewPages;
  const untold: string[] = [];

  beforeEach(() => {
    untold.length = 0;
    pages = new PreviewPages((what) => untold.push(what));
  });
  afterEach(() => pages.dispose());

  /** A page at the other end of two joined ports, as a window opens it. */
  const open = (environment: 'editor' | 'browser'): Window => {
    const inboxes = [new Emitter<unknown>(), new Emitter<unknown>()] as const;
    const port = (own: 0 | 1): Port => ({
      post: (message) => queueMicrotask(() => inboxes[own === 0 ? 1 : 0].fire(structuredClone(message))),
      onMessage: (listener) => inboxes[own].event(listener),
    });
    const attached = pages.attach(environment, port(0), (page) => {
      const known: Partial<Handlers<PageRequests>> = {
        log: () => {
          page.loaded = true;
          return {};
        },
        stateChanged: (now) => {
          pages.recordState(page, now);
          return {};
        },
        commandOutside: async ({ command }) => {
          await pages.outsidePage()('runCommand', { command });
          return { ok: true };
        },
        actOutside: (action) => pages.outsidePage()('sendAction', action),
      };
      return known as Handlers<PageRequests>;
    });
    const told: [string, unknown][] = [];
    const local = (name: string, reply: unknown) => (argument: unknown) => {
      told.push([name, argument]);
      return reply;
    };
    const channel = new Channel<Requests>(port(1), {
      configChanged: local('configChanged', {}),
      refresh: local('refresh', { sent: true }),
      runCommand: local('runCommand', {}),
      sendAction: local('sendAction', { sent: true, queued: false }),
    });
    const ask: Ask<PageRequests> = requestSender(pageRequests, (name, argument, options) =>
      channel.call(name, argument, options),
    );
    return { ask, told, close: () => attached.dispose() };
  };
  const load = ({ ask }: Window) => ask('log', { level: 'info', message: 'it listens' });
  const outsideOf = ({ told }: Window) =>
    told.filter(([name]) => name === 'configChanged').map(([, change]) => (change as HostConfigChange).outside);
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it('show the outside page’s state in the editor until it closes', async () => {
    const editor = open('editor');
    await load(editor);
    const browser = open('browser');
    await load(browser);
    assert.equal(pages.outside, null, 'it has not said yet that it is there');
    const shown = state({});
    await browser.ask('stateChanged', shown);
    await settled();
    assert.deepEqual(pages.outside, shown);
    browser.close();
    await settled();
    assert.deepEqual(outsideOf(editor), [shown, null]);
    assert.deepEqual(outsideOf(browser), [], 'a page does not receive its own address');
  });

  it('forward commands to the outside page and return its answer', async () => {
    const editor = open('editor');
    await load(editor);
    const browser = open('browser');
    await load(browser);
    await browser.ask('stateChanged', state({}));
    assert.deepEqual(await editor.ask('commandOutside', { command: 'back' }), { ok: true });
    const answer = await editor.ask('actOutside', { name: 'set-locale', payload: { locale: 'de' } });
    assert.deepEqual(answer, { sent: true, queued: false });
    assert.deepEqual(browser.told, [
      ['runCommand', { command: 'back' }],
      ['sendAction', { name: 'set-locale', payload: { locale: 'de' } }],
    ]);
    assert.ok(!editor.told.some(([name]) => name === 'runCommand' || name === 'sendAction'));
  });

  it('report a missing outside page', async () => {
    const editor = open('editor');
    await load(editor);
    await assert.rejects(editor.ask('actOutside', { name: 'refresh', payload: {} }), /No browser shows this dashboard/);
  });

  it('notify only loaded pages and count the loads of each', async () => {
    const editor = open('editor');
    const browser = open('browser');
    await load(browser);
    await browser.ask('stateChanged', state({ counts: { ...state({}).counts, loads: 6 } }));
    pages.notify('refresh', {});
    await settled();
    assert.deepEqual(
      browser.told.map(([name]) => name),
      ['refresh'],
    );
    assert.deepEqual(editor.told, []);
    assert.deepEqual(
      [...pages.nextLoads()].map(([{ environment: home }, number]) => [home, number]),
      [
        ['editor', 1],
        ['browser', 7],
      ],
    );
    assert.deepEqual(untold, []);
  });
});
