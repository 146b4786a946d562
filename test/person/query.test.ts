/** A user writes a measure, looks at its value, and compares a query with production. */

import { waitFor } from '../run/waitFor.ts';
import { picturedThemes } from '../vscode/browser/pictures.ts';
import { useEditorSession } from './editorSession.ts';

const cube = 'model/cubes/orders.yml';
const drill = 'drill_members: [id, status, created_at]';
const filters = `filters: [{ sql: "{CUBE}.status <> 'shipped'" }]`;
const measure = `- { name: shipped_count, type: count, filters: [{ sql: "{CUBE}.status = 'shipped'" }] }`;
const themes = [
  ['Light Modern', 'light-modern'],
  ['Dark Modern', 'dark-modern'],
] as const;

describe('the queries of a user', function () {
  this.bail(true);
  const session = useEditorSession({ platform: true });
  const frame = () => session().workbench.page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
  const cell = (text: string | RegExp) => frame().getByRole('gridcell').filter({ hasText: text }).first();

  it('opens a query of a new measure from its code lens, and shows its value on the dev branch', async () => {
    const { workbench, change } = session();
    const { page } = workbench;
    await workbench.openContainer('Data Model');
    await workbench.row('main').waitFor();
    await workbench.runCommand('Data Model: Open Branch in Dev Mode…');
    await workbench.pickRow('main');
    await workbench.statusItem(/dev-developer-/).waitFor();
    await change(cube, drill, filters);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.insertText(measure);
    await workbench.save();
    const name = page.locator('.view-line').filter({ hasText: 'name: shipped_count' });
    const lenses = page.locator('.codelens-decoration a').filter({ hasText: 'Query' });
    await waitFor('the lens above the measure opens its query', async () => {
      const at = await name.boundingBox();
      for (const lens of await lenses.all()) {
        const box = await lens.boundingBox();
        if (!at || !box || box.y > at.y || at.y - box.y > 2 * at.height) continue;
        await lens.click();
        // A lens that is replaced while it is clicked does nothing.
        const opened = workbench.tab('orders.shipped_count.query.yml').waitFor({ timeout: 5_000 });
        return opened.then(
          () => true,
          () => false,
        );
      }
      return false;
    });
    await cell(/^\d+$/).waitFor();
    await frame()
      .getByText(/dev-developer-/)
      .first()
      .waitFor();
    for (const [theme, screenshot] of picturedThemes(themes)) {
      await workbench.setPictureTheme(theme);
      await workbench.screenshot(`query-1-value-${screenshot}`);
    }
  });

  it('runs a changed query by the keyboard', async () => {
    const { workbench } = session();
    const { keyboard } = workbench.page;
    await workbench.editor.click();
    await keyboard.press('Control+a');
    await keyboard.insertText('measures: [orders.count]\ndimensions: [orders.status]\n');
    await keyboard.press('Control+Enter');
    await cell('completed').waitFor();
    await workbench.screenshot('query-2-rows');
  });

  it('compares the query with production', async () => {
    const { workbench } = session();
    await frame().getByRole('button', { name: 'Compare With…' }).click();
    await workbench.quickInputRow('main').first().waitFor();
    await workbench.screenshot('query-3-branches');
    await workbench.pickRow('main');
    await frame()
      .getByText(/changed/)
      .first()
      .waitFor();
    for (const [theme, screenshot] of picturedThemes(themes)) {
      await workbench.setPictureTheme(theme);
      await workbench.screenshot(`query-4-compared-${screenshot}`);
    }
  });

  it('shows the SQL of both branches', async () => {
    const { workbench } = session();
    await frame().getByRole('button', { name: 'Open SQL Diff' }).click();
    await workbench.page.locator('.monaco-diff-editor').first().waitFor();
    await workbench.screenshot('query-5-sql-diff');
  });

  it('marks the line of a member that the platform refuses', async () => {
    const { workbench } = session();
    const { keyboard } = workbench.page;
    await workbench.page.locator('.tab').filter({ hasText: 'orders.shipped_count.query.yml' }).click();
    await workbench.editor.click();
    await keyboard.press('Control+a');
    await keyboard.insertText('measures: [orders.count]\ndimensions: [orders.id]\n');
    await keyboard.press('Control+Enter');
    await frame()
      .getByText(/hidden member/)
      .first()
      .waitFor();
    await workbench.waitForSquiggle();
    await workbench.screenshot('query-6-refused');
  });
});
