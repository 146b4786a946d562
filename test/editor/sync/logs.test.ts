import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { waitFor } from '../../run/waitFor.ts';
import { DialogStub } from '../dialogStub.ts';
import { platformUrl } from '../platform.ts';
import { deploymentId, request, rowOf } from './remote.ts';

interface LogPage {
  items: { pod: string | null; date: string | null; message: string }[];
}

const readLogs = (query = '') =>
  request('GET', `/api/v1/deployments/${deploymentId}/logs?first=500${query}`) as Promise<LogPage>;

describe('logs of a deployment', () => {
  let dialogs: DialogStub;
  before(() => {
    dialogs = new DialogStub();
  });
  beforeEach(() => dialogs.reset());
  after(async () => {
    dialogs.restore();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('open as a read-only document without colors', async () => {
    dialogs.answer(/^Logs of/, /all sources/);
    await vscode.commands.executeCommand('dataModel.logs.open', rowOf());
    const document = vscode.window.activeTextEditor!.document;
    const text = document.getText();
    assert.equal(document.uri.scheme, 'data-model');
    assert.match(document.fileName, /\.log$/);
    const { items } = await readLogs();
    assert.ok(items.length > 0, 'the sample deployment has been built and has logs');
    for (const { message } of items.slice(0, 20)) {
      const [first] = message.split('\n');
      const plain = first!.replace(/\u001b\[[\d;]*m/g, '').trim();
      assert.ok(text.includes(plain), `the line “${plain}” is shown`);
    }
    assert.ok(!text.includes('\u001b'));
  });

  it('can be filtered by source, container and pod', async () => {
    await vscode.commands.executeCommand('dataModel.logs.open', rowOf());
    const [question] = dialogs.questions(/^Logs of/);
    const choices = question!.choices.join('\n');
    assert.match(choices, /dev mode/);
    assert.match(choices, /cubejs-server/);
    const { items } = (await request('GET', `/api/v1/deployments/${deploymentId}/pods?first=50`)) as {
      items: { name: string }[];
    };
    for (const { name } of items) assert.ok(choices.includes(name), name);
  });

  it('contain only the lines of the selected container', async () => {
    dialogs.answer(/^Logs of/, /INIT/);
    await vscode.commands.executeCommand('dataModel.logs.open', rowOf());
    const text = vscode.window.activeTextEditor!.document.getText();
    const { items } = await readLogs('&container=INIT');
    const shown = text.split('\n').filter((line) => /^\d{4}-/.test(line));
    assert.equal(shown.length, items.length);
  });

  it('are followed in an output channel that resumes without repeated lines', async () => {
    const made: { lines: string[]; name: string }[] = [];
    const create = vscode.window.createOutputChannel;
    const replace = (value: unknown) =>
      Object.defineProperty(vscode.window, 'createOutputChannel', { configurable: true, writable: true, value });
    replace((name: string, options: never) => {
      const channel = create(name, options) as vscode.OutputChannel;
      const record = { name, lines: [] as string[] };
      made.push(record);
      const append = channel.appendLine.bind(channel);
      Object.defineProperty(channel, 'appendLine', {
        value: (text: string) => {
          record.lines.push(...text.split('\n'));
          append(text);
        },
      });
      return channel;
    });
    try {
      dialogs.answer(/^Logs of/, /all sources/);
      await vscode.commands.executeCommand('dataModel.logs.tail', rowOf());
      await waitFor('the tail shows lines', () => (made[0]?.lines.length ?? 0) > 0);
      await vscode.commands.executeCommand('dataModel.logs.stopTail');
      const before = [...made[0]!.lines];
      await request('POST', `/build/api/v1/deployments/${deploymentId}/dev-mode`, { branchName: 'main' });
      dialogs.answer(/^Logs of/, /all sources/);
      await vscode.commands.executeCommand('dataModel.logs.tail', rowOf());
      await waitFor('the tail goes on with new lines', () => made[0]!.lines.length > before.length);
      assert.equal(made.length, 1, 'it goes on in the same channel');
      const entries = made[0]!.lines.filter((line) => /^\d{4}-/.test(line));
      assert.deepEqual(entries, [...new Set(entries)]);
      await vscode.commands.executeCommand('dataModel.logs.stopTail');
    } finally {
      replace(create);
    }
  });

  it('show an error when the deployment does not exist', async () => {
    dialogs.answer(/^Logs of/, /all sources/);
    const nowhere = { target: { ...rowOf().target, deploymentId: '999999' } };
    await vscode.commands.executeCommand('dataModel.logs.open', nowhere);
    const shown = dialogs.shown.filter(({ kind, choices }) => kind === 'message' && choices.includes('Show Log'));
    assert.equal(shown.length, 1);
    assert.match(shown[0]!.text, new RegExp(new URL(platformUrl).host));
  });
});
