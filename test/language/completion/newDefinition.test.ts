/** The files that “New Cube”, “New View”, “New Test” and “New Query” start with. */

import assert from 'node:assert/strict';
import { newDefinition } from '../../../src/language/completion/newDefinition.ts';
import { newQueryDocument, newTestDocument } from '../../../src/language/queries/newDocument.ts';
import { queryProblems } from '../../../src/language/queries/problems.ts';
import { diagnose } from '../../../src/model/diagnose.ts';
import { indexOf } from '../../model/models.ts';

const orders = 'cubes:\n  - name: orders\n    sql_table: public.orders\n';
/** The snippet with the texts that it suggests. */
const filled = (snippet: string) =>
  snippet
    .replace(/\$\{\d+:([^}]*)\}/g, '$1')
    .replace(/\$\d+/g, 'id')
    .replace(/\\([$}\\])/g, '$1');

describe('a new file', () => {
  for (const kind of ['cube', 'view'] as const) {
    it(`with a ${kind} has no problems as it is suggested`, () => {
      const before = { 'model/orders.yml': orders };
      const text = filled(newDefinition(indexOf(before), kind, 'stores'));
      const index = indexOf({ ...before, 'model/stores.yml': text });
      assert.equal(index.cube('stores')?.kind, kind);
      assert.deepEqual(
        diagnose(index, undefined).map(({ message }) => message),
        [],
      );
    });
  }

  it('with a test has its name, and places for the query and what it returns', () => {
    assert.equal(
      newTestDocument('No gaps'),
      'tests:\n  - name: No gaps\n    query:\n      $2\n    expect:\n      $3\n',
    );
    assert.match(newTestDocument('a: {x}$'), /name: "a: \{x\\\}\\\$"\n/);
  });

  it('with a query has the first measure and offers all; those of views first; and has no problems', () => {
    const index = indexOf({
      'model/orders.yml': `${orders}    measures:
      - { name: total, type: sum, sql: total }
      - { name: count, type: count }
      - { name: hidden, type: count, public: false }
views:
  - name: sales
    cubes: [{ join_path: orders, includes: [total] }]
`,
    });
    const snippet = newQueryDocument(index);
    assert.equal(snippet, 'measures:\n  - ${1|sales.total,orders.count,orders.total|}\n');
    const text = snippet.replace(/\$\{1\|([^,]*).*\}/, '$1');
    assert.deepEqual(queryProblems(index, { path: 'a.query.yml', text }), []);
  });

  it('with a query has a place for a measure in a project without one', () => {
    assert.equal(newQueryDocument(indexOf({ 'model/orders.yml': orders })), 'measures:\n  - $1\n');
  });
});
