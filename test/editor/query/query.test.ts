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
import { control, requestAs } from '../platform.ts';
import { deploymentId } from '../sync/remote.ts';
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

  const texts = () =>
    vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri.toString()] : []));

  it('show the value of a measure from its code lens, on the dev branch', async () => {
    const { title, command, arguments: args } = await lensOf('orders.count');
    assert.equal(title, '$(play)\u00a0Query');
    const panel = (await run(command, ...args!)) as QueryPanel;
    const [row, ...others] = await rowsOf(panel);
    assert.match(row![0]!, /^\d+$/);
    assert.deepEqual(others, []);
    assert.deepEqual(panel.runs.state.value.branch, { name: sample.branch, isProduction: false });
    assert.equal(panel.panel.title, `orders.count on ${sample.branch}`);
    assert.equal(panel.panel.viewColumn, vscode.ViewColumn.Two, 'next to the code');
    assert.deepEqual(texts(), [orders.toString()], 'no document asks to be saved');
    assert.equal(panel.content.isScratch, true);
    await run('dataModel.query.edit');
    const { document } = vscode.window.activeTextEditor!;
    assert.equal(path.basename(document.uri.path), 'orders.count.query.yml');
    assert.equal(document.getText(), 'measures:\n  - orders.count\n');
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
    assert.equal(await run('dataModel.query.ofMember', orders), panel);
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

  it('stay in their panel when a scratch query is saved as a document', async () => {
    const { command, arguments: args } = await lensOf('orders.count');
    const panel = (await run(command, ...args!)) as QueryPanel;
    await rowsOf(panel);
    await run('dataModel.query.edit');
    const scratch = panel.runs.document;
    const saved = uriOf('orders.count.query.yml');
    sample.dialogs.answer(/^Save as Query Document/, saved.fsPath);
    await run('dataModel.query.saveAs', scratch);
    assert.equal(panel.runs.document.toString(), saved.toString());
    assert.equal(panel.content.isScratch, false);
    assert.equal(vscode.window.activeTextEditor!.document.uri.toString(), saved.toString());
    assert.equal(readFileSync(saved.fsPath, 'utf8'), 'measures:\n  - orders.count\n');
    assert.equal(await run('dataModel.query.run', saved), panel);
    await rowsOf(panel);
    const next = (await run(command, ...args!)) as QueryPanel;
    assert.equal(next.content.isScratch, true, 'the saved query stays');
    await vscode.workspace.fs.delete(saved);
  });

  it('are closed without a question after an edit, and forgotten with their result', async () => {
    const { command, arguments: args } = await lensOf('orders.count');
    const panel = (await run(command, ...args!)) as QueryPanel;
    await rowsOf(panel);
    await run('dataModel.query.edit');
    const { runs } = panel;
    const { document } = vscode.window.activeTextEditor!;
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, new vscode.Range(0, 0, 9, 0), 'measures: [orders.completed_count]\n');
    await vscode.workspace.applyEdit(edit);
    await waitFor('the text is kept', () => !document.isDirty);
    await run('workbench.action.closeActiveEditor');
    await panel.runs.run();
    assert.equal(runs.state.value.run!.table.columns[0]!.key, 'orders.completed_count');
    assert.equal(await run(command, ...args!), panel, 'a query that is shown keeps its text');
    panel.panel.dispose();
    const again = (await run(command, ...args!)) as QueryPanel;
    await rowsOf(again);
    assert.equal(again.runs.state.value.run!.table.columns[0]!.key, 'orders.count');
  });

  it('are renamed with the model while only their result is shown', async () => {
    const { command, arguments: args } = await lensOf('orders.completed_count');
    const panel = (await run(command, ...args!)) as QueryPanel;
    await rowsOf(panel);
    const document = await vscode.workspace.openTextDocument(orders);
    const at = document.positionAt(document.getText().indexOf('name: completed_count') + 8);
    const rename = ['vscode.executeDocumentRenameProvider', orders, at, 'finished_count'] as const;
    const edit = (await run(...rename)) as vscode.WorkspaceEdit;
    assert.ok(edit.entries().some(([uri]) => uri.toString() === panel.runs.document.toString()));
    await vscode.workspace.applyEdit(edit);
    await save(document);
    await waitForState(panel, 'the new name answers', ({ phase, run: done }) => {
      return phase === 'done' && done!.table.columns[0]!.key === 'orders.finished_count';
    });
    await vscode.workspace.saveAll();
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

  it('have lenses that count the reports of the platform once a command has read them', async () => {
    const report = `/api/v1/deployments/${deploymentId}/reports/by-public-id/counted-report`;
    const snapshot = { kind: 'bar', query: { measures: ['orders.completed_count'] } };
    await requestAs('own', 'PUT', report, { name: 'Counted report', shared: true, snapshot });
    const lens = async () => {
      const document = await vscode.workspace.openTextDocument(orders);
      const at = document.positionAt(document.getText().indexOf('name: completed_count') + 'name: '.length);
      const lenses = (await run('vscode.executeCodeLensProvider', orders, 100)) as vscode.CodeLens[];
      return lenses.find(
        ({ range, command }) => range.start.isEqual(at) && command?.command !== 'dataModel.query.ofMember',
      )?.command;
    };
    // A review before may have read the platform's content, without this report.
    await waitFor('the lens counts no report', async () => (await lens())?.title.includes(' · in 1 report') === false);
    await run('dataModel.references.countOnPlatform', orders);
    await waitFor('the lens counts the report', async () => (await lens())?.title.includes(' · in 1 report'), lens);
    assert.match((await lens())!.tooltip!, /were read at .*\nReport: Counted report/s);
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
      return phase === 'failed' && /column .*amuont/.test(String(failure));
    });
    await waitFor(
      'the line of the model is marked',
      () => errorsAt(orders, '{CUBE}.amuont').length > 0,
      () => vscode.languages.getDiagnostics(orders),
    );
    const [problem] = errorsAt(orders, '{CUBE}.amuont');
    const document = await vscode.workspace.openTextDocument(orders);
    assert.equal(document.getText(problem!.range), 'amuont');
    await save(await replaceText(orders, 'cubes:', '# Orders\ncubes:'));
    await waitFor('the mark is at its word', () => errorsAt(orders, '{CUBE}.amuont').length > 0);
    await save(await replaceText(orders, '{CUBE}.amuont', '{CUBE}.amount'));
    await waitFor(
      'the mark goes when the word is corrected, before the query runs again',
      () =>
        vscode.languages.getDiagnostics(orders).every(({ severity }) => severity !== vscode.DiagnosticSeverity.Error),
      () => vscode.languages.getDiagnostics(orders),
    );
    panel.panel.dispose();
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
