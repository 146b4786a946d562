/** A user creates a deployment from a GitHub repository. */

import { commitToBare } from '../../emulator/bareRepository.ts';
import { cubeText } from '../../emulator/emulatorUnderTest.ts';
import { picturedThemes } from '../../vscode/browser/pictures.ts';
import { useSharedSession } from '../editorSession.ts';

describe('a deployment from a GitHub repository', function () {
  this.bail(true);
  const session = useSharedSession();
  before(async () => {
    const { repositories } = session();
    const files = { 'model/parcels.yml': cubeText('parcels') };
    const head = await commitToBare(`${repositories}/acme/model.git`, 'trunk', files);
    await commitToBare(`${repositories}/acme/model.git`, 'next', files, [head]);
    await commitToBare(`${repositories}/acme/website.git`, 'main', { 'README.md': 'A website' });
  });
  const rows = (label: string | RegExp) => {
    const { page } = session().workbench;
    const view = page.locator('.pane').filter({ has: page.getByLabel('Deployments Section') });
    return view.locator('.monaco-list-row').filter({ hasText: label });
  };
  const row = (label: string | RegExp) => rows(label).first();

  it('asks for the repository and its branch', async () => {
    const { workbench } = session();
    await workbench.openContainer('Data Model');
    await row(/^main/).waitFor();
    await workbench.runCommand('Data Model: Create Deployment…');
    await workbench.quickInputBox.fill('Sample shop');
    await workbench.quickInput.getByText('A deployment named “Sample shop” exists.').waitFor();
    await workbench.quickInput.getByText('Create Deployment (1 of 2)').waitFor();
    await workbench.screenshot('create-0-name');
    await workbench.typeAnswer('Parcels');
    await workbench.quickInputRow('GitHub Repository').waitFor();
    await workbench.screenshot('create-1-source');
    await workbench.pickRow('GitHub Repository');
    await workbench.quickInputRow('website').waitFor();
    await workbench.screenshot('create-2-repository');
    await workbench.pickRow('model');
    await workbench.quickInputRow('next').waitFor();
    await workbench.screenshot('create-3-branch');
    await workbench.pickRow('trunk');
  });

  it('shows it with its branch, which is built', async () => {
    const { workbench } = session();
    await workbench.page.getByRole('treeitem', { name: /^Parcels.*production build: built/ }).waitFor();
    // Its branches come after those of the sample.
    await workbench.expand(rows(/^Branches/).last());
    await row(/^trunk.*production/).waitFor();
    await row(/^next/).waitFor();
    const created = workbench.notificationItem('Created “Parcels”. Open its production branch in dev mode');
    await created.getByRole('button', { name: 'Open Branch in Dev Mode' }).waitFor();
    for (const theme of picturedThemes(['Light Modern', 'Dark Modern'] as const)) {
      await workbench.setPictureTheme(theme);
      await workbench.screenshot(`create-4-${theme.toLowerCase().replaceAll(' ', '-')}`);
    }
  });
});
