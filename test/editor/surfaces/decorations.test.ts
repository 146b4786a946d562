import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Lifetime } from '../../../src/base/lifetime.ts';
import { FileDecorations } from '../../../src/ui/sync/fileDecorations.ts';
import { waitFor } from '../../run/waitFor.ts';
import { conflict, pull, push } from '../../ui/samplePlans.ts';
import { branch, FakeFollowedFolder, localText, uriOf } from './fakeFollowedFolder.ts';

const orders = 'model/cubes/orders.yml';
const customers = 'model/cubes/customers.yml';
const regions = 'model/cubes/regions.yml';

describe('the marks of files in the Explorer', () => {
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

  const mark = (file: string) => {
    const token = new vscode.CancellationTokenSource().token;
    const decoration = provider.provideFileDecoration(uriOf(file), token) as vscode.FileDecoration | undefined;
    return decoration && [decoration.badge, decoration.tooltip];
  };

  it('say which side has what', () => {
    folder.plan([conflict(orders, 'both-changed'), push(customers, 'edit'), pull(regions, 'edit')]);
    assert.deepEqual(mark(orders), ['!', `In conflict with ${branch}`]);
    assert.deepEqual(mark(customers), ['↑', `Not pushed to ${branch} yet`]);
    assert.deepEqual(mark(regions), ['↓', `Changed on ${branch}, not pulled yet`]);
    assert.equal(mark('model/cubes/other.yml'), undefined);
  });

  it('tell the editor of exactly the files whose mark changed', () => {
    folder.plan([push(orders, 'edit'), push(customers, 'edit')]);
    changed = [];
    folder.plan([push(orders, 'edit'), pull(regions, 'edit')]);
    assert.deepEqual(changed.sort(), [uriOf(customers), uriOf(regions)].map(String).sort());
  });

  it('say “verified” of what was sent, once a listing showed the very same content, and not before', () => {
    folder.plan([push(orders, 'edit')]);
    folder.pushed.fire({ paths: [orders] });
    assert.equal(mark(orders)?.[0], '↑');
    folder.remote.set(orders, localText(orders));
    folder.plan([], { lastVerified: new Date() });
    assert.equal(mark(orders)?.[0], '✓');
    assert.match(String(mark(orders)?.[1]), new RegExp(`^Verified on ${branch} at .`));
    folder.plan([push(orders, 'edit')]);
    assert.equal(mark(orders)?.[0], '↑');
  });

  it('no longer say “verified” once the text was edited', async () => {
    folder.remote.set(orders, localText(orders));
    folder.plan([]);
    folder.pushed.fire({ paths: [orders] });
    assert.equal(mark(orders)?.[0], '✓');
    const editor = await vscode.window.showTextDocument(uriOf(orders));
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '# later\n'));
    await waitFor('the mark is gone', () => mark(orders) === undefined);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('go with the branch', () => {
    folder.plan([push(orders, 'edit')]);
    changed = [];
    folder.sync.set(undefined);
    assert.equal(mark(orders), undefined);
    assert.deepEqual(changed, [uriOf(orders).toString()]);
  });
});
