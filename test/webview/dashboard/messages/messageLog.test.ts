import assert from 'node:assert/strict';
import { type LoggedMessage, MessageLog } from '../../../../src/webview/dashboard/messages/messageLog.ts';
import { previewText } from '../../../../src/webview/dashboard/messages/previewText.ts';

const message = (payload: string): Omit<LoggedMessage, 'number'> => ({
  time: 1,
  direction: 'in',
  type: 't',
  payload,
  cut: false,
  result: 'known',
  reason: undefined,
  detail: '',
  member: undefined,
  origin: undefined,
  surface: undefined,
  sentAt: 1,
});

describe('message log', () => {
  it('keeps the newest messages up to their maximum number', () => {
    const log = new MessageLog({ messages: 10, characters: 1e6 });
    for (let number = 1; number <= 60_000; number += 1) log.add(message(String(number)));
    assert.deepEqual([log.first, log.next], [59_991, 60_001]);
    assert.equal(log.at(60_000)?.payload, '60000');
    assert.equal(log.at(59_990), undefined);
    assert.equal(log.at(60_001), undefined);
  });

  it('keeps the newest messages up to their maximum size', () => {
    const log = new MessageLog({ messages: 1_000, characters: 10_000 });
    for (let number = 0; number < 500; number += 1) log.add(message('x'.repeat(1_000)));
    assert.ok(log.characters <= 10_000);
    assert.ok(log.next - log.first >= 1);
    log.clear();
    assert.deepEqual([log.characters, log.next - log.first], [0, 0]);
  });
});

describe('preview of a message', () => {
  it('is JSON where possible', () => {
    const value = { a: [1, 'x', null, true], b: { c: 'ü' } };
    assert.deepEqual(JSON.parse(previewText(value).text), value);
  });

  it('is short for any value', () => {
    for (const value of ['x'.repeat(10_000_000), new Array(1_000_000).fill(1), { a: 'y'.repeat(5_000_000) }]) {
      const { text, cut } = previewText(value, 200);
      assert.ok(text.length <= 202, String(text.length));
      assert.equal(cut, true);
    }
  });

  it('shows no session id and no token', () => {
    const secrets = {
      sessionId: 'secret-1',
      token: 'secret-2',
      nested: { session: 'secret-3' },
      path: '/embed?session=secret-4&a=1',
      text: 'eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.secret-5',
    };
    const { text } = previewText(secrets);
    assert.equal(text.includes('secret-'), false, text);
    assert.ok(text.includes('a=1'));
  });

  it('accepts values that JSON cannot represent', () => {
    const cyclic: unknown[] = [];
    cyclic.push(cyclic);
    for (const value of [
      cyclic,
      1n,
      Symbol('x'),
      () => 1,
      new Uint8Array(3),
      new Map([[1, 2]]),
      new Set([1]),
      undefined,
    ])
      assert.ok(previewText(value).text.length > 0);
  });
});
