import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ModelReader } from '../../src/session/modelReader.ts';
import { ModelSession } from '../../src/session/modelSession.ts';
import { temporaryFolder } from '../vscode/process/temporaryFolder.ts';

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
  /** What the editor fails with when it reads a file again. */
  let refusal: NodeJS.ErrnoException | undefined;
  let session: ModelSession;
  let reader: ModelReader;
  const problemsOf = (file: string) => session.problems.value.get(file)?.map(({ message }) => message) ?? [];

  beforeEach(() => {
    mkdirSync(at('model'), { recursive: true });
    writeFileSync(at('model/orders.yml'), orders);
    writeFileSync(at('model/users.yml'), '');
    // No user can read a file of this size in one piece, whatever its permissions.
    truncateSync(at('model/users.yml'), 3 * 2 ** 30);
    refusal = undefined;
    session = new ModelSession('model');
    reader = new ModelReader({
      binding: { projectFolder: folder.path, modelFolder: 'model' },
      model: session,
      readText: async (file) => {
        if (refusal) throw refusal;
        return readFileSync(at(file), 'utf8');
      },
      ended: new AbortController().signal,
    });
  });
  afterEach(() => {
    session.dispose();
    rmSync(at('model'), { recursive: true });
  });
  after(() => folder.remove());

  it('has a problem on that file, and the problems of all others that do not depend on it', async () => {
    await reader.load();
    assert.match(problemsOf('model/users.yml').join(), /^This file is larger than 5 MB/);
    assert.equal(problemsOf('model/orders.yml').length, 1);
    assert.match(problemsOf('model/orders.yml')[0]!, /smu/);
    assert.ok(session.index.cube('orders'));
  });

  it('is complete when the file can be read again', async () => {
    await reader.load();
    writeFileSync(at('model/users.yml'), users);
    await reader.readChanged(['model/users.yml']);
    assert.deepEqual(problemsOf('model/users.yml'), []);
    assert.ok(session.index.cube('users'));
  });

  it('has no problem of an empty file after it could be read again', async () => {
    await reader.load();
    writeFileSync(at('model/users.yml'), '');
    await reader.readChanged(['model/users.yml']);
    assert.deepEqual(problemsOf('model/users.yml'), []);
    assert.equal(session.index.file('model/users.yml')?.isUnread, undefined);
    writeFileSync(at('model/users.yml'), '# no longer empty\n');
    truncateSync(at('model/users.yml'), 3 * 2 ** 30);
    await reader.reload();
    assert.equal(problemsOf('model/users.yml').length, 1);
    writeFileSync(at('model/users.yml'), '');
    await reader.reload();
    assert.deepEqual(problemsOf('model/users.yml'), []);
  });

  it('says that the permission is missing when that happens later', async () => {
    writeFileSync(at('model/users.yml'), users);
    await reader.load();
    refusal = Object.assign(new Error(`EACCES: permission denied, open '${at('model/users.yml')}'`), {
      code: 'EACCES',
    });
    await reader.readChanged(['model/users.yml']);
    assert.deepEqual(problemsOf('model/users.yml'), ['This file cannot be read: permission denied.']);
  });
});
