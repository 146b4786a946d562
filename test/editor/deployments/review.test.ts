/** A dev branch compared with its parent, and the review before a commit, in a real editor on the emulator. */

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { buildAppearance } from '../../../src/ui/deployments/buildAppearance.ts';
import { followedBranchOf } from '../../../src/ui/folders/followedBranch.ts';
import { parseDocumentUri } from '../../../src/ui/shell/readOnlyDocuments.ts';
import { waitFor } from '../../run/waitFor.ts';
import { OtherUser } from '../../vscode/otherUser.ts';
import { DialogStub } from '../dialogStub.ts';
import { editText } from '../editText.ts';
import { requestAs } from '../platform.ts';
import { extension, showTree, waitForRow } from './treeAccess.ts';

const platform = new URL(process.env.DATA_MODEL_URL!).host;
const shop = [platform, /^Sample/] as const;
const folder = vscode.workspace.workspaceFolders![0]!;
const onDisk = (file: string) => path.join(folder.uri.fsPath, file);
const uriOf = (file: string) => vscode.Uri.file(onDisk(file));
const orders = 'model/cubes/orders.yml';
const added = 'model/cubes/added $(x) [a](b) &lt;b&gt;.yml';
const run = (id: string, ...args: unknown[]) => vscode.commands.executeCommand(`dataModel.${id}`, ...args);

describe('the review of a dev branch', () => {
  let dialogs: DialogStub;
  let otherUser: OtherUser;
  let original: string;

  const followed = async () => followedBranchOf((await extension()).app.folders.list.value[0]!)!;
  const reviews = async () => (await extension()).reviews.reviews();
  const changes = async () => (await reviews()).of(await followed())?.changes.value;
  const changed = async () => (await changes())?.files.map(({ path: file, status }) => `${status} ${file}`).join();
  const write = async (file: string, text: string) => {
    await vscode.workspace.fs.writeFile(uriOf(file), new TextEncoder().encode(text));
    await run('sync.refresh');
    await run('sync.push', uriOf(file));
  };
  const page = async () => {
    const open = (await reviews()).page;
    assert.ok(open, JSON.stringify(dialogs.shown));
    return open;
  };
  const answer = { message: 'Reviewed', confirmed: true, keepBranch: false };
  const failures = () => dialogs.shown.filter(({ choices }) => choices.includes('Show Log')).map(({ text }) => text);

  before(async () => {
    dialogs = new DialogStub();
    await extension();
    await showTree();
    otherUser = new OtherUser((await waitForRow(shop)).target.deploymentId!, (...request) =>
      requestAs('admin', ...request),
    );
    dialogs.answer(/^(Pull changes|Sync) /, /^(Pull|Sync)$/);
    await run('branch.openDevMode', await waitForRow([...shop, 'Branches', 'main']));
    dialogs.answer(/^(Pull changes|Sync) /, /^(Pull|Sync)$/);
    await run('branch.pull');
    original = await otherUser.read('main', orders);
    await waitFor('the branch has the files of its parent', async () => (await changed()) === '', changed);
  });
  beforeEach(() => dialogs.reset());
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
  after(async () => {
    await run('branch.leaveDevMode');
    dialogs.restore();
  });

  it('lists what differs from the parent after each push', async () => {
    await write(orders, `${original}# mine\n`);
    await waitFor('the change is listed', async () => (await changed()) === `changed ${orders}`, changed);
    await write('model/cubes/extra.yml', 'cubes: []\n');
    const both = `added model/cubes/extra.yml,changed ${orders}`;
    await waitFor('both files are listed', async () => (await changed()) === both, changed);
    assert.deepEqual(failures(), []);
  });

  it('opens the parent’s version next to the file', async () => {
    await run('review.openDiff', { resourceUri: uriOf(orders) });
    const { input, label } = vscode.window.tabGroups.activeTabGroup.activeTab!;
    assert.ok(input instanceof vscode.TabInputTextDiff);
    assert.equal(label, `orders.yml (main ↔ ${(await followed()).branchName})`);
    assert.equal(input.modified.toString(), uriOf(orders).toString());
    assert.equal(parseDocumentUri(input.original)?.parameters.branchName, 'main');
    assert.equal((await vscode.workspace.openTextDocument(input.original)).getText(), original);
  });

  it('opens all changes in one editor', async () => {
    await run('review.openChanges');
    assert.match(vscode.window.tabGroups.activeTabGroup.activeTab!.label, /^main and dev-/);
    assert.deepEqual(failures(), []);
  });

  it('restores the parent’s version after a question; the old one is in the trash', async () => {
    await run('review.discard', { resourceUri: uriOf(orders) });
    const [question] = dialogs.questions(/^Discard the changes of model\/cubes\/orders\.yml\?$/);
    assert.match(question!.detail, /goes to the trash/);
    assert.match(readFileSync(onDisk(orders), 'utf8'), /# mine/, 'dismissed: nothing was restored');

    dialogs.answer(/^Discard the changes/, 'Discard Changes');
    await run('review.discard', { resourceUri: uriOf(orders) });
    assert.equal(readFileSync(onDisk(orders), 'utf8'), original);
    const trash = await (await followed()).engine.trash();
    assert.equal(trash[0]?.path, orders);
    await waitFor(
      'the branch has the version of its parent',
      async () => !(await changed())?.includes(orders),
      changed,
    );

    dialogs.answer(/^Discard the changes/, 'Discard Changes');
    await run('review.discard', { resourceUri: uriOf('model/cubes/extra.yml') });
    assert.equal(existsSync(onDisk('model/cubes/extra.yml')), false, 'the parent has no such file');
    await waitFor('nothing differs', async () => (await changed()) === '', changed);
    assert.deepEqual(failures(), []);
  });

  it('discards nothing of a file with unsaved changes', async () => {
    await write(orders, `${original}# mine\n`);
    await waitFor('the change is listed', async () => (await changed()) === `changed ${orders}`, changed);
    const editor = await vscode.window.showTextDocument(uriOf(orders));
    await editText(editor, (edit) => edit.insert(new vscode.Position(0, 0), '# unsaved\n'));
    dialogs.answer(/^Discard the changes/, 'Discard Changes');
    await run('review.discard', { resourceUri: uriOf(orders) });
    assert.match(failures().join(), /has unsaved changes/);
    assert.match(readFileSync(onDisk(orders), 'utf8'), /# mine/);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('compares the values of affected queries on both branches', async () => {
    await write(orders, original.replace('sql: "{CUBE}.amount"', 'sql: "{CUBE}.amount * 2"'));
    await run('review.open');
    const open = await page();
    const values = () => open.content.cards.find(({ id }) => id === 'values');
    assert.equal(values()?.table, undefined, 'nothing is queried before the user asks');
    assert.match(values()!.summary[0]!, /^It is not known whether numbers change: /);
    // The values are those of the review that is being read.
    const refreshed = open.refresh();
    await open.open(values()!.links[0]!.id);
    await refreshed;
    const monthly = values()!.rows.find(({ text }) => text === 'queries/revenue-by-month.query.yml');
    assert.match(monthly?.detail ?? JSON.stringify(values()), /^Rows changed: [1-9]\d*, added: 0, removed: 0$/);
    const total = values()!.table!.rows.find(({ name }) => name === 'sales.total_amount');
    assert.deepEqual([total?.difference, total?.share], ['+100%', 0.5], JSON.stringify(values()!.table));
    assert.match(values()!.summary[0]!, /^Numbers change: \d+ of \d+ slices differ, /);
    await open.copy();
    assert.match(await vscode.env.clipboard.readText(), /revenue-by-month/);
  });

  it('keeps the old names that the user selects, without the page', async () => {
    await write(orders, original.replaceAll('net_amount', 'net_sum').replaceAll('average_amount', 'mean_amount'));
    await waitFor('the change is listed', async () => (await changed()) === `changed ${orders}`, changed);
    const shown = await vscode.window.showTextDocument(uriOf(orders));
    await waitFor('the editor has the file of the disk', () => shown.document.getText().includes('net_sum'));
    dialogs.answer(/^Select the old names of main to keep$/, /^orders\.net_amount$/);
    await run('model.keepOldNames');
    const [question] = dialogs.questions(/^Select the old names/);
    assert.deepEqual(question?.choices, ['orders.average_amount', 'orders.net_amount'], JSON.stringify(dialogs.shown));
    assert.equal(question.detail, 'now orders.mean_amount\nnow orders.net_sum');
    const { document } = vscode.window.activeTextEditor!;
    assert.match(
      document.getText(),
      /- name: net_amount\n +description: "Amount of all .*"\n +sql: "?\{net_sum\}"?\n +type: number\n +format: currency\n/,
    );
    assert.ok(document.isDirty);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await write(orders, original);
    assert.deepEqual(failures(), []);
  });

  it('keeps an old name by an alias, as one step of undo, so that nothing uses a name that is gone', async () => {
    const salesFile = 'model/views/sales.yml';
    const sales = await otherUser.read('main', salesFile);
    const renamed = (text: string) => text.replaceAll('total_amount', 'amount_sum');
    await write(orders, renamed(original));
    await write(salesFile, renamed(sales));
    await run('review.open');
    const open = await page();
    const rows = (id: string) => open.content.cards.find((card) => card.id === id)?.rows ?? [];
    const lost = () => rows('consumers').find(({ text }) => text.startsWith('sales.total_amount '));
    const compiled = async () => {
      await open.refresh();
      return rows('breaks').length > 0;
    };
    await waitFor('both models are compared', compiled, async () => open.content);
    assert.match(lost()!.text, /is now named sales\.amount_sum\.$/);
    assert.ok(
      lost()!.notes.some(({ text }) => text.startsWith('report Revenue by country')),
      JSON.stringify(lost()),
    );
    await open.open(lost()!.links[0]!.id);
    const { document } = vscode.window.activeTextEditor!;
    assert.match(document.getText(), /- name: amount_sum\n\s+alias: total_amount/);
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), renamed(sales));
    await vscode.commands.executeCommand('redo');
    await document.save();
    await write(salesFile, document.getText());
    const kept = async () => {
      await open.refresh();
      return lost() === undefined && open.content.cards.some(({ id }) => id === 'values');
    };
    await waitFor('the old name is there', kept, async () => open.content);
    const used = rows('breaks').flatMap(({ notes }) => notes.map(({ text }) => text));
    assert.ok(!used.some((text) => text.includes('sales.total_amount')), JSON.stringify(used));
    await write(orders, original);
    await write(salesFile, sales);
    assert.deepEqual(failures(), []);
  });

  it('runs the affected tests on request, and shows no result of an older state', async () => {
    const wrong = 'Cancelled orders do not count for the net amount';
    const tests = (open: Awaited<ReturnType<typeof page>>) => open.content.cards.find(({ id }) => id === 'tests')!;
    const numbers = ({ summary }: { summary: string[] }) => summary[0]!.match(/\d+/g)!.map(Number);
    await write(orders, original.replace('sql: "{CUBE}.amount"', 'sql: "{CUBE}.amount * 2"'));
    await run('review.open');
    const open = await page();
    const [noneFailed, waiting, nonePassed] = numbers(tests(open));
    assert.deepEqual([noneFailed, nonePassed], [0, 0]);
    assert.ok(waiting! > 0);
    await open.open(tests(open).links[0]!.id);
    await waitFor(
      'the page shows the results',
      async () => numbers(tests(open))[1] === 0,
      async () => tests(open),
    );
    const [failed, , passed] = numbers(tests(open));
    assert.equal(failed! + passed!, waiting);
    const row = tests(open).rows.find(({ text }) => text === wrong)!;
    assert.match(row.detail!, /^failed at /);
    assert.match(row.notes[0]!.text, /expected .* found/);
    await open.copy();
    assert.match(await vscode.env.clipboard.readText(), new RegExp(`\`${wrong}\`.*: failed`));
    await open.open(row.open!);
    const editor = vscode.window.activeTextEditor!;
    assert.match(editor.document.lineAt(editor.selection.start.line).text, new RegExp(wrong));

    await run('review.open');
    assert.deepEqual(numbers(tests(await page())), [failed, 0, passed], 'nothing has changed since');
    await write(orders, original.replace('sql: "{CUBE}.amount"', 'sql: "{CUBE}.amount * 3"'));
    await run('review.open');
    const changedAgain = await page();
    assert.deepEqual(numbers(tests(changedAgain)), [0, waiting, 0]);
    const { profiles } = await (await extension()).tests.explorer();
    const all = new vscode.TestRunRequest(undefined, [], profiles.run);
    await profiles.run.runHandler(all, new vscode.CancellationTokenSource().token);
    await waitFor(
      'the open page shows the results of a run in the Test Explorer',
      async () => numbers(tests(changedAgain))[1] === 0,
      async () => tests(changedAgain),
    );
    assert.deepEqual(failures(), []);
  });

  it('shows files, definitions and the state of the parent, and opens what they link to', async () => {
    await write(orders, original.replace('title: Orders', 'title: All orders'));
    await run('review.open');
    const { content } = await page();
    const titles = content.cards.map(({ title, count }) => [title, count]);
    assert.deepEqual(titles.slice(1), [
      ['Tests', 7],
      ['Definitions', 1],
      ['Files', 1],
      ['State', null],
    ]);
    assert.match(
      content.conclusion[0]!.text,
      /^1 definition changed in 1 file\. No number changes: (\d+) of \1 slices /,
    );
    assert.deepEqual(
      content.conclusion.slice(1).map(({ text }) => text),
      ['Nothing breaks.', 'No group sees more or less than before.'],
    );
    const [values, , model, files, state] = content.cards;
    assert.match(values!.summary[0]!, /^No number changes: (\d+) of \1 slices proved equal\.$/);
    assert.match(state!.rows.map(({ text }) => text).join(), /main has not changed since dev-/);
    assert.equal(model!.rows[0]!.text, 'cube orders: changed (title)');
    assert.deepEqual([files!.rows[0]!.text, files!.rows[0]!.detail], [orders, 'changed']);
    await (await page()).open(model!.rows[0]!.open!);
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), uriOf(orders).toString());
    await (await page()).copy();
    assert.match(await vscode.env.clipboard.readText(), /orders/);
  });

  it('follows the build of the branch', async () => {
    await run('review.open');
    const open = await page();
    const { session, branchName } = await followed();
    const { builds } = await session.deployment();
    const label = (of: typeof builds.value) => buildAppearance(of.get(branchName)!, vscode.l10n).label;
    const start = `Build of ${branchName}: `;
    const shown = () => {
      const texts = open.content.cards.flatMap(({ rows }) => rows.map(({ text }) => text));
      return texts.find((text) => text.startsWith(start))?.slice(start.length);
    };
    const seen: [status: string, shown: string | undefined][] = [];
    const watching = builds.onChange((all) => seen.push([label(all), shown()]));
    const changedText = original.replace('title: Orders', 'title: All orders');
    for (const text of [`${changedText}# built\n`, changedText]) await write(orders, text);
    await waitFor(
      'the build ends',
      () => !builds.isWatching(branchName),
      () => JSON.stringify(seen),
    );
    watching.dispose();
    assert.ok(seen.some(([status]) => status === 'building'));
    for (const [status, onPage] of seen) assert.equal(onPage, status);
    assert.equal(shown(), label(builds.value));
  });

  it('sends nothing when the parent moved, shows what is new, and asks again', async () => {
    await run('review.open');
    const open = await page();
    await otherUser.commit(added, 'cubes: []\n');
    const parent = await otherUser.read('main', orders);
    await open.act(answer);
    assert.equal(await otherUser.read('main', orders), parent, 'nothing is committed that the review did not show');
    assert.deepEqual(open.content.notice?.lines, [`${added} on main: added`]);
    assert.match(open.content.notice!.text, /^Nothing was sent/);
    assert.equal(open.content.cards.find(({ id }) => id === 'files')!.count, 2);
    assert.ok(open.content.form);
    assert.deepEqual(failures(), []);

    await open.act(answer);
    assert.match(await otherUser.read('main', orders), /title: All orders/);
    assert.equal(open.content.form, null);
    assert.match(open.content.status!.text, /^Committed dev-\S+ to main/);
  });

  it('sends nothing when the branch moved', async () => {
    dialogs.answer(/^(Pull changes|Sync) /, /^(Pull|Sync)$/);
    await run('branch.pull');
    await write(orders, `${original}# one\n`);
    await run('review.open');
    const open = await page();
    await write(orders, `${original}# two\n`);
    await open.act(answer);
    assert.doesNotMatch(await otherUser.read('main', orders), /# two/);
    assert.deepEqual(open.content.notice?.lines, [`${orders} on ${(await followed()).branchName}: changed`]);
  });

  it('predicts a conflict, and the platform refuses', async () => {
    await write(orders, original.replace('title: Orders', 'title: Mine'));
    const theirs = await otherUser.read('main', orders);
    await otherUser.commit(orders, theirs.replace('title: All orders', 'title: Theirs'));
    await run('review.open');
    const open = await page();
    const conflicts = open.content.cards.find(({ id }) => id === 'conflicts');
    assert.equal(conflicts?.rows.at(-1)?.text, orders, JSON.stringify(open.content.cards));
    await open.act(answer);
    const { notice } = open.content;
    assert.match(notice!.text, /both changed the same lines/);
    assert.doesNotMatch(notice!.text, /HTTP/);
    assert.match(notice!.details!, /HTTP 409/);
    assert.deepEqual(failures(), [], 'it is said once');
    assert.ok(open.content.form, 'it can be tried again');
  });

  it('commits a conflict that was merged in the merge editor, with the changes of both branches', async () => {
    await run('review.open');
    const open = await page();
    const conflicts = open.content.cards.find(({ id }) => id === 'conflicts');
    await open.open(conflicts!.rows.at(-1)!.open!);
    const { input } = vscode.window.tabGroups.activeTabGroup.activeTab!;
    const { base, input1 } = input as { base: vscode.Uri; input1: vscode.Uri };
    const textOf = async (uri: vscode.Uri) => (await vscode.workspace.openTextDocument(uri)).getText();
    assert.match(await textOf(base), /title: All orders/);
    assert.match(await textOf(input1), /title: Theirs/);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    // The effects of a complete merge in the editor.
    await write(orders, (await otherUser.read('main', orders)).replace('title: Theirs', 'title: Merged'));
    dialogs.answer(/^(Pull changes|Sync) /, /^(Pull|Sync)$/);
    await open.merges!.saved(orders);
    assert.deepEqual(failures(), []);
    assert.match(readFileSync(onDisk(orders), 'utf8'), /title: Merged/);
    assert.match(await otherUser.read((await followed()).branchName, orders), /title: Merged/);
    assert.deepEqual(
      open.content.cards.map(({ id }) => id),
      ['values', 'tests', 'changes', 'files', 'state'],
    );
    await open.act(answer);
    assert.deepEqual(failures(), []);
    assert.match(await otherUser.read('main', orders), /title: Merged/);
  });

  it('ends with its page', async () => {
    await write(orders, `${await otherUser.read('main', orders)}# last\n`);
    await run('review.open');
    const open = await page();
    open.panel.panel.dispose();
    assert.equal((await reviews()).page, undefined);
    await open.act(answer);
    assert.doesNotMatch(await otherUser.read('main', orders), /# last/);
  });
});
