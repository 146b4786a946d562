/** Steps of this window's tests with query documents and their results. */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import type { UserError } from '../../../src/base/errors.ts';
import type { QueryState } from '../../../src/session/query/querySession.ts';
import type { QueryPanel } from '../../../src/ui/query/queryPanel.ts';
import { waitFor } from '../../run/waitFor.ts';
import { extension } from '../deployments/treeAccess.ts';
import { DialogStub } from '../dialogStub.ts';
import { changeText, save } from '../editText.ts';
import { fixture, replaceFiles } from '../files.ts';
import { control, requestAs } from '../platform.ts';
import { deploymentId, openBranch, rowOf } from '../sync/remote.ts';

export const root = vscode.workspace.workspaceFolders![0]!.uri.fsPath;
export const uriOf = (file: string) => vscode.Uri.file(path.join(root, file));
export const orders = uriOf('model/cubes/orders.yml');

export const panels = async () => (await (await extension()).queries.panels()).all;

/** Milliseconds: how much longer a query takes, and after how long the platform asks to wait. */
export function pace(slowMs: number, waitMs = 5_000): Promise<unknown> {
  return requestAs('admin', 'POST', '/_emulator/data', { slowMs, waitMs });
}

/** Counts queries from now on. Replaces other faults. */
export async function countQueries(): Promise<() => Promise<number>> {
  await control('POST', 'faults', [{ kind: 'latency', ms: 0, operation: 'data.load', times: 0 }]);
  return async () => ((await control('GET', 'faults')) as { injected: number }[])[0]!.injected;
}

export async function writeQuery(file: string, text: string): Promise<vscode.Uri> {
  const uri = uriOf(file);
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  return uri;
}

/** Opens a query document and runs it. */
export async function runQuery(uri: vscode.Uri): Promise<QueryPanel> {
  await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.One });
  return (await vscode.commands.executeCommand('dataModel.query.run', uri)) as QueryPanel;
}

const shown = ({ phase, failure, run, branch }: QueryState) => ({
  phase,
  failure: failure && String(failure),
  rows: run?.table.rows.slice(0, 3),
  branch,
});

export async function waitForState(
  panel: QueryPanel,
  description: string,
  wanted: (state: QueryState) => unknown,
): Promise<QueryState> {
  await waitFor(
    description,
    () => wanted(panel.runs.state.value),
    () => shown(panel.runs.state.value),
  );
  return panel.runs.state.value;
}

/** The rows of the run that ended. */
export async function rowsOf(panel: QueryPanel): Promise<string[][]> {
  const { run } = await waitForState(panel, 'the query has its rows', ({ phase }) => phase === 'done');
  return run!.table.rows.map((row) => row.map(String));
}

export const completed = `sql: "{CUBE}.status = 'completed'"`;
/** The only number of the result is 0. */
export const isZero = ({ phase, run }: QueryState) => phase === 'done' && String(run!.table.rows[0]![0]) === '0';

export const failureOf = ({ runs }: QueryPanel) => String((runs.state.value.failure as UserError | undefined)?.message);

interface QueryWindow {
  dialogs: DialogStub;
  /** The dev branch that the folder follows. */
  branch: string;
}

let devBranch: string | undefined;

/** Opens the sample on a new dev branch before the tests of this `describe`. Each test gets the same model. */
export function useQueryWindow(): QueryWindow {
  const window: QueryWindow = { dialogs: undefined as never, branch: '' };
  let original = '';
  before(async () => {
    window.dialogs = new DialogStub();
    window.branch = devBranch ??= await openDevBranch(window.dialogs);
    original = readFileSync(orders.fsPath, 'utf8');
    await vscode.workspace.getConfiguration('files').update('autoSave', 'off', vscode.ConfigurationTarget.Global);
  });
  afterEach(async () => {
    window.dialogs.reset();
    await control('DELETE', 'faults');
    await pace(0);
    for (const { panel } of await panels()) panel.dispose();
    const document = await vscode.workspace.openTextDocument(orders);
    if (document.getText() !== original) await save(await changeText(orders, () => original));
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
  after(() => window.dialogs.restore());
  return window;
}

async function openDevBranch(dialogs: DialogStub): Promise<string> {
  await replaceFiles(fixture);
  const parent = `queries-${Date.now()}`;
  await requestAs('own', 'POST', `/build/api/v1/deployments/${deploymentId}/branches`, { name: parent, from: 'main' });
  dialogs.answer(/^Pull changes from/, 'Pull');
  await vscode.commands.executeCommand('dataModel.branch.openDevMode', rowOf(parent));
  return openBranch();
}
