import assert from 'node:assert/strict';
import type { Cell, ResultColumn } from '../../../../src/contract/messages/resultShape.ts';
import { columnFormat } from '../../../../src/webview/query/grid/cellText.ts';
import { timeText } from '../../../../src/webview/query/grid/timeFormat.ts';
import { allLines, oneLine } from '../../../../src/webview/query/grid/visibleText.ts';
import { amount, count, month, share, status } from '../sampleResult.ts';

const format = (column: ResultColumn, language = 'en') => columnFormat(column, language, 'empty');
const shown = (column: ResultColumn, cell: Cell, language = 'en') => format(column, language).show(cell).text;

describe('the text of a cell', () => {
  it('differs for null, an empty text and their words', () => {
    assert.deepEqual(format(status).show(null), { text: 'null', kind: 'null' });
    assert.deepEqual(format(status).show(''), { text: 'empty', kind: 'empty' });
    assert.deepEqual(format(status).show('null'), { text: 'null', kind: 'value' });
    assert.deepEqual(format(status).show(false), { text: 'false', kind: 'value' });
    assert.deepEqual(format(count).show(null), { text: 'null', kind: 'null' });
  });

  it('keeps every digit of a number without a format', () => {
    assert.equal(shown(count, '9007199254740993'), '9,007,199,254,740,993');
    assert.equal(
      shown(count, '12345678901234567890.1234567890123456789012345'),
      '12,345,678,901,234,567,890.1234567890123456789012345',
    );
    assert.equal(shown(count, '12.50'), '12.50');
    assert.equal(shown(count, '-0.5'), '-0.5');
    assert.equal(shown(count, '1234.5', 'de'), '1.234,5');
    assert.equal(shown(count, '1e21'), '1e21');
    assert.equal(shown(count, 'NaN'), 'NaN');
    assert.equal(shown(count, 12), '12');
  });

  it('groups no digits of a dimension, which may be a year or an id', () => {
    assert.equal(shown({ ...status, type: 'number' }, '20260'), '20260');
    assert.equal(shown({ ...count, format: 'id' }, '1234567'), '1234567');
  });

  it('uses the formats of the model', () => {
    const formatted = (name: string, cell: string, currency?: string) =>
      shown({ ...count, format: name, ...(currency && { currency }) }, cell);
    assert.equal(shown(share, '0.8123'), '81.23%');
    assert.equal(formatted('percent_0', '0.819'), '82%');
    assert.equal(shown(amount, '98765432109876543210.5'), '$98,765,432,109,876,543,210.50');
    assert.equal(formatted('currency_0', '12.4', 'EUR'), '€12');
    assert.equal(formatted('accounting', '-12.4'), '($12.40)');
    assert.equal(formatted('decimal_3', '2'), '2.000');
    assert.equal(formatted('abbr', '1234567'), '1.2M');
    assert.equal(formatted(',.2f', '1234.567'), '1,234.57');
    assert.equal(formatted('.1%', '0.5'), '50.0%');
    assert.equal(formatted('$,.0f', '1234.5'), '$1,235');
    for (const unknown of ['', 'imageUrl', '%%%', 'constructor', '.99f'.repeat(30)])
      assert.equal(formatted(unknown, '5'), '5', unknown);
  });

  it('does not fail for an invalid language or currency', () => {
    assert.equal(shown(count, '1234', 'not a language'), '1,234');
    assert.equal(shown({ ...amount, currency: '<b>' }, '1'), '$1.00');
  });

  it('shows times by their granularity', () => {
    const at = '2026-04-01T00:00:00.000';
    assert.equal(shown(month, at), '2026-04');
    assert.equal(timeText(at, 'quarter'), '2026-Q2');
    assert.equal(timeText('2026-01-01T00:00:00.000', 'year'), '2026');
    assert.equal(timeText(at, 'day'), '2026-04-01');
    assert.equal(timeText(at, 'week'), '2026-04-01');
    assert.equal(timeText(at, 'hour'), '2026-04-01 00:00');
    assert.equal(timeText(at, 'second'), '2026-04-01 00:00:00');
    assert.equal(timeText('2026-04-01 13:45:10.120', undefined), '2026-04-01 13:45:10.12');
    assert.equal(timeText('2026-04-01T13:45:00.000Z', undefined), '2026-04-01 13:45:00');
    assert.equal(timeText(at, 'half_day'), '2026-04-01');
  });

  it('shows times in the format of the model', () => {
    const at = '2026-04-01T13:05:09.250';
    const column = (format: string): ResultColumn => ({ ...status, type: 'time', format });
    const cases = [
      ['%Y-%m', '2026-04'],
      ['%d.%m.%y %H:%M:%S', '01.04.26 13:05:09'],
      ['%A, %e %B %Y', 'Wednesday,  1 April 2026'],
      ['%a %b %I:%M %p', 'Wed Apr 01:05 PM'],
      ['%G-W%V-%u, Q%q, day %j', '2026-W14-3, Q2, day 091'],
      ['%S.%L %f %w 100%%', '09.250 250000 3 100%'],
    ] as const;
    for (const [format, text] of cases) assert.equal(shown(column(format), at), text, format);
    assert.equal(shown(column('%G-%V'), '2027-01-03T00:00:00.000'), '2026-53');
    assert.equal(shown(column('%B'), at, 'de'), 'April');
    assert.equal(shown(column('%b'), '2026-10-01', 'de'), 'Okt');
    assert.equal(shown(column('%b'), '2026-10-01', 'not a language'), 'Oct');
    for (const format of ['%Z', '%', 'plain', 'imageUrl']) {
      assert.equal(shown(column(format), at), '2026-04-01 13:05:09.25', format);
    }
    assert.equal(shown(column('%Y'), 'tomorrow'), 'tomorrow');
    assert.equal(shown({ ...month, format: '%Y' }, '2026-04-01T00:00:00.000'), '2026-04', 'the granularity decides');
  });

  it('hides no part of a time that is not the start of its period', () => {
    assert.equal(timeText('2026-04-02T00:00:00.000', 'month'), '2026-04-02 00:00:00');
    assert.equal(timeText('2026-02-01T00:00:00.000', 'year'), '2026-02-01 00:00:00');
    assert.equal(timeText('2026-04-01T00:00:00.000+02:00', 'day'), '2026-04-01 00:00:00 +02:00');
    assert.equal(timeText('tomorrow', 'day'), 'tomorrow');
  });

  it('shows what changed, with the exact difference of numbers', () => {
    const change = (column: ResultColumn, before: Cell, after: Cell) => {
      const found = format(column).change(before, after);
      return found && [found.before.text, found.after.text, found.difference];
    };
    assert.deepEqual(change(count, '9007199254740993', '9007199254740995'), [
      '9,007,199,254,740,993',
      '9,007,199,254,740,995',
      '+2',
    ]);
    assert.deepEqual(change(count, '0.3', '0.1'), ['0.3', '0.1', '−0.2']);
    assert.deepEqual(change(share, '0.5', '0.75'), ['50%', '75%', '+25%']);
    assert.deepEqual(change(count, null, '3'), ['null', '3', '']);
    assert.deepEqual(change(status, 'a', ''), ['a', 'empty', '']);
    assert.equal(change(count, '1.0', '1.00'), undefined);
    assert.equal(change(status, 'a', 'a'), undefined);
  });

  it('cuts long texts, and shows lines and characters that are invisible', () => {
    assert.equal(oneLine('a\nb\tc'), 'a↵b⇥c');
    assert.equal(oneLine('invoice\u202efdp.exe'), 'invoice⟨U+202E⟩fdp.exe');
    assert.equal(oneLine('\u0000\u200b\u2066'), '⟨U+0000⟩⟨U+200B⟩⟨U+2066⟩');
    assert.equal(oneLine('👩\u200d👩\u200d👧'), '👩\u200d👩\u200d👧');
    assert.equal(oneLine('x'.repeat(100_000)).length, 301);
    assert.equal(oneLine(`${'x'.repeat(299)}😀`), `${'x'.repeat(299)}…`);
    assert.equal(allLines('a\r\nb\u202ec'), 'a\nb⟨U+202E⟩c');
  });
});
