import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ContentRow } from '../../../src/ui/content/contentRow.ts';
import type { ContentView } from '../../../src/ui/content/contentView.ts';
import type { OpenPreview } from '../../../src/ui/dashboard/previews.ts';
import { waitFor } from '../../run/waitFor.ts';
import { extension } from '../deployments/treeAccess.ts';
import { DialogStub } from '../dialogStub.ts';
import { requestAs } from '../platform.ts';

interface ListedReport {
  publicId: string;
  folderPath: { name: string }[];
  externalWorkbookPlacements: unknown[];
}

describe('the Content view', () => {
  let view: ContentView;
  let dialogs: DialogStub;
  let workspace: string;

  before(async () => {
    view = (await extension()).content;
    dialogs = new DialogStub();
    await vscode.commands.executeCommand('dataModel.content.focus');
    const [deployment] = await view.tree.getChildren();
    workspace = `/api/v1/deployments/${deployment!.target.deploymentId}`;
  });
  beforeEach(() => dialogs.reset());
  afterEach(async () => {
    for (const { panel } of (await (await extension()).dashboards.previews()).all) panel.dispose();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
  after(() => dialogs.restore());

  const report = async (publicId: string, as: 'own' | 'admin' = 'own') => {
    await requestAs(as, 'PUT', `${workspace}/reports/by-public-id/${publicId}`, { name: publicId, shared: true });
    await vscode.commands.executeCommand('dataModel.view.refresh');
  };
  const listed = async (publicId: string) => {
    const { items } = (await requestAs('own', 'GET', `${workspace}/reports`)) as { items: ListedReport[] };
    return items.find((each) => each.publicId === publicId);
  };
  /** Expands rows of the first deployment by their labels; undefined if there is no such row. */
  const find = async (...labels: string[]): Promise<ContentRow | undefined> => {
    let row: ContentRow | undefined = (await view.tree.getChildren())[0];
    for (const label of labels) row = row && (await view.tree.getChildren(row)).find((each) => each.label === label);
    return row;
  };
  const waitForRow = async (...labels: string[]): Promise<ContentRow> => {
    let row: ContentRow | undefined;
    await waitFor(`there is a row ${labels.join(' › ')}`, async () => {
      row = await find(...labels);
      return row !== undefined;
    });
    return row!;
  };
  const waitForNoRow = (...labels: string[]) =>
    waitFor(`the row ${labels.join(' › ')} goes`, async () => (await find(...labels)) === undefined);
  const run = (command: string, row: ContentRow, selection?: ContentRow[]) =>
    vscode.commands.executeCommand(`dataModel.content.${command}`, row, selection);

  it('previews the dashboard of a workbook without asking for its id', async () => {
    const row = await waitForRow('Workbooks', 'Acme Ltd.', 'Sales');
    const opened = (await vscode.commands.executeCommand(row.command!, row)) as OpenPreview;
    assert.equal(opened.preview.state.value.subject.publicId, row.target.publicId);
    assert.deepEqual(dialogs.shown, []);
    assert.ok(await find('Dashboards', 'Sales'), 'it is remembered');
  });

  it('opens a report as a JSON document', async () => {
    await report('opened');
    await run('open', await waitForRow('Reports', 'opened'));
    await waitFor('its document is open', () => vscode.window.activeTextEditor?.document.uri.path === '/opened.json');
    assert.equal(JSON.parse(vscode.window.activeTextEditor!.document.getText()).publicId, 'opened');
  });

  it('opens a notification without a token', async () => {
    const dashboard = await waitForRow('Workbooks', 'Acme Ltd.', 'Sales', 'Sales');
    const [notification] = await view.tree.getChildren(dashboard);
    await run('open', notification!);
    await waitFor('its document is open', () => vscode.window.activeTextEditor?.document.uri.authority === 'content');
    const text = vscode.window.activeTextEditor!.document.getText();
    assert.equal(JSON.parse(text).dashboardPublicId, dashboard.item!.id);
    assert.ok(!text.includes(process.env.DATA_MODEL_API_KEY!));
  });

  it('moves to the selected folder, and by a drag after a question', async () => {
    await report('moved');
    dialogs.answer(/^Move 1 item$/, '$(folder) For customers');
    await run('move', await waitForRow('Reports', 'moved'));
    const moved = await waitForRow('Folders', 'For customers', 'moved');
    const archive = await waitForRow('Folders', 'For customers', 'Archive');
    const rows = await view.source();
    await rows.drop(archive, [moved]);
    assert.deepEqual(
      (await listed('moved'))?.folderPath.map(({ name }) => name),
      ['For customers'],
    );
    dialogs.answer(/^Move 1 item to “Archive”\?$/, 'Move');
    await rows.drop(archive, [moved]);
    await waitForRow('Folders', 'For customers', 'Archive', 'moved');
    await waitForNoRow('Folders', 'For customers', 'moved');
    assert.deepEqual(
      (await listed('moved'))?.folderPath.map(({ name }) => name),
      ['For customers', 'Archive'],
    );
  });

  it('renames a report', async () => {
    await report('before');
    dialogs.answer(/^Rename “before”$/, 'after');
    await run('rename', await waitForRow('Reports', 'before'));
    await waitForRow('Reports', 'after');
    await waitForNoRow('Reports', 'before');
  });

  it('duplicates a workbook and shows the copy, which the platform does not list', async () => {
    dialogs.answer(/^Duplicate “Delivery”$/, /Only for Me$/);
    await run('duplicate', await waitForRow('Workbooks', 'Acme Ltd.', 'Delivery'));
    const copy = await waitForRow('Workbooks', 'Delivery (copy)');
    dialogs.answer(/^Delete “Delivery \(copy\)”\?$/, 'Delete');
    await run('delete', copy);
    await waitForNoRow('Workbooks', 'Delivery (copy)');
  });

  it('deletes several items, and lists the one that stays with its reason', async () => {
    await report('mine-1');
    await report('mine-2');
    await report('theirs', 'admin');
    const selected = await Promise.all(['mine-1', 'theirs', 'mine-2'].map((name) => waitForRow('Reports', name)));
    await run('delete', selected[0]!, selected);
    const [question] = dialogs.questions(/^Delete 3 items\?$/);
    assert.match(question!.detail, /Report “mine-1”\nReport “theirs”\nReport “mine-2”/);
    assert.ok(await listed('mine-1'), 'a dismissed question deletes nothing');
    dialogs.answer(/^Delete 3 items\?$/, 'Delete');
    dialogs.answer(/^1 of 3 items could not be deleted\.$/, 'Show Details');
    await run('delete', selected[0]!, selected);
    await waitFor('the details are open', () => vscode.window.activeTextEditor?.document.uri.authority === 'content');
    assert.match(
      vscode.window.activeTextEditor!.document.getText(),
      /\nYou need edit access to .*\n {2}Report “theirs”\n$/,
    );
    assert.deepEqual(
      await Promise.all(['mine-1', 'mine-2', 'theirs'].map(async (id) => (await listed(id)) !== undefined)),
      [false, false, true],
    );
    await waitForNoRow('Reports', 'mine-1');
  });

  it('says what a folder holds before it is deleted', async () => {
    await run('delete', await waitForRow('Folders', 'For customers'));
    const [question] = dialogs.questions(/^Delete “For customers”\?$/);
    assert.match(question!.detail, /^Folder “For customers”: 1 folder, \d reports?\n/);
    assert.ok(await find('Folders', 'For customers'));
  });

  it('connects a report to a spreadsheet, marks it as refreshed, and disconnects it', async () => {
    await report('placed');
    dialogs.answer(/^Connect “placed”/, 'Excel');
    for (const text of ['book', 'Sheet', 'B2']) dialogs.answer(/^Connect “placed”/, text);
    await run('connect', await waitForRow('Reports', 'placed'));
    const placement = await waitForRow('Reports', 'placed', 'book');
    assert.match(placement.description!, /^Sheet!B2/);
    await run('markRefreshed', placement);
    dialogs.answer(/^Disconnect the report from Sheet!B2/, 'Disconnect');
    await run('disconnect', placement);
    await waitForNoRow('Reports', 'placed', 'book');
    assert.deepEqual((await listed('placed'))?.externalWorkbookPlacements, []);
  });
});
