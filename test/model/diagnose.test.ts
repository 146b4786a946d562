/** Local problems and compiler reports become one list: no duplicates, no lost reports, no false errors. */

import assert from 'node:assert/strict';
import { checkModel } from '../../src/model/checks/checkModel.ts';
import { diagnose, localProblems } from '../../src/model/diagnose.ts';
import { edit } from './marked.ts';
import { compile, corpus, fixture, fixtures, indexOf, show, type Texts } from './models.ts';

const bakery = fixture('bakery');

/** The only problem of a model. */
function onlyProblem(texts: Texts, reported: Parameters<typeof diagnose>[1]) {
  const index = indexOf(texts);
  const problems = diagnose(index, reported);
  assert.equal(problems.length, 1, show(index, problems));
  return problems[0]!;
}

describe('diagnose', () => {
  it('merges a local problem with the same compiler report and keeps the local message', () => {
    const texts = edit(bakery, 'cubes/orders.yml', '"{customers.city}"', '"{customers.cty}"');
    const problem = onlyProblem(texts, [
      { message: "customers.cty cannot be resolved. There's no such member or cube." },
    ]);
    assert.equal(problem.source, 'data-model');
    assert.match(problem.message, /There is no `cty` in cube `customers`\. Did you mean `city`\?/);
    assert.match(problem.related!.at(-1)!.message, /The compiler reports: customers\.cty cannot be resolved/);
  });

  it('turns a warning that the compiler confirms into an error', () => {
    const texts = edit(
      bakery,
      'cubes/orders.yml',
      '- customers.city\n\n      - name: revenue\n',
      '- customers.cty\n\n      - name: revenue\n',
    );
    assert.equal(
      onlyProblem(texts, [{ message: "customers.cty cannot be resolved. There's no such member or cube." }]).severity,
      'error',
    );
  });

  it('keeps a report without a local problem', () => {
    const problem = onlyProblem(bakery, [{ message: "orders cube: an unknown message about 'status'" }]);
    assert.equal(problem.source, 'compiler');
    assert.equal(problem.file, 'model/cubes/orders.yml');
    assert.deepEqual(problem.range, { start: { line: 2, character: 10 }, end: { line: 2, character: 16 } });
  });

  it('shows a report without a location on the project', () => {
    const problem = onlyProblem(bakery, [{ message: 'The roof is on fire' }]);
    assert.deepEqual([problem.file, problem.message], ['', 'The roof is on fire']);
    const index = indexOf(bakery);
    index.set('cube.py', '');
    assert.equal(diagnose(index, [{ message: 'The roof is on fire' }])[0]!.file, 'cube.py');
  });

  it('shows a report with a file name on that file', () => {
    const problem = onlyProblem(bakery, [{ message: 'The roof is on fire', fileName: '/model/views/sales.yml' }]);
    assert.equal(problem.file, 'model/views/sales.yml');
  });

  it('shows a report once that is reported several times', () => {
    const message = 'customers cube: something new';
    onlyProblem(bakery, [
      { message },
      { message, fileName: null },
      { message: `Compile errors:\nErrors:\n${message}\n` },
    ]);
  });

  it('finds no problems in a valid model', () => {
    for (const { name, texts } of fixtures()) {
      const index = indexOf(texts);
      assert.equal(show(index, diagnose(index, undefined)), '', name);
    }
  });

  it('finds no errors in public models that compile', function () {
    const sets = corpus();
    if (!sets) {
      console.log('      no public models next to this checkout');
      this.skip();
    }
    for (const { name, texts, clean } of sets) {
      const index = indexOf(texts);
      const errors = localProblems(index).filter((problem) => problem.severity === 'error');
      if (clean) assert.equal(show(index, errors), '', name);
      else assert.notEqual(errors.length, 0, name);
    }
  });

  it('accepts an item that a template starts and YAML continues', async () => {
    const texts = {
      'a.yml':
        "{%- macro first(name) -%}\nname: {{ name | safe }}\n{%- endmacro %}\ncubes:\n  - {{ first('a') }}\n    sql_table: t\n\n    measures:\n      - name: count\n        type: count\n",
    };
    const index = indexOf(texts);
    assert.equal(show(index, localProblems(index)), '');
    assert.deepEqual(await compile(texts), []);
  });

  it('does not say that the compiler accepts what it reports', () => {
    const text =
      'cubes:\n  - name: a\n    sql_table: t\n    dimensions:\n      - {name: d, sql: "{nope}", type: number, sub_query: true}\n';
    const messages = (reported: { message: string }[]) =>
      diagnose(indexOf({ 'a.yml': text }), reported).map(({ severity, message }) => `${severity} ${message}`);
    assert.deepEqual(messages([]), [
      'warning `nope` is neither a member of cube `a` nor a cube. The compiler accepts this, but queries that use this will fail.',
    ]);
    assert.deepEqual(messages([{ message: 'nope is not defined' }]), [
      'error `nope` is neither a member of cube `a` nor a cube.',
    ]);
  });

  it('drops a doubt about a template that compiles', () => {
    const index = indexOf({ 'a.yml': 'cubes:\n{% if x %}\n  oops\n{% endif %}\n  - name: a\n    sql_table: t\n' });
    assert.notDeepEqual(localProblems(index), []);
    assert.equal(show(index, diagnose(index, [])), '');
  });

  it('does not report names that a program or template may define', async () => {
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

  it('checks a changed file again and drops a deleted one', () => {
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
