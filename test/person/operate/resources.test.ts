/** A user changes a resource of the platform in a document, also while another user changes it. */

import assert from 'node:assert/strict';
import { waitFor } from '../../run/waitFor.ts';
import { useSharedSession } from '../editorSession.ts';

describe('a resource of the platform', function () {
  this.bail(true);
  const session = useSharedSession();
  const call = async (method: string, suffix: string, body?: unknown) => {
    const { env, deploymentId } = session().platform!;
    const response = await fetch(`${env.DATA_MODEL_URL}/api/v1/deployments/${deploymentId}${suffix}`, {
      method,
      headers: { authorization: `Bearer ${env.DATA_MODEL_API_KEY}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return (await response.json()) as Record<string, unknown>;
  };
  const lineOf = async (text: string) => {
    const lines = await session().workbench.editorLines();
    return lines.findIndex((line) => line.includes(text)) + 1;
  };

  it('is found in the Resources view and opens as a document', async () => {
    const { workbench } = session();
    await workbench.openContainer('Data Model');
    await workbench.expandView('Resources');
    const view = workbench.page.locator('.pane').filter({ has: workbench.page.getByLabel('Resources Section') });
    for (const label of [/127\.0\.0\.1/, /Sample shop/]) {
      await workbench.expand(view.locator('.monaco-list-row').filter({ hasText: label }).first());
    }
    await view.locator('.monaco-list-row').filter({ hasText: 'Deployment Settings' }).click();
    await waitFor('the settings are shown', async () => (await lineOf('"template": "single"')) > 0);
    await workbench.screenshot('resources');
  });

  it('is saved after a look at what is sent', async () => {
    const { workbench } = session();
    const line = await lineOf('"template": "single"');
    await workbench.replace(line, '  "template": "'.length + 1, 'single'.length, 'simpleCluster');
    await workbench.page.keyboard.press('Control+S');
    await workbench.page.locator('.monaco-dialog-box').getByText('"template": "simpleCluster"').waitFor();
    await workbench.screenshot('resources-save');
    await workbench.answerDialog('Save');
    await waitFor(
      'the platform has the change',
      async () => (await call('GET', '/settings')).template === 'simpleCluster',
    );
    await workbench.page
      .locator('.statusbar')
      .getByText(/^Saving/)
      .waitFor({ state: 'detached' });
  });

  it('that another user changed is compared, not overwritten', async () => {
    const { workbench } = session();
    const line = await lineOf('"template": "simpleCluster"');
    await workbench.replace(line, '  "template": "'.length + 1, 'simpleCluster'.length, 'single');
    // After the edit: the editor would load their change into a document without edits.
    await call('PUT', '', { defaultLaunchpadViewGroup: 'theirs' });
    await workbench.page.keyboard.press('Control+S');
    await workbench.answerNotification(/Failed to save/, 'Compare');
    await workbench.page.locator('.monaco-diff-editor').waitFor();
    await workbench.screenshot('resources-conflict');
    const { template, defaultLaunchpadViewGroup } = await call('GET', '/settings');
    assert.deepEqual([template, defaultLaunchpadViewGroup], ['simpleCluster', 'theirs']);
  });
});
