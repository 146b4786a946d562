import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
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
