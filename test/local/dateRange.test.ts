import assert from 'node:assert/strict';
import { readDateRange } from '../../src/local/dateRange.ts';
import { InvalidQuery } from '../../src/local/invalidQuery.ts';
import { publishedDateRanges } from './publishedDateRanges.ts';

/** A Wednesday, 14:15 in Berlin; already 15 April in Auckland. */
const now = Date.parse('2026-04-15T12:15:30.500Z');

describe('date ranges', () => {
  for (const [phrase, clock, zone, from, to] of publishedDateRanges) {
    it(`“${phrase}” at ${clock} in ${zone}, as the published gateway`, () => {
      const read = () => readDateRange(phrase, Date.parse(clock), zone);
      if (from === undefined) assert.throws(read, /Can't parse date/);
      else assert.deepEqual(read(), [from, to]);
    });
  }

  const cases: [string[], string, string, string?][] = [
    [['2026-02-01', '2026-02-28'], '2026-02-01T00:00:00.000', '2026-02-28T23:59:59.999'],
    [['2026-02-01'], '2026-02-01T00:00:00.000', '2026-02-01T23:59:59.999'],
    [['2026-02', '2026-02'], '2026-02-01T00:00:00.000', '2026-02-28T23:59:59.999'],
    [['2024'], '2024-01-01T00:00:00.000', '2024-12-31T23:59:59.999'],
    [['2026-02-01T10:00', '2026-02-01 10:30:15.25'], '2026-02-01T10:00:00.000', '2026-02-01T10:30:15.250'],
    [['2026-02-01T10:00:00Z', '2026-02-01T10:00:00+05:30'], '2026-02-01T11:00:00.000', '2026-02-01T05:30:00.000'],
  ];
  for (const [range, from, to, zone = 'Europe/Berlin'] of cases) {
    it(`${JSON.stringify(range)} in ${zone}`, () => assert.deepEqual(readDateRange(range, now, zone), [from, to]));
  }

  it('are rejected when they are invalid', () => {
    for (const range of [
      '',
      'lately',
      '2026-13-01',
      ['2026-02-01T25:00'],
      [],
      ['2026-01-01', 'x', 'y'],
      ['7 days ago', 'now'],
      'last 999999 years',
      `from ${'1'.repeat(300)} days ago to now`,
      'from to',
    ]) {
      assert.throws(
        () => readDateRange(range, now, 'UTC'),
        (failure) => failure instanceof InvalidQuery,
        JSON.stringify(range),
      );
    }
  });
});
