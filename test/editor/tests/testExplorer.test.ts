/** The tests of a model in the Test Explorer: found without a platform, run on the dev branch. */

import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import type { TestExplorer } from '../../../src/ui/tests/testExplorer.ts';
import { waitFor } from '../../run/waitFor.ts';
import { extension } from '../deployments/treeAccess.ts';
import { DialogStub } from '../dialogStub.ts';
import { replaceText, save } from '../editText.ts';
import { control } from '../platform.ts';
import { rowOf } from '../sync/remote.ts';
import { type RecordedRun, recordRuns } from './recordedRuns.ts';

const root = vscode.workspace.workspaceFolders![0]!.uri;
const uriOf = (file: string) => vscode.Uri.joinPath(root, file);
const local = uriOf('tests/local.test.yml');
const orders = uriOf('tests/orders.test.yml');
const cube = uriOf('model/cubes/orders.yml');
const wrong = 'Cancelled orders do not count for the net amount';

describe('the Test Explorer', () => {
  let explorer: TestExplorer;
  let runs: RecordedRun[];
  let dialogs: DialogStub;

  before(async () => {
    dialogs = new DialogStub();
    explorer = await (await extension()).tests.explorer();
    await explorer.ready();
    runs = recordRuns(explorer.controller);
  });
  beforeEach(() => {
    runs.length = 0;
  });
  after(async () => {
    await control('DELETE', 'faults');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    dialogs.restore();
  });

  const file = (uri: vscode.Uri) => explorer.controller.items.get(String(uri));
  const names = (uri: vscode.Uri) => [...(file(uri)?.children ?? [])].map(([, item]) => item.label);
  const test = (uri: vscode.Uri, name: string) => {
    return [...file(uri)!.children].map(([, item]) => item).find((item) => item.label === name)!;
  };
  const start = async (
    profile: keyof TestExplorer['profiles'],
    include?: vscode.TestItem[],
    token = new vscode.CancellationTokenSource().token,
  ) => {
    await explorer.profiles[profile].runHandler(
      new vscode.TestRunRequest(include, [], explorer.profiles[profile]),
      token,
    );
    return runs.at(-1)!;
  };

  it('finds tests without a branch, and follows the text while it is typed', async () => {
    assert.equal(file(local)?.label, 'tests/local.test.yml');
    assert.deepEqual(names(local), ['Orders have a status']);
    assert.equal(test(local, 'Orders have a status').range?.start.line, 1);
    await vscode.window.showTextDocument(local);
    await replaceText(local, 'tests:\n', '# Orders\ntests:\n');
    await waitFor('its line is right', () => test(local, 'Orders have a status').range?.start.line === 2);
    const more = '\n  - name: Second\n    query: { measures: [orders.count] }\n    expect: { row_count: 1 }';
    await replaceText(local, '{ not_null: [orders.status] }', `{ not_null: [orders.status] }${more}`);
    await waitFor('the new test is listed', () => names(local).includes('Second'));
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await waitFor('it is as saved', () => test(local, 'Orders have a status').range?.start.line === 1);
    assert.deepEqual(names(local), ['Orders have a status']);
  });

  it('says why a test cannot be run', async () => {
    await vscode.window.showTextDocument(local);
    const document = await replaceText(local, 'not_null', 'not_nul');
    await waitFor('the test has an error', () => test(local, 'Orders have a status').error !== undefined);
    assert.match(String(test(local, 'Orders have a status').error), /not_nul/);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await waitFor('the test has no error', () => test(local, 'Orders have a status').error === undefined);
    assert.equal(document.isDirty, false);
    const run = await start('run');
    assert.deepEqual(run.results, { 'Orders have a status': 'errored' });
    assert.match(run.messages['Orders have a status']![0]!.text, /follows no dev branch/);
  });

  it('runs tests with rows of their own without a branch, and says what the others need', async () => {
    const files = {
      'model/cubes/loans.yml':
        'cubes:\n  - name: loans\n    sql_table: lib.loans\n    measures:\n      - { name: fees, type: sum, sql: fee }\n',
      'tests/rows.test.yml': `tests:
  - name: Fees
    given: { lib.loans: [{ fee: 0.1 }, { fee: 0.2 }] }
    query: { measures: [loans.fees] }
    expect: { scalar: 0.3 }
  - name: Wrong fees
    given: { lib.loans: [] }
    query: { measures: [loans.fees] }
    expect: { scalar: 1 }
  - name: Without rows
    query: { measures: [loans.fees] }
    expect: { scalar: 1 }
`,
    };
    const rows = uriOf('tests/rows.test.yml');
    for (const [name, text] of Object.entries(files)) {
      await vscode.workspace.fs.writeFile(uriOf(name), new TextEncoder().encode(text));
    }
    try {
      await waitFor('the tests are listed', () => names(rows).length === 3);
      const run = await start('run', [file(rows)!]);
      assert.deepEqual(run.results, { Fees: 'passed', 'Wrong fees': 'failed', 'Without rows': 'errored' });
      assert.match(run.messages['Without rows']![0]!.text, /follows no dev branch/);
      assert.equal(run.messages['Wrong fees']![0]!.line, 8);
    } finally {
      for (const name of Object.keys(files)) rmSync(uriOf(name).fsPath);
    }
    await waitFor('they are not listed any more', () => file(rows) === undefined);
  });

  it('finds the tests of folders that another program creates at once, and forgets those of deleted ones', async () => {
    const late = uriOf('late/later/late.test.yml');
    mkdirSync(path.dirname(late.fsPath), { recursive: true });
    copyFileSync(local.fsPath, late.fsPath);
    await waitFor('the tests of a new folder are listed', () => file(late) !== undefined);
    rmSync(uriOf('late').fsPath, { recursive: true });
    await waitFor('they are not listed any more', () => file(late) === undefined);
  });

  it('finds the tests that a sync brings', async () => {
    dialogs.answer(/^Sync /, 'Sync');
    await vscode.commands.executeCommand('dataModel.branch.openDevMode', rowOf('main'));
    assert.ok(existsSync(path.join(root.fsPath, 'tests/orders.test.yml')));
    await waitFor(
      'its tests are listed',
      () => names(orders).includes(wrong),
      () => names(orders),
    );
  });

  it('runs all tests on the dev branch, and shows what a failed one expects on its line', async () => {
    const run = await start('run');
    assert.match(run.output, /branch dev-.* of Sample/);
    const { [wrong]: failed, ...others } = run.results;
    assert.equal(failed, 'failed');
    assert.deepEqual([...new Set(Object.values(others))], ['passed']);
    assert.equal(Object.keys(others).length, 7);
    const [message] = run.messages[wrong]!;
    assert.deepEqual([message!.expected, message!.actual], ['651123', '695397']);
    const document = await vscode.workspace.openTextDocument(orders);
    assert.equal(document.lineAt(message!.line!).text.trim(), 'same_as:');
    assert.ok(run.ended);
  });

  it('runs one test, or those of a file', async () => {
    const one = await start('run', [test(orders, 'Most orders are completed')]);
    assert.deepEqual(one.results, { 'Most orders are completed': 'passed' });
    const of = await start('run', [file(local)!]);
    assert.deepEqual(of.results, { 'Orders have a status': 'passed' });
  });

  it('says when the branch has another version than the editor, and saves, pushes and runs', async () => {
    const document = await replaceText(cube, "<> 'canceled'", "<> 'cancelled'");
    dialogs.answer(/was used, which differs from your files/, 'Save, Push and Run');
    const first = await start('run', [test(orders, wrong)]);
    const version =
      /The version on dev-.* was used, which differs from your files \(unsaved: model\/cubes\/orders\.yml\)/;
    assert.match(first.output, version);
    assert.match(first.messages[wrong]![0]!.text, version);
    await waitFor(
      'the second run passes',
      () => runs.length === 2 && runs[1]!.ended && runs[1]!.results[wrong] === 'passed',
      () => runs,
    );
    assert.doesNotMatch(runs[1]!.output, /was used/);
    assert.equal(document.isDirty, false);
    await save(await replaceText(cube, "<> 'cancelled'", "<> 'canceled'"));
    await waitFor('the branch has the former text', async () => {
      const { results } = await start('run', [test(orders, wrong)]);
      return results[wrong] === 'failed';
    });
  });

  it('stops when it is cancelled', async () => {
    await control('POST', 'faults', [{ kind: 'latency', ms: 60_000, operation: 'data.load', times: 0 }]);
    const cancel = new vscode.CancellationTokenSource();
    const running = start('run', undefined, cancel.token);
    await waitFor('tests are running', () => (runs[0]?.started.length ?? 0) >= 4);
    cancel.cancel();
    const run = await running;
    await control('DELETE', 'faults');
    assert.deepEqual(run.results, {});
    assert.equal(run.started.length, 4);
    assert.ok(run.ended);
  });

  it('shows which measures and dimensions tests and queries use', async () => {
    const { coverage } = await start('coverage');
    const found = coverage.find(({ uri }) => uri.path.endsWith('model/cubes/orders.yml'))!;
    const details = (await explorer.profiles.coverage.loadDetailedCoverage!(
      undefined as never,
      found,
      new vscode.CancellationTokenSource().token,
    )) as vscode.DeclarationCoverage[];
    const uses = Object.fromEntries(details.map(({ name, executed }) => [name, Number(executed)]));
    assert.ok(uses['orders.completed_count']! > 0, 'through the share');
    assert.ok(uses['orders.created_at']! > 0, 'by a saved query');
    assert.equal(uses['orders.amount_band'], 0);
    assert.equal(found.declarationCoverage?.total, details.length);
  });

  it('runs again after each save, and only what the change affects', async () => {
    const unaffected = await start('affected');
    assert.deepEqual(unaffected.results, {});
    assert.match(unaffected.output, /No test is affected/);

    const cancel = new vscode.CancellationTokenSource();
    const { run } = explorer.profiles;
    await run.runHandler(new vscode.TestRunRequest([file(orders)!], [], run, true), cancel.token);
    runs.length = 0;
    await save(await replaceText(cube, "<> 'canceled'", "<> 'cancelled'"));
    await waitFor(
      'the test passes',
      () => runs.at(-1)?.results[wrong] === 'passed',
      () => runs,
    );
    await waitFor('the run ends', () => runs.at(-1)?.ended);
    assert.equal(runs.length, 1);
    cancel.cancel();

    const affected = await start('affected');
    assert.deepEqual(affected.results, { [wrong]: 'passed' });
  });
});
