import assert from 'node:assert/strict';
import { failureOf } from '../../platform/clientUnderTest.ts';
import { useEvents } from './eventsModel.ts';

/** Each zone and the SQL of its local time, with the changes of its clocks between October 2025 and October 2026. */
const zones: Record<string, string> = {
  UTC: 'moment',
  'Europe/Berlin': shifted(['2025-10-26 01:00:00', 2], ['2026-03-29 01:00:00', 1], 2),
  'America/New_York': shifted(['2025-11-02 06:00:00', -4], ['2026-03-08 07:00:00', -5], -4),
  'Australia/Sydney': shifted(['2025-10-04 16:00:00', 10], ['2026-04-04 16:00:00', 11], 10),
  'Asia/Kathmandu': '(moment + to_minutes(345))',
};

/** The moment, by so many hours later before each of two changes, and after them. */
function shifted(first: [string, number], second: [string, number], last: number): string {
  const [until, hours] = first;
  const [untilSecond, hoursSecond] = second;
  const when = (time: string, count: number) => `when moment < timestamp '${time}' then ${count}`;
  return `(moment + to_hours(case ${when(until, hours)} ${when(untilSecond, hoursSecond)} else ${last} end))`;
}

const time = (moment: string) => `strftime(${moment}, '%Y-%m-%dT00:00:00.000')`;
/** Each granularity and the SQL of its start, given the local time. */
const starts: Record<string, (local: string) => string> = {
  second: (local) => `strftime(${local}, '%Y-%m-%dT%H:%M:%S.000')`,
  minute: (local) => `strftime(${local}, '%Y-%m-%dT%H:%M:00.000')`,
  quarter_hour: (local) => `strftime(${local}, '%Y-%m-%dT%H:') || printf('%02d:00.000', minute(${local}) // 15 * 15)`,
  hour: (local) => `strftime(${local}, '%Y-%m-%dT%H:00:00.000')`,
  day: (local) => time(local),
  week: (local) => time(`${local} - to_days((dayofweek(${local}) + 6) % 7)`),
  sunday_week: (local) => time(`${local} - to_days(dayofweek(${local}))`),
  fortnight: (local) => {
    const daysAfter = `(cast(${local} as date) - date '2025-10-06')`;
    // The rest must not be negative before the origin.
    return time(`${local} - to_days((${daysAfter} + 1400) % 14)`);
  },
  month: (local) => `strftime(${local}, '%Y-%m-01T00:00:00.000')`,
  middle_to_middle: (local) =>
    `strftime(${local} - to_months(cast(day(${local}) < 15 as integer)), '%Y-%m-15T00:00:00.000')`,
  two_months: (local) => {
    const month = `(${local} - to_months(cast(day(${local}) < 15 as integer)))`;
    return `strftime(${month} - to_months(month(${month}) % 2), '%Y-%m-15T00:00:00.000')`;
  },
  half_of_month_ends: (local) =>
    `case when ${local} < '2025-07-31' then '2025-01-31' when ${local} < '2026-01-31' then '2025-07-31' ` +
    `when ${local} < '2026-07-31' then '2026-01-31' else '2026-07-31' end || 'T00:00:00.000'`,
  quarter: (local) => `printf('%d-%02d-01T00:00:00.000', year(${local}), (month(${local}) - 1) // 3 * 3 + 1)`,
  fiscal_year: (local) => `printf('%d-04-01T00:00:00.000', year(${local}) - cast(month(${local}) < 4 as integer))`,
  year: (local) => `strftime(${local}, '%Y-01-01T00:00:00.000')`,
};

describe('the values by time', function () {
  this.timeout(60_000);
  const events = useEvents();

  for (const [granularity, start] of Object.entries(starts)) {
    it(`by ${granularity}, in each zone`, async () => {
      for (const [timezone, local] of Object.entries(zones)) {
        const query = {
          measures: ['events.count', 'events.total'],
          timeDimensions: [{ dimension: 'events.at', granularity }],
          timezone,
        };
        await events().assertSame(query, `select ${start(local)}, count(*), sum(amount) from events group by 1`);
      }
    });
  }

  it('not by an interval of months and days, whose length the database does not know', async () => {
    const timeDimensions = [{ dimension: 'events.at', granularity: 'mixed' }];
    const failure = await failureOf(events().ask({ measures: ['events.count'], timeDimensions }));
    assert.match(failure.message, /cannot group by the interval '1 month 3 days'/);
  });

  it('a range of dates is in local time, its last day included', async () => {
    for (const [timezone, local] of Object.entries(zones)) {
      for (const [from, to] of [
        ['2025-10-05', '2025-10-26'],
        ['2025-11-02', '2025-11-02'],
        ['2026-03-08', '2026-04-05'],
        ['2025-12-31', '2026-01-01'],
      ]) {
        await events().assertSame(
          {
            measures: ['events.count'],
            timeDimensions: [{ dimension: 'events.at', granularity: 'day', dateRange: [from, to] }],
            timezone,
          },
          `select ${starts.day!(local)}, count(*) from events where cast(${local} as date) between '${from}' and '${to}' group by 1`,
        );
      }
    }
  });

  it('operators of times are in local time', async () => {
    const day = '2026-03-29';
    const operators: [string, string[], string][] = [
      ['inDateRange', [day, '2026-04-04'], `between '${day}' and '2026-04-04'`],
      ['notInDateRange', [day, '2026-04-04'], `not between '${day}' and '2026-04-04'`],
      ['onTheDate', [day], `= '${day}'`],
      ['beforeDate', [day], `< '${day}'`],
      ['beforeOrOnDate', [day], `<= '${day}'`],
      ['afterDate', [day], `> '${day}'`],
      ['afterOrOnDate', [day], `>= '${day}'`],
    ];
    for (const [timezone, local] of Object.entries(zones)) {
      for (const [operator, values, condition] of operators) {
        await events().assertSame(
          { measures: ['events.count'], filters: [{ member: 'events.at', operator, values }], timezone },
          `select count(*) from events where cast(${local} as date) ${condition}`,
        );
      }
    }
  });

  it('two granularities of one member are two columns', async () => {
    const local = zones['Europe/Berlin']!;
    const query = {
      measures: ['events.count'],
      timeDimensions: [
        { dimension: 'events.at', granularity: 'month' },
        { dimension: 'events.at', granularity: 'year' },
      ],
      timezone: 'Europe/Berlin',
    };
    await events().assertSame(
      query,
      `select ${starts.month!(local)}, ${starts.year!(local)}, count(*) from events group by 1, 2`,
    );
    const { columns } = await events().ask(query);
    assert.deepEqual(
      columns.map(({ key, kind, granularity }) => [key, kind, granularity]),
      [
        ['events.at.month', 'time', 'month'],
        ['events.at.year', 'time', 'year'],
        ['events.count', 'measure', undefined],
      ],
    );
  });
});
