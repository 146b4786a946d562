import assert from 'node:assert/strict';
import { parseAction } from '../../../src/contract/messages/actions.ts';
import { parseEvent } from '../../../src/contract/messages/events.ts';
import { defaultPrefix, protocolNames } from '../../../src/contract/messages/names.ts';

const svc = protocolNames(defaultPrefix);
const good = {
  source: 'svc-embed',
  direction: 'event',
  type: 'svc:event:navigate',
  payload: { path: '/' },
  timestamp: 1,
  surface: 'dashboard',
};
const { surface: _never, ...goodAction } = { ...good, direction: 'action', type: 'svc:action:navigate' };

const reasonOf = (parsed: { kind: string; reason?: string }) => parsed.reason ?? parsed.kind;

describe('envelope', () => {
  it('is accepted with extra fields', () => {
    assert.equal(reasonOf(parseEvent({ ...good, version: 2, nested: { a: 1 } }, svc)), 'known');
    assert.equal(reasonOf(parseAction({ ...goodAction, version: 2 }, svc)), 'known');
  });

  const wrong: readonly [reason: string, over: object][] = [
    ['source', { source: 'svc' }],
    ['source', { source: 'SVC-embed' }],
    ['source', { source: undefined }],
    ['direction', { direction: 'action' }],
    ['direction', { direction: undefined }],
    ['type', { type: '' }],
    ['type', { type: 7 }],
    ['payload', { payload: undefined }],
    ['payload', { payload: null }],
    ['payload', { payload: 'text' }],
    ['payload', { payload: [] }],
    ['timestamp', { timestamp: '1' }],
    ['timestamp', { timestamp: Number.NaN }],
    ['timestamp', { timestamp: undefined }],
    ['surface', { surface: undefined }],
    ['surface', { surface: 'workbook' }],
  ];
  for (const [reason, over] of wrong) {
    it(`with ${JSON.stringify(over)} is rejected for its ${reason}`, () => {
      const parsed = parseEvent({ ...good, ...over }, svc);
      assert.equal(reasonOf(parsed), reason);
      assert.ok(parsed.kind === 'rejected' && parsed.detail.length > 5);
    });
  }

  it('of an event has a surface, of an action it has none', () => {
    assert.equal(reasonOf(parseAction({ ...goodAction, surface: 'dashboard' }, svc)), 'surface');
    assert.equal(reasonOf(parseEvent({ ...goodAction, direction: 'event' }, svc)), 'surface');
  });

  it('is checked for its source first', () => {
    assert.equal(reasonOf(parseEvent({ source: 'other', direction: 1, type: 2 }, svc)), 'source');
  });

  it('that is not an object is rejected', () => {
    for (const message of [undefined, null, 1, 'svc-embed', true, [], [good], 1n, Symbol('x'), () => good])
      assert.equal(reasonOf(parseEvent(message, svc)), 'not-an-object');
  });

  it('ignores fields of the prototype', () => {
    assert.equal(reasonOf(parseEvent(Object.create(good), svc)), 'source');
    assert.equal(reasonOf(parseEvent(JSON.parse('{"__proto__":{"source":"svc-embed"}}'), svc)), 'source');
    const polluting = { ...good, payload: JSON.parse('{"path":"/","__proto__":{"polluted":true}}') };
    assert.equal(reasonOf(parseEvent(polluting, svc)), 'known');
    assert.equal(({} as { polluted?: boolean }).polluted, undefined);
    const theme = { ...goodAction, type: 'svc:action:set-theme', payload: polluting.payload };
    const read = parseAction(theme, svc);
    assert.ok(read.kind === 'known');
    assert.equal((read.action.payload as { polluted?: boolean }).polluted, undefined);
  });

  it('that throws when it is read is rejected', () => {
    const trap = {
      get source(): string {
        throw new Error('no');
      },
    };
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    for (const message of [trap, revoked.proxy, { ...good, payload: revoked.proxy }])
      assert.equal(reasonOf(parseEvent(message, svc)), 'unreadable');
  });
});

describe('protocol names', () => {
  it('are the platform’s by default', () => {
    assert.equal(svc.source, 'svc-embed');
    assert.equal(svc.event('session-expiring'), 'svc:event:session-expiring');
    assert.equal(svc.action('set-color-scheme'), 'svc:action:set-color-scheme');
  });

  it('use the prefix of a tenant and no other', () => {
    const acme = protocolNames('acme');
    const own = { ...good, source: 'acme-embed', type: 'acme:event:navigate' };
    assert.equal(reasonOf(parseEvent(own, acme)), 'known');
    assert.equal(reasonOf(parseEvent(good, acme)), 'source');
    assert.equal(reasonOf(parseEvent({ ...good, source: 'acme-embed' }, acme)), 'unknown');
  });

  it('reject an invalid prefix', () => {
    for (const prefix of ['', 'a:b', '*', 'a b', '1a']) assert.throws(() => protocolNames(prefix), /prefix/);
  });
});
