/** A user looks at what a deployment runs with, and imports variables from a file after a look at the differences. */

import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { waitFor } from '../../run/waitFor.ts';
import { picturedThemes } from '../../vscode/browser/pictures.ts';
import { useSharedSession } from '../editorSession.ts';

describe('operating a deployment', function () {
  this.bail(true);
  const session = useSharedSession();
  const row = (label: string | RegExp) => {
    const { page } = session().workbench;
    const view = page.locator('.pane').filter({ has: page.getByLabel('Deployments Section') });
    return view.locator('.monaco-list-row').filter({ hasText: label }).first();
  };

  it('starts with its variables and versions in the tree', async () => {
    const { workbench, platform } = session();
    const { env, deploymentId } = platform!;
    const env_variables = [
      { name: 'SHOP_HOST', value: 'old.example.com' },
      { name: 'SHOP_TOKEN', value: 'a secret' },
    ];
    await fetch(`${env.DATA_MODEL_URL}/api/v1/deployments/${deploymentId}/env-vars`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${env.DATA_MODEL_API_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({ env_variables }),
    });
    await workbench.openContainer('Data Model');
    await row(/^main/).waitFor();
    // The tree uses its rows again for other contents while it loads, so a click may collapse another group.
    await waitFor('the groups show their rows', async () => {
      for (const group of [/^Versions/, /^Variables/, /^Build & pods/, /^Environments/])
        await workbench.expand(row(group));
      return (await row('current').isVisible()) && row('SHOP_TOKEN').getByText('••••••').isVisible();
    });
    for (const theme of picturedThemes(['Light Modern', 'Dark Modern'] as const)) {
      await workbench.setPictureTheme(theme);
      await workbench.screenshot(`operate-1-${theme.toLowerCase().replaceAll(' ', '-')}`);
    }
  });

  it('imports the selected variables of a file', async () => {
    const { workbench, folder } = session();
    const text = 'SHOP_HOST=new.example.com # moved\nSHOP_TOKEN=another secret\nSHOP_NOTE="a # b"\n';
    await writeFile(path.join(folder, 'shop.env'), text);
    await workbench.rowAction(row(/^Variables/), 'Import Variables…', workbench.quickInputRow('shop.env'));
    await workbench.pickRow('shop.env');
    const { page } = workbench;
    await page.locator('.quick-input-list').getByText('old.example.com → new.example.com').waitFor();
    await workbench.screenshot('operate-2-import');
    await page.keyboard.press('Enter');
    await row('SHOP_HOST').getByText('new.example.com').waitFor();
    await row('SHOP_NOTE').waitFor();
    await workbench.screenshot('operate-3-imported');
  });

  it('changes its version, and shows on the choice why one is refused', async () => {
    const { workbench } = session();
    await workbench.rowAction(row(/^Versions/), 'Change Version…', workbench.quickInputRow('Enter Version…'));
    await workbench.pickRow('Enter Version…');
    await workbench.typeAnswer('v0.0.1');
    await workbench.answerDialog('Change Version');
    await workbench.page
      .locator('.quick-input-list')
      .getByText(/is not on the list of versions/)
      .waitFor();
    await workbench.screenshot('operate-4-refused');
    await workbench.pickRow('Newest of release');
    await workbench.screenshot('operate-5-confirm');
    await workbench.answerDialog('Change Version');
    await row(/Versions.*· release/).waitFor();
  });
});
