/** A user looks at a model as a picture: map, neighbors, search, lineage. */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { picturedThemes } from '../../vscode/browser/pictures.ts';
import { useSharedSession } from '../editorSession.ts';

const cube = 'model/cubes/orders.yml';

describe('the model map of a user', function () {
  this.bail(true);
  const session = useSharedSession();
  const frame = () => session().workbench.page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
  const box = (id: string) => frame().locator(`.boxes > [data-box="${id}"]`);
  const open = async (text: string, into: number) => {
    const { workbench, folder } = session();
    const before = (await readFile(path.join(folder, cube), 'utf8')).split(text)[0]!.split('\n');
    await workbench.openFile(cube);
    await workbench.moveCursorTo(before.length, before.at(-1)!.length + 1 + into);
  };

  it('opens from the title bar of a file, in all themes', async () => {
    const { workbench } = session();
    await open('name: orders', 6);
    await workbench.page.locator('.editor-actions').getByLabel('Show Model Map').first().click();
    await box('orders').waitFor();
    await frame().locator('.box.selected[data-box="orders"]').waitFor();
    for (const [theme, name] of picturedThemes([
      ['Light Modern', 'light-modern'],
      ['Dark High Contrast', 'dark-high-contrast'],
      ['Dark Modern', 'dark-modern'],
    ] as const)) {
      await workbench.setPictureTheme(theme);
      await workbench.screenshot(`map-1-selected-${name}`);
      await frame().getByRole('button', { name: 'Fit to Window' }).click();
      await box('orders').focus();
      await workbench.page.keyboard.press('Escape');
      await frame().locator('main > .map:not(.has-selection)').waitFor();
      await workbench.screenshot(`map-2-all-${name}`);
      await box('orders').locator('.stripe').click({ force: true });
    }
  });

  it('shows only the neighbors of a cube, and finds a member', async () => {
    const { workbench } = session();
    await frame().getByRole('button', { name: 'Neighbors Only' }).click();
    await frame().locator('.boxes > .box').first().waitFor();
    await workbench.screenshot('map-3-neighbors');
    await frame().getByRole('button', { name: 'Neighbors Only' }).click();
    await frame().getByRole('combobox').fill('city');
    await frame().getByRole('option').first().waitFor();
    await workbench.screenshot('map-4-search');
    await workbench.page.keyboard.press('Enter');
    await frame().locator('.row.current').waitFor();
  });

  it('goes to the definition of the member that is clicked', async () => {
    const { workbench } = session();
    await box('customers').locator('.row[data-member="city"]').click();
    await workbench.tab('customers.yml').waitFor();
  });

  it('shows the lineage of the member at the cursor in two clicks', async () => {
    const { workbench } = session();
    await open('name: total_amount', 8);
    const word = workbench.page.locator('.view-line').filter({ hasText: 'name: total_amount' }).first();
    await workbench.runMenuItem(word.getByText('total_amount').last(), 'Show Lineage');
    await frame().getByRole('heading', { name: 'Lineage of orders.total_amount' }).waitFor();
    await box('sales.total_amount').or(frame().locator('.box.subject')).first().waitFor();
    for (const [theme, name] of picturedThemes([
      ['Light Modern', 'light-modern'],
      ['Dark Modern', 'dark-modern'],
    ] as const)) {
      await workbench.setPictureTheme(theme);
      await workbench.screenshot(`map-5-lineage-${name}`);
    }
    await frame().getByRole('button', { name: 'Show Model Map' }).click();
    await box('orders').waitFor();
  });
});
