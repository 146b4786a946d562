/** An administrator creates a user with a document, deactivates them, and previews the metric views of a deployment. */

import { waitFor } from '../../run/waitFor.ts';
import { picturedThemes } from '../../vscode/browser/pictures.ts';
import { useSharedSession } from '../editorSession.ts';

describe('an administrator', function () {
  this.bail(true);
  const session = useSharedSession();
  const call = async (method: string, path: string, body?: unknown) => {
    const { env } = session().platform!;
    const response = await fetch(`${env.DATA_MODEL_URL}${path}`, {
      method,
      headers: { authorization: `Bearer ${env.DATA_MODEL_ADMIN_API_KEY}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return (await response.json()) as Record<string, unknown>;
  };
  const row = (label: string | RegExp) => {
    const { page } = session().workbench;
    const view = page.locator('.pane').filter({ has: page.getByLabel('Resources Section') });
    return view.locator('.monaco-list-row').filter({ hasText: label }).first();
  };
  const lineOf = async (text: string) => {
    const lines = await session().workbench.editorLines();
    return lines.findIndex((line) => line.includes(text)) + 1;
  };
  const takePictures = async (name: string) => {
    const { workbench } = session();
    for (const theme of picturedThemes(['Light Modern', 'Dark Modern'] as const)) {
      await workbench.setPictureTheme(theme);
      await workbench.screenshot(`${name}-${theme.toLowerCase().replaceAll(' ', '-')}`);
    }
  };

  after(async () => {
    const { workbench } = session();
    await workbench.expandView('Resources', false);
    await workbench.expandView('Deployments');
  });

  it('creates a user in the Resources view', async () => {
    const { workbench } = session();
    await workbench.openContainer('Data Model');
    // The view opens at the deployment of the folder, also after it was collapsed.
    await workbench.row('main').waitFor();
    await workbench.expandView('Deployments', false);
    await workbench.expandView('Resources');
    await workbench.expand(row(/127\.0\.0\.1/));
    await workbench.expand(row(/^Users/));
    const tab = workbench.page.locator('.tab', { hasText: 'New User.json' });
    await workbench.rowAction(row(/^Users/), 'New User…', tab);
    await waitFor('the document asks for an address', async () => (await lineOf('"email": ""')) > 0);
    await workbench.replace(await lineOf('"email": ""'), '  "email": "'.length + 1, 0, 'grace@example.com');
    await workbench.page.keyboard.press('Control+S');
    await workbench.dialog.getByText('POST /api/v1/users/').waitFor();
    await workbench.screenshot('account-1-create');
    await workbench.answerDialog('Create');
    await row('grace@example.com').waitFor();
    await tab.waitFor({ state: 'detached' });
    await waitFor('the document of the user is shown', async () => (await lineOf('"status": "ACTIVE"')) > 0);
    await takePictures('account-2-created');
  });

  it('deactivates the user', async () => {
    const { workbench } = session();
    await workbench.runMenuItem(row('grace@example.com'), 'Deactivate Users…', workbench.dialog);
    await workbench.screenshot('account-3-deactivate');
    await workbench.answerDialog('Deactivate');
    await row('grace@example.com').getByText('deactivated').waitFor();
    const { items } = (await call('GET', '/api/v1/users?search=grace@example.com')) as { items: { id: number }[] };
    await fetch(`${session().platform!.env.DATA_MODEL_URL}/api/v1/users/${items[0]!.id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${session().platform!.env.DATA_MODEL_ADMIN_API_KEY}` },
    });
  });

  it('previews the metric views that the latest build would be published as', async () => {
    const { workbench, platform } = session();
    const root = `/api/v1/deployments/${platform!.deploymentId}`;
    await call('PUT', '/api/v1/tenant/settings', { databricksMetricViewsEnabled: true });
    await call('PUT', `${root}/env-vars`, {
      env_variables: [{ name: 'CUBEJS_DB_TYPE', value: 'databricks-jdbc' }],
    });
    await workbench.runCommand('Data Model: Build Again');
    await workbench.answerDialog('Build');
    const built = async () => (await call('GET', `${root}/build-status?branchName=main`)).status === 'built';
    await waitFor('production is built', built);
    await workbench.closeNotification(workbench.notificationItem('Production build of “Sample shop”: built'));
    await workbench.runCommand('Data Model: Preview Metric Views…');
    await workbench.screenshot('account-4-source');
    await workbench.typeAnswer('default');
    await waitFor('the views are shown', async () => (await lineOf('Nothing was published')) > 0);
    await takePictures('account-5-metric-views');
    await call('PUT', '/api/v1/tenant/settings', { databricksMetricViewsEnabled: false });
  });
});
