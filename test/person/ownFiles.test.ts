/** A folder without git, with CSV and Parquet files that its `.env` names, is served: from its first number to a commit, in two windows, and again. */

import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { waitFor } from '../run/waitFor.ts';
import { openWindowPage } from '../vscode/browser/browser.ts';
import { Workbench } from '../vscode/browser/workbench.ts';
import { waitForNumber } from './dashboard/dashboardDriver.ts';
import { useEditorSession } from './editorSession.ts';
import { allRevenue, hashesOf, OwnProject, orders, paidRevenue, refunds, tests, writeProject } from './ownProject.ts';

const env = 'CUBEJS_DB_TYPE=duckdb\nCUBEJS_DB_DUCKDB_DATABASE_PATH=data\n';

async function prepare(folder: string): Promise<void> {
  await writeProject(folder, {
    '.env': env,
    'data/orders.csv': `id,user_id,status,amount,created_at
1,1,paid,10.50,2026-01-05 10:00:00
2,1,paid,20.25,2026-01-17 11:30:00
3,2,refunded,5.00,2026-02-02 09:15:00
4,2,paid,1.00,2026-03-20 18:45:00
`,
    'data/refunds.csv': 'id,order_id,amount\n1,3,5.00\n2,1,1.25\n',
  });
  await mkdir(path.join(folder, 'data'), { recursive: true });
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  const file = path.join(folder, 'data/users.parquet');
  await connection.run(
    `COPY (SELECT * FROM (VALUES (1, 'France', 3), (2, 'Spain', 5)) users(id, country, seats)) TO '${file}' (FORMAT parquet)`,
  );
  connection.closeSync();
  instance.closeSync();
}

describe('a folder with data files that is served on this machine', function () {
  // Each step needs the one before.
  this.bail(true);
  const session = useEditorSession({ prepare });
  const own = new OwnProject(session);
  let before: Record<string, string>;
  const changed = async () => {
    const now = await hashesOf(session().folder);
    return Object.keys({ ...before, ...now }).filter((file) => before[file] !== now[file]);
  };
  const dashboard = () => ({ host: own.workbench.webview, embed: own.workbench.webview.frameLocator('iframe') });

  it('is offered first, and says what it does before it starts', async () => {
    before = await hashesOf(session().folder);
    const { workbench } = own;
    await workbench.openContainer('Data Model');
    await workbench.welcomeButton('Try It on This Machine').click();
    await workbench.dialog.getByText('your git repository does not change').waitFor();
    await workbench.screenshot('own-files-1-question');
    await workbench.answerDialog('Serve This Folder');
    const { notification } = {
      notification: workbench.notificationItem(/is served on this machine, with the data of/),
    };
    await notification.waitFor();
    assert.match(await notification.innerText(), /\/data\. “Query” above a measure/);
    await workbench.statusItem(/Local emulator of “.*” · .*main|dev-developer.*built/).waitFor();
    await workbench.row(/^\s*main\s*production/).waitFor();
    await workbench.screenshot('own-files-2-served');
    await workbench.closeNotification(notification);
    assert.deepEqual(await changed(), ['.vscode/settings.json']);
  });

  it('shows the numbers of its own files', async () => {
    await own.query();
    await own.cell(paidRevenue).waitFor();
    await own.workbench.screenshot('own-files-3-numbers');
  });

  it('has the error of the database at the word, and takes the right name', async () => {
    const { workbench } = own;
    await own.change('sql: amount', 'sql: amuont');
    await workbench.statusItem(/dev-developer.*built/).waitFor();
    await own.rerun();
    await workbench.webview
      .getByText(/does not have a column named "amuont"/)
      .first()
      .waitFor();
    await own.showCube();
    await workbench.waitForSquiggles(['amuont']);
    await workbench.screenshot('own-files-4-broken');
    await own.correctColumn('own-files-4');
  });

  it('explains a wrong join with its effect, and corrects it', async () => {
    await own.correctJoin('own-files-4');
  });

  it('generates the cube of a table that has none', async () => {
    await own.generateCube('own-files-4');
  });

  it('compares a change with production', async () => {
    const { workbench } = own;
    await own.change("status = 'paid'", "status <> 'lost'");
    await workbench.statusItem(/dev-developer.*built/).waitFor();
    await own.rerun();
    await own.cell(allRevenue).waitFor();
    await workbench.webview.getByRole('button', { name: 'Compare With…' }).click();
    await workbench.pickRow('main');
    await workbench.webview.getByText('0 added, 0 removed, 1 changed').waitFor();
    await workbench.screenshot('own-files-5-compared');
  });

  it('previews a dashboard of its measures', async () => {
    const { workbench } = own;
    await workbench.runCommand('View: Close All Editors');
    await workbench.openFile(orders);
    await workbench.runCommand('Data Model: Preview Dashboard…');
    await waitForNumber(dashboard(), 'sales.count', 4);
    await waitForNumber(dashboard(), 'sales.revenue', Number(allRevenue));
    for (const theme of ['Dark Modern', 'Light Modern'] as const) {
      await workbench.setPictureTheme(theme);
      await workbench.screenshot(`own-files-6-dashboard-${theme.split(' ')[0]!.toLowerCase()}`);
    }
  });

  it('runs its tests, reviews the change, and commits it, without changing other files', async () => {
    await own.runTests('own-files-7');
    await own.commit('main');
    await own.workbench.screenshot('own-files-7-committed');
    assert.deepEqual((await changed()).sort(), ['.vscode/settings.json', orders, refunds, tests]);
  });

  it('is served again after the window was loaded again', async () => {
    const { workbench } = own;
    await workbench.reload();
    await workbench.statusItem(/Local emulator of “.*dev-developer/).waitFor();
    // The window shows its former result again.
    await workbench.runCommand('View: Close All Editors');
    await workbench.openFile(orders);
    await own.query();
    await own.cell(allRevenue).waitFor();
    await workbench.waitForNoNotification();
  });

  it('is started again after it was stopped', async () => {
    const { workbench } = own;
    await workbench.openContainer('Data Model');
    await workbench.runMenuItem(workbench.row(/^Local emulator of/), 'Stop Local Emulator', workbench.dialog);
    await workbench.answerDialog('Stop');
    await workbench.welcomeButton('Start Local Emulator').waitFor();
    await workbench.screenshot('own-files-8-stopped');
    await workbench.welcomeButton('Start Local Emulator').click();
    await workbench.statusItem(/Local emulator of “.*dev-developer.*built/).waitFor();
    await workbench.row(/^\s*main\s*production/).waitFor();
  });

  it('starts over with the files of now', async () => {
    const { workbench } = own;
    await workbench.runMenuItem(
      workbench.row(/^Local emulator of/),
      'Start Over with Served Folder…',
      workbench.dialog,
    );
    await workbench.dialog.getByText('Your files and your git repository do not change').waitFor();
    await workbench.answerDialog('Start Over');
    await workbench.statusItem(/Local emulator of “.*dev-developer.*built/).waitFor();
    await waitFor('production is what the files are', async () => {
      const text = await workbench.page.locator('.part.sidebar').innerText();
      return /main/.test(text) && !/gone|deleted/.test(text);
    });
    assert.deepEqual((await changed()).sort(), ['.vscode/settings.json', orders, refunds, tests]);
  });

  // The last step: the extension of a window that was closed goes on for a while, and then runs the emulator.
  it('is served to a second window', async () => {
    const { page } = await openWindowPage();
    try {
      const second = new Workbench(page);
      await second.open(session().windowUrl);
      await second.openFile(orders);
      await second.openContainer('Data Model');
      await second.row(/^\s*main\s*production/).waitFor();
      await second.statusItem(/Local emulator of “/).waitFor();
      await second.screenshot('own-files-9-second-window');
    } finally {
      await page.context().close();
    }
  });
});
