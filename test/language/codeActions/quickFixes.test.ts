/** Quick fixes in YAML and JavaScript: what is offered at a problem, and what it changes. */

import assert from 'node:assert/strict';
import { codeActions } from '../../../src/language/codeActions/codeActions.ts';
import type { Diagnostic } from '../../../src/language/protocol/protocol.ts';
import { diagnose } from '../../../src/model/diagnose.ts';
import { uriOf } from '../places.ts';
import { actionsAt, apply, changes, changesOf, shownAs, textsOf, titles } from './actions.ts';
import { customers, type FixRow, javaScript, yaml } from './fixModels.ts';
import { valueFixRows } from './valueFixRows.ts';

const rows: readonly FixRow[] = [
  {
    name: 'a misspelt key',
    texts: yaml('        titel▮: Status\n'),
    offers: ["* Change to 'title'", "Remove 'titel'"],
    changes: ['-         titel: Status', '+         title: Status'],
  },
  {
    name: 'a misspelt key (JavaScript)',
    texts: javaScript('  descripton▮: `All`,'),
    offers: ["* Change to 'description'", "Remove 'descripton'"],
    changes: ['-   descripton: `All`,', '+   description: `All`,'],
  },
  {
    name: 'an unknown key without a similar one',
    texts: yaml('        flavour▮: sweet\n        title: Status\n'),
    offers: ["* Move 'flavour' to 'meta'", "Remove 'flavour'"],
    changes: ['-         flavour: sweet', '+         meta:', '+           flavour: sweet'],
  },
  {
    name: 'an unknown key without a similar one (JavaScript)',
    texts: javaScript('  title: `A`, flavour▮: `sweet`, description: `B`,'),
    offers: ["* Move 'flavour' to 'meta'", "Remove 'flavour'"],
    changes: [
      '-   title: `A`, flavour: `sweet`, description: `B`,',
      '+   title: `A`, meta: { flavour: `sweet` }, description: `B`,',
    ],
  },
  {
    name: 'a misspelt value, in its quotes',
    texts: yaml('      - { name: kind, sql: kind, type: "strin▮gs" }\n'),
    offers: ["* Change to 'string'"],
    changes: [
      '-       - { name: kind, sql: kind, type: "strings" }',
      '+       - { name: kind, sql: kind, type: "string" }',
    ],
  },
  {
    name: 'a misspelt member of CUBE',
    texts: yaml('      - name: kind\n        sql: "UPPER({CUBE.sta▮tuss})"\n        type: string\n'),
    offers: ["* Change to 'status'", "Create dimension 'statuss' in 'orders'"],
    changes: ['-         sql: "UPPER({CUBE.statuss})"', '+         sql: "UPPER({CUBE.status})"'],
  },
  {
    name: 'a name that is as close to two others',
    texts: yaml(
      '      - { name: fee1, sql: a, type: number }\n      - { name: fee2, sql: "{fe▮e3}", type: number }\n      - { name: fee4, sql: b, type: number }\n',
    ),
    offers: ["Change to 'fee1'", "Change to 'fee4'", "Create dimension 'fee3' in 'orders'"],
    changes: [
      '-       - { name: fee2, sql: "{fee3}", type: number }',
      '+       - { name: fee2, sql: "{fee1}", type: number }',
    ],
  },
  {
    name: 'a missing type',
    texts: yaml('      - name: created▮_at\n        sql: created_at # when\n'),
    offers: ["* Add 'type: time'"],
    changes: ['+         type: time'],
  },
  {
    name: 'a missing type (JavaScript)',
    texts: javaScript('  measures: {\n    total▮: {\n      sql: `amount` // net\n    },\n  },'),
    offers: ["* Add 'type: `sum`'"],
    changes: ['-       sql: `amount` // net', '+       sql: `amount`,', '+       type: `sum` // net'],
  },
  {
    name: 'a missing type in a row',
    texts: javaScript('  measures: { total▮: { sql: `amount` } },'),
    offers: ["* Add 'type: `sum`'"],
    changes: [
      '-   measures: { total: { sql: `amount` } },',
      '+   measures: { total: { sql: `amount`, type: `sum` } },',
    ],
  },
  {
    name: 'a missing table',
    texts: { 'a.yml': 'cubes:\r\n  - name: line▮Items\r\n    dimensions: []\r\n' },
    offers: ["Add 'sql: SELECT * FROM lineItems'", "* Add 'sql_table: line_items'"],
    changes: ['+     sql: SELECT * FROM lineItems\r'],
  },
  {
    name: 'a missing SQL of a join',
    texts: {
      ...customers,
      ...yaml(
        '      - name: customer_id\n        sql: customer_id\n        type: number\n    joins:\n      - name: customers▮\n        relationship: many_to_one\n',
      ),
    },
    offers: ['* Add \'sql: "{CUBE.customer_id} = {customers.id}"\''],
    changes: ['+         sql: "{CUBE.customer_id} = {customers.id}"'],
  },
  {
    name: 'a missing primary key',
    texts: {
      'a.yml': `cubes:
  - name: visi▮ts
    sql_table: visits
    joins:
      - { name: customers, sql: "{CUBE}.c = {customers.id}", relationship: many_to_one }
    dimensions:
      - name: visit_id
        sql: visit_id
        type: number
    measures:
      - name: count
        type: count
`,
      ...customers,
    },
    offers: ["* Make 'visit_id' the primary key", "Add the dimension 'id' as primary key"],
    changes: ['+         primary_key: true'],
  },
  {
    name: 'a repeated member',
    texts: yaml('\n      - name: sta▮tus\n        sql: status\n        type: string\n'),
    offers: ["* Remove this 'status'", "Rename to 'status_2'"],
    changes: ['-       - name: status', '-         sql: status', '-         type: string', '- '],
  },
  {
    name: 'another member of the same name',
    texts: yaml('      - name: sta▮tus\n        sql: state\n        type: string\n'),
    offers: ["Remove this 'status'", "* Rename to 'status_2'"],
    changes: ['-       - name: status', '-         sql: state', '-         type: string'],
  },
  {
    name: 'a repeated key',
    texts: yaml('        type▮: string\n'),
    offers: ["* Remove this 'type'"],
    changes: ['-         type: string'],
  },
  {
    name: 'a repeated key (JavaScript)',
    texts: javaScript('  title: `A`,\n  tit▮le: `B`,'),
    offers: ["Remove this 'title'"],
    changes: ['-   title: `B`,'],
  },
  {
    name: 'a repeated cube',
    texts: { ...yaml(''), 'z.yml': 'cubes:\n  - name: ord▮ers\n    sql_table: b\n' },
    offers: ["Remove this 'orders'", "* Rename to 'orders_2'", "Rename the other 'orders' to 'orders_2'"],
    changes: ['-   - name: orders', '-     sql_table: b'],
  },
  {
    name: 'a tab',
    texts: yaml('\t\t▮\t\ttitle: Status\n'),
    offers: ['* Convert tabs to spaces'],
    changes: ['- \t\t\t\ttitle: Status', '+         title: Status'],
  },
  {
    name: 'a wrong indentation',
    texts: yaml('       tit▮le: Status\n'),
    offers: ['* Fix the indentation'],
    changes: ['-        title: Status', '+         title: Status'],
  },
  {
    name: 'a missing colon',
    texts: yaml('        tit▮le Status\n'),
    offers: ["* Insert the missing ':'"],
    changes: ['-         title Status', '+         title: Status'],
  },
  {
    name: 'a missing dash',
    texts: yaml('      name: ki▮nd\n        sql: kind\n        type: string\n'),
    offers: ["* Insert the missing '- '"],
    changes: ['-       name: kind', '+       - name: kind'],
  },
  {
    name: 'an open quote',
    texts: yaml('        title: "St▮atus\n        description: Where\n'),
    offers: ['* Close the quote'],
    changes: ['-         title: "Status', '+         title: "Status"'],
  },
  {
    name: 'a text that needs quotes',
    texts: yaml('        description: Where: wh▮en\n'),
    offers: ['* Put the text in quotes'],
    changes: ['-         description: Where: when', '+         description: "Where: when"'],
  },
  {
    name: 'a missing comma',
    texts: javaScript('  title: `A`\n  descr▮iption: `B`,'),
    offers: ["* Insert the missing ','"],
    changes: ['-   title: `A`', '+   title: `A`,'],
  },
  {
    name: 'a text without quotes',
    texts: javaScript('  measures: { count: { type: co▮unt } },'),
    offers: ['* Change to `count`'],
    changes: ['-   measures: { count: { type: count } },', '+   measures: { count: { type: `count` } },'],
  },
  {
    name: 'a path without a join',
    texts: {
      ...customers,
      ...yaml('      - name: customer_id\n        sql: customer_id\n        type: number\n'),
      'v.yml': 'views:\n  - name: v\n    cubes:\n      - join_path: orders.cust▮omers\n        includes: "*"\n',
    },
    offers: ["* Join 'customers' to 'orders' (many_to_one)"],
    changes: [
      '+     joins:',
      '+       - name: customers',
      '+         sql: "{CUBE.customer_id} = {customers.id}"',
      '+         relationship: many_to_one',
    ],
  },
];

describe('quick fixes', () => {
  for (const { name, texts, offers, changes: expected } of [...rows, ...valueFixRows]) {
    it(name, () => {
      const { index, actions } = actionsAt(texts, ['quickfix']);
      assert.deepEqual(titles(actions), offers);
      assert.deepEqual(changes(textsOf(index), apply(index, actions[0]!)), expected);
      for (const one of actions) assert.ok(one.diagnostics?.length || one.title.startsWith('Fix all'), one.title);
    });
  }

  it('creates a measure in the cube that should have it, in its style', () => {
    const texts = {
      ...yaml('    measures: []\n'),
      'b.js':
        "cube('b', { sqlTable: 'b', joins: { orders: { sql: `1 = 1`, relationship: `many_to_one` } }, dimensions: { id: { sql: `id`, type: `number`, primaryKey: true } }, measures: { m: { sql: `${orders.order_▮count}`, type: `number` } } });\n",
    };
    assert.deepEqual(changesOf(texts, "Create measure 'order_count' in 'orders'"), [
      '-     measures: []',
      '+     measures:',
      '+       - name: order_count',
      '+         type: count',
    ]);
    const reversed = {
      ...javaScript('  measures: {\n    count: { type: `count` },\n  },'),
      'b.yml':
        'cubes:\n  - name: b\n    sql_table: b\n    joins:\n      - { name: orders, sql: 1 = 1, relationship: many_to_one }\n    dimensions:\n      - { name: d, sql: "{orders.is▮_late}", type: boolean }\n',
    };
    assert.deepEqual(changesOf(reversed, "Create dimension 'is_late' in 'orders'"), [
      '+     is_late: {',
      '+       sql: `is_late`,',
      '+       type: `boolean`,',
      '+     },',
    ]);
  });

  it('fixes all clear mistakes of a file at once, and on saving', () => {
    const texts = yaml(
      '        titel▮: Status\n      - name: kind\n        sql: "{CUBE.statuss}"\n        type: strng\n',
    );
    const expected = ['-         titel: Status', '-         sql: "{CUBE.statuss}"', '-         type: strng'];
    const all = changesOf(texts, 'Fix all 3 spelling mistakes in this file');
    assert.deepEqual(
      all.filter((line) => line.startsWith('-')),
      expected,
    );
    assert.deepEqual(
      all.filter((line) => line.startsWith('+')),
      ['+         title: Status', '+         sql: "{CUBE.status}"', '+         type: string'],
    );
    const { index, actions } = actionsAt(texts, ['source.fixAll']);
    assert.deepEqual(titles(actions, 'source.fixAll'), ['Fix all spelling mistakes']);
    assert.deepEqual(changes(textsOf(index), apply(index, actions[0]!)), all);
  });

  it('answers for what the platform reports at the same place', () => {
    const { index } = actionsAt(yaml('        titel▮: Status\n'));
    const [problem] = diagnose(index, undefined);
    const { range, file } = problem!;
    const reported = { range, message: 'orders cube: titel is not allowed', source: 'platform' };
    const elsewhere = { ...reported, range: { start: { line: 0, character: 0 }, end: { line: 0, character: 3 } } };
    const ask = (...diagnostics: Diagnostic[]) => codeActions(index, file, range, { diagnostics }, uriOf);
    assert.deepEqual(titles(ask(reported), 'quickfix'), ["* Change to 'title'", "Remove 'titel'"]);
    assert.deepEqual(titles(ask(elsewhere), 'quickfix'), []);
    assert.deepEqual(titles(ask({ ...reported, source: 'data-model', code: 'missing-key' }), 'quickfix'), []);
  });

  it('corrects a tenant by its own names', () => {
    const cube = (member: string) =>
      `cubes:\n  - name: orders\n    sql_table: t\n    dimensions:\n      - name: ${member}\n        sql: x\n        type: string\n`;
    const view = 'views:\n  - name: v\n    cubes:\n      - join_path: orders\n        includes: [';
    const { index } = actionsAt({
      'a/orders.yml': cube('city'),
      'a/v.yml': `${view}city]\n`,
      'b/orders.yml': cube('country'),
      'b/v.yml': `${view}countr▮]\n`,
    });
    index.set('cube.js', 'module.exports = { repositoryFactory };\n');
    const problem = diagnose(index, undefined).find(({ file }) => file === 'model/b/v.yml')!;
    const context = { diagnostics: [shownAs(problem)] };
    const actions = codeActions(index, problem.file, problem.range, context, uriOf);
    assert.deepEqual(titles(actions, 'quickfix').slice(0, 1), ["* Change to 'country'"]);
  });

  it('tries a limited number of fixes for a selection with many problems', () => {
    const many = Array.from({ length: 500 }, (_, i) => `      - { name: m${i}, type: sum, sql: "{CUBE.stat_us}" }\n`);
    const { index } = actionsAt(yaml(`    measures:▮\n${many.join('')}`));
    const shown = diagnose(index, undefined).map(shownAs);
    const range = { start: { line: 0, character: 0 }, end: { line: 900, character: 0 } };
    const found = codeActions(index, 'model/orders.yml', range, { diagnostics: shown, only: ['quickfix'] }, uriOf);
    assert.ok(shown.length === 500 && found.length > 0 && found.length <= 60, `${found.length} of ${shown.length}`);
  });
});
