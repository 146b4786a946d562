/** One list out of two sources: each thing once, nothing lost, nothing invented. */

import assert from 'node:assert/strict';
import { checkModel } from '../../src/model/checks/checkModel.ts';
import { diagnose, localProblems } from '../../src/model/diagnose.ts';
import { edit } from './marked.ts';
import { compile, corpus, fixture, fixtures, indexOf, show, stopCompiler, type Texts } from './models.ts';

const bakery = fixture('bakery');

function one(texts: Texts, reported: Parameters<typeof diagnose>[1]) {
  const index = indexOf(texts);
  const problems = diagnose(index, reported);
  assert.equal(problems.length, 1, show(index, problems));
  return problems[0]!;
}

describe('the one list of problems', function () {
  this.timeout(60_000);
  after(stopCompiler);

  it('says once what both found, in the local words, with the compiler as witness', () => {
    const texts = edit(bakery, 'cubes/orders.yml', '"{customers.city}"', '"{customers.cty}"');
    const problem = one(texts, [{ message: "customers.cty cannot be resolved. There's no such member or cube." }]);
    assert.equal(problem.source, 'data-model');
    assert.match(problem.message, /There is no `cty` in cube `customers`\. Did you mean `city`\?/);
    assert.match(problem.related!.at(-1)!.message, /The compiler reports: customers\.cty cannot be resolved/);
  });

  it('makes an error of a warning the compiler confirms', () => {
    const texts = edit(
      bakery,
      'cubes/orders.yml',
      '- customers.city\n\n      - name: revenue\n',
      '- customers.cty\n\n      - name: revenue\n',
    );
    assert.equal(
      one(texts, [{ message: "customers.cty cannot be resolved. There's no such member or cube." }]).severity,
      'error',
    );
  });

  it('keeps what only the compiler knows', () => {
    const problem = one(bakery, [{ message: "orders cube: something nobody has ever seen about 'status'" }]);
    assert.equal(problem.source, 'compiler');
    assert.equal(problem.file, 'model/cubes/orders.yml');
    assert.deepEqual(problem.range, { start: { line: 2, character: 10 }, end: { line: 2, character: 16 } });
  });

  it('never loses a message', () => {
    const problem = one(bakery, [{ message: 'The roof is on fire' }]);
    assert.deepEqual([problem.file, problem.message], ['', 'The roof is on fire']);
    const index = indexOf(bakery);
    index.set('cube.py', '');
    assert.equal(diagnose(index, [{ message: 'The roof is on fire' }])[0]!.file, 'cube.py');
  });

  it('puts a message with a file on that file', () => {
    const problem = one(bakery, [{ message: 'The roof is on fire', fileName: '/model/views/sales.yml' }]);
    assert.equal(problem.file, 'model/views/sales.yml');
  });

  it('says a thing once that is reported twice', () => {
    const message = 'customers cube: something new';
    one(bakery, [{ message }, { message, fileName: null }, { message: `Compile errors:\nErrors:\n${message}\n` }]);
  });

  it('is quiet about a sound model', () => {
    for (const { name, texts } of fixtures()) {
      const index = indexOf(texts);
      assert.equal(show(index, diagnose(index, undefined)), '', name);
    }
  });

  it('finds no error in public models the compiler accepts', function () {
    const sets = corpus();
    if (!sets) {
      console.log('      no public models beside this checkout');
      this.skip();
    }
    for (const { name, texts, clean } of sets) {
      const index = indexOf(texts);
      const errors = localProblems(index).filter((problem) => problem.severity === 'error');
      if (clean) assert.equal(show(index, errors), '', name);
      else assert.notEqual(errors.length, 0, name);
    }
  });

  it('leaves alone what only a program can know', async () => {
    const models: Record<string, string>[] = [
      {
        'a.js':
          'const names = [`a`, `b`];\nnames.forEach((name) => cube(name, { sql: `SELECT 1`, measures: { count: { type: `count` } } }));\ncube(`c`, { sql: `SELECT ${a.count} FROM x`, joins: { b: { sql: `1 = 1`, relationship: `hasMany` } }, dimensions: { id: { sql: `id`, type: `number`, primaryKey: true } } });',
      },
      {
        'a.js':
          'const base = { type: `number`, sql: () => `x` };\ncube(`a`, { sql: `SELECT 1`, measures: { x: { ...base }, y: base, z: { sql: `${x} + ${y}`, type: `number` } } });',
      },
      {
        'a.js':
          'const make = (n) => ({ [n]: { sql: () => `x`, type: `sum` } });\ncube(`a`, { sql: `SELECT 1`, measures: Object.assign({}, make(`one`), make(`two`)), dimensions: {}, segments: {} });\nview(`v`, { cubes: [{ joinPath: a, includes: [`one`, `two`] }] });',
      },
      {
        'a.js':
          'const table = `t`;\ncube(`a`, { sql: `SELECT * FROM ${table}`, measures: { n: { sql: `${(() => 1)()}`, type: `sum` } } });',
      },
      {
        'a.yml':
          'cubes:\n  {% for n in ["x", "y"] %}\n  - name: {{ n | safe }}\n    sql_table: t\n    measures:\n      - name: count\n        type: count\n  {% endfor %}\n  - name: z\n    sql_table: z\n    joins:\n      - name: x\n        sql: "{CUBE}.x = {x}.id"\n        relationship: many_to_one\n    dimensions:\n      - {name: id, sql: id, type: number, primary_key: true}\n',
        'b.yml': 'cubes:\n  - name: w\n    sql: "SELECT {x.count}"\n',
      },
      {
        'a.yml':
          'cubes:\n  - name: a\n    sql_table: t\n    measures:\n      - name: count\n        type: {% if true %}count{% else %}sum{% endif %}\n{% if false %}\n    nonsense: 1\n{% endif %}\n',
      },
    ];
    for (const texts of models) {
      const index = indexOf(texts);
      const errors = checkModel(index).filter((problem) => problem.severity === 'error');
      assert.equal(show(index, errors), '', JSON.stringify(texts));
      assert.ok((await compile(texts)).every(({ message }) => !/syntax/i.test(message)));
    }
  });

  it('checks a file again when it changes and forgets one that goes', () => {
    const index = indexOf(bakery);
    const { generation } = index;
    index.set('model/cubes/orders.yml', bakery['cubes/orders.yml']!.replace('many_to_one', 'many_to_many'));
    assert.notEqual(index.generation, generation);
    assert.deepEqual(
      diagnose(index, undefined).map((problem) => problem.code),
      ['wrong-value'],
    );
    index.set('model/cubes/orders.yml', bakery['cubes/orders.yml']!);
    assert.deepEqual(diagnose(index, undefined), []);
    index.delete('model/cubes/customers.yml');
    assert.ok(diagnose(index, undefined).some((problem) => problem.code === 'unknown-cube'));
  });
});
