/** A project with data files: cubes of its tables, the profile of a measure, and rows that break a law. */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { waitFor } from '../run/waitFor.ts';
import { useEditorSession } from './editorSession.ts';
import { orders, writeProject } from './ownProject.ts';

const days = Array.from({ length: 900 }, (_, at) => new Date(Date.UTC(2024, 0, 1 + at)).toISOString().slice(0, 10));
const statuses = ['paid', 'paid', 'open', 'paid', 'refunded', ''];
const rows = days.map((day, at) =>
  [at + 1, (at % 2) + 1, statuses[at % 6], ((at * 37) % 400) / 4 + 1, `${day} 10:00:00`, at % 3].join(','),
);

async function prepare(folder: string): Promise<void> {
  await writeProject(folder, {
    '.env': 'CUBEJS_DB_TYPE=duckdb\nCUBEJS_DB_DUCKDB_DATABASE_PATH=data\n',
    'model/cubes/users.yml': `cubes:
  - name: users
    sql_table: users
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: country, sql: country, type: string }
    measures:
      - { name: count, type: count }
`,
    'data/orders.csv': `id,user_id,status,amount,created_at,priority\n${rows.join('\n')}\n`,
    'data/users.csv': 'id,country\n1,France\n2,Spain\n',
    'data/visits.csv': 'id,user_id,page,seconds\n1,1,/home,12\n2,2,/pricing,40\n',
  });
}

describe('a project with data files', function () {
  // Each step needs the one before.
  this.bail(true);
  const session = useEditorSession({ prepare });
  const text = (file: string) => readFile(path.join(session().folder, file), 'utf8');

  it('compares the cubes of the selected tables with its files, and writes them when the user agrees', async () => {
    const { workbench } = session();
    await workbench.openFile(orders);
    await workbench.runCommand('Data Model: Generate Cubes from Tables…');
    const { quickInput } = workbench;
    await workbench.quickInputRow(/orders.*has the cube orders/).waitFor();
    await workbench.screenshot('own-data-1-tables');
    await quickInput.getByRole('checkbox', { name: 'Toggle all checkboxes' }).click();
    await quickInput.getByRole('button', { name: 'OK' }).click();
    await workbench.notificationItem(/Write these cubes\? New: 1 file, changed: 1 file/).waitFor();
    await workbench.page.locator('.multiDiffEntry').filter({ hasText: 'visits.yml' }).waitFor();
    for (const theme of ['Light Modern', 'Dark Modern'] as const) {
      await workbench.setPictureTheme(theme);
      await workbench.screenshot(`own-data-2-compared-${theme.split(' ')[0]!.toLowerCase()}`);
    }
    await workbench.answerNotification(/Write these cubes/, 'Write Files');
    await waitFor('the cube is written', async () =>
      (await text('model/cubes/visits.yml').catch(() => '')).includes('sql_table: visits'),
    );
    await waitFor('the other one has what is new', async () => (await text(orders)).includes('name: priority'));
  });

  it('profiles the measure at the cursor', async () => {
    const { workbench } = session();
    await workbench.openFile(orders);
    const lines = (await text(orders)).split('\n');
    await workbench.moveCursorTo(lines.findIndex((line) => line.includes('name: revenue')) + 1, 17);
    await workbench.runCommand('Data Model: Profile Member…');
    await workbench.webview.getByRole('table', { name: 'Distribution' }).waitFor();
    for (const theme of ['Dark Modern', 'Light Modern'] as const) {
      await workbench.setPictureTheme(theme);
      await workbench.screenshot(`own-data-3-profile-${theme.split(' ')[0]!.toLowerCase()}`);
    }
    await workbench.runCommand('Data Model: Profile Member…');
  });

  it('finds rows that break a law', async () => {
    const { workbench } = session();
    await session().change(orders, 'relationship: many_to_one\n', 'relationship: one_to_one\n');
    await workbench.save();
    await workbench.runCommand('View: Close All Editors');
    await workbench.runCommand('Data Model: Find Counterexamples');
    await workbench.page
      .getByText(/This should always be true: users.count/)
      .first()
      .waitFor({ timeout: 150_000 });
    await workbench.screenshot('own-data-4-law');
  });
});
