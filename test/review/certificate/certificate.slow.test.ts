/** Edits of a model: those that change no number are proved equal, and no other one is. */

import assert from 'node:assert/strict';
import { certificateSentence } from '../../../src/review/certificate/conclusion.ts';
import type { Texts } from '../../model/models.ts';
import { model, orders, replaced, views } from '../editedModel.ts';
import { certificateOf } from './certificateOf.ts';

const [ordersCube, customersCube] = orders.split(/^(?= {2}- name: customers$)/m) as [string, string];
const ofModel = (from: string, to: string) => replaced(model, from, to);

/** Each changes no number. */
const refactorings: Readonly<Record<string, Texts>> = {
  'no change': model,
  'another title': ofModel('title: Total', 'title: Sum of amounts'),
  'a description': ofModel('- name: total', '- name: total\n        description: All of it'),
  'a comment': ofModel('    measures:', '    # The measures\n    measures:'),
  'members in another order': ofModel(
    '      - name: id\n        sql: id\n        type: number\n        primary_key: true\n      - name: status\n        sql: "{CUBE}.status"\n        type: string\n',
    '      - name: status\n        sql: "{CUBE}.status"\n        type: string\n      - name: id\n        sql: id\n        type: number\n        primary_key: true\n',
  ),
  'two files': {
    'views.yml': views,
    'orders.yml': ordersCube,
    'customers.yml': `cubes:\n${customersCube}`,
  },
  'a renamed file': { 'a/b.yml': orders, 'views.yml': views },
  'a renamed measure': {
    'orders.yml': orders
      .replace('- name: total', '- name: revenue')
      .replace('{total} /', '{revenue} /')
      .replace('measures: [total]', 'measures: [revenue]'),
    'views.yml': views.replace('[count, total,', '[count, revenue,'),
  },
  'white space in SQL': ofModel(
    'sql: "{CUBE}.customer_id = {customers.id}"',
    'sql: "{CUBE}.customer_id  =  {customers.id}"',
  ),
  'keywords in another case': replaced(
    ofModel('sql: "{CUBE}.status"', 'sql: "case when {CUBE}.status is null then 1 end"'),
    'case when',
    'CASE WHEN',
  ),
  'a reference to itself by its name': ofModel(
    'sql: "{CUBE}.status"\n        type',
    'sql: "{orders}.status"\n        type',
  ),
  'another format': ofModel('format: currency', 'format: percent'),
  'a template': ofModel(
    'type: sum\n        sql: "{CUBE}.amount"',
    'type: sum\n        sql: "{CUBE}.{{ \'amount\' | safe }}"',
  ),
};

/** Each changes numbers, on data that shows it. */
const mutants: Readonly<Record<string, Texts>> = {
  'sum becomes max': ofModel('type: sum', 'type: max'),
  'count becomes count_distinct': ofModel('type: count\n', 'type: count_distinct\n        sql: "{CUBE}.status"\n'),
  'a filter': ofModel(
    'sql: "{CUBE}.amount"\n',
    'sql: "{CUBE}.amount"\n        filters:\n          - sql: "{CUBE}.status = \'x\'"\n',
  ),
  'another column': ofModel('{CUBE}.amount', '{CUBE}.tax'),
  'another table': ofModel('public.orders', 'public.old_orders'),
  'the other side of a join': ofModel('{CUBE}.customer_id = {customers.id}', '{CUBE}.id = {customers.id}'),
  'another relationship': ofModel('relationship: many_to_one', 'relationship: one_to_many'),
  'another literal': ofModel("status = 'completed'", "status = 'Completed'"),
  'white space in a literal': ofModel("status = 'completed'", "status = 'completed '"),
  'division the other way': ofModel('{total} / {count}', '{count} / {total}'),
  'another primary key': ofModel('sql: id\n        type: number', 'sql: order_id\n        type: number'),
  'a time in another zone': ofModel('sql: "{CUBE}.created_at"', 'sql: "{CUBE}.created_at + interval \'1 hour\'"'),
  'another offset of a granularity': ofModel('offset: 3 months', 'offset: 6 months'),
};

describe('a certificate', () => {
  for (const [name, edited] of Object.entries(refactorings)) {
    it(`proves all numbers equal after ${name}`, async () => {
      const before =
        name === 'keywords in another case'
          ? ofModel('sql: "{CUBE}.status"', 'sql: "case when {CUBE}.status is null then 1 end"')
          : model;
      const certificate = await certificateOf(before, edited);
      const { slices } = certificate;
      assert.ok(slices.equal > 40, JSON.stringify(slices));
      assert.deepEqual(
        { ...slices, equal: 0 },
        { equal: 0, same: 0, differs: 0, refused: 0, added: 0, removed: 0, notCompared: 0 },
      );
      assert.equal(
        certificateSentence(certificate, undefined),
        `No number changes: ${slices.equal} of ${slices.equal} slices proved equal.`,
      );
    });
  }

  for (const [name, edited] of Object.entries(mutants)) {
    it(`does not prove all numbers equal after: ${name}`, async () => {
      const certificate = await certificateOf(model, edited);
      assert.ok(certificate.slices.notCompared > 0, JSON.stringify(certificate.slices));
      assert.ok(certificate.notCompared.every(({ reason }) => reason === 'sql-differs'));
      assert.match(certificateSentence(certificate, undefined), /^It is not known whether numbers change: /);
    });
  }

  it('counts slices of new and removed members, and says what exceeds the budget', async () => {
    const without = ofModel('      - name: average\n        type: number\n        sql: "{total} / {count}"\n', '');
    const { slices } = await certificateOf(without, model);
    const other = await certificateOf(model, without);
    assert.ok(slices.added > 5 && slices.removed === 0, JSON.stringify(slices));
    assert.equal(other.slices.removed, slices.added);
    const few = await certificateOf(model, model, { slices: 10 });
    assert.equal(few.slices.equal, 10);
    const whole = await certificateOf(model, model);
    assert.equal(few.slices.notCompared, whole.slices.equal - 10);
    // Also those by the dimensions of the cube that is joined.
    assert.equal(slices.equal + slices.added, whole.slices.equal);
    const sql = '    sql_table: public.customers\n';
    const hidden = await certificateOf(model, ofModel(sql, `${sql}    public: false\n`));
    assert.equal(hidden.slices.equal + hidden.slices.removed, whole.slices.equal);
    assert.ok(few.notCompared.every(({ reason }) => reason === 'budget'));
  });
});
