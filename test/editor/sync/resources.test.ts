import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Value } from '../../../src/base/event.ts';
import { silentLog } from '../../../src/base/log.ts';
import type { Client } from '../../../src/platform/client.ts';
import type { Connection } from '../../../src/session/connection.ts';
import type { Connections } from '../../../src/session/connections.ts';
import { PlatformSession } from '../../../src/session/platformSession.ts';
import { apiDocumentOf } from '../../../src/ui/api/apiDocuments.ts';
import { resourceUri } from '../../../src/ui/resources/resourceAddress.ts';
import { resourceKinds } from '../../../src/ui/resources/resourceKinds.ts';
import { ResourcesModel } from '../../../src/ui/resources/resourcesModel.ts';
import { waitFor } from '../../run/waitFor.ts';
import { extension } from '../deployments/treeAccess.ts';
import { DialogStub } from '../dialogStub.ts';
import { applyEdit } from '../editText.ts';
import { requestAs } from '../platform.ts';
import { deploymentId, request, rowOf } from './remote.ts';

const settings = `/api/v1/deployments/${deploymentId}/settings`;
const readSettings = () => request('GET', settings) as Promise<Record<string, unknown>>;

describe('resources of the platform', () => {
  let dialogs: DialogStub;
  let original: Record<string, unknown>;
  const uri = () => {
    const kind = resourceKinds.find(({ id }) => id === 'deployment-settings')!;
    const connectionId = rowOf().target.connectionId!;
    return resourceUri({ connectionId, kind, values: [String(deploymentId)] }, 'Deployment Settings');
  };
  const open = async () => {
    const document = await vscode.workspace.openTextDocument(uri());
    await vscode.window.showTextDocument(document);
    return document;
  };
  const edit = async (document: vscode.TextDocument, change: (value: Record<string, unknown>) => void) => {
    const value = JSON.parse(document.getText()) as Record<string, unknown>;
    change(value);
    const whole = new vscode.Range(0, 0, document.lineCount, 0);
    const workspaceEdit = new vscode.WorkspaceEdit();
    workspaceEdit.replace(document.uri, whole, `${JSON.stringify(value, undefined, 2)}\n`);
    await applyEdit(workspaceEdit);
  };

  before(async () => {
    dialogs = new DialogStub();
    original = await readSettings();
  });
  beforeEach(() => dialogs.reset());
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });
  after(async () => {
    dialogs.restore();
    const { defaultLaunchpadViewGroup, template } = original;
    await requestAs('admin', 'PUT', `/api/v1/deployments/${deploymentId}`, {
      template,
      ...(defaultLaunchpadViewGroup === null ? {} : { defaultLaunchpadViewGroup }),
    });
  });

  it('open as JSON with what the platform answers', async () => {
    const document = await open();
    assert.deepEqual(JSON.parse(document.getText()), await readSettings());
    assert.equal(document.languageId, 'json');
    const schema = await vscode.workspace.openTextDocument(
      vscode.Uri.parse('data-model://resource-schema/deployment-settings.json'),
    );
    const { properties } = JSON.parse(schema.getText()) as { properties: object };
    assert.ok('releaseChannel' in properties && !('deployBranchName' in properties));
  });

  it('are saved with what changed, which is shown first', async () => {
    const document = await open();
    await edit(document, (value) => {
      value.template = 'simpleCluster';
    });
    assert.equal(await document.save(), false, 'a dismissed question saves nothing');
    assert.equal((await readSettings()).template, original.template);
    const question = dialogs.shown.at(-1)!;
    assert.match(question.detail, new RegExp(`^PUT /api/v1/deployments/${deploymentId}\\n`));
    assert.deepEqual(JSON.parse(question.detail.slice(question.detail.indexOf('{'))), { template: 'simpleCluster' });
    dialogs.answer(/^Save to/, 'Save');
    assert.equal(await document.save(), true);
    assert.equal((await readSettings()).template, 'simpleCluster');
  });

  it('are not sent by an automatic save, only when the user saves', async () => {
    const files = vscode.workspace.getConfiguration('files');
    const { template } = await readSettings();
    const document = await open();
    const automatic = new Promise<void>((resolve) => {
      const subscription = vscode.workspace.onWillSaveTextDocument(({ reason }) => {
        if (reason === vscode.TextDocumentSaveReason.Manual) return;
        subscription.dispose();
        resolve();
      });
    });
    await files.update('autoSaveDelay', 100, vscode.ConfigurationTarget.Global);
    await files.update('autoSave', 'afterDelay', vscode.ConfigurationTarget.Global);
    try {
      await edit(document, (value) => {
        value.template = 'multiCluster';
      });
      await automatic;
      dialogs.answer(/^Save to/, 'Save');
      await waitFor('the user’s own save is sent', () => document.save());
      const questions = dialogs.shown.filter(({ text }) => text.startsWith('Save to'));
      assert.equal(questions.length, 1, 'the automatic save asked nothing');
      assert.equal((await readSettings()).template, 'multiCluster');
    } finally {
      await files.update('autoSave', undefined, vscode.ConfigurationTarget.Global);
      await files.update('autoSaveDelay', undefined, vscode.ConfigurationTarget.Global);
      await requestAs('admin', 'PUT', `/api/v1/deployments/${deploymentId}`, { template });
    }
  });

  it('are searched on the platform where a list can be long', async () => {
    const { app } = await extension();
    const connection = app.connections.list.value[0]!;
    const token = process.env.DATA_MODEL_ADMIN_API_KEY!;
    const session = new PlatformSession(
      (await connection.open()).clientWith({ token }) as Client,
      connection.id,
      silentLog,
    );
    const { id, record, origin } = connection;
    const current = { value: session, onChange: () => ({ dispose: () => {} }) };
    const asAdmin = { id, record, origin, session: current, open: async () => session } as unknown as Connection;
    const view = new ResourcesModel({
      connections: { list: new Value([asAdmin]), get: () => asAdmin } as unknown as Connections,
      apiOf: () => apiDocumentOf(app, asAdmin),
      addressOf: () => 'address',
      l10n: vscode.l10n,
    });
    await view.load(view.rows()[0]);
    const users = () => view.rows()[0]!.children.find(({ label }) => label === 'Users')!;
    await view.load(users());
    const labels = () => users().children.map(({ label }) => label);
    const all = labels();
    assert.equal(all[0], 'Search…');
    assert.ok(all.length > 2, 'the search row and more than one user');
    const wanted = all[1]!;
    await view.search(users().children[0]!, wanted.toUpperCase());
    assert.deepEqual(labels(), [`Search: ${wanted.toUpperCase()}`, wanted]);
    await view.search(users().children[0]!, 'no such user');
    assert.deepEqual(labels(), ['Search: no such user', 'No results']);
    view.dispose();
    session.dispose();
  });

  it('that another user changed are not overwritten', async () => {
    const document = await open();
    // The edit comes first: the editor reads an unchanged document again.
    await edit(document, (value) => {
      value.template = 'single';
    });
    await requestAs('admin', 'PUT', `/api/v1/deployments/${deploymentId}`, { defaultLaunchpadViewGroup: 'theirs' });
    dialogs.answer(/^Save to/, 'Save');
    assert.equal(await document.save(), false);
    assert.ok(document.isDirty, 'the edit stays in the editor');
    const now = await readSettings();
    assert.deepEqual([now.defaultLaunchpadViewGroup, now.template], ['theirs', 'simpleCluster']);
  });

  it('show what the platform made of what was saved', async () => {
    const document = await open();
    await edit(document, (value) => {
      value.releaseChannelVersion = String(original.releaseChannelVersion).split(':v')[1];
    });
    dialogs.answer(/^Save to/, 'Save');
    assert.equal(await document.save(), true);
    await waitFor('the document has the whole reference', () =>
      document.getText().includes(JSON.stringify(original.releaseChannelVersion)),
    );
    assert.equal(document.isDirty, false);
  });

  it('show the platform’s refusal on the property, and what cannot be changed', async () => {
    const document = await open();
    await edit(document, (value) => {
      value.releaseChannelVersion = '0.0.1';
    });
    dialogs.answer(/^Save to/, 'Save');
    assert.equal(await document.save(), false);
    await waitFor('the refusal is a problem of the document', () => {
      const problems = vscode.languages.getDiagnostics(document.uri).filter(({ source }) => source === 'data-model');
      return problems.some(({ message }) => /0\.0\.1/.test(message));
    });
    await edit(document, (value) => {
      value.releaseChannelVersion = original.releaseChannelVersion;
      value.deployBranchName = 'another';
    });
    assert.equal(await document.save(), false);
    assert.equal((await readSettings()).deployBranchName, original.deployBranchName);
  });
});
