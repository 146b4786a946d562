import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { waitFor } from '../../run/waitFor.ts';
import { DialogStub } from '../dialogStub.ts';
import { InputBoxStub } from './inputBoxStub.ts';
import { SignInPicks } from './signInPicks.ts';
import { extension } from './treeAccess.ts';

const provider = 'data-model-workbench';
const key = process.env.DATA_MODEL_API_KEY!;
/** The same emulator with another host name, so that it is another connection. */
const address = process.env.DATA_MODEL_URL!.replace('127.0.0.1', 'localhost');

const connect = () => vscode.commands.executeCommand('dataModel.connection.add');
const accounts = async () => (await vscode.authentication.getAccounts(provider)).map(({ label }) => label);

describe('connecting to a platform', () => {
  let dialogs: DialogStub;
  let inputs: InputBoxStub | undefined;
  let picks: SignInPicks;
  before(async () => {
    dialogs = new DialogStub();
    picks = new SignInPicks(({ choose }) => choose('enterKey'));
    await extension();
  });
  beforeEach(() => dialogs.reset());
  afterEach(async () => {
    inputs?.restore();
    const { app } = await extension();
    for (const { id, origin } of app.connections.list.value) if (origin === 'stored') await app.connections.remove(id);
  });
  after(() => {
    dialogs.restore();
    picks.restore();
  });

  it('asks for URL and key, checks them, and stores the key in the secret storage', async () => {
    inputs = new InputBoxStub([`${address}/`, key]);
    await connect();
    const { app } = await extension();
    const connection = app.connections.get(address);
    assert.equal(connection?.origin, 'stored');
    assert.ok(connection.record.userName);
    assert.deepEqual(
      inputs.shown.map(({ password }) => password),
      [false, true],
    );
    assert.equal(await app.context.secrets.get(`dataModel.connection:${address}`), JSON.stringify({ token: key }));
    const remembered = JSON.stringify(app.context.globalState.keys().map((name) => app.context.globalState.get(name)));
    assert.ok(remembered.includes(address), 'the connection is remembered');
    assert.ok(!remembered.includes(key), 'the key is not');
    assert.deepEqual(dialogs.shown, [], 'success shows no message');
  });

  it('keeps the typed key when it is rejected, and shows why', async () => {
    inputs = new InputBoxStub([address, 'sk-wrong', key]);
    await connect();
    const [, , again] = inputs.shown;
    assert.equal(again?.value, 'sk-wrong');
    assert.match(again?.validation ?? '', /key|credential|sign|accept/i);
    const { app } = await extension();
    assert.ok(app.connections.get(address));
  });

  it('says in the box of the URL that the host does not answer, and asks for no key', async () => {
    inputs = new InputBoxStub(['http://127.0.0.1:9', undefined]);
    await connect();
    const [first, again, ...more] = inputs.shown;
    assert.equal(again?.title, first?.title);
    assert.equal(again?.value, 'http://127.0.0.1:9');
    assert.match(again?.validation ?? '', /127\.0\.0\.1:9/);
    assert.deepEqual(more, []);
    const { app } = await extension();
    assert.equal(app.connections.get('http://127.0.0.1:9'), undefined);
    assert.deepEqual(dialogs.shown, [], 'the error is shown only in the input box');
  });

  it('stores nothing when it is cancelled', async () => {
    const { app } = await extension();
    const before = app.connections.list.value.map(({ id }) => id);
    inputs = new InputBoxStub([address, undefined]);
    await connect();
    assert.deepEqual(
      app.connections.list.value.map(({ id }) => id),
      before,
    );
    assert.equal(await app.context.secrets.get(`dataModel.connection:${address}`), undefined);
    assert.deepEqual(dialogs.shown, []);
  });

  it('shows the connection in the accounts of the editor until the user signs out', async () => {
    inputs = new InputBoxStub([address, key]);
    await connect();
    const { app } = await extension();
    const { label, userName } = app.connections.get(address)!.record;
    await waitFor('the account is listed', async () => (await accounts()).includes(`${userName} (${label})`), accounts);

    dialogs.answer(/^Sign out of/, 'Sign Out');
    await vscode.commands.executeCommand('dataModel.connection.remove', { target: { connectionId: address } });
    assert.equal(app.connections.get(address), undefined);
    assert.equal(await app.context.secrets.get(`dataModel.connection:${address}`), undefined);
    await waitFor('the account is gone', async () => !(await accounts()).includes(`${userName} (${label})`), accounts);
  });

  it('does not pass the key to other extensions', async () => {
    inputs = new InputBoxStub([address, key]);
    await connect();
    const session = await vscode.authentication.getSession(provider, [], { silent: true }).then(
      (found) => found,
      () => undefined,
    );
    assert.ok(!JSON.stringify(session ?? {}).includes(key));
  });

  it('asks for confirmation before signing out', async () => {
    inputs = new InputBoxStub([address, key]);
    await connect();
    await vscode.commands.executeCommand('dataModel.connection.remove', { target: { connectionId: address } });
    const [question] = dialogs.questions(/^Sign out of/);
    assert.match(question!.detail, /key is deleted from this machine/);
    const { app } = await extension();
    assert.ok(app.connections.get(address));
  });
});
