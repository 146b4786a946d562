/** The health page of the connection, in an editor. */

import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { healthPanelType } from '../../../src/ui/manifest/ids.ts';
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

  const current = async () => {
    const page = (await (await extension()).health.pages()).current;
    assert.ok(page, 'a health page is open');
    return page;
  };
  const ended = async () => {
    const page = await current();
    await waitFor('all checks have ended', () => /^Checked at .* of 7 checks passed\.$/.test(page.content.summary));
    return page;
  };
  const check = async () => {
    await vscode.commands.executeCommand('dataModel.health.check', { target: { connectionId: platformUrl } });
    return current();
  };

  it('shows each check with its state and its action, and names no key', async () => {
    await check();
    const { content } = await ended();
    const states = new Map(content.rows.map(({ title, state }) => [title, state]));
    assert.equal(states.size, 7);
    assert.equal(states.get('Platform'), 'ok');
    assert.equal(states.get('Credential'), 'ok');
    assert.equal(content.rows.filter(({ action }) => action !== null).length, 6, 'the clock has none');
    for (const key of [process.env.DATA_MODEL_API_KEY!, process.env.DATA_MODEL_ADMIN_API_KEY!]) {
      assert.ok(!JSON.stringify(content).includes(key));
    }
    assert.deepEqual(dialogs.shown, []);
  });

  it('checks again in the same tab, and copies the report', async () => {
    const first = await check();
    await ended();
    const again = await check();
    assert.equal(again, first);
    assert.equal(again.content.isRunning, true);
    await ended();
    await vscode.commands.executeCommand('dataModel.health.copyReport');
    const report = await vscode.env.clipboard.readText();
    assert.ok(report.startsWith(`# ${first.content.title}\n\n${first.content.summary}\n`), report);
    assert.equal(report.match(/^## /gm)?.length, 7);
    assert.match(report, /^## Platform: ✓ OK$/m);
    for (const key of [process.env.DATA_MODEL_API_KEY!, process.env.DATA_MODEL_ADMIN_API_KEY!]) {
      assert.ok(!report.includes(key));
    }
  });

  it('is restored with its window, and checks again', async () => {
    await check();
    const { subject } = await ended();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const pages = await (await extension()).health.pages();
    const tab = () => vscode.window.createWebviewPanel(healthPanelType, '', vscode.ViewColumn.One);
    pages.restore(tab(), subject);
    assert.deepEqual((await ended()).subject, subject);
    pages.restore(tab(), { ...subject, connectionId: 'https://gone.example.com' });
    const gone = 'Not connected to “https://gone.example.com”.';
    await waitFor('it says that there is no connection', async () => (await current()).content.summary === gone);
    const other = tab();
    let closed = false;
    other.onDidDispose(() => {
      closed = true;
    });
    pages.restore(other, undefined);
    assert.ok(closed);
  });
});
