import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Lifetime } from '../../../src/base/lifetime.ts';
import { ReviewCommands } from '../../../src/ui/review/reviewCommands.ts';
import { parseDocumentUri, ReadOnlyDocuments } from '../../../src/ui/shell/readOnlyDocuments.ts';
import { BranchDocuments, branchUri } from '../../../src/ui/sync/branchDocuments.ts';
import { SourceControls } from '../../../src/ui/sync/sourceControls.ts';
import { ModelTests } from '../../../src/ui/tests/modelTests.ts';
import { waitFor } from '../../run/waitFor.ts';
import { conflict, pull, push } from '../../ui/samplePlans.ts';
import { editText } from '../editText.ts';
import { branch, FakeFollowedFolder, localText, projectFolder, uriOf } from './fakeFollowedFolder.ts';

const orders = 'model/cubes/orders.yml';
const customers = 'model/cubes/customers.yml';
const regions = 'model/cubes/regions.yml';

describe('the Source Control view of a followed folder', () => {
  const made: {
    control: vscode.SourceControl;
    groups: Map<string, vscode.SourceControlResourceGroup>;
    disposed: boolean;
  }[] = [];
  const create = vscode.scm.createSourceControl;
  let folder: FakeFollowedFolder;
  let lifetime: Lifetime;

  before(() => {
    const watched = (...args: Parameters<typeof create>) => {
      const control = create(...args);
      const groups = new Map<string, vscode.SourceControlResourceGroup>();
      const record = { control, groups, disposed: false };
      const createGroup = control.createResourceGroup.bind(control);
      const { dispose } = control;
      Object.assign(control, {
        createResourceGroup(id: string, label: string) {
          const group = createGroup(id, label);
          groups.set(id, group);
          return group;
        },
        dispose() {
          record.disposed = true;
          dispose.call(control);
        },
      });
      made.push(record);
      return control;
    };
    Object.defineProperty(vscode.scm, 'createSourceControl', { configurable: true, writable: true, value: watched });
  });
  after(() => {
    Object.defineProperty(vscode.scm, 'createSourceControl', { configurable: true, writable: true, value: create });
  });

  beforeEach(() => {
    made.length = 0;
    folder = new FakeFollowedFolder();
    lifetime = new Lifetime();
    const documents = lifetime.add(new ReadOnlyDocuments(folder.app));
    lifetime.add(new BranchDocuments(folder.app, documents));
    const tests = lifetime.add(new ModelTests(folder.app, []));
    const noMerges = () => Promise.reject(new Error('Nothing is merged here.'));
    const reviews = lifetime.add(new ReviewCommands(folder.app, documents, tests, noMerges));
    lifetime.add(new SourceControls(folder.app, (...group) => reviews.addGroup(...group)));
  });
  afterEach(async () => {
    lifetime.dispose();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  const rows = (id: string) =>
    made[0]!.groups
      .get(id)!
      .resourceStates.map(({ resourceUri, contextValue }) => [
        vscode.workspace.asRelativePath(resourceUri),
        contextValue,
      ]);

  it('exists only while the folder follows a branch', () => {
    folder.bind();
    folder.openSession();
    assert.equal(made.length, 0);
    folder.sync.set(folder.engine);
    assert.equal(made.length, 1);
    assert.equal(made[0]!.control.rootUri?.fsPath, projectFolder);
    assert.match(made[0]!.control.label, new RegExp(branch));
    folder.sync.set(undefined);
    assert.equal(made[0]!.disposed, true);
  });

  it('groups and counts conflicts, local and remote changes', () => {
    folder.follow();
    folder.plan([conflict(orders, 'both-changed'), push(customers, 'edit'), pull('model/views/sales.yml', 'add')]);
    assert.deepEqual(rows('conflicts'), [['sales/model/cubes/orders.yml', 'dataModel.conflict']]);
    assert.deepEqual(rows('local'), [['sales/model/cubes/customers.yml', 'dataModel.local']]);
    assert.deepEqual(rows('remote'), [['sales/model/views/sales.yml', 'dataModel.remote']]);
    assert.equal(made[0]!.control.count, 3);
    folder.plan([]);
    assert.deepEqual(rows('conflicts').concat(rows('local'), rows('remote')), []);
    assert.equal(made[0]!.control.count, 0);
  });

  it('commits with the message of its input box, which shows the parent branch', async () => {
    folder.follow();
    const { control } = made[0]!;
    assert.equal(control.acceptInputCommand?.command, 'dataModel.branch.commit');
    assert.deepEqual(control.acceptInputCommand?.arguments, [control]);
    await waitFor('the message box names the parent branch', () => control.inputBox.placeholder.includes('main'));
  });

  it('reads the original of a file once per content, and not while the user types', async () => {
    folder.remote.set(orders, localText(orders).replace('revenue', 'income'));
    folder.follow();
    folder.plan([push(orders, 'edit')]);
    const original = made[0]!.control.quickDiffProvider!.provideOriginalResource!;
    const token = new vscode.CancellationTokenSource().token;
    const uri = (await original(uriOf(orders), token)) as vscode.Uri;
    const document = await vscode.workspace.openTextDocument(uri);
    assert.equal(document.getText(), folder.remote.get(orders));
    assert.equal(document.languageId, 'yaml');
    const before = folder.reads.length;
    const editor = await vscode.window.showTextDocument(uriOf(orders));
    for (const text of ['a', 'b', 'c']) {
      await editText(editor, (edit) => edit.insert(new vscode.Position(0, 0), `# ${text}\n`));
      await original(uriOf(orders), token);
    }
    folder.plan([push(orders, 'edit')]);
    assert.equal(folder.reads.length, before);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('lists what differs from the parent in a group that the count leaves out, and compares the gutter with the parent', async () => {
    folder.remote.set(orders, localText(orders));
    folder.remote.set(regions, localText(regions));
    folder.parent.set(orders, localText(orders).replace('revenue', 'income'));
    folder.parent.set(customers, localText(customers));
    folder.follow();
    folder.plan([push(regions, 'edit')]);
    await waitFor(
      'the group is there',
      () => made[0]!.groups.get('branch')?.resourceStates.length === 3,
      () => made[0]!.groups.get('branch')?.resourceStates.map(({ resourceUri }) => resourceUri.path),
    );
    assert.equal(made[0]!.groups.get('branch')!.label, 'Changes on This Dev Branch');
    assert.deepEqual(
      made[0]!.groups
        .get('branch')!
        .resourceStates.map(({ resourceUri, decorations, contextValue }) => [
          vscode.workspace.asRelativePath(resourceUri),
          decorations?.tooltip,
          contextValue,
        ]),
      [
        [`sales/${customers}`, `${customers}: deleted, still on main`, 'dataModel.branchChange'],
        [`sales/${orders}`, `${orders}: differs from main`, 'dataModel.branchChange'],
        [`sales/${regions}`, `${regions}: not on main`, 'dataModel.branchChange'],
      ],
    );
    assert.equal(made[0]!.control.count, 1, 'only the file that is not pushed');
    const token = new vscode.CancellationTokenSource().token;
    const originalOf = (file: string) =>
      made[0]!.control.quickDiffProvider!.provideOriginalResource!(uriOf(file), token) as Promise<
        vscode.Uri | undefined
      >;
    const uri = (await originalOf(orders))!;
    assert.equal(parseDocumentUri(uri)?.parameters.branchName, 'main');
    const document = await vscode.workspace.openTextDocument(uri);
    assert.equal(document.getText(), folder.parent.get(orders));
    assert.equal(await originalOf(regions), undefined);
    folder.remote.set(orders, folder.parent.get(orders)!);
    folder.plan([]);
    assert.equal(made[0]!.groups.get('branch')!.resourceStates.length, 2, 'follows the branch without a request');
  });

  it('has no original for a file that is not on the branch', async () => {
    folder.remote.set(orders, localText(orders));
    folder.follow();
    folder.plan([push(regions, 'add')]);
    const original = made[0]!.control.quickDiffProvider!.provideOriginalResource!;
    const token = new vscode.CancellationTokenSource().token;
    assert.equal(await original(uriOf(regions), token), undefined);
    assert.equal(await original(vscode.Uri.file('/elsewhere/model/cubes/orders.yml'), token), undefined);
  });

  it('refreshes an open document when the branch changes', async () => {
    folder.remote.set(orders, localText(orders).replace('revenue', 'income'));
    folder.follow();
    folder.plan([push(orders, 'edit')]);
    const bound = folder.list.value[0]!;
    const document = await vscode.workspace.openTextDocument(
      branchUri({ folder: bound, branchName: branch, path: orders }),
    );
    // It may still be open from another test, with other content.
    await waitFor('the document shows the branch', () => document.getText().includes('income'));
    folder.remote.set(orders, localText(orders).replace('revenue', 'turnover'));
    folder.plan([push(orders, 'edit')]);
    await waitFor('the open document follows the branch', () => document.getText().includes('turnover'));
  });

  it('reads a file that is equal on both sides from disk, without a request', async () => {
    folder.remote.set(regions, localText(regions));
    folder.follow();
    folder.plan([]);
    const bound = folder.list.value[0]!;
    const document = await vscode.workspace.openTextDocument(
      branchUri({ folder: bound, branchName: branch, path: regions }),
    );
    assert.equal(document.getText(), localText(regions));
    assert.ok(!folder.reads.includes(regions));
  });
});
