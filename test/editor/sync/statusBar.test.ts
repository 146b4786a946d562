import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Lifetime } from '../../../src/base/lifetime.ts';
import type { TestAccess } from '../../../src/extension.ts';
import { statusAppearance } from '../../../src/ui/status/statusAppearance.ts';
import { StatusSource } from '../../../src/ui/status/statusSource.ts';
import { waitFor } from '../../run/waitFor.ts';
import { DialogStub } from '../dialogStub.ts';
import { deploymentId, openBranch, remoteFiles, request, rowOf, sha1 } from './remote.ts';

const file = vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, 'model/views/status.yml');
const run = (command: string, ...args: unknown[]) => vscode.commands.executeCommand(command, ...args);

describe('what the status bar says of a folder at work', () => {
  let person: DialogStub;
  let lifetime: Lifetime;
  let status: StatusSource;
  let branch = '';

  before(async () => {
    person = new DialogStub();
    lifetime = new Lifetime();
    const extension = vscode.extensions.getExtension<TestAccess>('data-model-workbench.data-model-workbench')!;
    const { app } = await extension.activate();
    status = lifetime.add(new StatusSource(app));
    person.answer(/^(Sync|Pull|Push) /, /^(Sync|Pull|Push)$/);
    await run('dataModel.branch.openDevMode', rowOf('main'));
    branch = await openBranch();
  });
  beforeEach(() => person.reset());
  after(async () => {
    lifetime.dispose();
    person.restore();
    await run('workbench.action.closeAllEditors');
  });

  const look = () => (status.value ? statusAppearance(status.value.model, vscode.l10n) : undefined);
  const says = (text: RegExp) =>
    waitFor(
      `the status bar says ${text}`,
      () => text.test(look()?.text ?? ''),
      () => look()?.text,
    );
  const save = async (text: string) => {
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(''));
    const document = await vscode.workspace.openTextDocument(file);
    const editor = await vscode.window.showTextDocument(document);
    const whole = new vscode.Range(new vscode.Position(0, 0), document.lineAt(document.lineCount - 1).range.end);
    await editor.edit((edit) => edit.replace(whole, text));
    await document.save();
  };

  it('names platform, deployment and branch, and the build once it is known', async () => {
    const host = new URL(process.env.DATA_MODEL_URL!).host;
    await says(new RegExp(`^\\$\\(database\\) ${host} · [^#·]+ · \\$\\(git-branch\\) ${branch}`));
    await says(/ · \$\([a-z~-]+\) (built|ready|building|warming up)$/);
    assert.equal(look()!.tone, 'plain');
  });

  it('says why saves do not go up while dev mode is elsewhere, until it is opened again', async () => {
    const moved = `status-${Date.now()}`;
    const api = `/build/api/v1/deployments/${deploymentId}`;
    await request('POST', `${api}/branches`, { name: moved, from: 'main' });
    await request('POST', `${api}/dev-mode`, { branchName: moved });
    const text = 'views:\n  - name: status\n    cubes:\n      - join_path: orders\n        includes: [count]\n';
    await save(text);
    await says(/^\$\(debug-pause\) dev mode moved/);
    assert.equal((await remoteFiles(branch)).has('model/views/status.yml'), false);
    // A comparison does not make it forget.
    await run('dataModel.sync.refresh');
    await says(/^\$\(debug-pause\) dev mode moved/);
    const [question] = person.shown.filter(({ choices }) => choices.includes('Reopen in Dev Mode'));
    assert.ok(question, 'asked about it, it explains itself');

    person.answer(/./, /^\$\(.*\) Reopen dev-/);
    person.answer(/^(Sync|Pull|Push) /, /^(Sync|Pull|Push)$/);
    await run('dataModel.status.show');
    await waitFor(
      'what waited is on the branch',
      async () => (await remoteFiles(branch)).get('model/views/status.yml') === sha1(text),
      () => person.shown,
    );
    await says(/^\$\(database\)/);
    assert.equal(await openBranch(), branch);
  });
});
