/** A user asks why a result is empty, goes to the filter, and sees what an assistant sees of the cube. */

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { waitFor } from '../run/waitFor.ts';
import { picturedThemes } from '../vscode/browser/pictures.ts';
import { useSharedSession } from './editorSession.ts';

describe('an empty result', function () {
  this.bail(true);
  const session = useSharedSession();

  /** The page that opened last. */
  const why = () =>
    session().workbench.page.frameLocator('iframe.webview.ready').last().frameLocator('iframe#active-frame');

  it('is explained by counts, with a link to the filter, in light and dark', async () => {
    const { workbench, folder } = session();
    await mkdir(path.join(folder, 'queries'), { recursive: true });
    await writeFile(
      path.join(folder, 'queries/empty.query.yml'),
      'dimensions: [orders.status]\nmeasures: [orders.count]\nfilters:\n  - { member: customers.city, operator: equals, values: [graz] }\n',
    );
    await workbench.openFile('empty.query.yml');
    await workbench.runCommand('Data Model: Run Query');
    await workbench.webview.getByText('The query returned no rows.').waitFor();
    await workbench.screenshot('why-1-empty');
    await workbench.webview.getByRole('button', { name: 'Why Is This Empty or Different?' }).last().click();
    await why().getByText('Filter customers.city equals "graz": leaves 0 of').first().waitFor();
    for (const theme of picturedThemes(['Light Modern', 'Dark Modern'] as const)) {
      await workbench.setPictureTheme(theme);
      await workbench.screenshot(`why-2-explained-${theme.split(' ')[0]!.toLowerCase()}`);
    }
    await why().getByRole('link', { name: 'queries/empty.query.yml:4' }).first().click();
    await waitFor('the filter is shown', async () =>
      (await workbench.editorLines()).some((line) => line.includes('customers.city')),
    );
  });

  it('has a cube that an assistant sees like this', async () => {
    const { workbench, goTo } = session();
    // The command is about the cube at the cursor, and asks for one elsewhere.
    await goTo('model/cubes/orders.yml', '- name: orders\n');
    await workbench.runCommand('Data Model: Preview What an Assistant Sees');
    await workbench.page.locator('.tab', { hasText: 'orders.md' }).waitFor();
    await workbench.screenshot('why-3-assistant');
  });
});
