import assert from 'node:assert/strict';
import type { MemberProfile } from '../../../src/local/profile/profileMember.ts';
import { profileHtml } from '../../../src/ui/database/profilePage.ts';
import { plainLocalizer } from '../../../src/ui/shell/localizer.ts';

const status: MemberProfile = {
  name: 'orders.status',
  kind: 'dimension',
  type: 'VARCHAR',
  rows: 1200,
  nulls: 150,
  distinct: 2,
  min: 'open',
  max: 'paid',
  common: [
    { value: 'paid', count: 750 },
    { value: '', count: 300 },
  ],
  histogram: [],
  total: undefined,
  isCut: false,
  notKnown: [],
};
const reading = { source: 'shop.duckdb', time: '1 March' };
const html = (profile: Partial<MemberProfile>) => profileHtml({ ...status, ...profile }, reading, 'en', plainLocalizer);
/** The texts of the elements, without tags. */
const textOf = (page: string) =>
  page
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

describe('the page of a profile', () => {
  it('has the numbers, the common values with their share, and what was read', () => {
    assert.equal(
      textOf(html({})),
      [
        ...['orders.status dimension · VARCHAR Read from shop.duckdb on 1 March, without access policies.'],
        ...['Rows 1,200 Null 150 12.5% Distinct Values 2 Smallest open Largest paid'],
        ...['Most Common Values Value Rows Share paid 750 62.5% (empty text) 300 25%'],
      ].join(' '),
    );
  });

  it('has a table behind the bars of a histogram, of which the longest is the whole width', () => {
    const page = html({
      common: [],
      distinct: 1050,
      histogram: [
        { from: '0', to: '10', count: 1000 },
        { from: '10', to: '20', count: 50 },
      ],
    });
    assert.match(textOf(page), /Distribution From – to below Rows Share 0 – 10 1,000 83.3% 10 – 20 50 4.2%/);
    assert.deepEqual(
      [...page.matchAll(/rect width="([\d.]+)"/g)].map(([, width]) => width),
      ['100.0', '5.0'],
    );
    assert.match(textOf(page), /No value occurs twice\.$/);
  });

  it('says what a measure shows, what was cut, and what is not known', () => {
    const text = textOf(
      html({
        kind: 'measure',
        total: '243.50',
        isCut: true,
        common: [],
        notKnown: [{ part: 'common', reason: 'the time of 60 s is over' }],
      }),
    );
    assert.match(text, /Only 1,200 rows were read/);
    assert.match(text, /The values are those of its SQL in each row, before they are aggregated\./);
    assert.match(text, /Over All Rows 243\.50/);
    assert.match(text, /The most common values are not known: the time of 60 s is over$/);
  });

  it('shows texts of the data literally', () => {
    const page = html({ min: '<img src=x onerror=alert(1)>', common: [{ value: '"><script>', count: 3 }] });
    assert.doesNotMatch(page, /<img|<script/);
  });

  it('shows a value that the database cannot compare as unknown, and no share of nothing', () => {
    assert.match(
      textOf(html({ rows: 0, nulls: 0, distinct: null, min: null, max: null, common: [] })),
      /Null 0 0% Distinct Values – Smallest – Largest –$/,
    );
  });
});
