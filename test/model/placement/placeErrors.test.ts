/** Placement of single compiler messages, without a compiler. */

import assert from 'node:assert/strict';
import { placeErrors, type ReportedError } from '../../../src/model/placement/placeErrors.ts';
import { splitReports } from '../../../src/model/placement/splitReports.ts';
import { fixture, indexOf, markedText } from '../models.ts';

const esc = String.fromCharCode(27);
const bakery = fixture('bakery');
const index = indexOf({ ...bakery, 'cubes/Vans.js': fixture('fleet')['cubes/Vans.js']! });

function place(...reported: (string | ReportedError)[]): string[] {
  const errors = reported.map((one) => (typeof one === 'string' ? { message: one } : one));
  return placeErrors(index, errors, []).map(
    (one) => `${one.file.replace('model/', '')}:${one.range.start.line + 1} ${markedText(index, one)}`,
  );
}

function line(file: string, text: string): number {
  return bakery[file]!.slice(0, bakery[file]!.indexOf(text)).split('\n').length;
}

const orders = 'cubes/orders.yml';
const at = (text: string, words: string, file = orders) => `${file}:${line(file, text)} ${words}`;

describe('placeErrors', () => {
  it('cuts a message of any length and says so; a text of many messages keeps each of them', () => {
    const [long] = splitReports([{ message: `orders cube: ${'x '.repeat(1e6)}` }]);
    assert.match(long!.message, /^orders cube: x [x ]*… \(cut: the message has \d+ characters\)$/);
    assert.ok(long!.message.length < 21_000);
    const messages = Array.from({ length: 500 }, (_, place) => `orders cube: ${place} ${'y'.repeat(100)}`);
    assert.equal(
      splitReports([{ message: `Compile errors:\norders.yml Errors:\n${messages.join('\n')}` }]).length,
      500,
    );
    const [problem] = placeErrors(index, [{ message: `orders cube: ${'x '.repeat(1e6)}` }], []);
    assert.ok(problem!.message.length < 25_000);
  });

  it('says how many errors it leaves out', () => {
    const many = Array.from({ length: 50_000 }, (_, place) => ({ message: `cube ${place} is wrong` }));
    const reports = splitReports([...many, ...many]);
    assert.equal(reports.length, 2001);
    assert.equal(reports.at(-1)!.message, 'Errors that are not shown: 96000.');
    assert.equal(splitReports(many.slice(0, 2000)).length, 2000);
  });

  it('places a message about a key with an inherited name', () => {
    const text = 'cubes:\n  - name: a\n    sql_table: t\n    constructor:\n      name: x\n';
    const [problem] = placeErrors(
      indexOf({ 'a.yml': text }),
      [{ message: 'constructor must be defined as array' }],
      [],
    );
    assert.deepEqual(problem?.range.start, { line: 4, character: 6 });
  });

  const rows: [string, string, string][] = [
    [
      'a value',
      'orders cube: (measures.revenue.type = summ) must be one of [count, sum]',
      at('type: sum\n        format: currency', 'sum'),
    ],
    [
      'a key that is not allowed',
      'orders cube: (measures.revenue.description = x) is not allowed',
      at('description: Money', 'Money taken, taxes included'),
    ],
    ['a missing key on its owner', 'orders cube: (measures.count.sql) is required', at('- name: count', 'count')],
    [
      'a join by number',
      'orders cube: (joins[1].relationship = x) must be one of [belongsTo]',
      at('{CUBE}.store_id', 'many_to_one').replace(/:\d+/, (n) => `:${Number(n.slice(1)) + 1}`),
    ],
    [
      'a policy by number',
      'orders cube: (accessPolicy[1].rowLevel.filters[1].or[0].operator = x) must be one of [set]',
      at('operator: set', 'set'),
    ],
    [
      'a granularity',
      'orders cube: (dimensions.created_at.granularities.sprint.interval = x) fails to match',
      at('interval: 2 weeks', '2 weeks'),
    ],
    [
      'an index',
      'orders cube: (preAggregations.main.indexes.by_status.columns) is required',
      at('columns:', 'columns'),
    ],
    [
      'the most specific reason',
      'orders cube: "dimensions.status" does not match any of the allowed types\nPossible reasons (one of):\n\t* (dimensions.status.case) is required\n\t* (dimensions.status.sql = () => `status`) is not allowed\n\t* (dimensions.status.type = text) must be one of [string, number]',
      at('- name: status', 'string').replace(/:\d+/, (n) => `:${Number(n.slice(1)) + 2}`),
    ],
    [
      'a cube as a whole',
      'orders cube: (value = [object Object]) must contain at least one of [sql, sqlTable]',
      at('- name: orders', 'orders'),
    ],
    [
      'an inherited member on its parent',
      'wholesale_customers cube: (measures.newest.type = x) must be one of [max]',
      at('type: max', 'max', 'cubes/customers.yml'),
    ],
    ['a cube that does not exist', "orders cube: Cube stores doesn't exist", at('- name: stores', 'stores')],
    [
      'a path',
      "customers.country cannot be resolved. There's no such member or cube.",
      at('- customers.country', 'country'),
    ],
    [
      'a foreign cube',
      "Member 'orders.customer_city' references foreign cubes: customers. Please split and move this definition to corresponding cubes.",
      at('"{customers.city}"', 'customers.city'),
    ],
    [
      'an include',
      "sales cube: Member 'done_share' is included in 'sales' but not defined in any cube",
      at('- name: completed_share', 'completed_share', 'views/sales.yml'),
    ],
    [
      'a folder',
      "Member 'customers_city' included in folder 'People' not found",
      at('- customers_city', 'customers_city', 'views/sales.yml'),
    ],
    ['a duplicate', "Found duplicate cube name 'unknown'.", ':1 '],
    [
      'a level',
      "Only dimensions can be part of a hierarchy. Please remove the 'city' member from the 'place' hierarchy.",
      at('- customers.country', 'city').replace(/:\d+/, (n) => `:${Number(n.slice(1)) + 1}`),
    ],
    [
      'a name in an unknown message',
      "Something new about 'customers.city' today",
      at('- name: city', 'city', 'cubes/customers.yml'),
    ],
    [
      'a line of a template',
      'undefined value (in cubes/orders.yml:4)',
      at('sql_table: shop.orders', 'sql_table: shop.orders'),
    ],
    [
      'a line by its excerpt',
      'YAMLException: something odd (4:5)\n\n 2 | cubes:\n 3 |   - name: orders\n 4 |     sql_table: shop.orders\n---------^',
      at('sql_table: shop.orders', 'sql_table'),
    ],
    [
      'a line in JavaScript, by its excerpt',
      'Syntax error during parsing: Unexpected token (5:4):\n    id: { sql: `id`, type: `number`, primaryKey: true },\n    ^',
      'cubes/Vans.js:5 id',
    ],
    [
      'a coloured code frame',
      `Syntax Error: Something ${esc}[31m${esc}[1m\n${esc}[0m  4 |   dimensions: {\n${esc}[31m> 5 |${esc}[0m     id: { sql: \`id\`, type: \`number\`, primaryKey: true },\n    |     ^^ x`,
      'cubes/Vans.js:5 id',
    ],
  ];
  for (const [name, message, expected] of rows) {
    it(`places ${name}`, () => assert.deepEqual(place(message), [expected]));
  }

  it('places a path at each of its places', () => {
    const message = "customers.city cannot be resolved. There's no such member or cube.";
    const lines = bakery[orders]!.split('\n').flatMap((text, i) => (text.includes('customers.city') ? [i + 1] : []));
    assert.deepEqual(
      place(message),
      lines.map((one) => `${orders}:${one} city`),
    );
  });

  it('finds a file by the end of its path', () => {
    assert.deepEqual(place({ message: 'x', fileName: 'cubes/orders.yml' }), [`${orders}:1 `]);
    assert.deepEqual(place({ message: 'y', fileName: '/model/cubes/orders.yml' }), [`${orders}:1 `]);
    assert.deepEqual(place({ message: 'z', fileName: 'nowhere.yml' }), [':1 ']);
  });

  it('splits a message with several errors', () => {
    const message = [
      'Compile errors:',
      'cubes/orders.yml Errors:',
      "Member names must be unique within a cube. Found duplicate measure 'x' in cube 'orders'.",
      '',
      'Errors:',
      'orders cube: "measures.buyers" does not match any of the allowed types',
      'Possible reasons (one of):',
      '\t* (measures.buyers.type = x) must be one of [count]',
      "customers cube: Cube unknown doesn't exist",
      '',
    ].join('\n');
    const reports = splitReports([{ message }]);
    assert.deepEqual(
      reports.map((one) => one.fileName),
      ['cubes/orders.yml', undefined, undefined],
    );
    assert.match(reports[1]!.message, /Possible reasons[\s\S]*must be one of/);
    assert.equal(place(message).length, 3);
  });

  it('places each member of a long message separately', () => {
    const message =
      'orders cube: "measures.buyers.type" must be one of [count]. "dimensions.channel" does not match any of the allowed types\nPossible reasons (one of):\n\t* (measures.buyers.type = x) must be one of [count]\n\t* (dimensions.channel.sql) is required';
    assert.deepEqual(place(message), [
      at('- name: buyers', 'count_distinct').replace(/:\d+/, (n) => `:${Number(n.slice(1)) + 2}`),
      at('- name: channel', 'channel'),
    ]);
  });

  it('places a consequence at its cause', () => {
    const problems = placeErrors(
      index,
      [
        { message: "orders cube: Cube customers doesn't exist" },
        { message: 'customers cube: (dimensions.city.type = text) must be one of [string]' },
      ],
      [],
    );
    assert.deepEqual(new Set(problems.map((one) => one.file)), new Set(['model/cubes/customers.yml']));
  });

  it('places a Python object on the call of the function that returns it', () => {
    const text = "{% set model = dbt_model('a') %}\n\ncubes:\n  - {{ model.as_cube() }}\n";
    const [problem] = placeErrors(
      indexOf({ 'cubes/a.yml.jinja': text, 'cubes/b.yml': 'cubes:\n  - name: dbt_model\n    sql_table: t\n' }),
      [
        {
          message:
            'could not render block: Call error: Python error: TypeError: the result of dbt_model is a Python object (Model). Templates can use Python objects only on the platform, not here (in cubes/a.yml.jinja)',
        },
      ],
      [],
    );
    assert.equal(problem?.file, 'model/cubes/a.yml.jinja');
    assert.deepEqual(problem?.range.start, { line: 0, character: text.indexOf('dbt_model') });
  });

  it('finds a line in globals.py until that file is deleted', () => {
    const templated = indexOf({
      'cubes/orders.yml': 'cubes:\n  - name: orders\n    sql_table: "{{ f(1) }}"\n',
      'globals.py': 'def f(x):\n    return undefined_name\n',
    });
    const message = "Call error: Python error: NameError: name 'undefined_name' is not defined (in globals.py:2)";
    const marked = () => placeErrors(templated, [{ message }], []).map((one) => [one.file, markedText(templated, one)]);
    assert.deepEqual(marked(), [['model/globals.py', 'return undefined_name']]);
    templated.delete('model/globals.py');
    assert.deepEqual(marked(), [['', '']]);
  });

  it('finds the file by the line at which our own parser fails', () => {
    const cube = (name: string, ...more: string[]) => ['cubes:', `  - name: ${name}`, '    sql_table: t', ...more, ''];
    const files = {
      'cubes/a.yml': cube('a', '    title: A', '    title: B').join('\n'),
      'cubes/b.yml': cube('b', '    description: B', '', '    description: C').join('\n'),
      'cubes/c.yml': cube('c', '    title: C').join('\n'),
    };
    const broken = indexOf(files);
    const placed = (message: string) =>
      placeErrors(broken, [{ message }], []).map(({ file, range }) => `${file}:${range.start.line + 1}`);
    assert.deepEqual(placed('YAMLException: duplicated mapping key (5:5)'), ['model/cubes/a.yml:5']);
    assert.deepEqual(placed('YAMLException: duplicated mapping key (6:5)'), ['model/cubes/b.yml:6']);
    // If two files have the quoted text, the one with an error at that line.
    assert.deepEqual(placed('YAMLException: duplicated mapping key (5:5)\n\n 3 |     sql_table: t'), [
      'model/cubes/a.yml:5',
    ]);
  });
});
