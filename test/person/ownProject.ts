/** A project of the user's own, as public ones are: two cubes with a join, a view and a test, and what is done with it in a window. */

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { waitFor } from '../run/waitFor.ts';
import { appears } from '../vscode/browser/attempts.ts';
import { takeLooks } from '../vscode/browser/pictures.ts';
import { findQueryLens } from '../vscode/browser/queryLens.ts';
import { filesBelow } from '../vscode/filesBelow.ts';
import { type EditorSession, findPosition } from './editorSession.ts';

/** The orders that `status` is paid: 3 of 4, with 10.50, 20.25 and 1.00. */
export const paidRevenue = '31.75';
export const allRevenue = '36.75';
export const orders = 'model/cubes/orders.yml';
export const refunds = 'model/cubes/refunds.yml';
export const tests = 'tests/orders.test.yml';

export async function writeProject(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  const own = {
    'cube.js': 'module.exports = {};\n',
    [orders]: `cubes:
  - name: orders
    sql_table: orders

    joins:
      - name: users
        sql: "{CUBE}.user_id = {users}.id"
        relationship: many_to_one

    dimensions:
      - name: id
        sql: id
        type: number
        primary_key: true

      - name: status
        sql: status
        type: string

      - name: created_at
        sql: created_at
        type: time

    measures:
      - name: count
        type: count

      - name: revenue
        sql: amount
        type: sum
        filters:
          - sql: "{CUBE}.status = 'paid'"

      - name: recent
        type: count
        filters:
          - sql: "{CUBE}.created_at > now() - interval '1 year'"
`,
    'model/cubes/users.yml': `cubes:
  - name: users
    sql_table: users

    measures:
      - name: seats
        sql: seats
        type: sum

    dimensions:
      - name: id
        sql: id
        type: number
        primary_key: true

      - name: country
        sql: country
        type: string
`,
    'model/views/sales.yml': `views:
  - name: sales
    cubes:
      - join_path: orders
        includes: [count, revenue, status, created_at]
      - join_path: orders.users
        includes: [country]
`,
    'tests/orders.test.yml': `tests:
  - name: Each order has a status
    query:
      measures: [orders.count]
    expect:
      scalar: 4

  - name: Refunds do not count
    given:
      orders:
        - { id: 1, amount: 10, status: paid }
        - { id: 2, amount: 5, status: refunded }
    query:
      measures: [orders.revenue]
    expect:
      scalar: 10
`,
  };
  for (const [file, text] of Object.entries({ ...own, ...files })) {
    const target = path.join(folder, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, text);
  }
}

/** The hash of each file, hidden ones too. */
export async function hashesOf(folder: string): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for (const file of filesBelow(folder)) {
    hashes[file] = createHash('sha256')
      .update(await readFile(path.join(folder, file)))
      .digest('hex');
  }
  return hashes;
}

/** The steps of both scenarios. */
export class OwnProject {
  readonly #session: () => EditorSession;
  readonly #project: string;

  /** @param project path of the project in the folder of the window */
  constructor(session: () => EditorSession, project = '.') {
    this.#session = session;
    this.#project = project;
  }

  get workbench() {
    return this.#session().workbench;
  }

  get page() {
    return this.workbench.page;
  }

  /** Chooses *Serve This Folder*. */
  async serve(): Promise<void> {
    await this.workbench.runCommand('Data Model: Try It on This Machine');
    await this.workbench.dialog.getByText('Serve This Folder').first().waitFor();
    await this.workbench.answerDialog('Serve This Folder');
  }

  cell(text: string): Locator {
    return this.workbench.webview.getByRole('gridcell').filter({ hasText: text }).first();
  }

  /** Clicks *Query* above a measure of the active editor. */
  async query(cube = 'orders', measure = 'revenue'): Promise<void> {
    const opened = this.page.locator(`.tab[aria-label^="${cube}.${measure} on "]`);
    // The panel may leave so little of the editor that the measure is below its end.
    const file = path.join(this.#session().folder, this.#project, 'model/cubes', `${cube}.yml`);
    const { line, column } = await findPosition(file, `- name: ${measure}\n`);
    await this.workbench.moveCursorTo(line, column);
    await waitFor('the lens above the measure opens its query', async () => {
      const lens = await findQueryLens(this.page.locator('.monaco-editor').first(), measure);
      // The editor draws the lenses again after a change, so this one may be gone.
      await lens?.click({ timeout: 3_000 }).catch(() => {});
      return appears(opened, 5_000);
    });
  }

  async rerun(): Promise<void> {
    await this.workbench.webview.getByRole('button', { name: 'Run Query' }).click();
  }

  /** The editor of the cube, left of the query. */
  async showCube(): Promise<void> {
    await this.page.locator('.tab[data-resource-name="orders.yml"]').first().click();
  }

  /** Types over a text of the cube's file, and saves. */
  async change(from: string, to: string): Promise<void> {
    await this.showCube();
    await this.#session().change(path.posix.join(this.#project, orders), from, to);
    await this.workbench.save();
  }

  /** Takes a quick fix at a text of the cube's file, and saves. */
  async fix(text: string, title: string): Promise<void> {
    await this.#session().goTo(path.posix.join(this.#project, orders), text);
    await (await this.workbench.showFix(title)).click();
    await this.page.locator('.editor-group-container.active .tab.active.dirty').waitFor();
    await this.workbench.save();
  }

  /** Reads the tables of the database, and takes the right name of an unknown column. */
  async correctColumn(pictures: string): Promise<void> {
    const { workbench } = this;
    await workbench.runCommand('Data Model: Refresh Catalog');
    const unknown = /The table `orders` has no column `amuont`\. Did you mean `amount`\?/;
    await this.#waitForProblem(unknown);
    await takeLooks(workbench, `${pictures}-column`);
    await this.#showSource(pictures);
    await this.fix('amuont', "Change to 'amount'");
    await workbench.waitForSquiggles([]);
  }

  async #waitForProblem(text: string | RegExp): Promise<void> {
    await this.workbench.runCommand('Problems: Focus on Problems View');
    await this.page.locator('.markers-panel [role=treeitem]').filter({ hasText: text }).first().waitFor();
  }

  /** The data source in the language status. */
  async #showSource(pictures: string): Promise<void> {
    const { workbench, page } = this;
    const popup = page.locator('.hover-language-status').filter({ hasText: /\d tables/ });
    const show = async () => {
      await page.locator('[id="status.languageStatus"]').hover();
      await popup.first().waitFor();
    };
    await takeLooks(workbench, `${pictures}-status`, show);
    await takeLooks(workbench, `${pictures}-choose`, async () => {
      await workbench.runCommand('Data Model: Choose Data Source…');
      await workbench.quickInputRow('Postgres').first().waitFor();
    });
  }

  /** Counts the joins, of which one is wrong, and takes the relationship that the data shows. */
  async correctJoin(pictures: string): Promise<void> {
    const { workbench, page } = this;
    const lens = (text: string) => page.locator('.codelens-decoration').filter({ hasText: text }).first();
    const count = () => workbench.runCommand('Data Model: Check Joins and Keys on the Data');
    await this.change('relationship: many_to_one', 'relationship: one_to_one');
    await count();
    await this.#waitForProblem('2 keys repeat');
    const [problem] = await workbench.waitForProblems(1);
    assert.equal(problem!.severity, 'Warning');
    assert.match(
      problem!.message,
      /`orders` to `users` is `one_to_one`, but 2 keys repeat; the data shows many_to_one \(4 rows\)/,
    );
    assert.match(problem!.message, /users\.seats grows by 100 % when grouped by orders\.\w+ \(8 → 16\)/);
    await this.showCube();
    await workbench.waitForSquiggles(['one_to_one'], 'warning');
    await lens('one_to_one ✗ 2 keys repeat').waitFor();
    await takeLooks(workbench, `${pictures}-join`);
    await this.#showMap('✗ 2 keys repeat', `${pictures}-map-wrong`);
    await this.fix('one_to_one', "Change to 'many_to_one'");
    await workbench.waitForSquiggles([], 'warning');
    await this.#showMap('older: ✗ 2 keys repeat');
    await count();
    await lens('many_to_one ✓ 4 rows').waitFor();
    await this.#showMap('✓ 4 rows', `${pictures}-map`);
    await workbench.runCommand('View: Close All Editors');
    await workbench.runCommand('View: Hide Panel');
  }

  /** Waits until the map has a text at the line of the join. */
  async #showMap(text: string, pictures?: string): Promise<void> {
    const { workbench } = this;
    await workbench.runCommand('Data Model: Show Model Map');
    await workbench.webview.locator('.line.join .counted').getByText(text, { exact: true }).waitFor();
    if (pictures !== undefined) await takeLooks(workbench, pictures);
  }

  /** Generates the cube of a table that has none, and queries it. */
  async generateCube(pictures: string): Promise<void> {
    const { workbench } = this;
    const row = workbench.quickInputRow('refunds').first();
    const list = async () => {
      await workbench.runCommand('Data Model: Generate Cubes from Tables…');
      await row.waitFor();
    };
    await takeLooks(workbench, `${pictures}-tables`, list);
    await list();
    await row.click();
    await workbench.quickInput.locator('.quick-input-action .monaco-button', { hasText: 'OK' }).click();
    await workbench.notificationItem('Write these cubes? New: 1 file').waitFor();
    // It stays on the screen for some seconds only.
    await workbench.screenshot(`${pictures}-generated`);
    await workbench.answerNotification('Write these cubes?', 'Write Files');
    await workbench.tab('refunds.yml').waitFor();
    const written = await readFile(path.join(this.#session().folder, this.#project, refunds), 'utf8');
    assert.match(written, /joins:\n\s+- name: orders\n/);
    await workbench.statusItem(/dev-developer.*built/).waitFor();
    await this.query('refunds', 'count');
    await this.cell('2').waitFor();
    await workbench.screenshot(`${pictures}-generated-numbers`);
    await workbench.runCommand('View: Close All Editors');
    await workbench.openFile(orders);
    await this.query();
  }

  /** Runs the tests: the one with rows of its own fails until it expects what the model says now. */
  async runTests(pictures: string): Promise<void> {
    const { workbench, page } = this;
    const icon = (state: string) => page.locator(`.test-explorer .codicon-testing-${state}-icon`);
    await workbench.openContainer('Testing');
    await workbench.runCommand('Test: Run All Tests');
    await icon('failed').first().waitFor();
    await takeLooks(workbench, `${pictures}-red`);
    await this.#session().change(path.posix.join(this.#project, tests), 'scalar: 10', 'scalar: 15');
    await workbench.save();
    await workbench.runCommand('Test: Run All Tests');
    await icon('failed').first().waitFor({ state: 'hidden' });
    await icon('passed').first().waitFor();
    await workbench.screenshot(`${pictures}-green`);
  }

  /** Reviews and commits what the dev branch changes. */
  async commit(production: string): Promise<void> {
    const { webview } = this.workbench;
    await this.workbench.runCommand('View: Close All Editors');
    await this.workbench.runCommand('Data Model: Commit Dev Branch…');
    await webview.getByRole('heading', { level: 1, name: new RegExp(`^Commit dev-.* to ${production}$`) }).waitFor();
    await webview.getByText('measure orders.revenue: changed (filters)', { exact: true }).waitFor();
    await webview.getByLabel('Commit message').fill('All orders count');
    await webview.getByLabel(`Change ${production}, the production branch of`).check();
    await webview.getByRole('button', { name: 'Commit to Production' }).click();
    await webview
      .getByRole('status')
      .getByText(/Production build of “.*”: built/)
      .waitFor();
  }
}
