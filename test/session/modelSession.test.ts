import assert from 'node:assert/strict';
import { ModelSession } from '../../src/session/modelSession.ts';

const orders = 'model/orders.yml';
const saved =
  'cubes:\n  - name: orders\n    sql_table: t\n    measures:\n      - name: total\n        type: sum\n        sql: x\n';

describe('ModelSession', () => {
  let session: ModelSession;

  beforeEach(() => {
    session = new ModelSession('model');
    session.change([[orders, saved]]);
    session.report(session.generation, [{ message: 'orders cube: something is wrong with (measures.total.sql = x)' }]);
  });
  afterEach(() => session.dispose());

  const problems = () => session.problems.value.get(orders) ?? [];

  it('publishes no problems for the text of an unsaved document', () => {
    const before = problems();
    assert.equal(before.length, 1);
    session.edit(orders, 'cubes: [');
    assert.equal(session.index.file(orders)?.text, 'cubes: [');
    assert.equal(problems(), before);
  });

  it("keeps the platform's problem when the text above it changed in the unsaved document, then on disk", () => {
    const line = problems()[0]!.range.start.line;
    session.edit(orders, `# one\n${saved}`);
    session.edit(orders, `# one\n# two\n${saved}`);
    session.change([[orders, `# one\n# two\n${saved}`]]);
    assert.deepEqual(
      problems().map(({ range }) => range.start.line),
      [line + 2],
    );
  });
});
