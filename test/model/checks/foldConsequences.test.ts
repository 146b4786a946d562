/** One problem for one cause, with the places of its consequences. */

import assert from 'node:assert/strict';
import { localProblems } from '../../../src/model/diagnose.ts';
import { edit } from '../marked.ts';
import { fixture, indexOf, markedText, show } from '../models.ts';

const bakery = fixture('bakery');

function problemsOf(...edits: [file: string, from: string, to: string][]) {
  const index = indexOf(edits.reduce((texts, [file, from, to]) => edit(texts, file, from, to), bakery));
  const problems = localProblems(index);
  return { index, problems, shown: show(index, problems) };
}

describe('consequences of a mistake', () => {
  it('are related places of its problem', () => {
    const { index, problems, shown } = problemsOf(['cubes/customers.yml', '- name: customers\n', '- name: custmers\n']);
    assert.equal(problems.length, 1, shown);
    assert.equal(markedText(index, problems[0]!), 'custmers');
    assert.match(problems[0]!.message, /no cube `customers`.*Did you mean `customers`\?/);
    const related = problems[0]!.related!;
    assert.deepEqual(new Set(related.map((one) => markedText(index, one))), new Set(['customers']));
    assert.deepEqual(
      new Set(related.map(({ file }) => file)),
      new Set(
        Object.keys(bakery)
          .filter((one) => one !== 'cubes/order_items.yaml')
          .map((one) => `model/${one}`),
      ),
    );
  });

  it('do not hide another mistake', () => {
    const { index, problems, shown } = problemsOf(
      ['cubes/orders.yml', '- name: revenue\n', '- name: revenue%\n'],
      ['cubes/orders.yml', '"1.0 * {completed_count}', '"1.0 * {completed_coun}'],
      ['cubes/order_items.yaml', 'type: sum', 'type: summ'],
    );
    const marks = problems.map((one) => markedText(index, one)).sort();
    assert.deepEqual(marks, ['completed_coun', 'revenue%', 'summ'], shown);
  });

  it('keeps the marks of a missing cube that has no similar name', () => {
    const { problems, shown } = problemsOf(['cubes/order_items.yaml', '- name: stores\n', '- name: shops\n']);
    assert.ok(problems.length > 1, shown);
  });

  it('keeps the mark of a name that is used once', () => {
    const { index, problems, shown } = problemsOf([
      'cubes/order_items.yaml',
      '- name: quantity\n',
      '- name: quantty\n',
    ]);
    assert.deepEqual(
      problems.map((one) => markedText(index, one)),
      ['quantity'],
      shown,
    );
  });

  it('keeps the marks of a missing cube if other parts use the cube with the similar name', () => {
    const { index, problems, shown } = problemsOf(
      ['cubes/orders.yml', '{CUBE}.customer_id = {customers.id}', '{CUBE}.customer_id = {customer.id}'],
      ['cubes/orders.yml', '"{customers.city}"', '"{customer.city}"'],
    );
    assert.deepEqual(
      problems.map((one) => markedText(index, one)),
      ['customer', 'customer'],
      shown,
    );
  });
});
