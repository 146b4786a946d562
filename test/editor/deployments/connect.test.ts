import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { waitFor } from '../../run/waitFor.ts';
import { DialogStub } from '../dialogStub.ts';
import { extension } from './treeAccess.ts';

const provider = 'data-model-workbench';
const key = process.env.DATA_MODEL_API_KEY!;
/** The same emulator under another name: another origin, so another connection. */
const address = process.env.DATA_MODEL_URL!.replace('127.0.0.1', 'localhost');

const connect = () => vscode.commands.executeCommand('dataModel.connection.add');
const accounts = async () => (await vscode.authentication.getAccounts(provider)).map(({ label }) => label);

/** Answers input boxes in order and keeps what each one showed. */
class Typist {
  readonly shown: { title: string; value: string; password: boolean; said: string | undefined }[] = [];
  readonly #original = vscode.window.showInputBox;

  constructor(answers: readonly (string | undefined)[]) {
    const rest = [...answers];
    const answer = async (options: vscode.InputBoxOptions = {}) => {
      const value = options.value ?? '';
      const said = await options.validateInput?.(value);
      this.shown.push({
        title: options.title ?? '',
        value,
        password: options.password ?? false,
        said: typeof said === 'string' ? said : said?.message,
      });
      return rest.shift();
    };
    Object.defineProperty(vscode.window, 'showInputBox', { configurable: true, writable: true, value: answer });
  }

  leave(): void {
    Object.defineProperty(vscode.window, 'showInputBox', { configurable: true, writable: true, value: this.#original });
  }
}

describe('connecting to a platform', () => {
  let person: DialogStub;
  let typist: Typist | undefined;
  before(async () => {
    person = new DialogStub();
    await extension();
  });
  beforeEach(() => person.reset());
  afterEach(async () => {
    typist?.leave();
    const { app } = await extension();
    for (const { id, origin } of app.connections.list.value) if (origin === 'stored') await app.connections.remove(id);
  });
  after(() => person.restore());

  it('asks for address and key, checks them, and shows who one is', async () => {
    typist = new Typist([`${address}/`, key]);
    await connect();
    const { app } = await extension();
    const connection = app.connections.get(address);
    assert.equal(connection?.origin, 'stored');
    assert.ok(connection.record.userName);
    assert.deepEqual(
      typist.shown.map(({ password }) => password),
      [false, true],
    );
    assert.equal(await app.context.secrets.get(`dataModel.connection:${address}`), JSON.stringify({ token: key }));
    const remembered = JSON.stringify(app.context.globalState.keys().map((name) => app.context.globalState.get(name)));
    assert.ok(remembered.includes(address), 'the connection is remembered');
    assert.ok(!remembered.includes(key), 'the key is not');
    assert.deepEqual(person.shown, [], 'success is silent');
  });

  it('keeps what was typed when the key is refused, and says why', async () => {
    typist = new Typist([address, 'sk-wrong', key]);
    await connect();
    const [, , again] = typist.shown;
    assert.equal(again?.value, 'sk-wrong');
    assert.match(again?.said ?? '', /key|credential|sign|accept/i);
    const { app } = await extension();
    assert.ok(app.connections.get(address));
  });

  it('goes back to the address where nobody answers, with the address kept', async () => {
    typist = new Typist(['http://127.0.0.1:9', key, undefined]);
    await connect();
    const again = typist.shown[2];
    assert.equal(again?.title, typist.shown[0]?.title);
    assert.equal(again?.value, 'http://127.0.0.1:9');
    assert.match(again?.said ?? '', /127\.0\.0\.1:9/);
    const { app } = await extension();
    assert.equal(app.connections.get('http://127.0.0.1:9'), undefined);
    assert.deepEqual(person.shown, [], 'what the input says is not said again');
  });

  it('leaves nothing behind when one gives up', async () => {
    const { app } = await extension();
    const before = app.connections.list.value.map(({ id }) => id);
    typist = new Typist([address, undefined]);
    await connect();
    assert.deepEqual(
      app.connections.list.value.map(({ id }) => id),
      before,
    );
    assert.equal(await app.context.secrets.get(`dataModel.connection:${address}`), undefined);
    assert.deepEqual(person.shown, []);
  });

  it('appears in the editor’s accounts, and is gone from them after signing out', async () => {
    typist = new Typist([address, key]);
    await connect();
    const { app } = await extension();
    const { label, userName } = app.connections.get(address)!.record;
    await waitFor('the account is listed', async () => (await accounts()).includes(`${userName} (${label})`), accounts);

    person.answer(/^Sign out of/, 'Sign Out');
    await vscode.commands.executeCommand('dataModel.connection.remove', { target: { connectionId: address } });
    assert.equal(app.connections.get(address), undefined);
    assert.equal(await app.context.secrets.get(`dataModel.connection:${address}`), undefined);
    await waitFor('the account is gone', async () => !(await accounts()).includes(`${userName} (${label})`), accounts);
  });

  it('hands its key to no other extension', async () => {
    typist = new Typist([address, key]);
    await connect();
    const session = await vscode.authentication.getSession(provider, [], { silent: true }).then(
      (found) => found,
      () => undefined,
    );
    assert.ok(!JSON.stringify(session ?? {}).includes(key));
  });

  it('asks before signing out', async () => {
    typist = new Typist([address, key]);
    await connect();
    await vscode.commands.executeCommand('dataModel.connection.remove', { target: { connectionId: address } });
    const [question] = person.questions(/^Sign out of/);
    assert.match(question!.detail, /key is deleted from this machine/);
    const { app } = await extension();
    assert.ok(app.connections.get(address));
  });
});
