/** The dev branch of the folder is deleted elsewhere: the window says so everywhere, and creates it again from the folder. */

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { waitFor } from '../run/waitFor.ts';
import { useEditorSession } from './editorSession.ts';

const customers = 'model/cubes/customers.yml';

describe('a dev branch that was deleted elsewhere', function () {
  // Each step needs the one before.
  this.bail(true);
  const session = useEditorSession({
    platform: true,
    settings: { 'git.enabled': false, 'workbench.hover.delay': 100 },
  });
  let branch = '';

  const file = () => path.join(session().folder, customers);
  const write = async (line: string) => writeFile(file(), `${await readFile(file(), 'utf8')}${line}\n`);
  const request = async (method: string, route: string): Promise<unknown> => {
    const { env, deploymentId } = session().platform!;
    const { DATA_MODEL_URL: url, DATA_MODEL_API_KEY: key } = env;
    const address = `${url}/build/api/v1/deployments/${deploymentId}/${route}`;
    const response = await fetch(address, { method, headers: { authorization: `Bearer ${key}` } });
    assert.ok(response.ok, `${method} ${route}: ${response.status}`);
    return response.json();
  };
  const branches = async () => ((await request('GET', 'branches')) as { items: { name: string }[] }).items;
  const deleted = () => session().workbench.statusItem(/the branch was deleted/);

  it('is shown as deleted in the status bar, its tooltip and the tree', async () => {
    const { workbench } = session();
    await workbench.openContainer('Data Model');
    await workbench.row('main').waitFor();
    await workbench.runCommand('Data Model: Open Branch in Dev Mode…');
    await workbench.pickRow('main');
    await workbench.statusItem(/dev-developer-.*built/).waitFor();
    branch = (await branches()).find(({ name }) => name.startsWith('dev-'))!.name;
    await write('# before the deletion');
    await workbench.statusItem(/dev-developer-.*1.*built/).waitFor();
    await request('DELETE', `branches?branchName=${encodeURIComponent(branch)}`);
    await write('# after the deletion');
    await deleted().waitFor();
    await workbench.row(/dev-developer-.*deleted/).waitFor();
    await deleted().hover();
    const tooltip = workbench.page.locator('.monaco-hover').filter({ hasText: 'The branch was deleted.' });
    await tooltip.getByText('Create It Again from This Folder').waitFor();
    await tooltip.getByText('Open Another Branch…').waitFor();
    assert.doesNotMatch(await tooltip.innerText(), /404|in sync|built/);
    await workbench.screenshot('deleted-1-branch');
  });

  it('is created again with the files of the folder, after the plan is confirmed', async () => {
    const { workbench } = session();
    await deleted().click();
    await workbench.pickRow('Create It Again from This Folder');
    await workbench.answerDialog('Create Branch');
    await workbench.dialog.getByText('customers.yml').waitFor();
    await workbench.screenshot('deleted-2-plan');
    await workbench.answerDialog('Push');
    await workbench.statusItem(/dev-developer-.*built/).waitFor();
    assert.equal(await deleted().count(), 0);
    await waitFor('the folder is on the branch', async () => {
      const query = `branchName=${encodeURIComponent(branch)}&withContent=true`;
      const listed = JSON.stringify(await request('GET', `data-model/files?${query}`));
      return listed.includes('# before the deletion') && listed.includes('# after the deletion');
    });
  });
});
