/** The results of queries: comparison, SQL, export, several folders and tabs. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Explanation } from '../../../src/query/why/explanation.ts';
import type { QueryPanel } from '../../../src/ui/query/queryPanel.ts';
import { waitFor } from '../../run/waitFor.ts';
import { extension } from '../deployments/treeAccess.ts';
import { replaceText, save } from '../editText.ts';
import { platformUrl } from '../platform.ts';
import {
  completed,
  countQueries,
  failureOf,
  isZero,
  orders,
  pace,
  panels,
  root,
  rowsOf,
  runQuery,
  uriOf,
  useQueryWindow,
  waitForState,
  writeQuery,
} from './queryWindow.ts';

const run = (command: string, ...args: unknown[]) => vscode.commands.executeCommand(command, ...args);

describe('results of queries', () => {
  const sample = useQueryWindow();

  it('compare with production', async () => {
    await save(await replaceText(orders, completed, 'sql: "1 = 0"'));
    const panel = await runQuery(await writeQuery('done.query.yml', 'measures: [orders.completed_count]\n'));
    await waitForState(panel, 'no order is completed', isZero);
    sample.dialogs.answer(/^Compare Query Result With/, 'main');
    await run('dataModel.query.compare', panel.runs.document);
    const { compared } = await waitForState(panel, 'it is compared', ({ phase, compared: with_ }) => {
      return phase === 'done' && with_;
    });
    const [question] = sample.dialogs.questions(/^Compare Query Result With/);
    assert.match(question!.choices[0]!, /^queries-\d+$/, 'the parent comes first');
    assert.deepEqual(compared!.branch, { name: 'main', isProduction: true });
    assert.equal(compared!.table.changed, 1);
    assert.equal(String(compared!.table.rows[0]!.after![0]), '0');
    assert.ok(Number(compared!.table.rows[0]!.before![0]) > 0);
    assert.match(panel.sql('own'), /1 = 0/);
    assert.doesNotMatch(panel.sql('other'), /1 = 0/);
    sample.dialogs.answer(/^Compare Query Result With/, 'Do Not Compare');
    await run('dataModel.query.compare', panel.runs.document);
    await waitForState(panel, 'it is not compared', ({ phase, compared: with_ }) => phase === 'done' && !with_);
  });

  it('are explained: what leaves no row, with its line, and what differs from production', async () => {
    await save(await replaceText(orders, completed, 'sql: "1 = 0"'));
    const filter = '  - { member: orders.status, operator: equals, values: [Completed] }';
    const uri = await writeQuery(
      'why.query.yml',
      `dimensions: [orders.status]\nmeasures: [orders.count]\nfilters:\n${filter}\n`,
    );
    const panel = await runQuery(uri);
    await waitForState(
      panel,
      'there is no row',
      ({ phase, run: done }) => phase === 'done' && done?.table.rows.length === 0,
    );
    const empty = (await run('dataModel.query.why', panel.runs.document)) as Explanation;
    const [cause, ...more] = empty.causes;
    assert.match(cause!.text.message, /^Filter orders\.status equals "Completed": leaves 0 of [\d,]+ rows\.$/);
    assert.equal(cause!.details?.[0]?.text.message, 'The data has "completed" instead of "Completed".');
    assert.match(cause!.place!.file, /why\.query\.yml$/);
    assert.equal(cause!.place!.line, 4);
    assert.deepEqual(more, []);
    const shown = () =>
      vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).find(({ label }) => label.startsWith('Why: '));
    await waitFor('the explanation is shown', shown);
    await vscode.window.tabGroups.close(shown()!);
    const compared = await runQuery(await writeQuery('different.query.yml', 'measures: [orders.completed_count]\n'));
    await waitForState(compared, 'no order is completed', isZero);
    sample.dialogs.answer(/^Compare Query Result With/, 'main');
    await run('dataModel.query.compare', compared.runs.document);
    await waitForState(
      compared,
      'it is compared',
      ({ phase, compared: with_ }) => phase === 'done' && with_ !== undefined,
    );
    const { causes } = (await run('dataModel.query.why', compared.runs.document)) as Explanation;
    assert.ok(causes.some(({ text }) => text.message === 'orders.completed_count differs from main.'));
  });

  it('are explained by the version on the branch, whose lines open if the files have other ones', async () => {
    const panel = await runQuery(await writeQuery('other.query.yml', 'measures: [orders.count]\n'));
    await rowsOf(panel);
    const why = async () => (await run('dataModel.query.why', panel.runs.document)) as Explanation;
    const pushed = await why();
    assert.deepEqual(pushed.warnings, []);
    // Not saved, so the branch has the lines of before.
    await replaceText(orders, 'cubes:', '# one\n# two\ncubes:');
    const { warnings, steps } = await why();
    assert.match(warnings[0]!.message, /differs from your files\. .*: model\/cubes\/orders\.yml$/);
    assert.deepEqual(steps[0]!.place, pushed.steps[0]!.place);
  });

  it('are those of the user whom the document names, or say which key that needs', async () => {
    const { app } = await extension();
    const platform = await app.connections.get(platformUrl)!.open();
    const uri = await writeQuery('as.query.yml', 'measures: [orders.count]\nas:\n  user: eve\n  groups: [finance]\n');
    const panel = await runQuery(uri);
    await rowsOf(panel);
    await platform.useAdmin({ token: process.env.DATA_MODEL_API_KEY! });
    try {
      await panel.runs.run();
      assert.match(failureOf(panel), /runs a query as another user only with the key of an administrator/);
    } finally {
      await platform.useAdmin({ token: process.env.DATA_MODEL_ADMIN_API_KEY! });
    }
    await panel.runs.run();
    await rowsOf(panel);
  });

  it('open the SQL with its parameters', async () => {
    const filter = 'filters: [{ member: orders.status, operator: equals, values: [completed] }]\n';
    const panel = await runQuery(await writeQuery('sql.query.yml', `measures: [orders.count]\n${filter}`));
    await rowsOf(panel);
    await panel.openSql();
    const { document } = vscode.window.activeTextEditor!;
    assert.match(document.getText(), /^SELECT\n {2}count[\s\S]*\nFROM\n[\s\S]*-- \$1 = "completed"\n/);
    assert.equal(path.basename(document.uri.path), 'sql.query.sql');
    assert.equal(document.languageId, 'data-model-sql');
  });

  it('export to the file that the user selects', async () => {
    const panel = await runQuery(
      await writeQuery('export.query.yml', 'measures: [orders.count]\ndimensions: [orders.status]\n'),
    );
    const rows = await rowsOf(panel);
    const showSaveDialog = vscode.window.showSaveDialog;
    const replaceDialog = (value: unknown) =>
      Object.defineProperty(vscode.window, 'showSaveDialog', { configurable: true, writable: true, value });
    try {
      replaceDialog(async () => uriOf('rows.csv'));
      await panel.exportResult('csv');
      replaceDialog(async () => uriOf('rows.json'));
      await panel.exportResult();
    } finally {
      replaceDialog(showSaveDialog);
    }
    const csv = readFileSync(path.join(root, 'rows.csv'), 'utf8').split('\r\n');
    // The mark of the encoding, for spreadsheets.
    assert.equal(csv[0], '\ufefforders.status,orders.count');
    assert.deepEqual(csv[1]!.split(','), rows[0]);
    const json = JSON.parse(readFileSync(path.join(root, 'rows.json'), 'utf8')) as object[];
    assert.equal(json.length, rows.length);
  });

  it('of two folders run on the branch of each', async () => {
    const { app } = await extension();
    const [first] = app.folders.list.value;
    const second = { ...first!.binding, projectFolder: path.join(root, 'second') };
    const known = [{ workspaceFolder: root, name: first!.name, binding: first!.binding }];
    app.folders.set([...known, { workspaceFolder: root, name: 'second', binding: second }]);
    try {
      const own = await runQuery(await writeQuery('one.query.yml', 'measures: [orders.count]\n'));
      const other = await runQuery(await writeQuery('second/one.query.yml', 'measures: [orders.count]\n'));
      await rowsOf(own);
      await rowsOf(other);
      assert.equal(own.panel.title, `one on ${sample.branch}`);
      assert.equal(other.panel.title, 'one on main (production)');
    } finally {
      app.folders.set(known);
    }
    assert.equal((await panels()).length, 1, 'the panel of a folder that is no longer bound is closed');
  });

  it('are those of another branch as soon as the folder follows it', async () => {
    const { app } = await extension();
    const session = app.folders.list.value[0]!.session.value!;
    const panel = await runQuery(await writeQuery('switched.query.yml', 'measures: [orders.count]\n'));
    await rowsOf(panel);
    await session.unfollow();
    await waitForState(panel, 'production answers', ({ phase, branch }) => phase === 'done' && branch!.isProduction);
    assert.equal(panel.panel.title, 'switched on main (production)');
    await session.openDevMode(sample.branch);
    await waitForState(
      panel,
      'the dev branch answers',
      ({ phase, branch }) => phase === 'done' && !branch!.isProduction,
    );
    assert.equal(panel.panel.title, `switched on ${sample.branch}`);
  });

  it('of a hidden panel run when it is shown', async () => {
    const hidden = await runQuery(await writeQuery('a.query.yml', 'measures: [orders.completed_count]\n'));
    // A build of an earlier test may still run.
    await waitForState(hidden, 'orders are completed', (state) => state.phase === 'done' && !isZero(state));
    const visible = await runQuery(await writeQuery('b.query.yml', 'measures: [orders.completed_count]\n'));
    await rowsOf(visible);
    assert.equal(visible.panel.viewColumn, hidden.panel.viewColumn, 'results share a column');
    await waitFor('the first is hidden', () => !hidden.panel.visible);
    const queries = await countQueries();
    await save(await replaceText(orders, completed, 'sql: "1 = 0"'));
    await waitForState(visible, 'the visible one is new', isZero);
    assert.ok(!isZero(hidden.runs.state.value));
    const before = await queries();
    hidden.panel.reveal();
    await waitForState(hidden, 'it is new, too', isZero);
    assert.ok((await queries()) > before);
  });

  it('are in the history of the folder: shown again, compared with another one, and run again', async () => {
    const document = await writeQuery('kept.query.yml', 'measures: [orders.completed_count]\n');
    const panel = await runQuery(document);
    const [[before]] = (await rowsOf(panel)) as [[string]];
    await save(await replaceText(orders, completed, 'sql: "1 = 0"'));
    await waitForState(panel, 'no order is completed', isZero);
    const answers = (...choices: (string | RegExp)[]) => {
      for (const choice of choices) sample.dialogs.answer(/^(Query History|Compare .* With)$|, .*\d/, choice);
    };
    answers(/^kept$/, / Show Result$/);
    const shown = (await run('dataModel.query.history')) as QueryPanel;
    assert.equal(shown, panel, 'its document has the same text');
    assert.match(panel.content.earlier!, new RegExp(`^${sample.branch}, .+(commit|built|files) `));
    const [list] = sample.dialogs.questions(/^Query History/);
    assert.match(list!.detail, new RegExp(`^${sample.branch} · Rows: 1 .*\\d`));
    // A save does not replace what the user looks at.
    await save(await replaceText(orders, 'sql: "1 = 0"', completed));
    answers(/^kept$/, / Compare With Another Result…$/, /^kept$/);
    await run('dataModel.query.history');
    const { compared, run: later } = panel.runs.state.value;
    assert.equal(compared!.table.changed, 1);
    assert.deepEqual(compared!.table.rows[0]!.before!.map(String), [before]);
    assert.equal(String(later!.table.rows[0]![0]), '0');
    answers(/^kept$/, / Run Again$/);
    await run('dataModel.query.history');
    await waitForState(panel, 'it ran again', ({ phase, run: done, earlier }) => {
      return phase === 'done' && earlier === undefined && String(done!.table.rows[0]![0]) === before;
    });
    // The text of the result is a scratch query where the document has another one by now.
    await vscode.workspace.fs.writeFile(document, Buffer.from('measures: [orders.count]\n'));
    await waitFor('the editor shows the file', async () =>
      (await vscode.workspace.openTextDocument(document)).getText().includes('orders.count'),
    );
    answers(/^kept$/, / Show Result$/);
    const scratch = (await run('dataModel.query.history')) as QueryPanel;
    assert.equal(scratch.content.isScratch, true);
    assert.equal(scratch.runs.state.value.run!.table.columns[0]!.key, 'orders.completed_count');
  });

  it('are restored with their window, without a token', async () => {
    const { queries } = await extension();
    const all = await queries.panels();
    const document = await writeQuery('restored.query.yml', 'measures: [orders.count]\n');
    const state = {
      version: 1,
      document: document.toString(),
      tab: 'grid',
      sort: null,
      widths: {},
      onlyDifferences: false,
    };
    const tab = () => vscode.window.createWebviewPanel('dataModel.query', '', vscode.ViewColumn.Two);
    await all.restore(tab(), state);
    await rowsOf(all.all[0]!);
    assert.doesNotMatch(JSON.stringify(all.all[0]!.content), /eyJ|token/i);
    for (const stored of [{}, undefined, { ...state, document: 'untitled:/gone.query.yml' }]) {
      const other = tab();
      let closed = false;
      other.onDidDispose(() => {
        closed = true;
      });
      await all.restore(other, stored);
      assert.ok(closed, JSON.stringify(stored));
    }
  });

  it('stop when the user disconnects from the platform', async () => {
    const { app } = await extension();
    await pace(60_000, 50);
    const panel = await runQuery(await writeQuery('slow.query.yml', 'measures: [orders.count]\nlimit: 8\n'));
    await waitForState(panel, 'the platform asks to wait', ({ waiting }) => waiting);
    await app.connections.remove(platformUrl);
    try {
      await waitForState(panel, 'it stopped', ({ phase }) => phase === 'failed');
      assert.match(failureOf(panel), /^There is no connection to /);
    } finally {
      await app.connections.add(platformUrl, { token: process.env.DATA_MODEL_API_KEY! });
      await app.connections.addAdminKey(platformUrl, process.env.DATA_MODEL_ADMIN_API_KEY!);
    }
  });
});
