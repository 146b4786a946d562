/** Granularities and time shifts of calendars, filters of multi-stage measures, and lambda rollups. */

import assert from 'node:assert/strict';
import { referenceCompletion } from '../../../src/language/completion/referenceCompletion.ts';
import { hover } from '../../../src/language/hover/hover.ts';
import { checkModel } from '../../../src/model/checks/checkModel.ts';
import { indexOf, show } from '../../model/models.ts';
import { placeAt, placeIn, uriOf } from '../places.ts';
import { changedLines, renameAt } from './edited.ts';

const calendar = (name: string) => `  - name: ${name}
    calendar: true
    sql_table: ${name}
    dimensions:
      - name: day
        sql: "{CUBE}.day"
        type: time
        primary_key: true
        granularities:
          - { name: fortnight, interval: 2 weeks, origin: "2025-01-01" }
        time_shift:
          - { name: one_year, sql: "{CUBE}.prev_year" }
          - { interval: 1 month, type: prior, sql: "{CUBE}.prev_month" }
`;
const orders = `  - name: orders
    sql: "SELECT * FROM o WHERE {FILTER_PARAMS.cal.day.time_shifts.one_year.filter('d')}"
    joins:
      - { name: cal, sql: "{CUBE}.at = {cal.day}", relationship: many_to_one }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: kind, sql: kind, type: string }
    measures:
      - { name: n, type: count }
      - { name: shifted, type: number, multi_stage: true, sql: "{n}", time_shift: [{ name: one_year }] }
      - { name: window, type: count, rolling_window: { type: to_date, granularity: fortnight } }
      - { name: some, type: number, multi_stage: true, sql: "{n}", filter: { include: [{ member: kind, operator: set }] } }
`;
const model = (text = orders) => indexOf({ 'a.yml': `cubes:\n${calendar('cal')}${text}` });
const changed = (at: string, to: string, index = model()) =>
  changedLines(placeAt(index, 'model/a.yml', at), to).map((line) => line.split(' → ')[1]);

describe('parts of calendars and filters', () => {
  it('are renamed from their definition and from each use', () => {
    const shift = [
      '- { name: one_day, sql: "{CUBE}.prev_year" }',
      'sql: "SELECT * FROM o WHERE {FILTER_PARAMS.cal.day.time_shifts.one_day.filter(\'d\')}"',
      '- { name: shifted, type: number, multi_stage: true, sql: "{n}", time_shift: [{ name: one_day }] }',
    ];
    for (const at of ['one_year, sql', 'one_year.filter', 'one_year }]'])
      assert.deepEqual(changed(at, 'one_day'), shift, at);
    const window = [
      '- { name: sprint, interval: 2 weeks, origin: "2025-01-01" }',
      '- { name: window, type: count, rolling_window: { type: to_date, granularity: sprint } }',
    ];
    for (const at of ['fortnight,', 'fortnight }']) assert.deepEqual(changed(at, 'sprint'), window, at);
    const filter = [
      '- { name: sort, sql: kind, type: string }',
      '- { name: some, type: number, multi_stage: true, sql: "{n}", filter: { include: [{ member: sort, operator: set }] } }',
    ];
    for (const at of ['kind, sql', 'kind, operator']) assert.deepEqual(changed(at, 'sort'), filter, at);
  });

  it('are refused if a use means those of several calendars', () => {
    const index = model(orders + calendar('fiscal'));
    const message = /`orders` names `one_year`, which several dimensions define/;
    assert.throws(() => changed('one_year, sql', 'x', index), message);
    assert.throws(() => changed('fortnight,', 'x', index), /`orders` names `fortnight`/);
  });

  it('are completed and shown', () => {
    const labels = (text: string) => {
      const { index, path, position } = placeIn({ 'a.yml': `cubes:\n${calendar('cal')}${text}` });
      return (referenceCompletion(index, path, index.offsetAt(path, position)) ?? []).map(({ label }) => label);
    };
    assert.deepEqual(labels(orders.replace('name: one_year', 'name: ▮')), ['one_year']);
    assert.equal(labels(orders.replace('granularity: fortnight', 'granularity: ▮'))[0], 'fortnight');
    assert.deepEqual(labels(orders.replace('member: kind', 'member: ▮')).slice(0, 2).sort(), ['id', 'kind']);
    const { index, path, position } = placeAt(model(), 'model/a.yml', 'one_year }]');
    assert.match(JSON.stringify(hover(index, path, position, uriOf)), /\*\*time shift\*\* `one_year \(cal.day\)`/);
  });

  it('are reported if they are not known', () => {
    const wrong = orders.replace('{ name: one_year', '{ name: one_yaer').replace('shifts.one_year', 'shifts.one_yera');
    const index = model(wrong.replace('member: kind', 'member: orders.knid'));
    const found = show(index, checkModel(index)).split('\n').sort();
    assert.equal(found.length, 3);
    assert.match(
      found[0]!,
      /unknown-time-shift «one_yera» `day` has no time shift `one_yera`. Did you mean `one_year`\?/,
    );
    assert.match(found[1]!, /unknown-time-shift «one_yaer» No dimension has a time shift `one_yaer`/);
    assert.match(found[2]!, /unknown-member «knid» There is no `knid` in cube `orders`. Did you mean `kind`\?/);
  });
});

describe('rename of a member of a lambda rollup', () => {
  const cube = (name: string, more = '') => `  - name: ${name}
    sql_table: ${name}
    measures: [{ name: n, type: count }]
    dimensions: [{ name: id, sql: id, type: number, primary_key: true }, { name: day, sql: day, type: time }]
    pre_aggregations:
      - { name: main, measures: [n], time_dimension: day, granularity: day, partition_granularity: day }
${more}`;
  const lambda = '      - { name: all, type: rollup_lambda, rollups: [main, stream.main] }\n';

  it('is refused, because the other rollup keeps the name', () => {
    const place = placeIn({
      'a.yml': `cubes:\n${cube('batch', lambda)}${cube('stream')}`.replace('name: n', 'name: ▮n'),
    });
    assert.throws(
      () => renameAt(place, 'm'),
      /`n` must have the same name as `stream.n`, because the pre-aggregation `batch.all`/,
    );
  });

  it('is allowed where the cubes share the member', () => {
    const text = `cubes:\n${cube('batch', lambda)}  - name: stream\n    extends: batch\n    sql_table: s\n`;
    const place = placeIn({ 'a.yml': text.replace('name: n', 'name: ▮n') });
    assert.equal(changedLines(place, 'm').length, 2);
  });
});
