/** A user renames a measure: all edits before they are made, the files after it, and the reason if a name cannot be changed. */

import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { waitFor } from '../../run/waitFor.ts';
import { picturedThemes } from '../../vscode/browser/pictures.ts';
import { useSharedSession } from '../editorSession.ts';

const cube = 'model/cubes/orders.yml';
const view = 'model/views/sales.yml';

describe('renaming a measure', function () {
  this.bail(true);
  const session = useSharedSession();
  const read = (file: string) => readFile(path.join(session().folder, file), 'utf8');
  /** Opens the cube with the cursor in a text. */
  const open = async (text: string, into: number) => {
    const { workbench } = session();
    const before = (await read(cube)).split(text)[0]!.split('\n');
    await workbench.openFile(cube);
    await workbench.moveCursorTo(before.length, before.at(-1)!.length + 1 + into);
  };
  const preview = () => session().workbench.page.locator('.bulk-edit-panel');
  const previewRow = (text: string) => preview().locator('.monaco-list-row').filter({ hasText: text }).first();
  const previewButton = (label: string) => preview().locator('.monaco-button').filter({ hasText: label });
  /** Types a new name and asks for the preview of the edits. */
  const askForPreview = async () => {
    const { page } = session().workbench;
    await open('name: total_amount', 8);
    await page.keyboard.press('F2');
    const box = page.locator('.rename-box').getByRole('textbox');
    await box.fill('turnover');
    await box.press('Control+Enter');
    await previewRow('sales.yml').waitFor();
  };

  it('shows all edits by their kind before they are made, in light and dark', async () => {
    const { workbench, folder } = session();
    // The preview has room for a few rows only.
    for (const other of ['queries', 'tests']) await rm(path.join(folder, other), { recursive: true });
    const files = { cube: await read(cube), view: await read(view) };
    for (const [theme, name] of picturedThemes([
      ['Light Modern', 'light-modern'],
      ['Dark Modern', 'dark-modern'],
    ] as const)) {
      await workbench.setPictureTheme(theme);
      await askForPreview();
      // The editor remembers the grouping.
      const group = workbench.page.locator('.part.panel [aria-label*="Group Changes By Type"]').first();
      if (name === 'light-modern') {
        await workbench.screenshot('rename-1-by-file');
        await group.click();
      }
      await previewRow('Views in Other Files').waitFor();
      await previewRow('Definition and References').waitFor();
      await workbench.screenshot(`rename-2-${name}`);
      await previewButton('Discard').click();
      await previewRow('sales.yml').waitFor({ state: 'hidden' });
    }
    assert.deepEqual({ cube: await read(cube), view: await read(view) }, files, 'nothing is changed yet');
  });

  it('changes the cube and, when that is confirmed, the view in the other file', async () => {
    const { workbench } = session();
    await askForPreview();
    await previewRow('sales.yml').getByRole('checkbox').click();
    await previewButton('Apply').click();
    await waitFor('both files have the new name', async () => {
      const texts = [await read(cube), await read(view)];
      return texts.every((text) => /\bturnover\b/.test(text) && !/\btotal_amount\b/.test(text));
    });
    await workbench.waitForSquiggles([]);
    await workbench.openFile(view);
    await workbench.screenshot('rename-3-applied');
  });

  it('says why a name cannot be changed', async () => {
    const { workbench } = session();
    await open('{CUBE}', 3);
    await workbench.page.keyboard.press('F2');
    await workbench.page.getByText('`CUBE` means the cube that contains it').first().waitFor();
    await workbench.screenshot('rename-4-refused');
    await workbench.page.keyboard.press('Escape');
  });
});
