import assert from 'node:assert/strict';
import { readDateRange } from '../../../src/emulator/data/dateRange.ts';
import { HttpFailure } from '../../../src/emulator/errors/httpFailure.ts';

/** A Wednesday, a quarter past two in the afternoon of Berlin; the 15th of April already in Auckland. */
const now = Date.parse('2026-04-15T12:15:30.500Z');

describe('ranges of dates', () => {
  const cases: [string | string[], string, string, string?][] = [
    ['today', '2026-04-15T00:00:00.000', '2026-04-15T23:59:59.999'],
    ['Yesterday', '2026-04-14T00:00:00.000', '2026-04-14T23:59:59.999'],
    ['tomorrow', '2026-04-16T00:00:00.000', '2026-04-16T23:59:59.999'],
    ['today', '2026-04-16T00:00:00.000', '2026-04-16T23:59:59.999', 'Pacific/Auckland'],
    ['this week', '2026-04-13T00:00:00.000', '2026-04-19T23:59:59.999'],
    ['last week', '2026-04-06T00:00:00.000', '2026-04-12T23:59:59.999'],
    ['this month', '2026-04-01T00:00:00.000', '2026-04-30T23:59:59.999'],
    ['last month', '2026-03-01T00:00:00.000', '2026-03-31T23:59:59.999'],
    ['next month', '2026-05-01T00:00:00.000', '2026-05-31T23:59:59.999'],
    ['this quarter', '2026-04-01T00:00:00.000', '2026-06-30T23:59:59.999'],
    ['last quarter', '2026-01-01T00:00:00.000', '2026-03-31T23:59:59.999'],
    ['this year', '2026-01-01T00:00:00.000', '2026-12-31T23:59:59.999'],
    ['this hour', '2026-04-15T14:00:00.000', '2026-04-15T14:59:59.999'],
    ['last 7 days', '2026-04-08T00:00:00.000', '2026-04-14T23:59:59.999'],
    ['last  1  month', '2026-03-01T00:00:00.000', '2026-03-31T23:59:59.999'],
    ['last 12 months', '2025-04-01T00:00:00.000', '2026-03-31T23:59:59.999'],
    ['next 2 weeks', '2026-04-20T00:00:00.000', '2026-05-03T23:59:59.999'],
    ['last 2 years', '2024-01-01T00:00:00.000', '2025-12-31T23:59:59.999'],
    ['from 6 days ago to now', '2026-04-09T00:00:00.000', '2026-04-15T14:15:30.500'],
    ['from 2 months ago to 1 month ago', '2026-02-01T00:00:00.000', '2026-03-31T23:59:59.999'],
    ['2026-02-28', '2026-02-28T00:00:00.000', '2026-02-28T23:59:59.999'],
    [['2026-02-01', '2026-02-28'], '2026-02-01T00:00:00.000', '2026-02-28T23:59:59.999'],
    [['2026-02-01'], '2026-02-01T00:00:00.000', '2026-02-01T23:59:59.999'],
    [['2026-02', '2026-02'], '2026-02-01T00:00:00.000', '2026-02-28T23:59:59.999'],
    ['2024', '2024-01-01T00:00:00.000', '2024-12-31T23:59:59.999'],
    [['2026-02-01T10:00', '2026-02-01 10:30:15.25'], '2026-02-01T10:00:00.000', '2026-02-01T10:30:15.250'],
    [['2026-02-01T10:00:00Z', '2026-02-01T10:00:00+05:30'], '2026-02-01T11:00:00.000', '2026-02-01T05:30:00.000'],
  ];
  for (const [range, from, to, zone = 'Europe/Berlin'] of cases) {
    it(`${JSON.stringify(range)} in ${zone}`, () => assert.deepEqual(readDateRange(range, now, zone), [from, to]));
  }

  it('are refused where they say nothing', () => {
    for (const range of [
      '',
      'lately',
      'last days',
      '2026-13-01',
      '2026-02-01T25:00',
      [],
      ['2026-01-01', 'x', 'y'],
      'from to',
    ]) {
      assert.throws(
        () => readDateRange(range, now, 'UTC'),
        (failure) => failure instanceof HttpFailure && failure.status === 400,
        JSON.stringify(range),
      );
    }
  });
});
