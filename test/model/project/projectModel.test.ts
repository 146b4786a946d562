import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ProjectModel } from '../../../src/model/project/projectModel.ts';
import { temporaryFolder } from '../../vscode/process/temporaryFolder.ts';

const users = 'cubes:\n  - name: users\n    sql_table: users\n';
const orders = `cubes:
  - name: orders
    sql_table: orders
    joins:
      - name: users
        sql: "{CUBE}.user_id = {users}.id"
        relationship: many_to_one
    measures:
      - name: total
        type: smu
        sql: total
`;

describe('a model with a file that cannot be read', () => {
  const folder = temporaryFolder('model-reader');
  const at = (file: string) => path.join(folder.path, file);
  let project: ProjectModel;
  const problemsOf = (file: string) =>
    project
      .problems()
      .get(file)
      ?.map(({ message }) => message) ?? [];

  beforeEach(() => {
    mkdirSync(at('model'), { recursive: true });
    writeFileSync(at('model/orders.yml'), orders);
    writeFileSync(at('model/users.yml'), '');
    // No user can read a file of this size in one piece, whatever its permissions.
    truncateSync(at('model/users.yml'), 3 * 2 ** 30);
    project = new ProjectModel({ projectFolder: folder.path, modelFolder: 'model' });
  });
  afterEach(() => {
    project.dispose();
    rmSync(at('model'), { recursive: true });
  });
  after(() => folder.remove());

  it('has a problem on that file, and the problems of all others that do not depend on it', async () => {
    await project.load();
    assert.match(problemsOf('model/users.yml').join(), /^This file is larger than 5 MB/);
    assert.equal(problemsOf('model/orders.yml').length, 1);
    assert.match(problemsOf('model/orders.yml')[0]!, /smu/);
    assert.ok(project.open.cube('orders'));
  });

  it('is complete when the file can be read again', async () => {
    await project.load();
    writeFileSync(at('model/users.yml'), users);
    await project.readChanged(['model/users.yml']);
    assert.deepEqual(problemsOf('model/users.yml'), []);
    assert.ok(project.open.cube('users'));
  });

  it('has no problem of an empty file after it could be read again', async () => {
    await project.load();
    writeFileSync(at('model/users.yml'), '');
    await project.readChanged(['model/users.yml']);
    assert.deepEqual(problemsOf('model/users.yml'), []);
    assert.equal(project.open.file('model/users.yml')?.unread, undefined);
    writeFileSync(at('model/users.yml'), '# no longer empty\n');
    truncateSync(at('model/users.yml'), 3 * 2 ** 30);
    await project.reload();
    assert.equal(problemsOf('model/users.yml').length, 1);
    writeFileSync(at('model/users.yml'), '');
    await project.reload();
    assert.deepEqual(problemsOf('model/users.yml'), []);
  });

  it('says that the permission is missing when that happens later', async function () {
    if (process.platform === 'win32' || process.getuid?.() === 0) {
      console.log('      (skipped: this user can read all files)');
      return this.skip();
    }
    writeFileSync(at('model/users.yml'), users);
    await project.load();
    chmodSync(at('model/users.yml'), 0);
    await project.readChanged(['model/users.yml']);
    assert.deepEqual(problemsOf('model/users.yml'), ['This file cannot be read: permission denied.']);
  });
});

describe('a model that changes on disk', () => {
  const folder = temporaryFolder('project-model-changes');
  const at = (file: string) => path.join(folder.path, file);
  let project: ProjectModel;
  const files = () => [...project.saved.files].map((file) => file.path).sort();
  const messagesOf = (file: string) => (project.problems().get(file) ?? []).map(({ message }) => message).join();

  beforeEach(async () => {
    mkdirSync(at('model/cubes'), { recursive: true });
    writeFileSync(at('model/cubes/users.yml'), users);
    project = new ProjectModel({ projectFolder: folder.path, modelFolder: 'model' });
    await project.load();
  });
  afterEach(() => {
    project.dispose();
    rmSync(at('model'), { recursive: true });
  });
  after(() => folder.remove());

  it('follows a folder that is renamed, and returns its files before and after', async () => {
    renameSync(at('model/cubes'), at('model/other'));
    assert.deepEqual(await project.readSaved('model/cubes'), ['model/cubes/users.yml']);
    assert.deepEqual(await project.readSaved('model/other'), ['model/other/users.yml']);
    assert.deepEqual(files(), ['model/other/users.yml']);
  });

  it('has a problem for a link that appears, and none when a file replaces it', async function () {
    if (process.platform === 'win32') return this.skip();
    symlinkSync('cubes/users.yml', at('model/link.yml'));
    symlinkSync('cubes', at('model/linked'));
    await project.readChanged(['model/link.yml', 'model/linked']);
    assert.match(messagesOf('model/link.yml'), /Symbolic links are not part/);
    assert.match(messagesOf('model/linked'), /Symbolic links are not part/);
    await project.readChanged(['model/linked/users.yml']);
    assert.equal(project.saved.file('model/linked/users.yml'), undefined);
    rmSync(at('model/link.yml'));
    rmSync(at('model/linked'));
    writeFileSync(at('model/link.yml'), 'cubes: []\n');
    await project.readChanged(['model/link.yml', 'model/linked']);
    assert.deepEqual([...project.problems().keys()], []);
  });

  it('ignores a hidden file that is saved, as the first read does', async () => {
    writeFileSync(at('model/.draft.yml'), users);
    assert.deepEqual(await project.readSaved('model/.draft.yml'), ['model/.draft.yml']);
    assert.deepEqual(files(), ['model/cubes/users.yml']);
  });

  it('keeps the text of an open document until it is closed', async () => {
    project.edit('model/cubes/users.yml', users.replaceAll('users', 'people'));
    writeFileSync(at('model/cubes/users.yml'), `${users}# changed\n`);
    await project.readChanged(['model/cubes/users.yml']);
    assert.ok(project.saved.cube('users'));
    assert.ok(project.open.cube('people'));
    project.edit('model/cubes/users.yml', undefined);
    assert.equal(project.open.file('model/cubes/users.yml'), project.saved.file('model/cubes/users.yml'));
  });

  it('places the problem of a file that is not UTF-8 in its document, and reads the document when it is edited', async () => {
    writeFileSync(at('model/cubes/users.yml'), Buffer.from(`${users}# \xfc\n`, 'latin1'));
    await project.readChanged(['model/cubes/users.yml']);
    const [problem] = project.problems().get('model/cubes/users.yml') ?? [];
    assert.deepEqual(problem?.range.start, { line: 3, character: 2 });
    project.edit('model/cubes/users.yml', `${users}# \ufffd\n`);
    assert.match(JSON.stringify([...project.openProblems()]), /not valid UTF-8/);
    project.edit('model/cubes/users.yml', `${users}# ü\n`);
    assert.deepEqual([...project.openProblems()], []);
    assert.ok(project.open.cube('users'));
  });
});

describe('the rules of a project', () => {
  const folder = temporaryFolder('project-rules');
  const at = (file: string) => path.join(folder.path, file);
  const test = (member: string) =>
    `tests:\n  - name: a\n    query: { measures: [${member}] }\n    expect: { row_count: 1 }\n`;
  const counted = (name: string) =>
    `cubes:\n  - name: ${name}\n    sql_table: t\n    measures: [{ name: count, type: count }]\n`;
  let project: ProjectModel;
  const codes = () => [...project.problems().values()].flat().map(({ file, code }) => `${file} ${code}`);

  beforeEach(() => {
    mkdirSync(at('model'), { recursive: true });
    mkdirSync(at('tests'), { recursive: true });
    writeFileSync(at('model/a.yml'), counted('orders'));
    writeFileSync(at('model/b.yml'), counted('users'));
    writeFileSync(at('tests/a.test.yml'), test('orders.count'));
    project = new ProjectModel({ projectFolder: folder.path, modelFolder: 'model' });
  });
  afterEach(() => {
    project.dispose();
    for (const name of ['model', 'tests', '.datamodelrules.yml']) rmSync(at(name), { recursive: true, force: true });
  });

  after(() => folder.remove());

  it('apply when their file is saved, and read tests only then', async () => {
    await project.load();
    assert.deepEqual(codes(), []);
    assert.equal(project.saved.namedInDocuments, undefined);
    writeFileSync(at('.datamodelrules.yml'), 'rules: { untested-measure: warning }\n');
    await project.readSaved('.datamodelrules.yml');
    assert.deepEqual(codes(), ['model/b.yml untested-measure']);
    rmSync(at('.datamodelrules.yml'));
    await project.readChanged(['.datamodelrules.yml']);
    assert.deepEqual(codes(), []);
    assert.equal(project.saved.namedInDocuments, undefined);
  });

  it('follow saved, new and deleted tests, and query documents that tests run', async () => {
    writeFileSync(at('.datamodelrules.yml'), 'rules: { untested-measure: warning }\n');
    await project.load();
    let changes = 0;
    project.onChange.event(() => {
      changes += 1;
    });
    writeFileSync(at('tests/a.test.yml'), test('users.count'));
    await project.readSaved('tests/a.test.yml');
    assert.deepEqual(codes(), ['model/a.yml untested-measure']);
    assert.ok(changes > 0);
    writeFileSync(at('tests/o.query.yml'), 'measures: [orders.count]\n');
    writeFileSync(at('tests/b.test.yml'), 'tests:\n  - { name: b, query: o.query.yml, expect: { row_count: 1 } }\n');
    await project.readChanged(['tests/o.query.yml', 'tests/b.test.yml']);
    assert.deepEqual(codes(), []);
    rmSync(at('tests'), { recursive: true });
    await project.readChanged(['tests']);
    assert.deepEqual(codes(), ['model/a.yml untested-measure', 'model/b.yml untested-measure']);
  });
});
