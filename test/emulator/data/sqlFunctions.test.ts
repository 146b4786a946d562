import assert from 'node:assert/strict';
import { addInterval, dateBin, localTime, lowerCase } from '../../../src/emulator/data/sqlFunctions.ts';

describe('the SQL functions of the database', () => {
  it('convert to local time, before and after each change of the offset', () => {
    const cases = [
      ['2026-03-29 00:59:59', 'Europe/Berlin', '2026-03-29T01:59:59.000'],
      ['2026-03-29T01:00:00.000', 'Europe/Berlin', '2026-03-29T03:00:00.000'],
      ['2026-10-25 00:30:00', 'Europe/Berlin', '2026-10-25T02:30:00.000'],
      ['2026-10-25 01:30:00', 'Europe/Berlin', '2026-10-25T02:30:00.000'],
      ['2026-07-01 12:00:00.123', 'America/St_Johns', '2026-07-01T09:30:00.123'],
      ['2026-01-01', 'Asia/Kathmandu', '2026-01-01T05:45:00.000'],
      ['2026-01-01T00:00:00Z', 'UTC', '2026-01-01T00:00:00.000'],
      ['1969-12-31 23:59:59.500', 'Europe/Berlin', '1970-01-01T00:59:59.500'],
      ['1999-12-31 23:59:59', 'America/New_York', '1999-12-31T18:59:59.000'],
    ] as const;
    for (const [time, zone, local] of cases) assert.equal(localTime(time, zone), local, `${time} ${zone}`);
    assert.equal(localTime(null, 'UTC'), null);
    assert.equal(localTime('soon', 'UTC'), null);
  });

  it('find the interval that contains a time, also before the origin', () => {
    const cases = [
      ['2 weeks', '2026-03-15T10:00:00.000', '2026-03-02', '2026-03-02T00:00:00.000'],
      ['2 weeks', '2026-03-16T00:00:00.000', '2026-03-02', '2026-03-16T00:00:00.000'],
      ['2 weeks', '2026-03-01T23:59:59.999', '2026-03-02', '2026-02-16T00:00:00.000'],
      ['15 minutes', '2026-03-01T10:44:59.000', '2026-01-01', '2026-03-01T10:30:00.000'],
      ['1 month', '2026-03-31T00:00:00.000', '2026-01-15', '2026-03-15T00:00:00.000'],
      ['1 month', '2026-02-28T00:00:00.000', '2026-01-31', '2026-02-28T00:00:00.000'],
      ['1 quarter', '2025-12-31T00:00:00.000', '2026-02-01', '2025-11-01T00:00:00.000'],
      ['1 year 6 months', '2029-06-30T00:00:00.000', '2026-01-01', '2029-01-01T00:00:00.000'],
    ] as const;
    for (const [interval, time, origin, start] of cases) {
      assert.equal(dateBin(interval, time, origin), start, `${interval} ${time}`);
    }
    assert.equal(dateBin('0 days', '2026-01-01', '2026-01-01'), null);
    assert.equal(dateBin('1 day', null, '2026-01-01'), null);
  });

  it('add intervals; a month after the last day of a month is never in the month after the next', () => {
    const cases = [
      ['2026-01-31T10:00:00.000', '1 month', '2026-02-28T10:00:00.000'],
      ['2026-03-31 23:59:59', '-1 month', '2026-02-28T23:59:59.000'],
      ['2024-02-29', '1 year', '2025-02-28T00:00:00.000'],
      ['2026-01-01', '2 weeks 1 day', '2026-01-16T00:00:00.000'],
      ['2026-01-31', '-1 quarter', '2025-10-31T00:00:00.000'],
    ] as const;
    for (const [time, interval, later] of cases)
      assert.equal(addInterval(time, interval), later, `${time} ${interval}`);
    assert.equal(addInterval(null, '1 day'), null);
  });

  it('know upper and lower case beyond ASCII', () => {
    assert.deepEqual(['SÜD', null, 7].map(lowerCase), ['süd', null, 7]);
  });
});
