import assert from 'node:assert/strict';
import { actionNames, protocolNames } from '../../../../src/contract/messages/names.ts';
import {
  asAction,
  ignoredBecause,
  readPayload,
  samplePayload,
} from '../../../../src/webview/dashboard/messages/compose.ts';
import { LogView, messageFilter } from '../../../../src/webview/dashboard/messages/logView.ts';
import { messageLine } from '../../../../src/webview/dashboard/messages/messageLine.ts';
import { type LoggedMessage, MessageLog } from '../../../../src/webview/dashboard/messages/messageLog.ts';

const message = (over: Partial<LoggedMessage> = {}): Omit<LoggedMessage, 'number'> => ({
  ...{ time: 1, direction: 'in', type: 'svc:event:view', payload: '{}', cut: false, result: 'known' },
  ...{ reason: undefined, detail: '', member: undefined, origin: undefined, surface: undefined, sentAt: undefined },
  ...over,
});

const shown = (view: LogView) => Array.from({ length: view.length }, (_, index) => view.at(index)?.payload);

function filled(messages: number, bounds = { messages: 10, characters: 1e6 }) {
  const log = new MessageLog(bounds);
  const add = (count: number) => {
    for (let added = 0; added < count; added += 1) log.add(message({ payload: String(log.next) }));
  };
  add(messages);
  return { log, add, view: new LogView(log) };
}

describe('filter of the inspector', () => {
  const passes = (filter: string, over: Partial<LoggedMessage>) =>
    messageFilter(filter)({ number: 1, ...message(over) });

  it('matches properties of a message, not its payload', () => {
    for (const result of ['known', 'unknown', 'ignored'] as const) {
      const over = { result, payload: '"in out accepted unknown ignored"' };
      assert.deepEqual(
        ['accepted', 'unknown', 'ignored', 'in', 'out'].filter((word) => passes(word, over)),
        [{ known: 'accepted', unknown: 'unknown', ignored: 'ignored' }[result], 'in'],
      );
    }
  });

  it('needs every term in type, payload or reason, and no excluded term', () => {
    const over = { type: 'svc:event:Drilldown', payload: '{"member": "sales.Count"}', detail: 'Because' };
    for (const filter of ['drilldown COUNT', 'because', '-navigate', '-out drill', '', ' - '])
      assert.equal(passes(filter, over), true, filter);
    for (const filter of ['drilldown nothing', '-count', 'in -in']) assert.equal(passes(filter, over), false, filter);
  });
});

describe('the visible part of the log', () => {
  it('follows the log, with a filter and without', () => {
    const { log, add, view } = filled(4);
    view.filter = '1';
    view.update();
    assert.deepEqual(shown(view), ['1']);
    add(9);
    view.update();
    assert.deepEqual(shown(view), ['10', '11', '12', '13'], '1 to 3 went');
    view.filter = '';
    assert.equal(view.length, 10);
    assert.equal(log.dropped, 3);
    assert.equal(view.at(view.indexOf(9))?.number, 9);
  });

  it('keeps the messages of a pause and counts the dropped ones', () => {
    const { add, view } = filled(3);
    view.paused = true;
    add(8);
    view.update();
    assert.deepEqual([shown(view), view.missed], [['1', '2', '3'], { count: 8, dropped: 0 }]);
    add(5);
    assert.deepEqual([shown(view), view.missed], [['1', '2', '3'], { count: 13, dropped: 3 }]);
    view.filter = '2';
    assert.deepEqual(shown(view), ['2'], 'a pause can be filtered');
    view.paused = false;
    view.update();
    assert.deepEqual(shown(view), ['12'], 'nothing that the log kept is missing');
    view.filter = '';
    assert.equal(view.length, 10);
  });

  it('keeps its rows in place until it is updated', () => {
    const { add, view } = filled(10);
    for (const filter of ['', '1']) {
      view.filter = filter;
      view.update();
      const numbers = Array.from({ length: view.length }, (_, index) => view.numberAt(index));
      add(4);
      assert.deepEqual(
        Array.from({ length: view.length }, (_, index) => view.numberAt(index)),
        numbers,
      );
      assert.ok(numbers.every((number, index) => [undefined, number].includes(view.at(index)?.number)));
    }
  });

  it('is correct after any number of added and dropped messages', () => {
    const { log, add, view } = filled(0, { messages: 100, characters: 1e6 });
    view.filter = '7';
    for (let round = 0; round < 200; round += 1) {
      add(37);
      view.update();
      const kept = Array.from({ length: log.next - log.first }, (_, index) => String(log.first + index));
      assert.deepEqual(
        shown(view),
        kept.filter((payload) => payload.includes('7')),
      );
    }
  });
});

describe('a message as a line of JSON', () => {
  it('contains the payload as an object, or as text where it was cut', () => {
    const whole = { number: 1, ...message({ payload: '{"a": [1, null]}', time: 0, sentAt: 5, surface: 'app' }) };
    assert.deepEqual(JSON.parse(messageLine(whole)), {
      ...{ time: '1970-01-01T00:00:00.000Z', direction: 'in', type: 'svc:event:view', result: 'accepted' },
      ...{ surface: 'app', timestamp: 5, payload: { a: [1, null] } },
    });
    const cut = { ...whole, payload: '{"a": "xxx…', cut: true, result: 'ignored', reason: 'origin' } as const;
    const { payload, result, reason } = JSON.parse(messageLine(cut)) as Record<string, unknown>;
    assert.deepEqual([payload, result, reason], ['{"a": "xxx…', 'ignored', 'origin']);
    assert.equal(messageLine(cut).includes('\n'), false);
  });
});

describe('a composed action', () => {
  const names = protocolNames();

  it('has a valid sample for each action of the catalog', () => {
    for (const name of actionNames) {
      const { action, refused } = asAction(names, name, samplePayload(name, null));
      if (name === 'set-session') assert.notEqual(refused, undefined);
      else assert.equal(action && ignoredBecause(action), undefined, `${name}: ${refused}`);
    }
    assert.deepEqual(samplePayload('navigate', '/here'), { path: '/here' });
  });

  it('needs a JSON object; an empty text is an empty object', () => {
    assert.deepEqual([readPayload(' '), readPayload('{"a":1}')], [{ payload: {} }, { payload: { a: 1 } }]);
    for (const wrong of ['[]', 'null', '7', '{', 'x']) assert.ok('fault' in readPayload(wrong), wrong);
  });

  it('is reported where the specification makes the dashboard ignore it', () => {
    const ignored = (name: 'set-timezone' | 'set-filter', value: string) =>
      ignoredBecause(
        name === 'set-timezone'
          ? { name, payload: { timezone: value } }
          : { name, payload: { filterUrlParameter: value } },
      );
    assert.deepEqual(
      ['Europe/Berlin', '+02:00', 'Mars/Base'].map((zone) => ignored('set-timezone', zone)),
      [undefined, 'zone', 'zone'],
    );
    assert.deepEqual(
      ['f_a.b={"operator":"equals","values":[]}', 'a.b=1', 'f_a.b=x'].map((text) => ignored('set-filter', text)),
      [undefined, 'filter', 'filter'],
    );
  });
});
