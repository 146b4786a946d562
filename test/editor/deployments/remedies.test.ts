/** Each command that a connection or a new sign-in makes work offers it, whatever the command is. */

import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { delay } from '../../../src/base/async.ts';
import { Value } from '../../../src/base/event.ts';
import type { Connection } from '../../../src/session/connection.ts';
import type { CommandEntry } from '../../../src/ui/manifest/commandEntry.ts';
import { type CommandId, commandTable } from '../../../src/ui/manifest/commandTable.ts';
import { documentUri } from '../../../src/ui/shell/readOnlyDocuments.ts';
import { DialogStub } from '../dialogStub.ts';
import { extension } from './treeAccess.ts';

const ids = Object.keys(commandTable) as CommandId[];
const withTarget = ids.filter((id) => (commandTable[id] as CommandEntry).target !== undefined);

/** They need no connection: they make one, bind a folder, or only open something of the editor. */
const needNone: readonly CommandId[] = [
  'dataModel.connection.add',
  'dataModel.dashboard.editProfiles',
  'dataModel.emulator.start',
  'dataModel.folder.bind',
  'dataModel.folder.unbind',
  'dataModel.log.show',
  'dataModel.map.show',
  // It opens what the active document names.
  'dataModel.metricViews.openIntegration',
  'dataModel.status.show',
  'dataModel.view.filter',
];

/** Runs a command until it ends or waits for an answer in the quick input. */
async function run(id: CommandId, ...args: unknown[]): Promise<void> {
  const running = vscode.commands.executeCommand(id, ...args).then(() => true);
  if (await Promise.race([running, delay(2_000).then(() => false)])) return;
  await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
  await Promise.race([running, delay(2_000)]);
}

describe('a command that needs a connection', () => {
  let dialogs: DialogStub;
  before(async () => {
    dialogs = new DialogStub();
    await extension();
  });
  beforeEach(() => dialogs.reset());
  after(() => dialogs.restore());

  const messages = () => dialogs.shown.filter(({ kind }) => kind === 'message');

  it('offers to connect while there is none', async () => {
    const { connections } = (await extension()).app;
    const none = new Value<readonly Connection[]>([]);
    Object.defineProperties(connections, {
      get: { configurable: true, value: () => undefined },
      list: { configurable: true, value: none },
    });
    try {
      for (const id of ids.filter((each) => !needNone.includes(each))) {
        dialogs.reset();
        await run(id);
        const failures = messages().filter(({ text }) => /There is no connection/.test(text));
        for (const { text, choices } of failures) assert.deepEqual(choices, ['Connect…'], `${id}: ${text}`);
        if (withTarget.includes(id)) assert.equal(failures.length, 1, `${id}: ${JSON.stringify(messages())}`);
      }
    } finally {
      Reflect.deleteProperty(connections, 'get');
      Reflect.deleteProperty(connections, 'list');
    }
  });

  it('offers to sign in again after the platform rejected the key', async () => {
    const { app } = await extension();
    const address = process.env.DATA_MODEL_URL!.replace('127.0.0.1', 'localhost');
    await app.connections.add(address, { token: process.env.DATA_MODEL_API_KEY! });
    await app.context.secrets.store(`dataModel.connection:${address}`, JSON.stringify({ token: 'sk-revoked' }));
    app.connections.get(address)!.reset();
    const target = {
      ...{ connectionId: address, deploymentId: '1', deploymentName: 'Sample', branchName: 'main', podName: 'pod' },
      ...{ environmentId: '1', url: address, variableName: 'NAME', version: 'v1', publicId: 'sample' },
    };
    let left = 0;
    dialogs.defaultAnswer = ({ choices }) => {
      left -= 1;
      return left < 0 || choices.includes('Sign In Again…') ? undefined : choices[0];
    };
    const offering: CommandId[] = [];
    try {
      const others: readonly CommandId[] = [
        ...(['dataModel.connection.remove', 'dataModel.connection.signInAgain'] as const),
        // Removes the connection, too.
        'dataModel.emulator.stop',
      ];
      for (const id of withTarget.filter((each) => !others.includes(each))) {
        dialogs.reset();
        left = 5;
        await run(id, { kind: 'deployment', target });
        const failures = messages().filter(({ text }) => /does not accept the key/.test(text));
        for (const { text, choices } of failures) assert.ok(choices.includes('Sign In Again…'), `${id}: ${text}`);
        if (failures.length > 0) offering.push(id);
      }
      dialogs.reset();
      dialogs.defaultAnswer = () => undefined;
      // As the editor does with a tab after a reload of the window.
      const parameters = { connection: address, deployment: '1', name: 'Sample' };
      const restored = documentUri({ kind: 'logs', path: '/Sample.log', parameters });
      await assert.rejects(Promise.resolve(vscode.workspace.openTextDocument(restored)));
      assert.deepEqual(
        messages().map(({ choices }) => choices.includes('Sign In Again…')),
        [true],
        'the restored document',
      );
    } finally {
      dialogs.defaultAnswer = () => undefined;
      await app.connections.remove(address);
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    }
    // The others ask for more first, or open a document or a page.
    assert.ok(offering.length >= 15, offering.join(', '));
  });
});
