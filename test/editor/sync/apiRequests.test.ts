import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { waitFor } from '../../run/waitFor.ts';
import { DialogStub } from '../dialogStub.ts';
import { applyEdit } from '../editText.ts';
import { control } from '../platform.ts';
import { deploymentId, request, rowOf } from './remote.ts';

const lensesOf = async (uri: vscode.Uri) => {
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', uri, 10);
  return lenses.flatMap(({ command }) => (command?.command.startsWith('dataModel.') ? [command] : []));
};

const answerDocument = () =>
  vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'data-model' && uri.authority === 'answer');

describe('API requests', () => {
  let dialogs: DialogStub;
  before(() => {
    dialogs = new DialogStub();
  });
  beforeEach(() => dialogs.reset());
  after(async () => {
    dialogs.restore();
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  async function open(operation: RegExp): Promise<vscode.TextDocument> {
    dialogs.answer(/^Open API Request/, operation);
    await vscode.commands.executeCommand('dataModel.api.open', rowOf());
    return vscode.window.activeTextEditor!.document;
  }

  async function write(document: vscode.TextDocument, change: (value: Record<string, unknown>) => void): Promise<void> {
    const value = JSON.parse(document.getText()) as Record<string, unknown>;
    change(value);
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), JSON.stringify(value, undefined, 2));
    await applyEdit(edit);
  }

  it('open with the deployment filled in, no key, and a schema of their parameters', async () => {
    const document = await open(/^listEnvVars$/);
    assert.match(document.fileName, /listEnvVars\.request\.json$/);
    assert.equal(document.languageId, 'json');
    const value = JSON.parse(document.getText()) as {
      $schema: string;
      operation: string;
      parameters: object;
    };
    assert.equal(value.operation, 'listEnvVars');
    assert.deepEqual(value.parameters, { deploymentId: String(deploymentId) });
    for (const key of [process.env.DATA_MODEL_API_KEY!, process.env.DATA_MODEL_ADMIN_API_KEY!]) {
      assert.ok(!document.getText().includes(key));
    }
    // The editor's JSON support reads the schema like this; the builds of these tests have none.
    const schema = JSON.parse((await vscode.workspace.openTextDocument(vscode.Uri.parse(value.$schema))).getText()) as {
      properties: { parameters: { properties: object } };
    };
    assert.deepEqual(Object.keys(schema.properties.parameters.properties), ['deploymentId', 'first', 'after']);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('are sent by their code lens, show the answer beside, and go on with the next page', async () => {
    const document = await open(/^listFiles$/);
    await write(document, (value) => {
      value.parameters = { ...(value.parameters as object), first: 1 };
    });
    const [send, copy] = await lensesOf(document.uri);
    assert.deepEqual([send?.title, copy?.title], ['$(play)\u00a0Send', 'Copy as curl']);
    await vscode.commands.executeCommand(send!.command, ...send!.arguments!);
    await waitFor('the answer is shown', () => /HTTP 200/.test(answerDocument()?.getText() ?? ''));
    const first = answerDocument()!.getText();
    assert.match(first, /more follow/);
    const [next] = await lensesOf(answerDocument()!.uri);
    assert.equal(next?.title, 'Next Page');
    await vscode.commands.executeCommand(next!.command, ...next!.arguments!);
    await waitFor('the next page is shown', () => answerDocument()!.getText() !== first);
    assert.match(document.getText(), /"after": "/);
    assert.deepEqual(
      dialogs.shown.filter(({ kind }) => kind === 'message'),
      [],
      'a read asks nothing',
    );
  });

  it('that write ask first', async () => {
    const document = await open(/^setEnvVars$/);
    await write(document, (value) => {
      value.body = { env_variables: [{ name: 'EXPLORED', value: 'yes' }] };
    });
    const names = async () => {
      const path = `/api/v1/deployments/${deploymentId}/env-vars?first=100`;
      return ((await request('GET', path)) as { items: { name: string }[] }).items.map(({ name }) => name);
    };
    await vscode.commands.executeCommand('dataModel.api.send', document.uri);
    assert.match(dialogs.shown.at(-1)!.text, /^Send PUT \/api\/v1\/deployments\/\d+\/env-vars to /);
    assert.ok(!(await names()).includes('EXPLORED'), 'a dismissed question sends nothing');
    dialogs.answer(/^Send PUT/, 'Send');
    await vscode.commands.executeCommand('dataModel.api.send', document.uri);
    assert.ok((await names()).includes('EXPLORED'));
  });

  it('are copied as curl without the key', async () => {
    const document = await open(/^listPods$/);
    await vscode.commands.executeCommand('dataModel.api.copyAsCurl', document.uri);
    const copied = await vscode.env.clipboard.readText();
    assert.match(
      copied,
      /^curl 'http.*\/api\/v1\/deployments\/\d+\/pods' \\\n {2}-H "Authorization: Bearer \$DATA_MODEL_API_KEY"$/,
    );
  });

  it('with a mistake say what to do', async () => {
    const document = await open(/^getDeployment$/);
    await write(document, (value) => {
      value.parameters = {};
    });
    await vscode.commands.executeCommand('dataModel.api.send', document.uri);
    assert.match(dialogs.shown.at(-1)!.text, /The parameter “deploymentId” of getDeployment is missing\./);
  });

  it('are in the history with their answers and without secrets: show one, compare two, send one again', async () => {
    const document = await open(/^setEnvVars$/);
    await write(document, (value) => {
      value.body = { env_variables: [{ name: 'HIDDEN', value: 'plain-secret' }] };
    });
    dialogs.answer(/^Send PUT/, 'Send');
    await vscode.commands.executeCommand('dataModel.api.send', document.uri);
    const pods = await open(/^listPods$/);
    for (let time = 1; time <= 2; time += 1) await vscode.commands.executeCommand('dataModel.api.send', pods.uri);
    const choose = async (...choices: (string | RegExp)[]) => {
      dialogs.reset();
      for (const choice of choices) dialogs.answer(/./, choice);
      await vscode.commands.executeCommand('dataModel.api.history');
    };
    await choose('listPods', / Show Answer$/);
    assert.match(vscode.window.activeTextEditor!.document.getText(), /^\/\/ GET .*\/pods\n\/\/ HTTP 200 · /);
    await choose('listPods', / Compare With Another Answer…$/, 'listPods');
    const { input } = vscode.window.tabGroups.activeTabGroup.activeTab!;
    assert.ok(input instanceof vscode.TabInputTextDiff);
    const [before, after] = await Promise.all(
      [input.original, input.modified].map(async (uri) => (await vscode.workspace.openTextDocument(uri)).getText()),
    );
    assert.notEqual(input.original.toString(), input.modified.toString());
    assert.match(before!, /^\/\/ HTTP 200$/m);
    assert.equal(before, after, 'nothing changed between the two answers');
    await choose('setEnvVars', / Send Again$/);
    const again = vscode.window.activeTextEditor!.document;
    assert.match(again.fileName, /setEnvVars-\d+\.request\.json$/);
    assert.doesNotMatch(again.getText(), /plain-secret/);
    assert.match(again.getText(), /"value": "…"/);
    assert.match(dialogs.shown.at(-1)!.text, /The history keeps no secrets/);
    assert.ok(!dialogs.shown.some(({ text }) => /^Send PUT/.test(text)), 'a request with a gap is not sent');
  });

  it('close without a question, and are kept as a file', async () => {
    const document = await open(/^listBranches$/);
    assert.equal(document.uri.scheme, 'datamodelscratch');
    await write(document, (value) => {
      value.parameters = { ...(value.parameters as object), first: 2 };
    });
    await waitFor('the edited request is stored', () => !document.isDirty);
    const [folder] = vscode.workspace.workspaceFolders!;
    const file = vscode.Uri.joinPath(folder!.uri, 'branches.request.json');
    dialogs.answer(/^Save as Request Document/, file.fsPath);
    await vscode.commands.executeCommand('dataModel.api.saveAs', document.uri);
    try {
      assert.match(Buffer.from(await vscode.workspace.fs.readFile(file)).toString(), /"first": 2/);
      const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs.map(({ label }) => label));
      assert.ok(tabs.includes('branches.request.json') && !tabs.includes('listBranches.request.json'), tabs.join());
    } finally {
      await vscode.workspace.fs.delete(file);
    }
  });

  it('offer to sign in again where the platform does not accept the key', async () => {
    const document = await open(/^listVersions$/);
    await control('POST', 'faults', [{ kind: 'status', status: 401, operation: 'listVersions', times: 1 }]);
    try {
      await vscode.commands.executeCommand('dataModel.api.send', document.uri);
    } finally {
      await control('POST', 'faults', []);
    }
    const rejected = () => vscode.workspace.textDocuments.find((one) => /^\/\/ HTTP 401/m.test(one.getText()));
    await waitFor('the answer is shown', () => rejected() !== undefined);
    const [lens] = await lensesOf(rejected()!.uri);
    assert.deepEqual([lens?.title, lens?.command], ['Sign In Again', 'dataModel.connection.signInAgain']);
    assert.deepEqual(lens?.arguments, [{ target: { connectionId: rowOf().target.connectionId } }]);
  });
});
