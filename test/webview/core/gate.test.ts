import assert from 'node:assert/strict';
import type { ActionMessage, EmbedAction } from '../../../src/contract/messages/actions.ts';
import { protocolNames } from '../../../src/contract/messages/names.ts';
import { Gate } from '../../../src/webview/core/gate.ts';
import { MessageLog } from '../../../src/webview/core/messageLog.ts';
import { logIncoming } from '../../../src/webview/core/record.ts';

const origin = 'https://acme.example';
const names = protocolNames();

class FakeWindow {
  readonly got: [message: unknown, target: string][] = [];
  postMessage(message: unknown, target: string): void {
    this.got.push([message, target]);
  }
}

function stage() {
  const frame = new FakeWindow();
  const sent: ActionMessage[] = [];
  const gate = new Gate(
    names,
    origin,
    () => 7,
    (message) => sent.push(message),
  );
  gate.attach(frame);
  return { frame, gate, sent };
}

const event = (name: string, payload: unknown, over: object = {}) => ({
  source: 'svc-embed',
  direction: 'event',
  type: `svc:event:${name}`,
  payload,
  timestamp: 1,
  surface: 'dashboard',
  ...over,
});
const ready = event('ready', { embedTenant: 'acme', deploymentId: 1, mode: 'signed', surface: 'dashboard' });
const refresh: EmbedAction = { name: 'refresh', payload: {} };

describe('gate', () => {
  it('hears only the frame’s own window, from the exact origin, with the right head', () => {
    const { frame, gate } = stage();
    const cases: [source: unknown, from: string, data: unknown, reason: string][] = [
      [new FakeWindow(), origin, ready, 'window'],
      [null, origin, ready, 'window'],
      [undefined, origin, ready, 'window'],
      [frame, 'https://acme.example.evil.example', ready, 'origin'],
      [frame, 'http://acme.example', ready, 'origin'],
      [frame, 'https://acme.example:8443', ready, 'origin'],
      [frame, 'https://ACME.example', ready, 'origin'],
      [frame, 'null', ready, 'origin'],
      [frame, '', ready, 'origin'],
      [frame, '*', ready, 'origin'],
      [frame, origin, { ...ready, source: 'other' }, 'source'],
      [frame, origin, { ...ready, direction: 'action' }, 'direction'],
      [frame, origin, { ...ready, surface: undefined }, 'surface'],
      [frame, origin, event('ready', { mode: 'signed' }), 'payload'],
      [frame, origin, 'ready', 'not-an-object'],
    ];
    for (const [source, from, data, reason] of cases) {
      const verdict = gate.receive({ source, origin: from, data });
      assert.ok(verdict.verdict === 'ignored' && verdict.reason === reason, reason);
    }
    assert.equal(gate.ready, false);
    assert.equal(gate.counts.ignored, cases.length);
    assert.equal(
      [...gate.counts.reasons.values()].reduce((sum, count) => sum + count),
      cases.length,
    );
    assert.equal(gate.receive({ source: frame, origin, data: ready }).verdict, 'known');
    assert.equal(gate.ready, true);
  });

  it('sends only to that window and that origin, without a surface', () => {
    const { frame, gate } = stage();
    gate.receive({ source: frame, origin, data: ready });
    assert.equal(gate.send(refresh), 'sent');
    assert.equal(gate.sendRaw('svc:action:from-the-future', { a: 1 }), 'sent');
    assert.deepEqual(frame.got, [
      [{ source: 'svc-embed', direction: 'action', type: 'svc:action:refresh', payload: {}, timestamp: 7 }, origin],
      [
        {
          source: 'svc-embed',
          direction: 'action',
          type: 'svc:action:from-the-future',
          payload: { a: 1 },
          timestamp: 7,
        },
        origin,
      ],
    ]);
  });

  it('never takes a wildcard or an address for an origin', () => {
    for (const wrong of [
      '*',
      '',
      'null',
      'https://*',
      'https://*.acme.example',
      'https://a/b',
      'file://',
      'javascript:1',
    ])
      assert.throws(() => new Gate(names, wrong, Date.now, () => {}), /origin/, wrong);
  });

  it('keeps actions until the embed is ready, the latest of a kind, and sends them in order', () => {
    const { frame, gate } = stage();
    const filter = (text: string): EmbedAction => ({ name: 'set-filter', payload: { filterUrlParameter: text } });
    const early: EmbedAction[] = [
      { name: 'set-color-scheme', payload: { scheme: 'light' } },
      filter('f_a.b=[1]'),
      filter('f_a.c=[1]'),
      { name: 'set-color-scheme', payload: { scheme: 'dark' } },
      filter('f_a.b=[2]'),
    ];
    for (const action of early) assert.equal(gate.send(action), 'queued');
    assert.equal(gate.counts.queued, 3);
    assert.equal(frame.got.length, 0);
    gate.receive({ source: frame, origin, data: ready });
    assert.deepEqual(
      frame.got.map(([message]) => (message as ActionMessage).payload),
      [{ filterUrlParameter: 'f_a.c=[1]' }, { scheme: 'dark' }, { filterUrlParameter: 'f_a.b=[2]' }],
    );
    gate.receive({ source: frame, origin, data: ready });
    assert.equal(frame.got.length, 3, 'once');
  });

  it('lets no session id wait: it would be dead when it arrives', () => {
    const { frame, gate } = stage();
    assert.equal(gate.send({ name: 'set-session', payload: { sessionId: 'x' } }), 'refused');
    gate.receive({ source: frame, origin, data: ready });
    assert.equal(frame.got.length, 0);
  });

  it('forgets the window of an earlier load', () => {
    const { frame, gate } = stage();
    gate.receive({ source: frame, origin, data: ready });
    const other = new FakeWindow();
    gate.attach(other);
    assert.equal(gate.receive({ source: frame, origin, data: ready }).verdict, 'ignored');
    assert.equal(gate.send(refresh), 'queued');
    gate.receive({ source: other, origin, data: ready });
    assert.deepEqual([frame.got.length, other.got.length], [0, 1]);
  });
});

describe('10,000 messages of every kind', function () {
  this.timeout(60_000);

  it('have no effect they should not have, throw nothing, and leave memory as it was', () => {
    const seed = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000);
    let random = seed;
    const next = (below: number) => {
      random = (random * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((random / 2_147_483_648) * below);
    };
    const pick = <T>(items: readonly T[]): T => items[next(items.length)]!;
    const { frame, gate, sent } = stage();
    const log = new MessageLog();
    const huge = 'x'.repeat(10_000_000);
    const cyclic: Record<string, unknown> = { path: '/cyclic' };
    cyclic.self = cyclic;
    let deep: Record<string, unknown> = { path: '/deep' };
    for (let level = 0; level < 20_000; level += 1) deep = { path: '/deep', down: deep };
    const { port1 } = new MessageChannel();
    const payloads: (() => unknown)[] = [
      () => ({ path: '/a' }),
      () => ({ path: huge }),
      () => ({ message: huge, name: 'EmbedSessionExchangeError' }),
      () => cyclic,
      () => deep,
      () => JSON.parse('{"__proto__":{"polluted":true},"path":"/p"}'),
      () => JSON.parse('{"constructor":{"prototype":{"polluted":true}},"path":"/c"}'),
      () => new Uint8Array(1_000),
      () => new ArrayBuffer(64),
      () => port1,
      () => new Map([['path', '/m']]),
      () => [1, 2, 3],
      () => null,
      () => undefined,
      () => huge,
      () => 10n,
      () => new Date(Number.NaN),
      () => new Error('no'),
      () => ({ expiresAt: Number.NaN, expiresInMs: Number.POSITIVE_INFINITY }),
      () => ({
        get path(): string {
          throw new Error('trap');
        },
      }),
      () => Object.create({ path: '/lent' }),
      () => ({ member: 'a.b', value: cyclic }),
    ];
    const windows = [frame, new FakeWindow(), null, undefined, {}, globalThis];
    const origins = [origin, 'https://evil.example', 'null', '', `${origin}.evil.example`, 'vscode-webview://x'];
    const sources = ['svc-embed', 'svc-embed ', 'other', undefined, 1, {}];
    const directions = ['event', 'action', 'EVENT', undefined];
    const types = [
      'navigate',
      'error',
      'drilldown',
      'view',
      'session-expiring',
      'session-expired',
      'nothing',
      '__proto__',
    ];
    const surfaces = ['dashboard', 'app', 'chat', undefined, 'x'];
    let known = 0;
    // Half of all is right in each respect, so that every rule is reached.
    const mostly = <T>(items: readonly T[]): T => (next(2) === 0 ? items[0]! : pick(items));
    globalThis.gc?.();
    const before = process.memoryUsage().heapUsed;
    for (let round = 0; round < 10_000; round += 1) {
      const source = mostly(windows);
      const from = mostly(origins);
      const whole = {
        source: mostly(sources),
        direction: mostly(directions),
        type: `svc:event:${pick(types)}`,
        payload: pick(payloads)(),
        timestamp: mostly([1, Number.NaN, '1', undefined]),
        surface: mostly(surfaces),
      };
      const data: unknown = next(20) === 0 ? pick(payloads)() : whole;
      const verdict = gate.receive({ source, origin: from, data });
      log.add(logIncoming(data, verdict, round));
      const entitled =
        source === frame &&
        from === origin &&
        data === whole &&
        whole.source === 'svc-embed' &&
        whole.direction === 'event' &&
        whole.timestamp === 1;
      if (verdict.verdict !== 'ignored') assert.ok(entitled, `TEST_SEED=${seed} round ${round}`);
      if (verdict.verdict === 'known') known += 1;
    }
    assert.ok(known > 20, `some get through, or nothing was tested: ${known}`);
    assert.equal(({} as { polluted?: boolean }).polluted, undefined);
    assert.deepEqual([gate.ready, sent.length, frame.got.length], [false, 0, 0]);
    const { accepted, unknown, ignored } = gate.counts;
    assert.equal(accepted + unknown + ignored, 10_000);
    assert.ok(log.characters <= 4_000_000);
    globalThis.gc?.();
    const grown = process.memoryUsage().heapUsed - before;
    assert.ok(grown < 100_000_000, `${grown} bytes more`);
    port1.close();
  });
});
