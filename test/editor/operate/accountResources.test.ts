import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ResourceRow } from '../../../src/ui/resources/resourceRows.ts';
import type { Tree } from '../../../src/ui/tree/tree.ts';
import { Page } from '../../emulator/signIn/deviceFlowClient.ts';
import { waitFor } from '../../run/waitFor.ts';
import { extension } from '../deployments/treeAccess.ts';
import { DialogStub } from '../dialogStub.ts';
import { applyEdit } from '../editText.ts';
import { requestAs } from '../platform.ts';

type Item = Record<string, unknown> & { id: number };

describe('resources of the account', () => {
  let dialogs: DialogStub;
  let tree: Tree<ResourceRow>;
  const run = (command: string, ...args: unknown[]) => vscode.commands.executeCommand(`dataModel.${command}`, ...args);
  const errors = () => dialogs.questions(/./).filter(({ choices }) => choices.includes('Show Log'));
  const list = async (path: string) =>
    ((await requestAs('admin', 'GET', `/api/v1/${path}`)) as { items: Item[] }).items;
  const users = () => list('users?first=100');
  /** The rows below a kind of the account. */
  const rowsOf = async (kind: string) => {
    const [platform] = await tree.getChildren();
    const heading = (await tree.getChildren(platform)).find(({ label }) => label === kind);
    return heading ? await tree.getChildren(heading) : [];
  };
  const rowOf = async (kind: string, label: string, wanted: (row: ResourceRow) => boolean = () => true) => {
    let found: ResourceRow | undefined;
    await waitFor(
      `${kind} has ${label}`,
      async () => {
        found = (await rowsOf(kind)).find((row) => row.label === label);
        return found !== undefined && wanted(found);
      },
      () => found?.description,
    );
    return found!;
  };
  const heading = async (kind: string) =>
    (await tree.getChildren((await tree.getChildren())[0])).find(({ label }) => label === kind);
  const active = () => vscode.window.activeTextEditor!.document;
  const type = async (value: object) => {
    const document = active();
    const edit = new vscode.WorkspaceEdit();
    const whole = new vscode.Range(0, 0, document.lineCount, 0);
    edit.replace(document.uri, whole, JSON.stringify(value, undefined, 2));
    await applyEdit(edit);
    return document;
  };
  const create = async (command: string, value: object) => {
    await run(command, await heading('Users'));
    const document = await type(value);
    dialogs.answer(/^Create on/, 'Create');
    assert.equal(await document.save(), true, JSON.stringify(dialogs.shown));
    await waitFor('the document of what was created is shown', () => !active().uri.path.startsWith('/new/'));
  };

  before(async () => {
    dialogs = new DialogStub();
    tree = (await extension()).resources.tree;
    await vscode.commands.executeCommand('dataModel.resources.focus');
    await waitFor('the platform is listed', async () => (await heading('Users')) !== undefined);
  });
  beforeEach(() => dialogs.reset());
  after(async () => {
    dialogs.restore();
    for (const { id, email } of await users()) {
      if (/@new\.example\.com$/.test(String(email))) await requestAs('admin', 'DELETE', `/api/v1/users/${id}`);
    }
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('a user is created with a document that asks for what is required', async () => {
    await run('users.create', await heading('Users'));
    assert.deepEqual(JSON.parse(active().getText()), { email: '' });
    assert.match(active().uri.path, /New User\.json$/);
    const schema = await vscode.workspace.openTextDocument(
      vscode.Uri.parse('data-model://resource-schema/new/users.json'),
    );
    assert.ok('settings' in (JSON.parse(schema.getText()) as { properties: object }).properties);
    const document = await type({ email: 'grace@new.example.com', role: 'developer' });
    assert.equal(await document.save(), false, 'a dismissed question creates nothing');
    assert.match(dialogs.questions(/^Create on/)[0]!.detail, /^POST \/api\/v1\/users\/\n\n\{\n {2}"email": "grace@/);
    dialogs.answer(/^Create on/, 'Create');
    assert.equal(await document.save(), true);
    await waitFor('the document of the user is shown', () => active().getText().includes('"status": "ACTIVE"'));
    assert.equal((await users()).filter(({ email }) => email === 'grace@new.example.com').length, 1);
    const open = () => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
    await waitFor('the new document is closed', () => !open().includes('New User.json'));
    assert.equal((await rowOf('Users', 'grace@new.example.com')).description, 'developer');
  });

  it('a refusal is shown on the property, and the document stays', async () => {
    await run('users.create', await heading('Users'));
    const document = await type({ email: 'grace@new.example.com' });
    dialogs.answer(/^Create on/, 'Create');
    assert.equal(await document.save(), false);
    const [problem] = vscode.languages.getDiagnostics(document.uri).filter(({ source }) => source === 'data-model');
    assert.match(problem!.message, /another user has 'grace@new\.example\.com'/);
    assert.deepEqual([problem!.range.start.line, document.isDirty], [1, true]);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('several users are deactivated, and each failure is named', async () => {
    const key = await requestAs('admin', 'GET', '/api/v1/users/me');
    const own = (key as { email: string }).email;
    const grace = await rowOf('Users', 'grace@new.example.com');
    const selection = [grace, await rowOf('Users', own)];
    assert.match(active().getText(), /"status": "ACTIVE"/);
    await run('users.deactivate', grace, selection);
    assert.match(dialogs.questions(/^Deactivate 2 users\?/)[0]!.detail, /grace@new\.example\.com\n/);
    dialogs.answer(/^Deactivate 2 users\?/, 'Deactivate');
    await run('users.deactivate', grace, selection);
    const result = dialogs.questions(/^Deactivated: 1 of 2/)[0]!;
    assert.match(result.detail, new RegExp(`^${own}: Administrators cannot deactivate themselves$`));
    const row = await rowOf('Users', 'grace@new.example.com', ({ description }) => description === 'deactivated');
    assert.match(row.context, /;users;deactivated;/);
    await waitFor('the open document shows it', () => active().getText().includes('"status": "DEACTIVATED"'));
    await run('users.activate', row, [row]);
    await rowOf('Users', 'grace@new.example.com', ({ description }) => description === 'developer');
    await waitFor('the open document shows it', () => active().getText().includes('"status": "ACTIVE"'));
  });

  it('a list with nothing to select says so', async () => {
    await run('users.activate');
    assert.equal(dialogs.questions(/^Activate Users: there is nothing to select\.$/).length, 1);
    assert.deepEqual(errors(), []);
  });

  it('a user is deleted after a question, once', async () => {
    const grace = await rowOf('Users', 'grace@new.example.com');
    await run('users.delete', grace);
    assert.equal(
      (await users()).some(({ email }) => email === 'grace@new.example.com'),
      true,
    );
    for (const attempt of [1, 2]) {
      dialogs.answer(/^Delete grace/, 'Delete');
      await run('users.delete', grace);
      assert.equal(errors().length, attempt - 1);
    }
    assert.match(errors()[0]!.text, /not found/);
    await waitFor('the row goes', async () => (await rowsOf('Users')).every(({ label }) => label !== grace.label));
  });

  it('a user attribute is created with a type', async () => {
    const name = `plan_${Date.now()}`;
    await create('userAttributes.create', { name, type: 'number' });
    assert.equal((await list('user-attributes/')).find((attribute) => attribute.name === name)?.type, 'number');
    await rowOf('User Attributes', name);
  });

  it('an OIDC configuration is created and deleted', async () => {
    const body = { name: 'ci', issuer: 'https://issuer.example.com', audience: 'models' };
    await create('oidcConfigs.create', body);
    const row = await rowOf('OIDC Token Configurations', 'ci');
    await run('oidcConfigs.delete', row);
    assert.equal((await list('oidc-token-configs/')).length, 1, 'a dismissed question deletes nothing');
    dialogs.answer(/^Delete “ci”/, 'Delete');
    await run('oidcConfigs.delete', row);
    assert.deepEqual(await list('oidc-token-configs/'), []);
    assert.deepEqual(errors(), []);
  });

  it('an OAuth integration is created; its row says whether the user is signed in', async () => {
    const pages: string[] = [];
    const { openExternal } = vscode.env;
    const replace = (value: typeof openExternal) =>
      Object.defineProperty(vscode.env, 'openExternal', { configurable: true, writable: true, value });
    replace(async (uri) => {
      pages.push(uri.toString(true));
      await (await Page.open(pages.at(-1)!)).submit({ decision: 'approve' });
      return true;
    });
    try {
      await create('oauthIntegrations.create', { name: 'warehouse', clientId: 'workbench', clientSecret: 'hush-hush' });
      assert.doesNotMatch(active().getText(), /hush-hush/);
      const kind = 'OAuth Integrations';
      const row = await rowOf(kind, 'warehouse', ({ description }) => description === 'not signed in');
      await run('oauthIntegrations.signIn', row);
      assert.deepEqual([pages.length, errors()], [1, []]);
      const signedIn = await rowOf(kind, 'warehouse', ({ context }) => context.includes(';signedIn;'));
      assert.match(signedIn.description!, /^signed in since \d/);
      await run('oauthIntegrations.signOut', signedIn);
      assert.equal(dialogs.questions(/^Sign out of “warehouse”/).length, 1);
      dialogs.answer(/^Sign out of “warehouse”/, 'Sign Out');
      await run('oauthIntegrations.signOut', signedIn);
      const signedOut = await rowOf(kind, 'warehouse', ({ description }) => description === 'not signed in');
      dialogs.answer(/^Sign out of “warehouse”/, 'Sign Out');
      await run('oauthIntegrations.signOut', signedOut);
      assert.match(errors()[0]!.text, /have not authorized/);
      dialogs.answer(/^Delete “warehouse”/, 'Delete');
      await run('oauthIntegrations.delete', signedOut);
      assert.deepEqual(await list('oauth-integrations/'), []);
    } finally {
      replace(openExternal);
    }
  });
});
