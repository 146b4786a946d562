import assert from 'node:assert/strict';
import { localTime } from '../../src/local/localTime.ts';

describe('the local time of a zone', () => {
  it('is exact before and after each change of the offset', () => {
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
});
