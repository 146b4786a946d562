import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { waitFor } from '../../run/waitFor.ts';
import { extension, showTree, waitForRow } from '../deployments/treeAccess.ts';
import { DialogStub } from '../dialogStub.ts';
import { applyEdit } from '../editText.ts';
import { platformUrl, requestAs } from '../platform.ts';

const shop = [new URL(platformUrl).host, /^Sample/] as const;

describe('a preview of metric views', () => {
  let dialogs: DialogStub;
  let id: string;
  const preview = async () => vscode.commands.executeCommand('dataModel.metricViews.preview', await waitForRow(shop));
  const errors = () => dialogs.questions(/./).filter(({ choices }) => choices.includes('Show Log'));
  const activate = (databricksMetricViewsEnabled: boolean) =>
    requestAs('admin', 'PUT', '/api/v1/tenant/settings', { databricksMetricViewsEnabled });
  const integrationPath = () => `/api/v1/deployments/${id}/databricks-metric-view-integrations/default`;
  const save = async (document: vscode.TextDocument, value: object) => {
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), JSON.stringify(value, undefined, 2));
    await applyEdit(edit);
    return document.save();
  };

  before(async () => {
    dialogs = new DialogStub();
    await extension();
    await showTree();
    id = (await waitForRow(shop)).target.deploymentId!;
  });
  beforeEach(() => dialogs.reset());
  after(async () => {
    dialogs.restore();
    await activate(false);
    await requestAs('own', 'PUT', `/api/v1/deployments/${id}/env-vars`, {
      env_variables: [{ name: 'CUBEJS_DB_TYPE', value: 'sqlite' }],
    });
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('says what the platform refuses: the feature, then the data source', async () => {
    dialogs.answer(/^Preview Metric Views of/, 'default');
    await preview();
    assert.match(errors()[0]!.text, /metric views are not activated/);
    await activate(true);
    dialogs.answer(/^Preview Metric Views of/, 'default');
    await preview();
    assert.match(errors()[1]!.text, /'default' is not a Databricks data source/);
  });

  it('opens what would be published, of the latest build', async () => {
    await requestAs('own', 'PUT', `/api/v1/deployments/${id}/env-vars`, {
      env_variables: [{ name: 'CUBEJS_DB_TYPE', value: 'databricks-jdbc' }],
    });
    await waitFor('production is built', async () => {
      const status = await requestAs('own', 'GET', `/api/v1/deployments/${id}/build-status?branchName=main`);
      return (status as { status: string }).status === 'built';
    });
    dialogs.answer(/^Build production of/, 'Build');
    await vscode.commands.executeCommand('dataModel.deployment.build', await waitForRow(shop));
    dialogs.answer(/^Preview Metric Views of/, 'default');
    await preview();
    assert.deepEqual(errors(), []);
    const { document } = vscode.window.activeTextEditor!;
    assert.equal(document.languageId, 'yaml');
    assert.match(document.getText(), /Nothing was published/);
    assert.match(document.getText(), /^# orders · of the cube orders$/m);
    assert.match(document.getText(), /has no integration yet/);
  });

  it('shows the full names once the integration is saved with its version', async () => {
    const shown = vscode.window.activeTextEditor!.document;
    await vscode.commands.executeCommand('dataModel.metricViews.openIntegration', shown.uri);
    const { document } = vscode.window.activeTextEditor!;
    assert.deepEqual(JSON.parse(document.getText()), {});
    dialogs.answer(/^Save to/, 'Save');
    assert.equal(await save(document, { catalog: 'main', schema: 'sales' }), true);
    const question = dialogs.questions(/^Save to/)[0]!;
    assert.match(question.detail, /"expectedConfigurationVersion": 0/);
    await waitFor('the preview has the full names', () => /^# main\.sales\.orders · /m.test(shown.getText()));
    assert.doesNotMatch(shown.getText(), /has no integration yet/);
  });

  it('does not overwrite the integration that another user saved', async () => {
    const { document } = vscode.window.activeTextEditor!;
    await waitFor('the document has the saved version', () => document.getText().includes('"configurationVersion": 1'));
    const own = JSON.parse(document.getText()) as Record<string, unknown>;
    const edit = new vscode.WorkspaceEdit();
    const text = JSON.stringify({ ...own, schema: 'mine' }, undefined, 2);
    edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
    await applyEdit(edit);
    const theirs = { expectedConfigurationVersion: 1, catalog: 'main', schema: 'theirs' };
    await requestAs('admin', 'PUT', integrationPath(), theirs);
    dialogs.answer(/^Save to/, 'Save');
    assert.equal(await document.save(), false);
    const now = (await requestAs('admin', 'GET', integrationPath())) as { schema: string };
    assert.equal(now.schema, 'theirs');
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });
});
