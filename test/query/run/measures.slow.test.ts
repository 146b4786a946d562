import assert from 'node:assert/strict';
import { failureOf } from '../../platform/clientUnderTest.ts';
import { useEvents } from './eventsModel.ts';

/** Each measure, and the SQL of its value for a group of rows. */
const measures: Record<string, string> = {
  count: 'count(*)',
  amounts: 'count(amount)',
  total: 'sum(amount)',
  takings: 'sum(price)',
  mean: 'sum(price) / count(price)',
  least: 'min(amount)',
  most: 'max(amount)',
  customers: 'count(distinct customer)',
  about_customers: 'count(distinct customer)',
  big_total: 'cast(sum(big) as text)',
  biggest: 'cast(max(big) as text)',
  paid_total: 'sum(amount) filter (where paid = 1)',
  paid_customers: 'count(distinct customer) filter (where paid = 1 and amount > 0)',
  paid_share: '1.0 * (sum(amount) filter (where paid = 1)) / nullif(sum(amount), 0)',
  all_paid: 'min(paid)',
  last_region: 'max(region)',
  latest: `strftime(max(moment), '%Y-%m-%dT%H:%M:%S.000')`,
};
const range = ['2026-02-20', '2026-03-12'];

describe('the values of measures', function () {
  this.timeout(60_000);
  const events = useEvents();

  for (const [name, sql] of Object.entries(measures)) {
    it(`${name}: in all, by a text with nulls, of no rows`, async () => {
      const query = { measures: [`events.${name}`] };
      await events().assertSame(query, `select ${sql} from events`);
      await events().assertSame(
        { ...query, dimensions: ['events.region'] },
        `select region, ${sql} from events group by 1`,
      );
      await events().assertSame({ ...query, segments: ['events.settled'] }, `select ${sql} from events where paid = 1`);
      await events().assertSame(
        { ...query, filters: [{ member: 'events.region', operator: 'equals', values: ['nowhere'] }] },
        `select ${sql} from events where region = 'nowhere'`,
      );
    });
  }

  it('several at once, each in its column', async () => {
    const names = Object.keys(measures);
    const query = { measures: names.map((name) => `events.${name}`), dimensions: ['events.paid', 'events.region'] };
    await events().assertSame(
      query,
      `select paid, region, ${names.map((name) => measures[name]).join(', ')} from events group by 1, 2`,
    );
    const { columns } = await events().ask(query);
    assert.deepEqual(
      columns.map(({ key }) => key),
      [...query.dimensions, ...query.measures],
    );
  });

  it('have the formats of the model: names, and specifications of numbers and times', async () => {
    const measures = ['events.takings', 'events.mean', 'events.paid_share', 'events.count'];
    const { columns } = await events().ask({ measures, dimensions: ['events.at'], limit: 1 });
    const formats = columns.map(({ format }) => format);
    assert.deepEqual(formats, ['%Y-%m', 'currency', '$,.3f', '.1~%', undefined]);
  });

  it('rows that a join multiplies count once', async () => {
    await events().assertSame(
      { measures: ['events.total', 'events.count', 'lines.pieces'], dimensions: ['events.paid'] },
      `select paid, sum(amount), count(*), (select sum(pieces) from lines join events e on e.id = event_id where e.paid is not distinct from events.paid)
       from events group by 1`,
    );
  });

  it('place: the rank within the other dimensions', async () => {
    await events().assertSame(
      { measures: ['events.place', 'events.total'], dimensions: ['events.region', 'events.paid'] },
      `select region, paid, rank() over (partition by paid order by sum(amount) desc), sum(amount) from events group by 1, 2`,
    );
    const { columns } = await events().ask({ measures: ['events.place'], dimensions: ['events.region'] });
    assert.equal(columns.at(-1)!.type, 'number');
  });

  it('paid_state_total: the total of fewer dimensions', async () => {
    await events().assertSame(
      { measures: ['events.paid_state_total', 'events.total'], dimensions: ['events.region', 'events.paid'] },
      `select region, paid, sum(sum(amount)) over (partition by paid), sum(amount) from events group by 1, 2`,
    );
  });

  it('month_before: the total of another month', async () => {
    const monthOf = (date: string) => `strftime(${date}, '%Y-%m')`;
    await events().assertSame(
      {
        measures: ['events.month_before', 'events.total'],
        timeDimensions: [{ dimension: 'events.at', granularity: 'month', dateRange: ['2026-01-01', '2026-04-30'] }],
      },
      `select month || '-01T00:00:00.000',
              (select sum(amount) from events where ${monthOf('moment')} = ${monthOf("cast(month || '-01' as date) - interval '1 month'")}),
              (select sum(amount) from events where ${monthOf('moment')} = month)
       from (select '2026-01' as month union all select '2026-02' union all select '2026-03' union all select '2026-04')`,
    );
  });

  it('spread: the emulator refuses a type that only the hosted platform calculates', async () => {
    for (const measure of ['events.spread', 'events.double_spread']) {
      const failure = await failureOf(events().ask({ measures: [measure] }));
      assert.match(failure.message, /The emulator cannot calculate 'events\.spread': its type is number_agg/);
    }
  });

  const groups: [string, string][] = [
    ['size', `case when price > 40 then 'large' when price > 10 then 'medium' else 'small' end`],
    ['pieces', '(select sum(pieces) from lines where event_id = events.id)'],
  ];
  for (const [name, sql] of groups) {
    it(`by ${name}, a dimension that is calculated`, async () => {
      const query = { measures: ['events.count', 'events.total'], dimensions: [`events.${name}`] };
      await events().assertSame(query, `select ${sql}, count(*), sum(amount) from events group by 1`);
    });
  }

  const days = `with days as (select cast(moment as date) as day from range(timestamp '2026-02-20', timestamp '2026-03-13', interval '1 day') as d(moment))`;
  const date = 'cast(moment as date)';
  const rolling: [string, string][] = [
    ['running', `select sum(amount) from events where ${date} <= day`],
    ['week_total', `select sum(amount) from events where ${date} > day - 7 and ${date} <= day`],
    ['around', `select count(distinct customer) from events where ${date} > day - 2 and ${date} <= day + 1`],
    ['month_so_far', `select sum(amount) from events where ${date} between date_trunc('month', day) and day`],
  ];
  for (const [name, sql] of rolling) {
    it(`${name}, over a window of days`, async () => {
      await events().assertSame(
        {
          measures: [`events.${name}`],
          timeDimensions: [{ dimension: 'events.at', granularity: 'day', dateRange: range }],
        },
        `${days} select strftime(day, '%Y-%m-%dT00:00:00.000'), (${sql}) from days`,
      );
    });
  }
});
