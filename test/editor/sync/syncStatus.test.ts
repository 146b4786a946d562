import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Lifetime } from '../../../src/base/lifetime.ts';
import type { TestAccess } from '../../../src/extension.ts';
import { statusAppearance } from '../../../src/ui/status/statusAppearance.ts';
import { StatusSource } from '../../../src/ui/status/statusSource.ts';
import { waitFor } from '../../run/waitFor.ts';
import { DialogStub } from '../dialogStub.ts';
import { changeText, save } from '../editText.ts';
import { deploymentId, openBranch, remoteFiles, request, rowOf, sha1, startUnsynced } from './remote.ts';

const file = vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, 'model/views/status.yml');
const run = (command: string, ...args: unknown[]) => vscode.commands.executeCommand(command, ...args);

describe('the status of a synced folder', () => {
  let dialogs: DialogStub;
  let lifetime: Lifetime;
  let status: StatusSource;
  let branch = '';

  before(async () => {
    dialogs = new DialogStub();
    lifetime = new Lifetime();
    const extension = vscode.extensions.getExtension<TestAccess>('data-model-workbench.data-model-workbench')!;
    const { app } = await extension.activate();
    status = lifetime.add(new StatusSource(app));
    dialogs.answer(/^(Sync|Pull|Push) /, /^(Sync|Pull|Push)$/);
    await run('dataModel.branch.openDevMode', rowOf(await startUnsynced()));
    branch = await openBranch();
  });
  beforeEach(() => dialogs.reset());
  after(async () => {
    lifetime.dispose();
    dialogs.restore();
    await run('workbench.action.closeAllEditors');
  });

  const appearance = () => (status.value ? statusAppearance(status.value.model, vscode.l10n) : undefined);
  const waitForText = (text: RegExp) =>
    waitFor(
      `the status bar shows ${text}`,
      () => text.test(appearance()?.text ?? ''),
      () => appearance()?.text,
    );
  const saveText = async (text: string) => {
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(''));
    await vscode.window.showTextDocument(file);
    await save(await changeText(file, () => text));
  };

  it('shows platform, deployment, branch and build', async () => {
    const host = new URL(process.env.DATA_MODEL_URL!).host;
    await waitForText(new RegExp(`^\\$\\(database\\) ${host} · [^#·]+ · \\$\\(git-branch\\) ${branch}`));
    await waitForText(/ · \$\([a-z~-]+\) (built|ready|building|warming up)$/);
    assert.equal(appearance()!.tone, 'plain');
  });

  it('shows that dev mode moved until the branch is reopened', async () => {
    const moved = `status-${Date.now()}`;
    const api = `/build/api/v1/deployments/${deploymentId}`;
    await request('POST', `${api}/branches`, { name: moved, from: 'main' });
    await request('POST', `${api}/dev-mode`, { branchName: moved });
    const text = 'views:\n  - name: status\n    cubes:\n      - join_path: orders\n        includes: [count]\n';
    await saveText(text);
    await waitForText(/^\$\(debug-pause\) dev mode moved/);
    assert.equal((await remoteFiles(branch)).has('model/views/status.yml'), false);
    // A comparison does not clear the halt.
    await run('dataModel.sync.refresh');
    await waitForText(/^\$\(debug-pause\) dev mode moved/);
    const [question] = dialogs.shown.filter(({ choices }) => choices.includes('Reopen in Dev Mode'));
    assert.ok(question, 'asked about it, it explains itself');

    dialogs.answer(/./, /^\$\(.*\) Reopen dev-/);
    dialogs.answer(/^(Sync|Pull|Push) /, /^(Sync|Pull|Push)$/);
    await run('dataModel.status.show');
    await waitFor(
      'what waited is on the branch',
      async () => (await remoteFiles(branch)).get('model/views/status.yml') === sha1(text),
      () => dialogs.shown,
    );
    await waitForText(/^\$\(database\)/);
    assert.equal(await openBranch(), branch);
  });
});
