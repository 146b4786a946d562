/** The health page of the connection, in an editor. */

import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { waitFor } from '../../run/waitFor.ts';
import { DialogStub } from '../dialogStub.ts';
import { platformUrl } from '../platform.ts';
import { extension } from './treeAccess.ts';

describe('the health page', () => {
  let dialogs: DialogStub;
  before(async () => {
    await extension();
    dialogs = new DialogStub();
  });
  after(async () => {
    dialogs.restore();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  const ended = (document: vscode.TextDocument) => /^Checked at .* of 7 checks passed\.$/m.test(document.getText());
  const check = async () => {
    await vscode.commands.executeCommand('dataModel.health.check', { target: { connectionId: platformUrl } });
    const { document } = vscode.window.activeTextEditor!;
    await waitFor('all checks have ended', () => ended(document));
    return document;
  };

  it('shows each check with an action, and names no key', async () => {
    const document = await check();
    const text = document.getText();
    assert.match(text, /^## Platform: ✓ OK$/m);
    assert.match(text, /^## Credential: ✓ OK$/m);
    assert.equal(text.match(/^## /gm)?.length, 7);
    for (const key of [process.env.DATA_MODEL_API_KEY!, process.env.DATA_MODEL_ADMIN_API_KEY!]) {
      assert.ok(!text.includes(key));
    }
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      document.uri,
    );
    const commands = lenses.filter(({ command }) => command?.command !== '').map(({ command }) => command?.title);
    assert.equal(commands.length, 9, `one for each check, and two for the page: ${commands}`);
    assert.deepEqual(dialogs.shown, []);
  });

  it('checks again in the same document, and copies it', async () => {
    const first = await check();
    let changes = 0;
    const subscription = vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document === first) changes += 1;
    });
    await vscode.commands.executeCommand('dataModel.health.check', { target: { connectionId: platformUrl } });
    await waitFor('the document shows the new checks', () => changes > 0);
    subscription.dispose();
    await waitFor('all checks have ended', () => ended(first));
    assert.equal(vscode.window.activeTextEditor?.document, first);
    await vscode.commands.executeCommand('dataModel.health.copyReport');
    assert.equal(await vscode.env.clipboard.readText(), first.getText());
  });
});
