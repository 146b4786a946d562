/** *Check Against Database* in a project without a data source: the platform is asked. */

import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { waitFor } from '../../run/waitFor.ts';
import { replaceText, save } from '../editText.ts';
import { control } from '../platform.ts';
import { countQueries, orders, useQueryWindow } from './queryWindow.ts';

const question = /^Ask the platform for each public member/;

describe('the check of a project without a data source', () => {
  const window = useQueryWindow();

  const marks = () =>
    vscode.languages
      .getDiagnostics(orders)
      .filter(({ source }) => source === 'database')
      .map(({ range, message }) => `${range.start.line + 1}: ${message}`);
  const check = () => vscode.commands.executeCommand('dataModel.database.check', orders);
  const lineOf = (document: vscode.TextDocument, text: string) =>
    document.positionAt(document.getText().indexOf(text)).line + 1;

  it('asks nothing before the user agrees', async () => {
    const count = await countQueries();
    window.dialogs.answer(question, undefined);
    await check();
    assert.equal(await count(), 0);
  });

  it('asks the platform for each public member, and marks what its database refuses until that is corrected', async () => {
    await save(await replaceText(orders, 'sql: "{CUBE}.status', 'sql: "{CUBE}.statuss'));
    const document = await vscode.workspace.openTextDocument(orders);
    window.dialogs.answer(question, 'Ask Platform');
    await check();
    await waitFor('the problem is shown', () => marks().length > 0, marks);
    assert.equal(marks().length, 1, marks().join('\n'));
    const line = lineOf(document, 'statuss');
    assert.match(marks()[0]!, new RegExp(`^${line}: The database has no column \`statuss\`: .*"statuss"`));
    const [mark] = vscode.languages.getDiagnostics(orders).filter(({ source }) => source === 'database');
    assert.equal(document.getText(mark!.range), 'statuss');
    await save(await replaceText(orders, 'statuss', 'status'));
    await waitFor('it is gone', () => marks().length === 0, marks);
  });

  it('says what it did not ask', async () => {
    window.dialogs.answer(question, 'Ask Platform');
    void check();
    await waitFor('the counts are shown', () =>
      window.dialogs.shown.some(({ text }) => /^The database checked \d+ of \d+ members and joins\.$/.test(text)),
    );
    assert.deepEqual(marks(), []);
  });

  it('fails with the error of the platform if that does not answer', async () => {
    await control('POST', 'faults', [{ kind: 'status', status: 403, operation: 'data.meta', times: 0 }]);
    window.dialogs.answer(question, 'Ask Platform');
    await check();
    const last = window.dialogs.shown.at(-1)!;
    assert.match(last.text, /does not allow this with your key/);
    assert.ok(last.choices.includes('Show Log'), last.text);
  });
});
