import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { UserError } from '../../../src/base/errors.ts';
import { Lifetime } from '../../../src/base/lifetime.ts';
import { halt } from '../../../src/sync/plan/halt.ts';
import { rememberDeploymentNames } from '../../../src/ui/connections/deploymentName.ts';
import type { CommandId } from '../../../src/ui/manifest/commandTable.ts';
import { StatusBar, statusCommands } from '../../../src/ui/status/statusBar.ts';
import { StatusSource } from '../../../src/ui/status/statusSource.ts';
import { waitFor } from '../../run/waitFor.ts';
import { conflict, pull, push } from '../../ui/samplePlans.ts';
import { FakeFollowedFolder } from './fakeFollowedFolder.ts';

interface Item {
  item: vscode.StatusBarItem;
  visible: boolean;
}

describe('the status bar item', () => {
  const create = vscode.window.createStatusBarItem;
  const pick = vscode.window.showQuickPick;
  let made: Item | undefined;
  let folder: FakeFollowedFolder;
  let status: StatusSource;
  let lifetime: Lifetime;

  const replace = (name: 'createStatusBarItem' | 'showQuickPick', value: unknown) =>
    Object.defineProperty(vscode.window, name, { configurable: true, writable: true, value });

  before(() => {
    replace('createStatusBarItem', (id: string, alignment: vscode.StatusBarAlignment, priority: number) => {
      const item = create(id, alignment, priority);
      const record: Item = { item, visible: false };
      const { show, hide } = item;
      const watched = (shown: boolean, original: () => void) => ({
        value() {
          record.visible = shown;
          original.call(item);
        },
      });
      Object.defineProperties(item, { show: watched(true, show), hide: watched(false, hide) });
      made = record;
      return item;
    });
  });
  after(() => {
    replace('createStatusBarItem', create);
    replace('showQuickPick', pick);
  });

  beforeEach(() => {
    folder = new FakeFollowedFolder();
    lifetime = new Lifetime();
    lifetime.add(rememberDeploymentNames(folder.app));
    status = lifetime.add(new StatusSource(folder.app));
    lifetime.add(new StatusBar(status));
  });
  afterEach(() => lifetime.dispose());

  const shows = (text: string | RegExp) =>
    waitFor(
      `the status bar shows ${text}; it shows ${made!.item.text}`,
      () => made!.visible && (typeof text === 'string' ? made!.item.text.includes(text) : text.test(made!.item.text)),
    );
  const tooltip = () => (made!.item.tooltip as vscode.MarkdownString).value;

  it('is hidden while no folder is bound', async () => {
    assert.equal(made!.visible, false);
    folder.bind();
    await shows('acme.example.com');
    folder.list.set([]);
    await waitFor('it hides again', () => !made!.visible);
  });

  it('shows that no branch is open once the session of the folder is open', async () => {
    folder.bind();
    await shows('acme.example.com');
    assert.doesNotMatch(made!.item.text, /dev mode/);
    folder.openSession();
    await shows('not in dev mode');
    folder.sync.set(folder.engine);
    await shows('dev-anna-1f2e');
    assert.doesNotMatch(made!.item.text, /not in dev mode/);
  });

  it('loads the names of deployment and parent branch only after the first comparison', async () => {
    folder.follow();
    await shows('dev-anna-1f2e');
    assert.equal(folder.requests, 0, 'a remembered branch sends no request');
    folder.plan([]);
    await shows('Sales');
    assert.match(tooltip(), /forked from `main`/);
  });

  it('names the deployment as soon as any view has listed it', async () => {
    folder.follow();
    await shows('#1');
    folder.deployments.set({ items: [{ id: 1, name: 'Sales' }] });
    await shows('Sales');
    assert.equal(folder.requests, 0);
    folder.deployments.set({ items: [] });
    folder.report({ type: 'branch gone', parent: 'main' });
    await shows('deleted');
    assert.match(made!.item.text + tooltip(), /Sales/, 'the name is kept until the list is read again');
  });

  it('shows that the branch was deleted, and nothing that was known before', async () => {
    folder.follow();
    folder.plan([]);
    folder.builds.set(new Map([['dev-anna-1f2e', { status: 'built' }]]));
    await shows('built');
    folder.report({ type: 'branch gone', parent: 'main' });
    await shows(/^\$\(warning\) the branch was deleted/);
    assert.doesNotMatch(made!.item.text + tooltip(), /built|in sync|404/);
    folder.plan([]);
    await shows('built');
  });

  it('shows counts, build, problems and outages', async () => {
    folder.follow();
    folder.plan([conflict('a.yml', 'both-changed'), push('b.yml', 'edit'), pull('c.yml', 'edit')]);
    await shows('$(warning)1 $(arrow-down)1 $(arrow-up)1');
    assert.equal((made!.item.backgroundColor as vscode.ThemeColor).id, 'statusBarItem.warningBackground');
    folder.builds.set(new Map([['dev-anna-1f2e', { status: 'building' }]]));
    await shows('$(loading~spin) building');
    folder.plan([]);
    const failure = new UserError('acme.example.com does not answer.', { action: 'Try again.' });
    folder.report({ type: 'push failed', failure: Object.assign(failure, { kind: 'timeout' }) });
    await shows('no connection');
    assert.match(tooltip(), /acme\\\.example\\\.com does not answer/);
    assert.equal((made!.item.backgroundColor as vscode.ThemeColor).id, 'statusBarItem.errorBackground');
    folder.report({ type: 'push ended', halted: false });
    await waitFor('the warning is removed', () => made!.item.backgroundColor === undefined);
  });

  it('explains a moved dev mode and first offers to reopen the branch', async () => {
    folder.follow();
    folder.plan([], {
      phase: 'halted',
      halt: halt('session-moved', ['dev-anna-12', 'dev-bob-77']),
    });
    await shows(/^\$\(debug-pause\) dev mode moved/);
    assert.match(tooltip(), /Sync is paused until you reopen the branch/);
    let offered: readonly { label: string }[] = [];
    replace('showQuickPick', async (items: Promise<{ label: string }[]>) => {
      offered = await items;
      return undefined;
    });
    const ran: CommandId[] = [];
    const commands = statusCommands(folder.app, status, (id) => ran.push(id));
    await assert.rejects(async () => commands['dataModel.status.show'](), { name: 'CancelledError' });
    assert.match(offered[0]!.label, /Reopen dev-anna-1f2e in Dev Mode/);
    assert.deepEqual(ran, []);
  });

  it('runs the picked action', async () => {
    folder.follow();
    folder.plan([pull('c.yml', 'edit')]);
    await shows('$(arrow-down)1');
    replace('showQuickPick', async (items: Promise<{ label: string }[]>) => (await items)[0]);
    const ran: CommandId[] = [];
    await statusCommands(folder.app, status, (id) => ran.push(id))['dataModel.status.show']();
    assert.deepEqual(ran, ['dataModel.sync.pull']);
  });
});
