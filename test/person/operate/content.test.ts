/** A user looks at the content of a deployment, previews a dashboard from it, moves a report by dragging, and deletes it. */

import { picturedThemes } from '../../vscode/browser/pictures.ts';
import { useSharedSession } from '../editorSession.ts';

describe('the content of a deployment', function () {
  this.bail(true);
  const session = useSharedSession();
  const row = (label: string | RegExp) => {
    const { page } = session().workbench;
    const view = page.locator('.pane').filter({ has: page.getByLabel('Content Section') });
    return view.locator('.monaco-list-row').filter({ hasText: label }).first();
  };
  const expand = async (label: string | RegExp, below: string | RegExp) => {
    await session().workbench.expand(row(label));
    await row(below).waitFor();
  };

  it('is shown in a view', async () => {
    const { workbench } = session();
    await workbench.openContainer('Data Model');
    await workbench.expandView('Content');
    await row('Dashboards').waitFor();
    // The view scrolls to the deployment of the folder first, which would expand it again.
    await workbench.row('main').waitFor();
    await workbench.expandView('Deployments', false);
    await expand('Workbooks', 'Acme Ltd.');
    await expand('Acme Ltd.', /^Sales$/);
    await expand('Folders', 'For customers');
    await expand('For customers', /^Revenue by country/);
    await expand(/^Revenue by country/, 'Sales review');
    for (const theme of picturedThemes(['Light Modern', 'Dark Modern'] as const)) {
      await workbench.setPictureTheme(theme);
      await workbench.screenshot(`content-1-${theme.toLowerCase().replaceAll(' ', '-')}`);
    }
  });

  it('has a dashboard that opens next to the code', async () => {
    const { workbench } = session();
    await row(/^Sales$/).click();
    await workbench.page.locator('.editor-group-container .tab').first().waitFor();
    await workbench.screenshot('content-2-dashboard');
  });

  it('is moved by dragging, after a question', async () => {
    const { workbench } = session();
    await row(/^Revenue by country/).dragTo(row('Archive'));
    await workbench.page.locator('.monaco-dialog-box').getByText('Move 1 item to “Archive”?').waitFor();
    await workbench.screenshot('content-3-move');
    await workbench.answerDialog('Move');
    await row(/^Revenue by country/).waitFor({ state: 'detached' });
    await expand('Archive', /^Revenue by country/);
  });

  it('is deleted after a question that says what a folder holds', async () => {
    const { workbench } = session();
    const question = workbench.dialog.getByText('Folder “Archive”: 0 folders, 1 report');
    await workbench.runMenuItem(row('Archive'), 'Delete Content', question);
    await workbench.screenshot('content-4-delete');
    await workbench.answerDialog('Delete');
    await row('Archive').waitFor({ state: 'detached' });
    // The next scenario needs the room.
    await workbench.expandView('Content', false);
    await workbench.expandView('Deployments');
  });
});
