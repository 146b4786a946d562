/** A user types a commit message, reloads the window, and is refused because another user changed the same lines. */

import assert from 'node:assert/strict';
import { waitUntilStored } from '../vscode/browser/storedState.ts';
import { OtherUser, requestsWith } from '../vscode/otherUser.ts';
import { useEditorSession } from './editorSession.ts';

const orders = 'model/cubes/orders.yml';
const title = /^Commit dev-developer-\S+ to main$/;

describe('the review of a commit', function () {
  // Each step needs the one before.
  this.bail(true);
  const session = useEditorSession({ platform: true, settings: { 'git.enabled': false } });
  const review = () => session().workbench.webview;
  const message = () => review().getByLabel('Commit message');
  const tab = () => session().workbench.page.getByRole('tab', { name: title });

  it('survives a reload of the window with its message, and so does the branch without an open file', async () => {
    const { workbench } = session();
    await workbench.openContainer('Data Model');
    await workbench.row('main').waitFor();
    await workbench.runCommand('Data Model: Open Branch in Dev Mode…');
    await workbench.pickRow('main');
    await workbench.statusItem(/dev-developer-/).waitFor();
    await session().change(orders, 'title: Orders', 'title: My orders');
    await workbench.save();
    await workbench.runCommand('Data Model: Review Branch…');
    await tab().waitFor();
    await workbench.runCommand('View: Close Other Editors in Group');
    await message().fill('Clearer title');
    // The reload finds what is stored by then.
    await waitUntilStored(workbench.page, 'Clearer title');
    await workbench.reload();
    await tab().waitFor();
    await message().waitFor();
    assert.equal(await message().inputValue(), 'Clearer title');
    await workbench.statusItem(/dev-developer-/).waitFor();
    await review().getByText('cube orders: changed (title)').waitFor();
    await workbench.screenshot('review-1-restored');
  });

  it('is refused on the page, in short, with the request behind the details', async () => {
    const { workbench, platform } = session();
    const other = new OtherUser(platform!.deploymentId, requestsWith(platform!.url, platform!.adminApiKey));
    const text = await other.read('main', orders);
    await other.commit(orders, text.replace('title: Orders', 'title: Their orders'));
    await review().getByRole('button', { name: 'Refresh' }).click();
    await review().getByRole('heading', { name: 'Conflicts: 1' }).waitFor();
    await review().getByRole('checkbox').check();
    await review().getByRole('button', { name: 'Commit to Production' }).click();
    const refusal = review().getByRole('alert');
    await refusal
      .getByText(/both changed the same lines/)
      .first()
      .waitFor();
    assert.equal(await refusal.getByText(/request \S+-/).isVisible(), false);
    await workbench.screenshot('review-2-refused-light');
    await refusal.getByText('Details', { exact: true }).click();
    await refusal.getByText(/HTTP 409, request \S+/).waitFor();
    await workbench.setPictureTheme('Dark Modern');
    await workbench.screenshot('review-3-details-dark');
    assert.equal(await message().inputValue(), 'Clearer title');
    assert.equal(await workbench.page.locator('.notification-list-item-message', { hasText: 'same lines' }).count(), 0);
  });
});
