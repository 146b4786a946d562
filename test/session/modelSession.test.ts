import assert from 'node:assert/strict';
import { Slices } from '../../src/base/async.ts';
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

  describe('with unsaved documents', () => {
    const users = 'model/users.yml';
    const key = '    dimensions:\n      - {name: id, sql: id, type: number, primary_key: true}\n';
    const total = `cubes:\n  - name: users\n    sql_table: t\n    measures:\n      - name: total\n        type: sum\n        sql: x\n${key}`;
    const join = '    joins:\n      - {name: users, sql: "{CUBE.id} = {users.id}", relationship: one_to_one}\n';
    const usesTotal = `${saved.replace('type: sum\n        sql: x', 'type: number\n        sql: "{users.total}"')}${key}${join}`;
    const broken = total.replace('type: sum', 'type: smu');

    beforeEach(() => {
      session.withdraw();
      session.change([
        [orders, usesTotal],
        [users, total],
      ]);
      assert.equal(session.problems.value.size, 0);
    });

    it('publishes no mistake of an unsaved document when another file is saved', () => {
      session.edit(users, broken);
      session.change([[orders, `${usesTotal}\n`]]);
      assert.deepEqual([...session.problems.value.keys()], []);
      session.change([[users, broken]]);
      assert.deepEqual([...session.problems.value.keys()], [users]);
    });

    it('does not blame a saved file for what an unsaved document renames', () => {
      session.edit(users, total.replace('name: total', 'name: sum'));
      session.change([[orders, `${usesTotal}\n`]]);
      assert.deepEqual([...session.problems.value.keys()], []);
    });

    it("places the platform's problems in the saved text", () => {
      session.edit(orders, `# one\n${usesTotal}`);
      session.report(session.generation, [{ message: 'orders cube: (measures.total.sql = x) is wrong' }]);
      assert.deepEqual(
        problems().map(({ range }) => range.start.line),
        [6],
      );
    });

    it('keeps the list of a file, which the editor shows, while only other files change', () => {
      session.change([[users, broken]]);
      const before = session.problems.value.get(users);
      session.edit(users, `# one\n${broken}`);
      session.change([[orders, `${usesTotal}\n`]]);
      assert.equal(session.problems.value.get(users), before);
      session.change([[users, broken]]);
      assert.notEqual(session.problems.value.get(users), before);
    });

    it('has the saved text of a document that was closed without saving', () => {
      session.edit(users, broken);
      assert.equal(session.index.file(users)?.text, broken);
      session.edit(users, undefined);
      assert.equal(session.index.file(users)?.text, total);
    });

    it('reads a text once for both indexes, also if it is saved after an edit', () => {
      assert.equal(session.index.file(users), session.saved.file(users));
      session.edit(users, broken);
      const read = session.index.file(users);
      session.change([[users, broken]]);
      assert.equal(session.index.file(users), read);
      assert.equal(session.saved.file(users), read);
    });
  });

  it('gives way to other work between the checks of many files', async () => {
    let others = 0;
    const count = () => {
      others += 1;
      ticking = setImmediate(count);
    };
    let ticking = setImmediate(count);
    const files = Array.from(
      { length: 20 },
      (_, i) => [`model/${i}.yml`, saved.replace('orders', `orders_${i}`)] as const,
    );
    await session.changeMany(files, new Slices(0));
    clearImmediate(ticking);
    assert.ok(others >= files.length, `${others} turns for ${files.length} files`);
    assert.equal([...session.index.files].length, files.length + 1);
  });
});
