/** Queries in the editor: from the code lens to the rows, and what a save or a failure does to them. */

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import type { QueryState } from '../../../src/session/query/querySession.ts';
import type { MapPanel } from '../../../src/ui/map/mapPanel.ts';
import type { QueryPanel } from '../../../src/ui/query/queryPanel.ts';
import { waitFor } from '../../run/waitFor.ts';
import { replaceText, save } from '../editText.ts';
import { control } from '../platform.ts';
import {
  completed,
  failureOf,
  isZero,
  orders,
  pace,
  panels,
  rowsOf,
  runQuery,
  uriOf,
  useQueryWindow,
  waitForState,
  writeQuery,
} from './queryWindow.ts';

const run = (command: string, ...args: unknown[]) => vscode.commands.executeCommand(command, ...args);

describe('queries in the editor', () => {
  const sample = useQueryWindow();

  const lensOf = async (subject: string) => {
    await vscode.window.showTextDocument(orders, { viewColumn: vscode.ViewColumn.One });
    let found: vscode.CodeLens | undefined;
    await waitFor(`there is a lens for ${subject}`, async () => {
      const lenses = (await run('vscode.executeCodeLensProvider', orders, 100)) as vscode.CodeLens[];
      found = lenses.find(({ command }) => (command?.arguments?.[0] as { subject?: string })?.subject === subject);
      return found;
    });
    return found!.command!;
  };
  const errorsAt = (uri: vscode.Uri, text: string) =>
    vscode.languages.getDiagnostics(uri).filter(({ range, severity }) => {
      const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
      return severity === vscode.DiagnosticSeverity.Error && document?.lineAt(range.start.line).text.includes(text);
    });

  it('show the value of a measure from its code lens, on the dev branch', async () => {
    const { title, command, arguments: args } = await lensOf('orders.count');
    assert.equal(title, '$(play)\u00a0Query');
    const panel = (await run(command, ...args!)) as QueryPanel;
    const [row, ...others] = await rowsOf(panel);
    assert.match(row![0]!, /^\d+$/);
    assert.deepEqual(others, []);
    assert.deepEqual(panel.runs.state.value.branch, { name: sample.branch, isProduction: false });
    assert.equal(panel.panel.title, `orders.count on ${sample.branch}`);
    const editor = vscode.window.activeTextEditor!;
    assert.equal(editor.document.uri.scheme, 'untitled');
    assert.equal(path.basename(editor.document.uri.path), 'orders.count.query.yml');
    assert.equal(editor.document.getText(), 'measures:\n  - orders.count\n');
    assert.equal(editor.viewColumn, vscode.ViewColumn.Two, 'next to the code');
    assert.equal(panel.panel.viewColumn, vscode.ViewColumn.Three);
    const { table, sql } = panel.runs.state.value.run!;
    assert.equal(table.columns[0]!.key, 'orders.count');
    assert.match(sql.text, /count\(/i);
  });

  it('query the member at the cursor, and reuse the panel of a document', async () => {
    const editor = await vscode.window.showTextDocument(orders, { viewColumn: vscode.ViewColumn.One });
    const at = editor.document.positionAt(editor.document.getText().indexOf('name: status') + 7);
    editor.selection = new vscode.Selection(at, at);
    const panel = (await run('dataModel.query.ofMember', orders)) as QueryPanel;
    const rows = await rowsOf(panel);
    assert.ok(rows.length > 1);
    assert.deepEqual(
      panel.runs.state.value.run!.table.columns.map(({ key }) => key),
      ['orders.status', 'orders.count'],
    );
    assert.equal(await run('dataModel.query.run'), panel, 'the active document is the query');
    assert.equal((await panels()).length, 1);
  });

  it('query what the user selects where no model file is open', async () => {
    await run('workbench.action.closeAllEditors');
    sample.dialogs.answer(/^Query Member/, 'orders.completed_share');
    const panel = (await run('dataModel.query.ofMember')) as QueryPanel;
    await rowsOf(panel);
    assert.equal(panel.runs.state.value.run!.table.columns[0]!.key, 'orders.completed_share');
  });

  it('query a cube from its menu in the model map', async () => {
    await vscode.window.showTextDocument(orders, { viewColumn: vscode.ViewColumn.One });
    const map = (await run('dataModel.map.show', orders)) as MapPanel;
    const panel = (await run('dataModel.query.ofMember', { dataModelDefinition: 'customers' })) as QueryPanel;
    await rowsOf(panel);
    assert.equal(path.basename(panel.runs.document.path), 'customers.query.yml');
    map.panel.dispose();
  });

  it('stay in their panel when the document is saved for the first time', async () => {
    const { command, arguments: args } = await lensOf('orders.count');
    const panel = (await run(command, ...args!)) as QueryPanel;
    await rowsOf(panel);
    await save(vscode.window.activeTextEditor!.document);
    const saved = uriOf('orders.count.query.yml');
    await waitFor('the panel is that of the file', () => panel.runs.document.toString() === saved.toString());
    await rowsOf(panel);
    assert.equal(await run('dataModel.query.run', saved), panel);
    const next = (await run(command, ...args!)) as QueryPanel;
    assert.equal(path.basename(next.runs.document.path), 'orders.count-2.query.yml', 'the saved query stays');
    await vscode.workspace.fs.delete(saved);
  });

  it('offer no lens where the setting turns them off', async () => {
    await lensOf('orders');
    const settings = vscode.workspace.getConfiguration('dataModel.codeLens');
    await settings.update('query', false, vscode.ConfigurationTarget.Workspace);
    try {
      const lenses = (await run('vscode.executeCodeLensProvider', orders, 100)) as vscode.CodeLens[];
      assert.deepEqual(
        lenses.filter(({ command }) => command?.command === 'dataModel.query.ofMember'),
        [],
      );
    } finally {
      await settings.update('query', undefined, vscode.ConfigurationTarget.Workspace);
    }
  });

  it('run again after a save of the model, once the branch is built', async () => {
    const panel = await runQuery(await writeQuery('done.query.yml', 'measures: [orders.completed_count]\n'));
    const [[before]] = (await rowsOf(panel)) as [[string]];
    assert.ok(Number(before) > 0);
    await save(await replaceText(orders, completed, 'sql: "1 = 0"'));
    await waitForState(panel, 'no order is completed', isZero);
  });

  it('say that the saved model does not compile, and keep the rows', async () => {
    const panel = await runQuery(await writeQuery('done.query.yml', 'measures: [orders.completed_count]\n'));
    const isWhole = (state: QueryState) => state.phase === 'done' && !isZero(state);
    await waitForState(panel, 'the model that the test before changed is built as it was', isWhole);
    const rows = await rowsOf(panel);
    await save(await replaceText(orders, 'type: count\n        filters', 'type: cuont\n        filters'));
    await waitForState(panel, 'it is stale', ({ phase }) => phase === 'failed');
    assert.match(failureOf(panel), /does not compile on dev-/);
    assert.deepEqual(
      panel.runs.state.value.run!.table.rows.map((row) => row.map(String)),
      rows,
    );
  });

  it('say when the branch has another version than the editor, and save, push and run', async () => {
    const panel = await runQuery(await writeQuery('done.query.yml', 'measures: [orders.completed_count]\n'));
    const isWhole = (state: QueryState) => state.phase === 'done' && !isZero(state);
    await waitForState(panel, 'the model that the test before changed is built as it was', isWhole);
    const version = () => panel.content.otherVersion?.message;
    const says = (text: string | undefined) =>
      waitFor(`the result says ${text}`, () => (text ? version()?.includes(text) : version() === undefined), version);
    await says(undefined);
    const before = readFileSync(orders.fsPath, 'utf8');
    await replaceText(orders, completed, 'sql: "1 = 0"');
    await says(
      `The version on ${sample.branch} was used, which differs from your files (unsaved: model/cubes/orders.yml)`,
    );
    await panel.runs.saveAndRun();
    await waitForState(panel, 'no order is completed', isZero);
    await says(undefined);
    // As another program does.
    writeFileSync(orders.fsPath, before);
    await says('(not pushed: model/cubes/orders.yml)');
    assert.ok(isZero(panel.runs.state.value));
    await panel.runs.saveAndRun();
    await waitForState(panel, 'the orders are counted again', isWhole);
    await says(undefined);
  });

  it('run again after a save of the document, and an answer that comes later does not replace a newer one', async () => {
    const uri = await writeQuery('slow.query.yml', 'measures: [orders.count]\n');
    await pace(60_000, 50);
    const panel = await runQuery(uri);
    await waitForState(panel, 'the platform asks to wait', ({ waiting }) => waiting);
    await pace(0);
    await save(await replaceText(uri, 'orders.count', 'customers.count'));
    await waitForState(panel, 'the new query has its rows', ({ phase }) => phase === 'done');
    assert.equal(panel.runs.state.value.run!.table.columns[0]!.key, 'customers.count');
  });

  it('stop when the user cancels', async () => {
    await pace(60_000, 50);
    const panel = await runQuery(await writeQuery('slow.query.yml', 'measures: [orders.count]\nlimit: 7\n'));
    await waitForState(panel, 'the platform asks to wait', ({ waiting }) => waiting);
    panel.runs.cancel();
    assert.equal(panel.runs.state.value.phase, 'failed');
    assert.equal(failureOf(panel), 'The query was cancelled.');
  });

  it('mark the member that the platform refuses, until the next run', async () => {
    const uri = await writeQuery('hidden.query.yml', 'measures:\n  - orders.count\ndimensions:\n  - orders.id\n');
    const panel = await runQuery(uri);
    await waitForState(panel, 'the platform refuses', ({ phase }) => phase === 'failed');
    assert.match(failureOf(panel), /hidden member: 'orders\.id'/);
    await waitFor(
      'its line is marked',
      () => errorsAt(uri, 'orders.id').length > 0,
      () => vscode.languages.getDiagnostics(uri),
    );
    assert.equal(errorsAt(uri, 'orders.id').length, 1);
    await save(await replaceText(uri, 'orders.id', 'orders.status'));
    await rowsOf(panel);
    await waitFor(
      'nothing is marked',
      () => vscode.languages.getDiagnostics(uri).length === 0,
      () => vscode.languages.getDiagnostics(uri),
    );
  });

  it('mark the SQL of the model that the database refuses', async () => {
    // VS Code closes a document that no editor shows, and then its text is not known here.
    await vscode.window.showTextDocument(orders, { preview: false });
    await save(
      await replaceText(orders, 'sql: "{CUBE}.amount"\n        type: avg', 'sql: "{CUBE}.amuont"\n        type: avg'),
    );
    const panel = await runQuery(await writeQuery('average.query.yml', 'measures: [orders.average_amount]\n'));
    await waitForState(panel, 'the database refuses', ({ phase, failure }) => {
      return phase === 'failed' && /no such column/.test(String(failure));
    });
    await waitFor(
      'the line of the model is marked',
      () => errorsAt(orders, '{CUBE}.amuont').length > 0,
      () => vscode.languages.getDiagnostics(orders),
    );
    const [problem] = errorsAt(orders, '{CUBE}.amuont');
    const document = await vscode.workspace.openTextDocument(orders);
    assert.equal(document.getText(problem!.range), 'amuont');
    panel.panel.dispose();
    await waitFor('the mark goes with the panel', () => errorsAt(orders, '{CUBE}.amuont').length === 0);
  });

  it('show an outage in the panel and not as a problem', async () => {
    const uri = await writeQuery('outage.query.yml', 'measures: [orders.count]\nlimit: 9\n');
    await control('POST', 'faults', [{ kind: 'status', status: 404, operation: 'data.load', times: 0 }]);
    const panel = await runQuery(uri);
    await waitForState(panel, 'it fails', ({ phase }) => phase === 'failed');
    assert.match(failureOf(panel), /does not serve the branch/);
    assert.deepEqual(vscode.languages.getDiagnostics(uri), []);
  });

  it('say what is wrong with a document that is not a query', async () => {
    const panel = await runQuery(await writeQuery('broken.query.yml', 'limit: many\n'));
    await waitForState(panel, 'it fails', ({ phase }) => phase === 'failed');
    assert.match(failureOf(panel), /^The query cannot be read\. Line 1: /);
    await replaceText(panel.runs.document, 'limit: many', '');
    await panel.runs.run();
    assert.equal(failureOf(panel), 'The document contains no query.');
  });
});
