/** A git repository with a project two folders deep and a real Postgres in its `.env` is served; git and its files stay as they are. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as git from 'isomorphic-git';
import type { PostgresSource } from '../../src/database/source/dataSource.ts';
import { type PostgresServer, startPostgres } from '../database/postgresServer.ts';
import { useEditorSession } from './editorSession.ts';
import { allRevenue, hashesOf, OwnProject, orders, paidRevenue, writeProject } from './ownProject.ts';

const project = 'services/analytics';

const tables = `
CREATE TABLE users (id int PRIMARY KEY, country text, seats int);
CREATE TABLE orders (id int PRIMARY KEY, user_id int REFERENCES users, status text, amount numeric(12, 2), created_at timestamptz);
CREATE TABLE refunds (id int PRIMARY KEY, order_id int REFERENCES orders, amount numeric(12, 2));
INSERT INTO users VALUES (1, 'France', 3), (2, 'Spain', 5);
INSERT INTO orders VALUES
  (1, 1, 'paid', 10.50, '2026-01-05'), (2, 1, 'paid', 20.25, '2026-01-17'),
  (3, 2, 'refunded', 5, '2026-02-02'), (4, 2, 'paid', 1, '2026-03-20');
INSERT INTO refunds VALUES (1, 3, 5), (2, 1, 1.25);
`;

function envOf({ host, port, database, user }: PostgresSource, password: string): string {
  return `CUBEJS_DB_TYPE=postgres
CUBEJS_DB_HOST=${host}
CUBEJS_DB_PORT=${port}
CUBEJS_DB_NAME=${database}
CUBEJS_DB_USER=${user}
CUBEJS_DB_PASS=${password}
CUBEJS_API_SECRET=not-for-queries
`;
}

describe('a git repository with a Postgres in its .env that is served on this machine', function () {
  // Each step needs the one before.
  this.bail(true);
  let server: PostgresServer | undefined;
  let source: PostgresSource;
  let gitFiles: Record<string, string>;
  before(async function () {
    server = await startPostgres(this);
    source = await server.database(tables);
  });
  after(() => server?.dispose());

  const session = useEditorSession({
    async prepare(folder) {
      await writeProject(path.join(folder, project), {});
      await writeFile(path.join(folder, '.gitignore'), '.env\n.vscode\n');
      const author = { name: 'Me', email: 'me@example.com' };
      const commit = async (message: string) => {
        for (const [filepath, , workdir] of await git.statusMatrix({ fs, dir: folder })) {
          if (workdir !== 0) await git.add({ fs, dir: folder, filepath });
        }
        await git.commit({ fs, dir: folder, message, author });
      };
      await git.init({ fs, dir: folder, defaultBranch: 'trunk' });
      await commit('A model');
      // Another branch, to check out later.
      await git.branch({ fs, dir: folder, ref: 'feature/countries', checkout: true });
      const users = path.join(folder, project, 'model/cubes/users.yml');
      await writeFile(
        users,
        (await readFile(users, 'utf8')).replace(
          '    measures:\n',
          '    measures:\n      - name: count\n        type: count\n\n',
        ),
      );
      await commit('Users are counted');
      await git.checkout({ fs, dir: folder, ref: 'trunk' });
      await writeFile(path.join(folder, project, '.env'), envOf(source, 'wr0ng-s3cret'));
      gitFiles = await hashesOf(path.join(folder, '.git'));
    },
  });
  const own = new OwnProject(session, project);
  const gitFolder = () => path.join(session().folder, '.git');

  it('says why the database refuses it, with the file and without the password', async () => {
    const { workbench } = own;
    await own.serve();
    const failure = workbench.notificationItem('cannot be used as “reader”');
    await failure.waitFor();
    const text = await failure.innerText();
    assert.match(text, /password authentication failed/);
    assert.match(text, /services\/analytics\/\.env/);
    assert.doesNotMatch(text, /wr0ng|exit code/);
    await workbench.screenshot('own-postgres-1-refused');
    await workbench.closeNotification(failure);
  });

  it('shows the numbers of the database as soon as the password is right', async () => {
    const { workbench } = own;
    await writeFile(path.join(session().folder, project, '.env'), envOf(source, source.password!));
    await own.serve();
    const notification = workbench.notificationItem(/is served on this machine, with the data of test_.*\(Postgres\)/);
    await notification.waitFor();
    await workbench.row(/^\s*trunk\s*production/).waitFor();
    await workbench.closeNotification(notification);
    await own.query();
    await own.cell(paidRevenue).waitFor();
    for (const theme of ['Dark Modern', 'Light Modern'] as const) {
      await workbench.setPictureTheme(theme);
      await workbench.screenshot(`own-postgres-2-numbers-${theme.split(' ')[0]!.toLowerCase()}`);
    }
  });

  it('has what the database says about an unknown column at its word, and takes the right name', async () => {
    const { workbench } = own;
    await own.change('sql: amount', 'sql: amuont');
    await workbench.statusItem(/dev-developer.*built/).waitFor();
    await own.rerun();
    await workbench.webview.getByText('Perhaps you meant to reference the column "orders.amount"').first().waitFor();
    await own.showCube();
    await workbench.waitForSquiggles(['amuont']);
    await workbench.screenshot('own-postgres-3-broken');
    await own.correctColumn('own-postgres-3');
  });

  it('explains a wrong join with its effect, and corrects it', async () => {
    await own.correctJoin('own-postgres-3');
  });

  it('generates the cube of a table that has none', async () => {
    await own.generateCube('own-postgres-3');
  });

  it('commits a change to its production without changing the git repository', async () => {
    const { workbench } = own;
    await own.change("status = 'paid'", "status <> 'lost'");
    await workbench.statusItem(/dev-developer.*built/).waitFor();
    await own.rerun();
    await own.cell(allRevenue).waitFor();
    await own.runTests('own-postgres-4');
    await own.commit('trunk');
    await workbench.screenshot('own-postgres-4-committed');
    assert.deepEqual(await hashesOf(gitFolder()), gitFiles);
    assert.equal(await git.currentBranch({ fs, dir: session().folder }), 'trunk');
    const file = path.posix.join(project, orders);
    assert.equal(await git.status({ fs, dir: session().folder, filepath: file }), '*modified');
  });

  it('says once that another git branch is checked out, keeps its files, and starts over with them', async () => {
    const { workbench } = own;
    const dir = session().folder;
    await git.checkout({ fs, dir, ref: 'feature/countries', force: true });
    const notification = workbench.notificationItem('is on the git branch feature/countries now');
    await notification.waitFor();
    await workbench.openContainer('Data Model');
    await workbench.screenshot('own-postgres-5-checkout');
    const before = await hashesOf(path.join(dir, project));
    await workbench.answerNotification('is on the git branch feature/countries now', 'Start Over…');
    await workbench.answerDialog('Start Over');
    await workbench.row(/^\s*feature\/countries\s*production/).waitFor();
    await workbench.statusItem(/dev-developer.*built/).waitFor();
    await workbench.screenshot('own-postgres-6-started-over');
    assert.deepEqual(await hashesOf(path.join(dir, project)), before);
    assert.equal(await git.currentBranch({ fs, dir }), 'feature/countries');
  });
});
