/** A user signs in to a platform with a browser, works for longer than a token lives, and signs out. */

import assert from 'node:assert/strict';
import { waitFor } from '../run/waitFor.ts';
import { takePicture } from '../vscode/browser/pictures.ts';
import { type RunningPlatform, startPlatform } from '../vscode/platform.ts';
import { useEditorSession } from './editorSession.ts';

const hour = 3_600_000;

/** The data that the editor has saved for the extension, including secrets. */
const savedState = `(async () => {
  const result = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const texts = [JSON.stringify(Object.entries(localStorage).filter(([name]) => name.includes('secret')))];
  for (const { name } of await indexedDB.databases()) {
    if (!name.startsWith('vscode-web-state-db')) continue;
    const database = await result(indexedDB.open(name));
    const items = database.transaction('ItemTable').objectStore('ItemTable');
    const [names, values] = [await result(items.getAllKeys()), await result(items.getAll())];
    for (const [at, key] of names.entries()) if (/data-model-workbench|^secret/.test(key)) texts.push(key + values[at]);
    database.close();
  }
  return texts.join('\\n');
})()`;

describe('a sign-in with a browser', function () {
  // Each step needs the one before.
  this.bail(true);
  // It opens addresses of its machine through its server.
  const session = useEditorSession({ full: true });
  let platform: RunningPlatform;
  let host: string;
  before(async () => {
    platform = await startPlatform();
    host = new URL(platform.url).host;
  });
  after(() => platform?.stop());

  /** The code that the editor shows. */
  const shownCode = async () => {
    const text = await session().workbench.quickInputRow('Sign In with a Browser').innerText();
    return /[A-Z]{4}-[A-Z]{4}/.exec(text)?.[0];
  };
  const connect = async () => {
    const { workbench } = session();
    await workbench.runCommand('Data Model: Connect to a Platform…');
    await workbench.typeAnswer(platform.url);
    await workbench.quickInputRow('Sign In with a Browser').waitFor();
  };
  /** The page that the editor opens in the browser. */
  const openVerification = async () => {
    const { workbench } = session();
    const opening = workbench.page.context().waitForEvent('page');
    await workbench.pickRow('Sign In with a Browser');
    const page = await opening;
    await page.getByRole('heading', { name: /^Sign in/ }).waitFor();
    return page;
  };

  it('shows a code, which can be copied', async () => {
    const { workbench } = session();
    await workbench.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await workbench.openContainer('Data Model');
    await connect();
    const code = await shownCode();
    assert.ok(code, 'the code is visible');
    await workbench.screenshot('sign-in-1-code');
    await workbench.pickRow('Copy Code');
    const copied = () => workbench.page.evaluate('navigator.clipboard.readText()');
    await waitFor('the code is copied', async () => (await copied()) === code);
    assert.equal(await shownCode(), code, 'the code stays visible');
  });

  it('opens the page of the platform with the code, and shows the deployments after the approval', async () => {
    const { workbench } = session();
    const code = await shownCode();
    const page = await openVerification();
    await page.getByText(code!, { exact: true }).waitFor();
    await takePicture(page, 'sign-in-2-approve');
    await workbench.screenshot('sign-in-3-waiting');
    await page.getByLabel(/API key/).fill(platform.apiKey);
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('The application is signed in').waitFor();
    await takePicture(page, 'sign-in-4-approved');
    await page.close();
    await workbench.quickInput.waitFor({ state: 'hidden' });
    await workbench.row('Sample shop').waitFor();
    await workbench.waitForNoNotification();
    await workbench.screenshot('sign-in-5-tree');
  });

  it('is refreshed without a word when the token expires', async () => {
    const { workbench } = session();
    const expire = await fetch(`${platform.url}/_emulator/clock`, {
      method: 'POST',
      headers: { authorization: `Bearer ${platform.adminApiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ advanceMs: 2 * hour }),
    });
    assert.equal(expire.status, 200);
    // Never loaded before, so that the platform must answer.
    await workbench.expand(workbench.row('Sample shop'));
    await workbench.expand(workbench.row('Branches'));
    await workbench.row('main').waitFor();
    await workbench.waitForNoNotification();
  });

  it('has a health page, which names neither user nor token', async () => {
    const { workbench } = session();
    await workbench.runCommand('Data Model: Check Health');
    const page = workbench.webview;
    await page
      .getByRole('status')
      .getByText(/Checked at .*: 7 of 7 checks passed/)
      .waitFor();
    const text = await page.locator('main').innerText();
    assert.match(text, /The sign-in with a browser is accepted/);
    assert.ok(!text.includes('developer'), text);
    await page.getByRole('button', { name: 'Run Again' }).waitFor();
    await page.getByRole('button', { name: 'Sign In Again…' }).waitFor();
    await workbench.screenshot('health-light');
    await workbench.setPictureTheme('Dark Modern');
    await workbench.screenshot('health-dark');
    await page.getByRole('button', { name: 'Copy Report' }).click();
    const copied = () => workbench.page.evaluate<string>('navigator.clipboard.readText()');
    await waitFor('the report is copied', async () => (await copied()).startsWith('# Health of'));
    assert.ok((await copied()).includes(host));
  });

  it('says that the user denied it', async () => {
    const { workbench } = session();
    await connect();
    await workbench.screenshot('sign-in-6-code-dark');
    const page = await openVerification();
    await page.emulateMedia({ colorScheme: 'dark' });
    await takePicture(page, 'sign-in-7-page-dark');
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.getByText('The application is not signed in').waitFor();
    await page.close();
    const message = workbench.notificationItem(`The sign-in to ${host} was denied in the browser.`);
    await message.waitFor();
    await message.locator('.monaco-button', { hasText: 'Sign In Again…' }).waitFor();
    await workbench.screenshot('sign-in-8-denied');
    await workbench.closeNotification(message);
    await workbench.row('Sample shop').waitFor();
  });

  it('is forgotten after the sign-out, also in what the editor has saved', async () => {
    const { workbench } = session();
    const saved = () => workbench.page.evaluate<string>(savedState);
    await waitFor('the editor has saved the connection', async () => (await saved()).includes(host));
    await workbench.runCommand('Data Model: Sign Out');
    await workbench.dialog.getByText(`Sign out of ${host}?`).waitFor();
    await workbench.screenshot('sign-in-9-sign-out');
    await workbench.answerDialog('Sign Out');
    await workbench.welcomeButton('Connect to a Platform').waitFor();
    // The editor saves its state with a delay.
    await waitFor('the editor has saved that there is no connection', async () => !(await saved()).includes(host));
  });
});
