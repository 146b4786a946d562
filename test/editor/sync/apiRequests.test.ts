import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { waitFor } from '../../run/waitFor.ts';
import { DialogStub } from '../dialogStub.ts';
import { applyEdit } from '../editText.ts';
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
});
