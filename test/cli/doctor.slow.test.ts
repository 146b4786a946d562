/** `doctor` as a process, with the folders of a model. */

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../vscode/process/temporaryFolder.ts';
import { runBundle } from './runBundle.ts';

const cubes = (relationship: string) => `cubes:
  - name: orders
    sql_table: orders
    joins:
      - { name: users, relationship: ${relationship}, sql: "{CUBE}.user_id = {users.id}" }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
    measures:
      - { name: count, type: count }
`;
const users = `cubes:
  - name: users
    sql_table: users
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
    measures:
      - { name: count, type: count }
`;

describe('the doctor command', () => {
  const folder = temporaryFolder('doctor');
  after(() => folder.remove());

  const project = (files: Readonly<Record<string, string>>) => {
    const data = { 'data/orders.csv': 'id,user_id\n1,1\n2,1\n', 'data/users.csv': 'id\n1\n' };
    for (const [name, text] of Object.entries({ ...files, ...data })) {
      mkdirSync(path.dirname(path.join(folder.path, name)), { recursive: true });
      writeFileSync(path.join(folder.path, name), text);
    }
  };
  const run = async (...args: string[]) => {
    const all = [folder.path, '--source', path.join(folder.path, 'data'), ...args];
    const { code, stdout, stderr } = await runBundle('doctor', [...all, '--json'], { cwd: folder.path });
    return { code, stderr, report: code === 0 || code === 1 ? JSON.parse(stdout) : undefined };
  };
  const joinsOf = (report: { joins: Record<string, unknown>[] }) =>
    report.joins.map(({ file, suggested }) => [file, suggested]);

  it('examines the models of tenants, and what they share once, or the folder that is named', async () => {
    project({
      'cube.js': 'module.exports = { repositoryFactory: () => new FileRepository("model/a") };\n',
      'model/a/orders.yml': cubes('many_to_one'),
      'model/b/orders.yml': cubes('one_to_one'),
      'model/users.yml': users,
    });
    const both = await run();
    assert.equal(both.code, 1, both.stderr);
    assert.deepEqual(joinsOf(both.report), [
      ['model/a/orders.yml', null],
      ['model/b/orders.yml', 'many_to_one'],
    ]);
    assert.deepEqual(
      both.report.keys.map(({ file }: { file: string }) => file),
      ['model/a/orders.yml', 'model/users.yml', 'model/b/orders.yml'],
    );
    assert.equal(both.report.problems[0].kind, 'tenants');
    // The folder alone lacks what the tenants share.
    writeFileSync(path.join(folder.path, 'model/a/users.yml'), users);
    const one = await run('--model-folder', 'model/a');
    assert.equal(one.code, 0, one.stderr);
    assert.deepEqual(joinsOf(one.report), [['model/a/orders.yml', null]]);
    const none = await run('--model-folder', 'model/c');
    assert.equal(none.code, 2);
    assert.match(none.stderr, /There is no folder model\/c in/);
  });
});
