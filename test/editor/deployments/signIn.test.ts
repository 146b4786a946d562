/** The sign-in with a browser, against the emulator's page. */

import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { DeviceFlowClient, Page } from '../../emulator/signIn/deviceFlowClient.ts';
import { waitFor } from '../../run/waitFor.ts';
import { DialogStub } from '../dialogStub.ts';
import { control } from '../platform.ts';
import { InputBoxStub } from './inputBoxStub.ts';
import { SignInPicks } from './signInPicks.ts';
import { extension } from './treeAccess.ts';

const key = process.env.DATA_MODEL_API_KEY!;
/** The same emulator with another host name, so that it is another connection. */
const address = process.env.DATA_MODEL_URL!.replace('127.0.0.1', 'localhost');

describe('signing in with a browser', () => {
  let dialogs: DialogStub;
  let inputs: InputBoxStub | undefined;
  let picks: SignInPicks;
  const opened: string[] = [];
  const openExternal = vscode.env.openExternal;
  const replaceOpenExternal = (value: typeof openExternal) =>
    Object.defineProperty(vscode.env, 'openExternal', { configurable: true, writable: true, value });
  before(async () => {
    await extension();
    dialogs = new DialogStub();
    replaceOpenExternal(async (uri) => {
      opened.push(uri.toString(true));
      return true;
    });
  });
  beforeEach(() => {
    dialogs.reset();
    opened.length = 0;
    picks = new SignInPicks();
  });
  afterEach(async () => {
    inputs?.restore();
    picks.restore();
    const { app } = await extension();
    for (const { id, origin } of app.connections.list.value) if (origin === 'stored') await app.connections.remove(id);
  });
  after(() => {
    dialogs.restore();
    replaceOpenExternal(openExternal);
  });

  const connect = () => {
    inputs = new InputBoxStub([address]);
    return vscode.commands.executeCommand('dataModel.connection.add');
  };
  const shownPick = async (index = 0) => {
    await waitFor('the sign-in is offered', () => picks.shown.length > index);
    return picks.shown[index]!;
  };
  const openPage = async (): Promise<Page> => {
    (await shownPick()).choose('open');
    await waitFor('the page is opened', () => opened.length === 1);
    return Page.open(opened[0]!);
  };
  const storedTokens = async () => {
    const { app } = await extension();
    const secret = await app.context.secrets.get(`dataModel.connection:${address}`);
    return JSON.parse(secret ?? '{}') as { accessToken?: string; refreshToken?: string };
  };

  it('shows the code, opens the page, and stores the tokens in the secret storage only', async () => {
    const connecting = connect();
    const page = await openPage();
    const code = await vscode.env.clipboard.readText();
    assert.match(code, /^[A-Z]{4}-[A-Z]{4}$/);
    assert.ok(page.text.includes(code), 'the page asks to compare the code');
    const { pick } = await shownPick();
    assert.ok(pick.items.some(({ description }) => description?.includes(code)));
    assert.ok(pick.placeholder?.includes(code));
    await page.submit({ decision: 'approve', api_key: key });
    await connecting;
    const { app } = await extension();
    const { record, origin } = app.connections.get(address)!;
    assert.deepEqual([origin, record.signedIn], ['stored', true]);
    const { accessToken, refreshToken } = await storedTokens();
    assert.ok(accessToken && refreshToken);
    const remembered = JSON.stringify(app.context.globalState.keys().map((name) => app.context.globalState.get(name)));
    assert.ok(!remembered.includes(accessToken) && !remembered.includes(refreshToken));
    assert.deepEqual(dialogs.shown, [], 'success shows no message');

    dialogs.answer(/^Sign out of/, 'Sign Out');
    await vscode.commands.executeCommand('dataModel.connection.remove', { target: { connectionId: address } });
    assert.deepEqual(await storedTokens(), {}, 'the tokens are removed');
  });

  it('says that the user denied it, and offers to sign in again', async () => {
    const connecting = connect();
    await (await openPage()).submit({ decision: 'deny', api_key: '' });
    await connecting;
    const [error] = dialogs.questions(/denied/);
    assert.ok(error?.choices.includes('Sign In Again…'));
    const { app } = await extension();
    assert.equal(app.connections.get(address), undefined);
  });

  it('stores nothing when it is cancelled', async () => {
    const connecting = connect();
    (await shownPick()).pick.hide();
    await connecting;
    const { app } = await extension();
    assert.equal(app.connections.get(address), undefined);
    assert.deepEqual(dialogs.shown, []);
  });

  it('refreshes after the platform refused the access token; when it has ended, the error signs in again', async () => {
    const connecting = connect();
    await (await openPage()).submit({ decision: 'approve', api_key: key });
    await connecting;
    const { app } = await extension();
    const session = await app.connections.get(address)!.open();
    const first = await storedTokens();
    await control('POST', 'clock', { advanceMs: 2 * 3_600_000 });
    await session.me.reload();
    const second = await storedTokens();
    assert.notEqual(second.accessToken, first.accessToken);

    const fields = { grant_type: 'refresh_token', refresh_token: first.refreshToken! };
    await new DeviceFlowClient(address).post('/auth/oauth2/refresh', fields);
    dialogs.answer(/has ended/, 'Sign In Again…');
    inputs?.restore();
    inputs = new InputBoxStub([key]);
    const row = { target: { connectionId: address, deploymentId: '1' } };
    const failing = vscode.commands.executeCommand('dataModel.branch.copyName', row);
    (await shownPick(1)).choose('enterKey');
    await failing;
    assert.equal(app.connections.get(address)?.record.signedIn, undefined, 'the key replaces the sign-in');
    assert.deepEqual(await storedTokens(), { token: key });
  });
});
