import assert from 'node:assert/strict';
import { actionMessage, type EmbedAction, parseAction } from '../../../src/contract/messages/actions.ts';
import { parseEvent } from '../../../src/contract/messages/events.ts';
import { actionNames, eventNames, protocolNames } from '../../../src/contract/messages/names.ts';
import { actionRows, badValues, eventRows, goodValues, surfaces } from './specTables.ts';

const svc = protocolNames('svc');

type Field = readonly [field: string, good: readonly unknown[], bad: readonly unknown[], required: boolean];

const events: Record<string, readonly Field[]> = Object.fromEntries(
  Object.entries(eventRows).map(([name, { fields }]) => [
    name,
    fields.map((row): Field => [row.field, goodValues(row.type), badValues(row), row.required]),
  ]),
);
const actions: Record<string, readonly Field[]> = Object.fromEntries(
  Object.entries(actionRows).map(([name, fields]) => [
    name,
    fields.map(({ field, good, bad, required }): Field => [field, good, bad, required]),
  ]),
);

const event = (name: string, payload: unknown, over: object = {}) => ({
  source: 'svc-embed',
  direction: 'event',
  type: `svc:event:${name}`,
  payload,
  timestamp: 1_800_000_000_000,
  surface: 'dashboard',
  ...over,
});
const action = (name: string, payload: unknown, over: object = {}) => ({
  source: 'svc-embed',
  direction: 'action',
  type: `svc:action:${name}`,
  payload,
  timestamp: 1_800_000_000_000,
  ...over,
});

const fullest = (fields: readonly Field[]) => Object.fromEntries(fields.map(([field, [good]]) => [field, good]));
const barest = (fields: readonly Field[]) => fullest(fields.filter(([, , , required]) => required));

function holdsTo(
  rows: Record<string, readonly Field[]>,
  known: readonly string[],
  read: (name: string, payload: unknown) => { kind: string; reason?: string; detail?: string },
) {
  it('is the whole catalog', () => assert.deepEqual([...known].sort(), Object.keys(rows).sort()));

  for (const [name, fields] of Object.entries(rows)) {
    it(`${name}: with all fields, with the required ones, with unknown fields`, () => {
      for (const payload of [fullest(fields), barest(fields), { ...fullest(fields), inTheFuture: { a: [1] } }])
        assert.equal(read(name, payload).kind, 'known');
    });
    for (const [field, good, bad, required] of fields) {
      it(`${name}.${field}: accepts the type of the table only`, () => {
        for (const value of good) assert.equal(read(name, { ...fullest(fields), [field]: value }).kind, 'known');
        for (const value of bad) {
          const { kind, reason, detail } = read(name, { ...fullest(fields), [field]: value });
          assert.deepEqual([kind, reason], ['rejected', 'payload'], `${field} = ${JSON.stringify(value)}`);
          assert.match(detail ?? '', new RegExp(`^${field}: `), 'the reason names the field');
        }
        const { [field]: _gone, ...without } = fullest(fields);
        assert.equal(read(name, without).kind, required ? 'rejected' : 'known');
        if (!required)
          assert.equal(read(name, { ...without, [field]: null }).kind, 'known', 'null is as good as absent');
      });
    }
  }
}

describe('event catalog', () => {
  holdsTo(events, eventNames, (name, payload) => parseEvent(event(name, payload), svc));

  it('returns name, payload, surface and time of each event', () => {
    for (const surface of surfaces) {
      const parsed = parseEvent(event('navigate', { path: '/b', previousPath: '/a', more: 1 }, { surface }), svc);
      assert.deepEqual(parsed, {
        kind: 'known',
        event: {
          name: 'navigate',
          payload: { path: '/b', previousPath: '/a' },
          surface,
          timestamp: 1_800_000_000_000,
        },
      });
    }
  });

  it('accepts unknown types', () => {
    for (const type of ['svc:event:hover', 'svc:event:READY', 'svc:action:refresh', 'x', 'constructor', '__proto__'])
      assert.deepEqual(parseEvent(event('', {}, { type }), svc), { kind: 'unknown', type, surface: 'dashboard' });
  });
});

describe('action catalog', () => {
  holdsTo(actions, actionNames, (name, payload) => parseAction(action(name, payload), svc));

  it('keeps all fields of a theme', () => {
    const theme = { primaryColor: '#123456', borderRadius: 6, font: 'Inter', chartPalette: ['#fff', '#000'] };
    const parsed = parseAction(action('set-theme', theme), svc);
    assert.deepEqual(parsed.kind === 'known' && parsed.action.payload, theme);
  });

  it('writes envelopes without a surface that it can parse', () => {
    for (const [name, fields] of Object.entries(actions)) {
      const sent = actionMessage(svc, { name, payload: fullest(fields) } as EmbedAction, 5);
      assert.deepEqual(sent, action(name, fullest(fields), { timestamp: 5 }));
      assert.equal(Object.hasOwn(sent, 'surface'), false);
      assert.equal(parseAction(sent, svc).kind, 'known');
    }
  });

  it('needs no payload if the table has none', () => {
    const { payload: _none, ...bare } = action('refresh', {});
    assert.equal(parseAction(bare, svc).kind, 'known');
  });
});
