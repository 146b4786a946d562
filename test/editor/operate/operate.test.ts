import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { waitFor } from '../../run/waitFor.ts';
import { extension, findRow, rowsBelow, showTree, waitForNoRow, waitForRow } from '../deployments/treeAccess.ts';
import { DialogStub } from '../dialogStub.ts';
import { platformUrl, requestAs } from '../platform.ts';

const platform = new URL(platformUrl).host;
const shop = [platform, /^Sample/] as const;

describe('operating a deployment', () => {
  let dialogs: DialogStub;
  let id: string;
  const run = (command: string, ...args: unknown[]) => vscode.commands.executeCommand(`dataModel.${command}`, ...args);
  const call = async (method: string, suffix: string, body?: unknown) =>
    (await requestAs('own', method, `/api/v1/deployments/${id}${suffix}`, body)) as Record<string, unknown>;
  const variables = async () => {
    const { items } = (await call('GET', '/env-vars')) as { items: { name: string; value: string }[] };
    return Object.fromEntries(items.map(({ name, value }) => [name, value]));
  };

  before(async () => {
    dialogs = new DialogStub();
    await extension();
    await showTree();
    id = (await waitForRow(shop)).target.deploymentId!;
    const env_variables = [
      { name: 'SHOP_HOST', value: 'old.example.com' },
      { name: 'SHOP_PORT', value: '5432' },
      { name: 'SHOP_TOKEN', value: 'first secret' },
    ];
    await call('PUT', '/env-vars', { env_variables });
  });
  beforeEach(() => dialogs.reset());
  after(() => dialogs.restore());

  it('shows its variables, and of secrets the name only', async () => {
    const host = await waitForRow([...shop, 'Variables', 'SHOP_HOST']);
    assert.equal(host.description, 'old.example.com');
    const secret = await waitForRow([...shop, 'Variables', 'SHOP_TOKEN']);
    assert.match(secret.context, /;secret;/);
    assert.doesNotMatch(JSON.stringify(await rowsBelow(...shop, 'Variables')), /first secret|ENCRYPTED/);
  });

  it('changes a variable, and says that the next build takes it', async () => {
    dialogs.answer(/^Edit SHOP_HOST/, 'edited.example.com');
    await run('variable.edit', await waitForRow([...shop, 'Variables', 'SHOP_HOST']));
    assert.equal(dialogs.questions(/^Edit SHOP_HOST/)[0]!.detail, 'old.example.com');
    assert.equal((await variables()).SHOP_HOST, 'edited.example.com');
    assert.deepEqual(dialogs.questions(/SHOP_HOST of .* takes effect on the next build/)[0]!.choices, ['Build Again']);
    await waitForRow([...shop, 'Variables', 'SHOP_HOST'], ({ description }) => description === 'edited.example.com');
  });

  it('asks for a secret without its placeholder', async () => {
    dialogs.answer(/^Edit SHOP_TOKEN/, 'second secret');
    await run('variable.edit', await waitForRow([...shop, 'Variables', 'SHOP_TOKEN']));
    assert.equal(dialogs.questions(/^Edit SHOP_TOKEN/)[0]!.detail, '');
    assert.doesNotMatch(JSON.stringify(await rowsBelow(...shop, 'Variables')), /second secret/);
  });

  it('imports the selected variables of a file after a look at the differences', async () => {
    dialogs.answer(/^Import Variables into/, /shop\.env/);
    dialogs.answer(/^Import Variables into/, /^SHOP_(HOST|NOTE|PORT)$/);
    await run('variable.import', await waitForRow([...shop, 'Variables']));
    const [, preview] = dialogs.questions(/^Import Variables into/);
    assert.deepEqual(preview!.choices, [
      'Added',
      'SHOP_NOTE',
      'Changed',
      'SHOP_HOST',
      'Secrets',
      'SHOP_TOKEN',
      'Unchanged',
      'SHOP_PORT',
    ]);
    assert.match(preview!.detail, /edited\.example\.com → new\.example\.com/);
    assert.doesNotMatch(preview!.detail, /hunter2/);
    assert.deepEqual(dialogs.questions(/2 variables of .* take effect/).length, 1, 'the unchanged one is not sent');
    const { SHOP_HOST, SHOP_NOTE } = await variables();
    assert.deepEqual([SHOP_HOST, SHOP_NOTE], ['new.example.com', 'a # b']);
  });

  it('explains a version that the platform refuses on the choice, then changes to another one', async () => {
    const current = await waitForRow([...shop, 'Versions'], ({ description }) => description !== undefined);
    dialogs.answer(/^Change Version of/, 'Enter Version…');
    dialogs.answer(/^Change Version of/, 'v0.0.1');
    dialogs.answer(/to v0\.0\.1\?$/, 'Change Version');
    dialogs.answer(/^Change Version of/, 'Newest of release');
    dialogs.answer(/to the newest of release\?$/, 'Change Version');
    await run('version.change', current);
    const again = dialogs.questions(/^Change Version of/).filter(({ kind }) => kind === 'pick')[1]!;
    assert.match(again.detail, /v0\.0\.1: .*'v0\.0\.1' is not on the list of versions/);
    assert.equal((await call('GET', '/settings')).releaseChannel, 'release');
    await waitForRow([...shop, 'Versions'], ({ description }) => /· release$/.test(description ?? ''));
  });

  it('holds the version', async () => {
    await run('version.hold', await waitForRow([...shop, 'Versions']));
    assert.equal((await call('GET', '/settings')).releaseChannelVersionHold, true);
    const held = await waitForRow([...shop, 'Versions'], ({ context }) => context.includes(';held;'));
    await run('version.endHold', held);
    assert.equal((await call('GET', '/settings')).releaseChannelVersionHold, false);
  });

  it('copies a token, and shows it nowhere', async () => {
    await vscode.env.clipboard.writeText('');
    dialogs.answer(/^Create Token$/, 'Data API Token');
    dialogs.answer(/^Create Token$/, '1 hour');
    await run('environment.createToken', await waitForRow([...shop, 'Environments', 'Production']));
    const token = await vscode.env.clipboard.readText();
    const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as {
      iat: number;
      exp: number;
    };
    assert.equal(claims.exp - claims.iat, 3_600);
    assert.doesNotMatch(JSON.stringify(dialogs.shown), new RegExp(token.slice(-20)));
  });

  it('copies a token of the usage analytics, which is valid for an hour', async () => {
    await vscode.env.clipboard.writeText('');
    await run('usageAnalytics.createToken', await waitForRow([platform]));
    const token = await vscode.env.clipboard.readText();
    const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>;
    assert.deepEqual([claims.scope, Number(claims.exp) - Number(claims.iat)], ['usage-analytics', 3_600]);
    assert.doesNotMatch(JSON.stringify(dialogs.shown), new RegExp(token.slice(-20)));
  });

  it('copies settings of a client without a token', async () => {
    dialogs.answer(/^Copy Client Settings$/, 'curl');
    await run('environment.copySettings', await waitForRow([...shop, 'Environments', 'Production']));
    assert.match(
      await vscode.env.clipboard.readText(),
      /^curl '.*\/v1\/meta' \\\n {2}-H "Authorization: \$DATA_API_TOKEN"$/,
    );
  });

  it('builds production again', async () => {
    const jobs = async () => (await call('GET', '/build-status?branchName=main')).buildJobId;
    await waitFor('production is built', async () => {
      return (await call('GET', '/build-status?branchName=main')).status === 'built';
    });
    const before = await jobs();
    dialogs.answer(/^Build production of/, 'Build');
    await run('deployment.build', await waitForRow(shop));
    assert.notEqual(await jobs(), before);
    assert.equal((await call('GET', '/build-status?branchName=main')).status, 'built');
    await waitForNoRow([...shop, 'Branches', /^rebuild-/]);
  });

  it('opens its settings as a document', async () => {
    await run('deployment.openSettings', await waitForRow(shop));
    const { document } = vscode.window.activeTextEditor!;
    assert.match(document.getText(), /"releaseChannel": "release"/);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('creates another one from the demo model and shows it', async () => {
    dialogs.answer(/^Create Deployment \(1 of \d\)$/, 'Second shop');
    dialogs.answer(/^Create Deployment \(2 of \d\)$/, 'Demo Data Model');
    await run('deployment.create', await waitForRow([platform]));
    const row = await waitForRow([platform, 'Second shop']);
    assert.doesNotMatch(row.context, /;unfinished;/);
    assert.equal(dialogs.questions(/^Created “Second shop”\. Open /).length, 1);
    await waitForRow([platform, 'Second shop', 'Branches', 'main']);
  });

  it('deletes it only after its name was typed', async () => {
    const row = await waitForRow([platform, 'Second shop']);
    dialogs.answer(/^Delete Deployment/, 'second shop');
    await run('deployment.delete', row);
    assert.equal(dialogs.questions(/is not the name of the deployment\. Nothing was deleted/).length, 1);
    assert.ok(await findRow(platform, 'Second shop'));
    dialogs.answer(/^Delete Deployment/, 'Second shop');
    await run('deployment.delete', row);
    await waitForNoRow([platform, 'Second shop']);
  });

  it('says which action an export of the audit log needs', async () => {
    await run('auditLog.export', await waitForRow([platform]));
    assert.equal(dialogs.questions(/AuditLogManage/).length, 1);
  });
});
