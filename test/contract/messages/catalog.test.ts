import assert from 'node:assert/strict';
import { actionMessage, type EmbedAction, parseAction } from '../../../src/contract/messages/actions.ts';
import { parseEvent } from '../../../src/contract/messages/events.ts';
import { actionNames, eventNames, protocolNames } from '../../../src/contract/messages/names.ts';

const svc = protocolNames('svc');

type Field = readonly [field: string, good: readonly unknown[], bad: readonly unknown[], required: boolean];

const text: readonly unknown[] = ['', 'x', 'ü😀'];
const notText: readonly unknown[] = [1, true, {}, []];
const number: readonly unknown[] = [0, 1.5, 1_800_000_000_000];
const notNumber: readonly unknown[] = ['1', true, {}, []];
const surfaces = ['dashboard', 'app', 'chat'];

/** The rows of the specification's table “Payloads” under “Event catalog”. */
const eventRows: Record<string, readonly Field[]> = {
  ready: [
    ['embedTenant', [...text, null], notText, true],
    ['deploymentId', [...number, null], notNumber, true],
    ['mode', ['signed', 'private'], ['public', null, 1], true],
    ['surface', surfaces, ['workbook', null, 1], true],
    ['publicId', text, notText, false],
  ],
  view: [
    ['surface', surfaces, ['workbook', null, 1], true],
    ['path', text, [...notText, null], true],
    ['publicId', text, notText, false],
    ['title', text, notText, false],
  ],
  navigate: [
    ['path', text, [...notText, null], true],
    ['previousPath', text, notText, false],
  ],
  'dashboard-loaded': [
    ['publicId', text, notText, false],
    ['widgetCount', number, notNumber, false],
    ['loadDurationMs', number, notNumber, false],
  ],
  download: [
    ['format', ['csv', 'xlsx', 'png', 'pdf'], ['svg', null, 1], true],
    ['target', ['widget', 'dashboard'], ['page', null, 1], true],
    ['widgetId', text, notText, false],
    ['title', text, notText, false],
    ['rowCount', number, notNumber, false],
  ],
  drilldown: [
    ['member', text, [...notText, null], true],
    ['value', [...text, ...number, null, true, {}, []], [], false],
    ['widgetId', text, notText, false],
  ],
  'ai-query': [
    ['query', text, [...notText, null], true],
    ['status', ['submitted', 'completed', 'error'], ['done', null, 1], true],
    ['chatId', text, notText, false],
    ['agentId', text, notText, false],
  ],
  'session-expiring': [
    ['expiresAt', number, [...notNumber, null], true],
    ['expiresInMs', number, [...notNumber, null], true],
  ],
  'session-expired': [['expiredAt', number, [...notNumber, null], true]],
  error: [
    ['message', text, [...notText, null], true],
    ['name', text, notText, false],
    ['context', ['embed-render', 'session-renewal', 'another'], notText, false],
    ['fatal', [true, false], ['true', 1, {}], false],
  ],
};

/** The rows of “Action catalog”. A theme's fields are the platform's. */
const actionRows: Record<string, readonly Field[]> = {
  'set-color-scheme': [['scheme', ['light', 'dark', 'auto'], ['sepia', null, 1], true]],
  'set-theme': [
    ['primaryColor', ['#336699'], notText, false],
    ['borderRadius', ['4px', 4], [true, {}], false],
    ['font', ['Inter'], notText, false],
  ],
  'set-locale': [['locale', ['de', 'de-AT', 'english'], [...notText, null], true]],
  'set-timezone': [['timezone', ['Europe/Berlin'], [...notText, null], true]],
  'set-filter': [['filterUrlParameter', ['f_sales.status=["shipped"]'], [...notText, null], true]],
  navigate: [['path', ['/a'], [...notText, null], true]],
  refresh: [],
  'set-session': [['sessionId', ['s-1'], [...notText, null, ''], true]],
};

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
  read: (name: string, payload: unknown) => { verdict: string; reason?: string; detail?: string },
) {
  it('is the whole catalog', () => assert.deepEqual([...known].sort(), Object.keys(rows).sort()));

  for (const [name, fields] of Object.entries(rows)) {
    it(`${name}: with every field, with the required ones, with fields from the future`, () => {
      for (const payload of [fullest(fields), barest(fields), { ...fullest(fields), inTheFuture: { a: [1] } }])
        assert.equal(read(name, payload).verdict, 'known');
    });
    for (const [field, good, bad, required] of fields) {
      it(`${name}.${field}: takes what the table says and nothing else`, () => {
        for (const value of good) assert.equal(read(name, { ...fullest(fields), [field]: value }).verdict, 'known');
        for (const value of bad) {
          const { verdict, reason, detail } = read(name, { ...fullest(fields), [field]: value });
          assert.deepEqual([verdict, reason], ['rejected', 'payload'], `${field} = ${JSON.stringify(value)}`);
          assert.match(detail ?? '', new RegExp(`^${field}: `), 'the reason names the field');
        }
        const { [field]: _gone, ...without } = fullest(fields);
        assert.equal(read(name, without).verdict, required ? 'rejected' : 'known');
        if (!required)
          assert.equal(read(name, { ...without, [field]: null }).verdict, 'known', 'null is as good as absent');
      });
    }
  }
}

describe('event catalog', () => {
  holdsTo(eventRows, eventNames, (name, payload) => parseEvent(event(name, payload), svc));

  it('gives each event its short name, its payload, its surface and its time', () => {
    for (const surface of surfaces) {
      const verdict = parseEvent(event('navigate', { path: '/b', previousPath: '/a', more: 1 }, { surface }), svc);
      assert.deepEqual(verdict, {
        verdict: 'known',
        event: {
          name: 'navigate',
          payload: { path: '/b', previousPath: '/a' },
          surface,
          timestamp: 1_800_000_000_000,
        },
      });
    }
  });

  it('tolerates types that are not in it', () => {
    for (const type of ['svc:event:hover', 'svc:event:READY', 'svc:action:refresh', 'x', 'constructor', '__proto__'])
      assert.deepEqual(parseEvent(event('', {}, { type }), svc), { verdict: 'unknown', type, surface: 'dashboard' });
  });
});

describe('action catalog', () => {
  holdsTo(actionRows, actionNames, (name, payload) => parseAction(action(name, payload), svc));

  it('carries a theme whole', () => {
    const theme = { primaryColor: '#123456', borderRadius: 6, font: 'Inter', chartPalette: ['#fff', '#000'] };
    const verdict = parseAction(action('set-theme', theme), svc);
    assert.deepEqual(verdict.verdict === 'known' && verdict.action.payload, theme);
  });

  it('writes envelopes that it reads again, without a surface', () => {
    for (const [name, fields] of Object.entries(actionRows)) {
      const sent = actionMessage(svc, { name, payload: fullest(fields) } as EmbedAction, 5);
      assert.deepEqual(sent, action(name, fullest(fields), { timestamp: 5 }));
      assert.equal(Object.hasOwn(sent, 'surface'), false);
      assert.equal(parseAction(sent, svc).verdict, 'known');
    }
  });

  it('needs no payload where the table says none', () => {
    const { payload: _none, ...bare } = action('refresh', {});
    assert.equal(parseAction(bare, svc).verdict, 'known');
  });
});
