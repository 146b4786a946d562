import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Lifetime } from '../../../src/base/lifetime.ts';
import { FileDecorations } from '../../../src/ui/sync/fileDecorations.ts';
import { waitFor } from '../../run/waitFor.ts';
import { conflict, pull, push } from '../../ui/samplePlans.ts';
import { editText } from '../editText.ts';
import { branch, FakeFollowedFolder, localText, uriOf } from './fakeFollowedFolder.ts';

const orders = 'model/cubes/orders.yml';
const customers = 'model/cubes/customers.yml';
const regions = 'model/cubes/regions.yml';

describe('file decorations', () => {
  const register = vscode.window.registerFileDecorationProvider;
  const replace = (value: unknown) =>
    Object.defineProperty(vscode.window, 'registerFileDecorationProvider', {
      configurable: true,
      writable: true,
      value,
    });
  let provider: vscode.FileDecorationProvider;
  let changed: string[] = [];
  let folder: FakeFollowedFolder;
  let lifetime: Lifetime;

  before(() => {
    replace((given: vscode.FileDecorationProvider) => {
      provider = given;
      given.onDidChangeFileDecorations!((uris) => {
        changed.push(...[uris ?? []].flat().map((uri) => uri.toString()));
      });
      return register(given);
    });
  });
  after(() => replace(register));
  beforeEach(() => {
    changed = [];
    folder = new FakeFollowedFolder();
    lifetime = new Lifetime();
    lifetime.add(new FileDecorations(folder.app));
    folder.follow();
  });
  afterEach(() => lifetime.dispose());

  const decorationOf = (file: string) => {
    const token = new vscode.CancellationTokenSource().token;
    const decoration = provider.provideFileDecoration(uriOf(file), token) as vscode.FileDecoration | undefined;
    return decoration && [decoration.badge, decoration.tooltip];
  };

  it('show which side has changed', () => {
    folder.plan([conflict(orders, 'both-changed'), push(customers, 'edit'), pull(regions, 'edit')]);
    assert.deepEqual(decorationOf(orders), ['!', `In conflict with ${branch}`]);
    assert.deepEqual(decorationOf(customers), ['↑', `Not pushed to ${branch} yet`]);
    assert.deepEqual(decorationOf(regions), ['↓', `Changed on ${branch}, not pulled yet`]);
    assert.equal(decorationOf('model/cubes/other.yml'), undefined);
  });

  it('fire an event for exactly the files that changed', () => {
    folder.plan([push(orders, 'edit'), push(customers, 'edit')]);
    changed = [];
    folder.plan([push(orders, 'edit'), pull(regions, 'edit')]);
    assert.deepEqual(changed.sort(), [uriOf(customers), uriOf(regions)].map(String).sort());
  });

  it('show “verified” after a push and a listing with the same content', () => {
    folder.plan([push(orders, 'edit')]);
    folder.pushed.fire({ paths: [orders] });
    assert.equal(decorationOf(orders)?.[0], '↑');
    folder.remote.set(orders, localText(orders));
    folder.plan([], { lastVerified: new Date() });
    assert.equal(decorationOf(orders)?.[0], '✓');
    assert.match(String(decorationOf(orders)?.[1]), new RegExp(`^Verified on ${branch} at .`));
    folder.plan([push(orders, 'edit')]);
    assert.equal(decorationOf(orders)?.[0], '↑');
  });

  it('do not show “verified” after an edit', async () => {
    folder.remote.set(orders, localText(orders));
    folder.plan([]);
    folder.pushed.fire({ paths: [orders] });
    assert.equal(decorationOf(orders)?.[0], '✓');
    const editor = await vscode.window.showTextDocument(uriOf(orders));
    await editText(editor, (edit) => edit.insert(new vscode.Position(0, 0), '# later\n'));
    await waitFor('the decoration is removed', () => decorationOf(orders) === undefined);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('are removed when the folder no longer follows the branch', () => {
    folder.plan([push(orders, 'edit')]);
    changed = [];
    folder.sync.set(undefined);
    assert.equal(decorationOf(orders), undefined);
    assert.deepEqual(changed, [uriOf(orders).toString()]);
  });
});
