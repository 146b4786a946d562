/** A user sends a request to the platform from a document. */

import assert from 'node:assert/strict';
import { useSharedSession } from '../editorSession.ts';

describe('an API request', function () {
  this.bail(true);
  const session = useSharedSession();
  const lens = (title: string) =>
    session().workbench.page.locator('.codelens-decoration a').filter({ hasText: title }).first();

  it('is picked from the operations of the platform and opens with its required parameters', async () => {
    const { workbench, platform } = session();
    await workbench.openContainer('Data Model');
    await workbench.row('main').waitFor();
    await workbench.runCommand('Data Model: Open API Request…');
    await workbench.pickRow('listVersions');
    await lens('Send').waitFor();
    const text = (await workbench.editorLines()).join('\n');
    assert.match(text, /"operation": "listVersions"/);
    assert.match(text, new RegExp(`"deploymentId": "${platform!.deploymentId}"`));
  });

  it('is sent by one click, and its answer appears next to it', async () => {
    const { workbench } = session();
    await lens('Send').click();
    await workbench.page.locator('.editor-group-container').nth(1).getByText('HTTP 200').first().waitFor();
    await workbench.page.locator('.editor-group-container').nth(1).getByText('isLatestInChannel').first().waitFor();
    await workbench.screenshot('api-answer');
  });

  it('is in the history with its answer', async () => {
    const { workbench } = session();
    await workbench.runCommand('Data Model: Show API Request History…');
    await workbench
      .quickInputRow(/^listVersions/)
      .first()
      .waitFor();
    await workbench.screenshot('api-history');
    await workbench.pickRow(/^listVersions/);
    await workbench.pickRow('Send Again');
    await workbench.runCommand('Data Model: Show API Request History…');
    await workbench
      .quickInputRow(/^listVersions/)
      .nth(1)
      .waitFor();
    await workbench.pickRow(/^listVersions/);
    await workbench.pickRow('Compare With Another Answer…');
    await workbench.pickRow(/^listVersions/);
    await workbench.page.locator('.monaco-diff-editor').first().waitFor();
    await workbench.screenshot('api-compared');
  });

  it('closes without a question', async () => {
    const { workbench } = session();
    await workbench.runCommand('View: Close All Editors');
    await workbench.page.locator('.tab').first().waitFor({ state: 'detached' });
  });
});
