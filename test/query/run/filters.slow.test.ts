import assert from 'node:assert/strict';
import { failureOf } from '../../platform/clientUnderTest.ts';
import { useEvents } from './eventsModel.ts';

const region = 'events.region';
const equalsNord = { member: region, operator: 'equals', values: ['Nord'] };

/** Each filter and the SQL of its condition. Null is in no list and contains nothing, so the negated filters include it. */
const filters: [string, object, string][] = [
  ['equals', equalsNord, `region = 'Nord'`],
  ['equals of several', { ...equalsNord, values: ['Nord', 'Süd_1', ''] }, `region in ('Nord', 'Süd_1', '')`],
  ['equals with quotation marks', { ...equalsNord, values: [`O'Hara, "50%"`] }, `region = 'O''Hara, "50%"'`],
  ['equals null or a value', { ...equalsNord, values: [null, 'Nord'] }, `region is null or region = 'Nord'`],
  ['notEquals null', { ...equalsNord, operator: 'notEquals', values: [null] }, 'region is not null'],
  ['notEquals null and a value', { ...equalsNord, operator: 'notEquals', values: [null, 'Nord'] }, `region <> 'Nord'`],
  ['equals null', { ...equalsNord, values: [null] }, 'region is null'],
  ['in', { ...equalsNord, operator: 'in', values: ['Nord', ''] }, `region in ('Nord', '')`],
  ['notEquals', { ...equalsNord, operator: 'notEquals' }, `region <> 'Nord' or region is null`],
  ['notIn', { ...equalsNord, operator: 'notIn', values: ['Nord', ''] }, `region not in ('Nord', '') or region is null`],
  ['contains in any case', { ...equalsNord, operator: 'contains', values: ['NORD'] }, `lower(region) like '%nord%'`],
  ['contains other letters in any case', { ...equalsNord, operator: 'contains', values: ['SÜD'] }, `region = 'Süd_1'`],
  ['contains a wildcard', { ...equalsNord, operator: 'contains', values: ['0%'] }, `instr(region, '0%') > 0`],
  [
    'contains one of several',
    { ...equalsNord, operator: 'contains', values: ['west', '_'] },
    `instr(region, 'west') > 0 or instr(region, '_') > 0`,
  ],
  [
    'notContains',
    { ...equalsNord, operator: 'notContains', values: ['nord'] },
    `lower(region) not like '%nord%' or region is null`,
  ],
  ['startsWith', { ...equalsNord, operator: 'startsWith', values: ['nord'] }, `lower(region) like 'nord%'`],
  [
    'notStartsWith',
    { ...equalsNord, operator: 'notStartsWith', values: ['nord'] },
    `lower(region) not like 'nord%' or region is null`,
  ],
  ['endsWith', { ...equalsNord, operator: 'endsWith', values: ['_1'] }, `right(region, 2) = '_1'`],
  [
    'notEndsWith',
    { ...equalsNord, operator: 'notEndsWith', values: ['_1'] },
    `right(region, 2) <> '_1' or region is null`,
  ],
  ['set', { member: region, operator: 'set' }, 'region is not null'],
  ['notSet', { member: region, operator: 'notSet' }, 'region is null'],
  ['gt', { member: 'events.amount', operator: 'gt', values: ['9'] }, 'amount > 9'],
  ['gte', { member: 'events.amount', operator: 'gte', values: ['-3'] }, 'amount >= -3'],
  ['lt', { member: 'events.price', operator: 'lt', values: ['10.25'] }, 'price < 10.25'],
  ['lte', { member: 'events.price', operator: 'lte', values: [10.25] }, 'price <= 10.25'],
  ['equals of a number', { member: 'events.amount', operator: 'equals', values: ['7', '-20'] }, 'amount in (7, -20)'],
  [
    'notEquals of a number',
    { member: 'events.amount', operator: 'notEquals', values: ['7'] },
    'amount <> 7 or amount is null',
  ],
  [
    'contains of a number',
    { member: 'events.amount', operator: 'contains', values: ['7'] },
    `cast(amount as text) like '%7%'`,
  ],
  ['notSet of a number', { member: 'events.amount', operator: 'notSet' }, 'amount is null'],
  ['gt beyond 2^53', { member: 'events.big', operator: 'gt', values: ['9007199254741300'] }, 'big > 9007199254741300'],
  [
    'equals beyond 2^53',
    { member: 'events.big', operator: 'equals', values: ['9007199254741201'] },
    'big = 9007199254741201',
  ],
  ['equals true', { member: 'events.paid', operator: 'equals', values: ['true'] }, 'paid = 1'],
  ['equals false', { member: 'events.paid', operator: 'equals', values: [false] }, 'paid = 0'],
  ['notEquals true', { member: 'events.paid', operator: 'notEquals', values: ['true'] }, 'paid <> 1 or paid is null'],
  ['in of a boolean', { member: 'events.paid', operator: 'in', values: ['true', 'false'] }, 'paid in (0, 1)'],
  ['set of a time', { member: 'events.at', operator: 'set' }, 'moment is not null'],
  [
    'equals of a time',
    { member: 'events.at', operator: 'equals', values: ['2026-01-01'] },
    `moment = '2026-01-01 00:00:00'`,
  ],
  [
    'notEquals of a time',
    { member: 'events.at', operator: 'notEquals', values: ['2026-01-01T00:00:00.000'] },
    `moment <> '2026-01-01 00:00:00'`,
  ],
  [
    'gt of a time',
    { member: 'events.at', operator: 'gt', values: ['2026-03-29T01:00:00.000'] },
    `moment > '2026-03-29 01:00:00'`,
  ],
  [
    'lte of a time',
    { member: 'events.at', operator: 'lte', values: ['2026-01-01'] },
    `moment <= '2026-01-01 00:00:00'`,
  ],
  [
    'inDateRange of two moments',
    { member: 'events.at', operator: 'inDateRange', values: ['2026-03-29T00:59:59.000', '2026-03-29T01:30:00.000'] },
    `moment between '2026-03-29 00:59:59' and '2026-03-29 01:30:00'`,
  ],
  ['measureFilter', { member: 'events.paid_customers', operator: 'measureFilter' }, 'paid = 1 and amount > 0'],
  [
    'and in or',
    {
      or: [
        equalsNord,
        {
          and: [
            { member: 'events.amount', operator: 'gt', values: ['50'] },
            { member: 'events.paid', operator: 'set' },
          ],
        },
      ],
    },
    `region = 'Nord' or (amount > 50 and paid is not null)`,
  ],
];

/** Each filter of a measure and the SQL of its condition. */
const measureFilters: [string, object, string][] = [
  ['equals', { member: 'events.least', operator: 'equals', values: ['-20'] }, 'min(amount) = -20'],
  [
    'notEquals',
    { member: 'events.least', operator: 'notEquals', values: ['-20'] },
    'min(amount) <> -20 or min(amount) is null',
  ],
  ['gt', { member: 'events.total', operator: 'gt', values: ['300'] }, 'sum(amount) > 300'],
  ['gte', { member: 'events.count', operator: 'gte', values: [15] }, 'count(*) >= 15'],
  ['lt', { member: 'events.mean', operator: 'lt', values: ['26.5'] }, 'avg(price) < 26.5'],
  ['lte', { member: 'events.customers', operator: 'lte', values: ['15'] }, 'count(distinct customer) <= 15'],
  ['set', { member: 'events.least', operator: 'set' }, 'min(amount) is not null'],
  ['notSet', { member: 'events.least', operator: 'notSet' }, 'min(amount) is null'],
  ['in', { member: 'events.least', operator: 'in', values: ['-20', '7'] }, 'min(amount) in (-20, 7)'],
  ['notIn', { member: 'events.count', operator: 'notIn', values: ['6', '7'] }, 'count(*) not in (6, 7)'],
  [
    'equals of a text',
    { member: 'events.last_region', operator: 'equals', values: ['Süd_1'] },
    `max(region) = 'Süd_1'`,
  ],
  [
    'gt of a time',
    { member: 'events.latest', operator: 'gt', values: ['2026-09-25'] },
    `max(moment) > '2026-09-25 00:00:00'`,
  ],
];

describe('the values behind filters', function () {
  this.timeout(60_000);
  const events = useEvents();

  for (const [name, filter, condition] of filters) {
    it(`${name}`, async () => {
      await events().assertSame(
        { dimensions: ['events.id'], filters: [filter] },
        `select id from events where ${condition}`,
      );
    });
  }

  for (const [name, filter, condition] of measureFilters) {
    it(`${name} of a measure, by customer`, async () => {
      await events().assertSame(
        { measures: ['events.count'], dimensions: ['events.amount'], filters: [filter] },
        `select amount, count(*) from events group by 1 having ${condition}`,
      );
    });
  }

  const mistakes: [string, object][] = [
    ['a number', { member: 'events.amount', operator: 'gt', values: ['many'] }],
    ['a measure', { member: 'events.total', operator: 'lt', values: ['2026-01-01'] }],
    ['a boolean', { member: 'events.paid', operator: 'equals', values: ['maybe'] }],
    ['a time', { member: 'events.at', operator: 'equals', values: ['2026-13-45'] }],
  ];
  for (const [name, filter] of mistakes) {
    it(`a value of another type than ${name} is refused`, async () => {
      const failure = await failureOf(events().ask({ measures: ['events.count'], filters: [filter] }));
      assert.match(failure.message, /Invalid value for 'events\.\w+': '.*' is not of type (numeric|boolean|timestamp)/);
    });
  }

  it('filters of measures and dimensions together', async () => {
    await events().assertSame(
      {
        measures: ['events.total'],
        dimensions: ['events.region', 'events.paid'],
        filters: [
          { member: 'events.total', operator: 'gt', values: ['100'] },
          { ...equalsNord, operator: 'notEquals' },
        ],
      },
      `select region, paid, sum(amount) from events where region <> 'Nord' or region is null group by 1, 2 having sum(amount) > 100`,
    );
  });

  it('a column of integers beyond 2^53 keeps every digit', async () => {
    await events().assertSame(
      {
        dimensions: ['events.id', 'events.big'],
        filters: [{ member: 'events.amount', operator: 'gt', values: ['70'] }],
      },
      'select id, cast(big as text) from events where amount > 70',
    );
  });
});
