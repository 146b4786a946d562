import assert from 'node:assert/strict';
import { Slices } from '../../src/base/async.ts';
import { ProjectModel } from '../../src/model/project/projectModel.ts';
import { ModelSession } from '../../src/session/modelSession.ts';

const orders = 'model/orders.yml';
const saved =
  'cubes:\n  - name: orders\n    sql_table: t\n    measures:\n      - name: total\n        type: sum\n        sql: x\n';

describe('ModelSession', () => {
  let project: ProjectModel;
  let session: ModelSession;

  beforeEach(() => {
    project = new ProjectModel({ projectFolder: '', modelFolder: 'model' });
    session = new ModelSession(project);
    project.change([[orders, saved]]);
    session.report(session.generation, [{ message: 'orders cube: something is wrong with (measures.total.sql = x)' }]);
  });
  afterEach(() => session.dispose());

  const problems = () => session.problems.value.get(orders) ?? [];

  it('publishes no problems for the text of an unsaved document', () => {
    const before = problems();
    assert.equal(before.length, 1);
    project.edit(orders, 'cubes: [');
    assert.equal(project.open.file(orders)?.text, 'cubes: [');
    assert.equal(problems(), before);
  });

  it("keeps the platform's problem when the text above it changed in the unsaved document, then on disk", () => {
    const line = problems()[0]!.range.start.line;
    project.edit(orders, `# one\n${saved}`);
    project.edit(orders, `# one\n# two\n${saved}`);
    project.change([[orders, `# one\n# two\n${saved}`]]);
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
      project.change([
        [orders, usesTotal],
        [users, total],
      ]);
      assert.equal(session.problems.value.size, 0);
    });

    it('publishes no mistake of an unsaved document when another file is saved', () => {
      project.edit(users, broken);
      project.change([[orders, `${usesTotal}\n`]]);
      assert.deepEqual([...session.problems.value.keys()], []);
      project.change([[users, broken]]);
      assert.deepEqual([...session.problems.value.keys()], [users]);
    });

    it('does not blame a saved file for what an unsaved document renames', () => {
      project.edit(users, total.replace('name: total', 'name: sum'));
      project.change([[orders, `${usesTotal}\n`]]);
      assert.deepEqual([...session.problems.value.keys()], []);
    });

    it("places the platform's problems in the saved text", () => {
      project.edit(orders, `# one\n${usesTotal}`);
      session.report(session.generation, [{ message: 'orders cube: (measures.total.sql = x) is wrong' }]);
      assert.deepEqual(
        problems().map(({ range }) => range.start.line),
        [6],
      );
    });

    it('keeps the list of a file, which the editor shows, while only other files change', () => {
      project.change([[users, broken]]);
      const before = session.problems.value.get(users);
      project.edit(users, `# one\n${broken}`);
      project.change([[orders, `${usesTotal}\n`]]);
      assert.equal(session.problems.value.get(users), before);
      project.change([[users, broken]]);
      assert.notEqual(session.problems.value.get(users), before);
    });

    it('has the saved text of a document that was closed without saving', () => {
      project.edit(users, broken);
      assert.equal(project.open.file(users)?.text, broken);
      project.edit(users, undefined);
      assert.equal(project.open.file(users)?.text, total);
    });

    it('reads a text once for both indexes, also if it is saved after an edit', () => {
      assert.equal(project.open.file(users), project.saved.file(users));
      project.edit(users, broken);
      const read = project.open.file(users);
      project.change([[users, broken]]);
      assert.equal(project.open.file(users), read);
      assert.equal(project.saved.file(users), read);
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
    await project.changeMany(files, new Slices(0));
    clearImmediate(ticking);
    assert.ok(others >= files.length, `${others} turns for ${files.length} files`);
    assert.equal([...project.open.files].length, files.length + 1);
  });
});
