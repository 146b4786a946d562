/** A user reads a model: hover, definition, references, and the symbols of a file; corrects a mistake. */

import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { waitFor } from '../../run/waitFor.ts';
import { appears } from '../../vscode/browser/attempts.ts';
import { picturedThemes } from '../../vscode/browser/pictures.ts';
import { useSharedSession } from '../editorSession.ts';

const cube = 'model/cubes/orders.yml';
const view = 'model/views/sales.yml';

describe('reading a model', function () {
  this.bail(true);
  const session = useSharedSession();
  /** Opens a file with the cursor in a text. */
  const open = async (file: string, text: string, into: number) => {
    const { workbench, folder } = session();
    const before = (await readFile(path.join(folder, file), 'utf8')).split(text)[0]!.split('\n');
    await workbench.openFile(file);
    await workbench.moveCursorTo(before.length, before.at(-1)!.length + 1 + into);
  };
  /** Asks until it is shown: what changes the editor at that moment closes it. */
  const showHover = (text: string) =>
    waitFor(`a hover shows “${text}”`, async () => {
      const { workbench } = session();
      await workbench.runCommand('Show or Focus Hover');
      return appears(workbench.page.locator('.monaco-hover').filter({ hasText: text }).first(), 5_000);
    });

  it('shows in a hover what a measure is and how it is used, in all themes', async () => {
    const { workbench } = session();
    for (const [theme, name] of picturedThemes([
      ['Light Modern', 'light-modern'],
      ['Dark High Contrast', 'dark-high-contrast'],
      ['Dark Modern', 'dark-modern'],
    ] as const)) {
      await workbench.setPictureTheme(theme);
      await open(cube, '{completed_count} /', 3);
      await showHover('measure orders.completed_count');
      await workbench.screenshot(`language-1-hover-${name}`);
      await workbench.page.keyboard.press('Escape');
    }
  });

  it('explains where the member of a view comes from, and goes to it', async () => {
    const { workbench } = session();
    await open(view, 'customers_city', 5);
    await showHover('sales.customers_city is customers.city through orders.customers');
    await workbench.screenshot('language-2-origin');
    await workbench.page.keyboard.press('Escape');
    await workbench.page.keyboard.press('F12');
    await workbench.tab('customers.yml').waitFor();
  });

  it('colors SQL and names by what they are, and counts their uses above them, in all themes', async () => {
    const { workbench } = session();
    const lens = workbench.page.locator('.codelens-decoration').filter({ hasText: /used \d+ times?.* · in 1 view/ });
    for (const [theme, name] of [
      ['Light Modern', 'light-modern'],
      ['Dark High Contrast', 'dark-high-contrast'],
      ['Dark Modern', 'dark-modern'],
    ] as const) {
      await workbench.setTheme(theme);
      await open(cube, '{completed_count} /', 3);
      await lens.first().waitFor();
      const colorOf = (text: string) =>
        workbench.page
          .locator('.view-line span span')
          .filter({ hasText: new RegExp(`^\\s*${text}\\s*$`) })
          .first()
          .evaluate((span) => {
            const window = globalThis as unknown as { getComputedStyle(of: unknown): { color: string } };
            return window.getComputedStyle(span).color;
          });
      await waitFor(`a measure, a cube, a dimension and a value have different colors in ${theme}`, async () => {
        const colors = await Promise.all(['completed_count', 'line_items', 'created_at', 'percent'].map(colorOf));
        return new Set(colors).size === colors.length;
      });
      await workbench.screenshot(`language-3-colors-${name}`);
    }
    await open('model/cubes/shipments.js', 'cube(', 0);
    await lens.first().waitFor();
    await workbench.screenshot('language-3-colors-javascript');
    await open(view, 'name: sales', 7);
    await workbench.page.locator('.codelens-decoration').first().waitFor();
    await workbench.screenshot('language-3-colors-view');
  });

  it('shows the uses of a definition from the line above it', async () => {
    const { workbench } = session();
    await open(cube, 'name: completed_share', 6);
    await workbench.page
      .locator('.codelens-decoration a')
      .filter({ hasText: /used \d+ times?.* · in 1 view/ })
      .last()
      .click();
    await workbench.page.locator('.reference-zone-widget').getByText('sales.yml').first().waitFor();
    await workbench.screenshot('language-4-uses');
    await workbench.page.keyboard.press('Escape');
  });

  it('lists the references of a measure in cubes and views', async () => {
    const { workbench } = session();
    await open(cube, 'name: total_amount', 8);
    await workbench.page.keyboard.press('Shift+F12');
    const peek = workbench.page.locator('.reference-zone-widget');
    await peek.getByText('sales.yml').first().waitFor();
    await workbench.screenshot('language-3-references');
    await workbench.page.keyboard.press('Escape');
  });

  it('goes to a symbol of the file', async () => {
    const { workbench } = session();
    await open(cube, 'name: orders', 0);
    await workbench.page.keyboard.press('Control+Shift+o');
    await workbench.quickInputRow('completed_share').first().waitFor();
    await workbench.screenshot('language-4-symbols');
    await workbench.pickRow('total_amount');
    await workbench.quickInput.waitFor({ state: 'hidden' });
  });

  it('corrects a misspelt reference from the lightbulb', async () => {
    const { workbench, change } = session();
    await change(cube, 'completed_count} /', 'completed_cuont} /');
    await workbench.save();
    await workbench.waitForSquiggles(['completed_cuont']);
    const showFix = () => workbench.showFix("Change to 'completed_count'");
    for (const [theme, name] of picturedThemes([
      ['Light Modern', 'light-modern'],
      ['Dark Modern', 'dark-modern'],
    ] as const)) {
      await workbench.setPictureTheme(theme);
      await open(cube, 'completed_cuont', 3);
      const fix = await showFix();
      await workbench.screenshot(`language-5-quick-fix-${name}`);
      await workbench.page.keyboard.press('Escape');
      await fix.waitFor({ state: 'hidden' });
    }
    const fix = await showFix();
    await workbench.page.keyboard.press('Enter');
    await fix.waitFor({ state: 'hidden' });
    await workbench.save();
    await workbench.waitForSquiggles([]);
    await workbench.screenshot('language-6-fixed');
  });

  it('suggests the members that fit in SQL, the nearest ones first', async () => {
    const { workbench } = session();
    const { keyboard } = workbench.page;
    const widget = workbench.page.locator('.suggest-widget');
    const suggestion = (text: string) => widget.locator('.monaco-list-row').filter({ hasText: text }).first();
    await open(cube, '{completed_count} /', 1);
    await keyboard.press('Control+Space');
    await suggestion('CUBE').waitFor();
    // A second time shows the documentation.
    await keyboard.press('Control+Space');
    await workbench.page.locator('.suggest-details').filter({ hasText: 'orders' }).waitFor();
    for (const [theme, name] of picturedThemes([
      ['Light Modern', 'light-modern'],
      ['Dark Modern', 'dark-modern'],
    ] as const)) {
      await keyboard.press('Escape');
      await workbench.setPictureTheme(theme);
      await keyboard.press('Control+Space');
      await suggestion('CUBE').waitFor();
      await workbench.page.locator('.suggest-details').filter({ hasText: 'orders' }).waitFor();
      await workbench.screenshot(`language-9-members-${name}`);
    }
    await keyboard.press('Escape');
    await keyboard.type('customers.');
    await suggestion('city').waitFor();
    await workbench.screenshot('language-10-members-of-a-joined-cube');
    await keyboard.press('Escape');
    await workbench.runCommand('File: Revert File');
  });

  it('suggests keys and values while the user types', async () => {
    const { workbench } = session();
    const { keyboard } = workbench.page;
    const suggestion = (text: string) =>
      workbench.page.locator('.suggest-widget .monaco-list-row').filter({ hasText: text }).first();
    await open(cube, 'name: completed_count', 'name: completed_count'.length);
    await keyboard.press('Enter');
    // Enter keeps the column of the dash.
    await keyboard.type('  ');
    // The editor does not ask for a letter that comes before the answer for the blank.
    await waitFor('a typed letter opens the list', async () => {
      await keyboard.type('f');
      const isOpen = await appears(suggestion('format'), 3_000);
      if (!isOpen) await keyboard.press('Backspace');
      return isOpen;
    });
    for (const [theme, name] of picturedThemes([
      ['Light Modern', 'light-modern'],
      ['Dark Modern', 'dark-modern'],
    ] as const)) {
      await keyboard.press('Escape');
      await workbench.setPictureTheme(theme);
      await keyboard.press('Control+Space');
      await suggestion('format').waitFor();
      await workbench.screenshot(`language-11-keys-${name}`);
    }
    await keyboard.press('Enter');
    await suggestion('currency').waitFor();
    await workbench.screenshot('language-12-values');
    await keyboard.press('Escape');
    await workbench.runCommand('File: Revert File');
  });

  it('suggests keys and members in a query, and underlines what the model does not have', async () => {
    const { workbench, folder } = session();
    const { keyboard } = workbench.page;
    const suggestion = (text: string) =>
      workbench.page.locator('.suggest-widget .monaco-list-row').filter({ hasText: text }).first();
    const file = 'queries/top.query.yml';
    await mkdir(path.join(folder, 'queries'), { recursive: true });
    await writeFile(path.join(folder, file), 'limit: 10\n');
    await workbench.openFile(file);
    await workbench.moveCursorTo(2, 1);
    await keyboard.press('Control+Space');
    await suggestion('measures').waitFor();
    await workbench.screenshot('language-13-query-keys');
    await keyboard.press('Enter');
    // Accepting a key opens the list of its values.
    await suggestion('sales.count').waitFor();
    await keyboard.press('Escape');
    for (const [theme, name] of picturedThemes([
      ['Light Modern', 'light-modern'],
      ['Dark Modern', 'dark-modern'],
    ] as const)) {
      await workbench.setPictureTheme(theme);
      await keyboard.press('Control+Space');
      await suggestion('sales.count').waitFor();
      await workbench.screenshot(`language-13-query-members-${name}`);
      await keyboard.press('Escape');
    }
    await keyboard.type('orders.coun');
    await workbench.page
      .locator('.suggest-widget .monaco-list-row.focused')
      .filter({ hasText: 'orders.count' })
      .waitFor();
    await keyboard.press('Enter');
    await keyboard.press('Enter');
    await keyboard.type('- sales.cuont');
    await keyboard.press('Escape');
    await workbench.waitForSquiggle();
    await workbench.runCommand('Problems: Focus on Problems View');
    await workbench.page.getByText('`sales` has no measure `cuont`. Did you mean `count`?').first().waitFor();
    await workbench.screenshot('language-14-query-problem');
    await workbench.save();
    const saved = await readFile(path.join(folder, file), 'utf8');
    assert.equal(saved, 'limit: 10\nmeasures:\n  - orders.count\n  - sales.cuont');
  });

  it('explains a problem on the page that its code links to', async () => {
    const { workbench } = session();
    await workbench.runCommand('Problems: Focus on Problems View');
    await workbench.page.locator('.markers-panel').getByText('unknown-member').first().click();
    await workbench.tab('unknown-member.md').waitFor();
    await workbench.page.locator('.breadcrumbs-control').getByText('problems', { exact: true }).waitFor();
    // The preview itself needs an extension of the editor that its web build lacks.
    await workbench.page.getByText('Markdown Preview').first().waitFor();
  });
});
