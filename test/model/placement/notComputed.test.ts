import assert from 'node:assert/strict';
import { diagnose } from '../../../src/model/diagnose.ts';
import { ModelIndex } from '../../../src/model/index/modelIndex.ts';
import { problemCatalog } from '../../../src/model/source/problemCatalog.ts';

const orders = `cubes:
  - name: orders
    sql_table: orders
    measures:
      - { name: total, sql: amount, type: sum }
      - { name: place, type: rank, multi_stage: true, order_by: [{ sql: "{total}" }] }
  - name: archive
    extends: orders
`;
const made = "cube('made', { sql_table: 't', measures: list() });\n";

describe('members that the local platform cannot calculate', () => {
  const index = new ModelIndex({ modelFolder: 'model' });
  index.set('model/orders.yml', orders);
  index.set('model/made.js', made);
  const report = (member: string, message = 'its type is switch') => ({ message, notComputed: member });
  const problems = (...reports: { message: string; notComputed?: string }[]) =>
    diagnose(index, reports).filter(({ code }) => code === problemCatalog.notComputed.code);

  it('are information on their names, once for all cubes that inherit them', () => {
    const [problem, ...others] = problems(report('orders.place'), report('archive.place'));
    assert.deepEqual(others, []);
    assert.equal(problem!.severity, 'information');
    assert.match(
      problem!.message,
      /^The local platform refuses queries of `orders\.place`: its type is switch\. The hosted/,
    );
    assert.equal(problem!.file, 'model/orders.yml');
    const { start, end } = problem!.range;
    assert.equal(orders.split('\n')[start.line]!.slice(start.character, end.character), 'place');
  });

  it('are at the name of their cube if code creates them, and at the project if it creates the cube', () => {
    const [first, second] = problems(report('unknown.a'), report('made.b'));
    assert.equal(first!.file, index.projectFile);
    assert.equal(made.slice(second!.range.start.character, second!.range.end.character).replaceAll("'", ''), 'made');
  });

  it('do not keep a model from being one that compiles', () => {
    const errors = diagnose(index, [report('orders.place')]).filter(({ severity }) => severity === 'error');
    assert.deepEqual(errors, []);
  });
});
