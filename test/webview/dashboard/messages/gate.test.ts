import assert from 'node:assert/strict';
import type { ActionMessage, EmbedAction } from '../../../../src/contract/messages/actions.ts';
import { protocolNames } from '../../../../src/contract/messages/names.ts';
import { Gate } from '../../../../src/webview/dashboard/messages/gate.ts';

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
  it('accepts only the frame’s window and exact origin with a valid envelope', () => {
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
      const decision = gate.receive({ source, origin: from, data });
      assert.ok(decision.kind === 'ignored' && decision.reason === reason, reason);
    }
    assert.equal(gate.ready, false);
    assert.equal(gate.counts.ignored, cases.length);
    assert.equal(
      [...gate.counts.reasons.values()].reduce((sum, count) => sum + count),
      cases.length,
    );
    assert.equal(gate.receive({ source: frame, origin, data: ready }).kind, 'known');
    assert.equal(gate.ready, true);
  });

  it('sends only to that window and origin, without a surface', () => {
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

  it('refuses a wildcard and a URL as the origin', () => {
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

  it('queues the latest action of each kind until the page is ready, and sends them in order', () => {
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

  it('does not queue a session id', () => {
    const { frame, gate } = stage();
    assert.equal(gate.send({ name: 'set-session', payload: { sessionId: 'x' } }), 'refused');
    gate.receive({ source: frame, origin, data: ready });
    assert.equal(frame.got.length, 0);
  });

  it('ignores the window of an earlier load', () => {
    const { frame, gate } = stage();
    gate.receive({ source: frame, origin, data: ready });
    const other = new FakeWindow();
    gate.attach(other);
    assert.equal(gate.receive({ source: frame, origin, data: ready }).kind, 'ignored');
    assert.equal(gate.send(refresh), 'queued');
    gate.receive({ source: other, origin, data: ready });
    assert.deepEqual([frame.got.length, other.got.length], [0, 1]);
  });
});
