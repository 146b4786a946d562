/** A user connects to a platform, and makes the mistakes that a user makes. Each is said in the box in which it was made. */

import assert from 'node:assert/strict';
import { json, serve, type TestServer } from '../platform/http/testServer.ts';
import { bindFolder, type RunningPlatform, startPlatform } from '../vscode/platform.ts';
import { writeModel } from '../vscode/writeModel.ts';
import { useEditorSession } from './editorSession.ts';

describe('connecting to a platform', function () {
  // Each step needs the one before.
  this.bail(true);
  const session = useEditorSession();
  let platform: RunningPlatform;
  let website: TestServer;
  let untrusted: TestServer;
  before(async () => {
    platform = await startPlatform();
    website = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!DOCTYPE html><title>Acme</title>');
    });
    untrusted = await serve((_request, response) => json(response, { error: 'Unauthorized' }, 401), { tls: true });
  });
  after(() => Promise.all([platform?.stop(), website?.close(), untrusted?.close()]));

  /** The problem that the open box shows. */
  const problem = () => session().workbench.quickInput.locator('.quick-input-message');
  const title = () => session().workbench.quickInput.locator('.quick-input-title');
  const waitForProblem = (text: string | RegExp) => problem().filter({ hasText: text }).waitFor();

  it('says that nothing listens at an address, before it asks for a key', async () => {
    const { workbench } = session();
    await workbench.openContainer('Data Model');
    await workbench.welcomeButton('Connect to a Platform').click();
    const closed = await serve(() => {});
    await closed.close();
    await workbench.typeAnswer(closed.url);
    await waitForProblem(`127.0.0.1:${closed.port} cannot be reached`);
    await workbench.screenshot('connect-1-unreachable');
    assert.equal(await workbench.quickInputBox.inputValue(), closed.url, 'the address can be corrected');
  });

  it('says that a web site is not a platform', async () => {
    const { workbench } = session();
    await workbench.typeAnswer(website.url);
    await waitForProblem('is not a platform');
    await workbench.screenshot('connect-2-website');
  });

  it('says why a certificate is not trusted', async () => {
    const { workbench } = session();
    await workbench.setPictureTheme('Dark Modern');
    await workbench.runCommand('Data Model: Connect to a Platform…');
    await workbench.typeAnswer(untrusted.url);
    await waitForProblem('cannot be trusted');
    await workbench.screenshot('connect-3-certificate-dark');
    await workbench.quickInputBox.fill('http://');
    await problem().filter({ hasText: 'cannot be trusted' }).waitFor({ state: 'hidden' });
  });

  it('says that a key is wrong, keeps it, and accepts the next one', async () => {
    const { workbench } = session();
    await workbench.typeAnswer(platform.url);
    await workbench.pickRow('Enter an API Key or Access Token');
    await workbench.typeAnswer('sk-wrong-key-123');
    await waitForProblem('does not accept the key');
    await workbench.screenshot('connect-4-wrong-key-dark');
    assert.equal(await workbench.quickInputBox.inputValue(), 'sk-wrong-key-123', 'the key can be corrected');
    assert.equal(await workbench.quickInputBox.getAttribute('type'), 'password');
    await workbench.waitForNoNotification();
  });

  it('goes back to the address, and connects', async () => {
    const { workbench } = session();
    await workbench.quickInput.getByRole('button', { name: 'Back' }).click();
    await title().filter({ hasText: '1 of 2' }).waitFor();
    assert.equal(await workbench.quickInputBox.inputValue(), platform.url);
    await workbench.quickInputBox.press('Enter');
    await workbench.pickRow('Enter an API Key or Access Token');
    await workbench.typeAnswer(platform.apiKey);
    await workbench.row('Sample shop').waitFor();
    await workbench.waitForNoNotification();
    await workbench.screenshot('connect-5-connected-dark');
  });
});

describe('a project that another user has bound', () => {
  const session = useEditorSession();
  let platform: RunningPlatform;
  before(async () => {
    platform = await startPlatform();
    await writeModel(session().folder, platform);
    await bindFolder(session().folder, platform);
    await session().workbench.reload();
  });
  after(() => platform?.stop());

  it('asks to connect to its own platform, with the address filled in', async () => {
    const { workbench } = session();
    const host = new URL(platform.url).host;
    await workbench.statusItem(host).filter({ hasText: 'not connected' }).waitFor();
    await workbench.openContainer('Data Model');
    await workbench.welcomeButton('Connect to Its Platform').waitFor();
    await workbench.screenshot('cloned-1-welcome');
    await workbench.setPictureTheme('Dark Modern');
    await workbench.runCommand('Data Model: Show Status');
    await workbench.quickInputRow(`Connect to ${host}…`).waitFor();
    await workbench.screenshot('cloned-2-status-dark');
    await workbench.pickRow(`Connect to ${host}…`);
    await workbench.quickInput.locator('.quick-input-title').filter({ hasText: '1 of 2' }).waitFor();
    assert.equal(await workbench.quickInputBox.inputValue(), platform.url);
    await workbench.screenshot('cloned-3-address-dark');
    await workbench.quickInputBox.press('Enter');
    await workbench.pickRow('Enter an API Key or Access Token');
    await workbench.typeAnswer(platform.apiKey);
    await workbench.row('Sample shop').filter({ hasText: 'bound to' }).waitFor();
    await workbench.statusItem(host).filter({ hasNotText: 'not connected' }).waitFor();
  });
});

describe('the administrator’s key', () => {
  const session = useEditorSession({ platform: true });
  const connection = () => session().workbench.row(new URL(session().platform!.url).host);

  it('is offered where the user may not do something, and used until the user goes back', async () => {
    const { workbench } = session();
    await workbench.openContainer('Data Model');
    await workbench.row('Sample shop').waitFor();
    await workbench.runCommand('Data Model: Export Audit Log…');
    await workbench.answerNotification(/administrator/, 'Use Another Key…');
    await workbench.quickInputRow('Administrator’s Key').waitFor();
    await workbench.screenshot('other-key-1-choice');
    await workbench.pickRow('Administrator’s Key');
    await connection().filter({ hasText: 'administrator’s key' }).waitFor();
    await workbench.row('Sample shop').waitFor();
    await workbench.waitForNoNotification();
    await workbench.setPictureTheme('Dark Modern');
    await workbench.screenshot('other-key-2-administrator-dark');
    await workbench.runCommand('Data Model: Use Another Key…');
    await workbench.pickRow('Your Own Key');
    await connection().filter({ hasText: 'from environment variables' }).waitFor();
  });
});
