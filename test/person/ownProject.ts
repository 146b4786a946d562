/** A project of the user's own, as public ones are: two cubes with a join, a view and a test, and what is done with it in a window. */

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { waitFor } from '../run/waitFor.ts';
import { appears } from '../vscode/browser/attempts.ts';
import { findQueryLens } from '../vscode/browser/queryLens.ts';
import { filesBelow } from '../vscode/filesBelow.ts';
import type { EditorSession } from './editorSession.ts';

/** The orders that `status` is paid: 3 of 4, with 10.50, 20.25 and 1.00. */
export const paidRevenue = '31.75';
export const allRevenue = '36.75';
export const orders = 'model/cubes/orders.yml';

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

  /** Clicks *Query* above the revenue. */
  async query(): Promise<void> {
    const opened = this.page.locator('.tab[aria-label^="orders.revenue on "]');
    await waitFor('the lens above the measure opens its query', async () => {
      const lens = await findQueryLens(this.page.locator('.monaco-editor').first(), 'revenue');
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

  /** Runs the tests, of which all pass. */
  async runTests(): Promise<void> {
    const { workbench, page } = this;
    await workbench.openContainer('Testing');
    await workbench.runCommand('Test: Run All Tests');
    await page.locator('.test-explorer .codicon-testing-passed-icon').first().waitFor();
    assert.equal(await page.locator('.test-explorer .codicon-testing-failed-icon').count(), 0);
  }

  /** Reviews and commits what the dev branch changes. */
  async commit(production: string): Promise<void> {
    const { webview } = this.workbench;
    await this.workbench.runCommand('View: Close All Editors');
    await this.workbench.runCommand('Data Model: Commit Dev Branch…');
    await webview.getByRole('heading', { level: 1, name: new RegExp(`^Commit dev-.* to ${production}$`) }).waitFor();
    await webview.getByText('measure orders.revenue: changed (filters)').waitFor();
    await webview.getByLabel('Commit message').fill('All orders count');
    await webview.getByLabel(`Change ${production}, the production branch of`).check();
    await webview.getByRole('button', { name: 'Commit to Production' }).click();
    await webview
      .getByRole('status')
      .getByText(/Production build of “.*”: built/)
      .waitFor();
  }
}
