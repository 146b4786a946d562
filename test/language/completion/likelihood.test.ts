import assert from 'node:assert/strict';
import { offeredIn } from './completionCases.ts';

const model = `cubes:
  - name: shares
    sql_table: shop.shares
    joins:
      - name: regions
        relationship: many_to_one
        sql: "{CUBE.region_id} = {regions.id}"
    dimensions:
      - { name: key, sql: key, type: string, primary_key: true }
      - { name: kind, sql: kind, type: string }
      - { name: place, sql: place, type: string }
      - { name: region_id, sql: region, type: number }
      - { name: date, sql: date, type: time }
    measures:
      - { name: all_units, sql: "{key}", type: sum }
      - { name: buyers, type: count }
      - { name: costs, sql: "{key}", type: sum }
      - { name: part_units, sql: "{key}", type: sum }
      - { name: part_share, sql: "{part_units} / {all_units}", type: number }
      - { name: zone, sql: "{part_share} * 2", type: number }
  - name: regions
    sql_table: shop.regions
    dimensions:
      - { name: area, sql: area, type: number }
      - { name: id, sql: id, type: number, primary_key: true }
`;

function labelsFor(sql: string, marked: string): string[] {
  assert.ok(model.includes(sql));
  return offeredIn({ 'shares.yml': model.replace(sql, marked) }).items!.map(({ label }) => label);
}

describe('order of the names in SQL', () => {
  it('begins with measures that share words with a calculated one; those that use it come last', () => {
    const labels = labelsFor('"{part_units} / {all_units}"', '"{▮}"');
    assert.equal(labels[0], 'part_units');
    assert.ok(labels.indexOf('zone') > labels.indexOf('key'), labels.join(' '));
    assert.ok(labels.indexOf('key') > labels.indexOf('all_units'), labels.join(' '));
  });

  it('begins with dimensions in an aggregate', () => {
    const labels = labelsFor(
      'sql: "{key}", type: sum }\n      - { name: buyers',
      'sql: "{▮}", type: sum }\n      - { name: buyers',
    );
    assert.deepEqual(labels.slice(0, 5).toSorted(), ['date', 'key', 'kind', 'place', 'region_id']);
  });

  it('begins with the measure above where no words are shared', () => {
    assert.equal(labelsFor('"{part_share} * 2"', '"{▮}"')[0], 'part_share');
  });

  it('begins with the dimension of a join that has the name of the joined cube, and its primary key after a dot', () => {
    const own = labelsFor('"{CUBE.region_id} = {regions.id}"', '"{CUBE.▮} = {regions.id}"');
    assert.equal(own[0], 'region_id');
    const other = labelsFor('"{CUBE.region_id} = {regions.id}"', '"{CUBE.region_id} = {regions.▮}"');
    assert.equal(other[0], 'id');
  });

  it('begins with the joined cube if the join names its own one elsewhere', () => {
    const join = '"{CUBE.region_id} = {regions.id}"';
    assert.deepEqual(labelsFor(join, '"{▮}.region_id = {regions}.id"').slice(0, 2), ['CUBE', 'regions']);
    assert.deepEqual(labelsFor(join, '"{CUBE}.region_id = {▮}.id"').slice(0, 2), ['regions', 'CUBE']);
  });
});
