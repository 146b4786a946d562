import assert from 'node:assert/strict';
import { useEvents } from './eventsModel.ts';

/** Each zone and the SQL of its local time, with the changes of its clocks between October 2025 and October 2026. */
const zones: Record<string, string> = {
  UTC: 'at',
  'Europe/Berlin': `datetime(at, case when at < '2025-10-26 01:00:00' then '+2 hours' when at < '2026-03-29 01:00:00' then '+1 hours' else '+2 hours' end)`,
  'America/New_York': `datetime(at, case when at < '2025-11-02 06:00:00' then '-4 hours' when at < '2026-03-08 07:00:00' then '-5 hours' else '-4 hours' end)`,
  'Australia/Sydney': `datetime(at, case when at < '2025-10-04 16:00:00' then '+10 hours' when at < '2026-04-04 16:00:00' then '+11 hours' else '+10 hours' end)`,
  'Asia/Kathmandu': `datetime(at, '+5 hours', '+45 minutes')`,
};

const time = (date: string) => `${date} || 'T00:00:00.000'`;
/** Each granularity and the SQL of its start, given the local time. */
const starts: Record<string, (local: string) => string> = {
  second: (local) => `strftime('%Y-%m-%dT%H:%M:%S.000', ${local})`,
  minute: (local) => `strftime('%Y-%m-%dT%H:%M:00.000', ${local})`,
  quarter_hour: (local) =>
    `strftime('%Y-%m-%dT%H:', ${local}) || printf('%02d:00.000', strftime('%M', ${local}) / 15 * 15)`,
  hour: (local) => `strftime('%Y-%m-%dT%H:00:00.000', ${local})`,
  day: (local) => time(`date(${local})`),
  week: (local) => time(`date(${local}, '-' || ((strftime('%w', ${local}) + 6) % 7) || ' days')`),
  sunday_week: (local) => time(`date(${local}, '-' || strftime('%w', ${local}) || ' days')`),
  fortnight: (local) => {
    const daysAfter = `(julianday(date(${local})) - julianday('2025-10-06'))`;
    // The rest must not be negative before the origin.
    return time(`date(${local}, '-' || cast((${daysAfter} + 1400) % 14 as integer) || ' days')`);
  },
  month: (local) => time(`strftime('%Y-%m-01', ${local})`),
  quarter: (local) =>
    time(`printf('%s-%02d-01', strftime('%Y', ${local}), (strftime('%m', ${local}) - 1) / 3 * 3 + 1)`),
  fiscal_year: (local) => time(`printf('%d-04-01', strftime('%Y', ${local}) - (strftime('%m', ${local}) < '04'))`),
  year: (local) => time(`strftime('%Y-01-01', ${local})`),
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
          `select ${starts.day!(local)}, count(*) from events where date(${local}) between '${from}' and '${to}' group by 1`,
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
          `select count(*) from events where date(${local}) ${condition}`,
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
      `select ${starts.month!(local)}, ${starts.year!(local)}, count(*) from events group by 1`,
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
