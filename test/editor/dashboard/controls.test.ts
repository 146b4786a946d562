import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { CommentThread } from '../../../src/contract/messages/hostComments.ts';
import type { OpenPreview, Previews } from '../../../src/ui/dashboard/previews.ts';
import { waitFor } from '../../run/waitFor.ts';
import { extension } from '../deployments/treeAccess.ts';
import { DialogStub } from '../dialogStub.ts';
import { control } from '../platform.ts';
import { openStubPage, type StubPage } from './hostPageStub.ts';

const url = process.env.DATA_MODEL_URL!;
const adminKey = process.env.DATA_MODEL_ADMIN_API_KEY!;
const personalKey = process.env.DATA_MODEL_API_KEY!;
const hour = 3_600_000;

// The effects of a preview's buttons in the editor.
describe('the controls of a dashboard preview', () => {
  let previews: Previews;
  let page: StubPage | undefined;
  let restore: (() => void) | undefined;

  before(async () => {
    previews = await (await extension()).dashboards.previews();
  });
  afterEach(async () => {
    page?.dispose();
    page = undefined;
    restore?.();
    restore = undefined;
    for (const { panel } of previews.all) panel.dispose();
    await control('DELETE', 'faults');
  });

  const root = () => vscode.workspace.workspaceFolders![0]!.uri;
  const file = () => vscode.Uri.joinPath(root(), 'sales/model/cubes/orders.yml');
  const open = async (command = 'dataModel.dashboard.open'): Promise<OpenPreview> => {
    await vscode.window.showTextDocument(file(), { viewColumn: vscode.ViewColumn.One });
    return (await vscode.commands.executeCommand(command, file())) as OpenPreview;
  };
  const untilActive = ({ preview }: OpenPreview) =>
    waitFor(
      'the embed is there',
      () => preview.page.value?.phase === 'active' && preview.page.value.ready,
      () => preview.page.value,
    );
  const untilPainted = async (opened: OpenPreview) => {
    await untilActive(opened);
    await waitFor(
      'it is painted',
      () => opened.preview.page.value?.loaded === true,
      () => opened.preview.page.value,
    );
  };
  /** Answers the save dialog; returns what the dialog offered. */
  const savesTo = (target: vscode.Uri | undefined) => {
    const offered: vscode.SaveDialogOptions[] = [];
    const original = vscode.window.showSaveDialog;
    const answer = async (options?: vscode.SaveDialogOptions) => {
      offered.push(options ?? {});
      return target;
    };
    Object.defineProperty(vscode.window, 'showSaveDialog', { configurable: true, writable: true, value: answer });
    restore = () =>
      Object.defineProperty(vscode.window, 'showSaveDialog', { configurable: true, writable: true, value: original });
    return offered;
  };
  const startOf = async (target: vscode.Uri) =>
    Buffer.from((await vscode.workspace.fs.readFile(target)).slice(0, 4)).toString('latin1');

  it('export an image and a document to a file that the user chooses', async () => {
    const { preview } = await open();
    page = openStubPage(preview);
    for (const [format, magic] of [
      ['png', '\x89PNG'],
      ['pdf', '%PDF'],
    ] as const) {
      const target = vscode.Uri.joinPath(root(), `exported.${format}`);
      const offered = savesTo(target);
      const answer = await page.ask('exportDashboard', { format, branch: null });
      assert.ok(answer.ok, JSON.stringify(answer));
      assert.match(answer.savedTo, new RegExp(`exported\\.${format}$`));
      assert.equal(await startOf(target), magic);
      assert.ok(offered[0]!.defaultUri?.path.endsWith(`.${format}`), 'it proposes a name');
      assert.ok(page.told.some(([name]) => name === 'exportProgress'));
      await vscode.workspace.fs.delete(target);
    }
  });

  it('export nothing after a cancellation, and explain a failure of the platform', async () => {
    const { preview } = await open();
    page = openStubPage(preview);
    savesTo(undefined);
    const changed = await page.ask('exportDashboard', { format: 'png', branch: null });
    assert.ok(!changed.ok && changed.kind === 'cancelled');
    const target = vscode.Uri.joinPath(root(), 'never.png');
    savesTo(target);
    await control('POST', 'faults', [{ kind: 'status', status: 403, operation: 'startDashboardExport', times: 0 }]);
    const refused = await page.ask('exportDashboard', { format: 'png', branch: null });
    assert.ok(!refused.ok && refused.kind === 'forbidden' && refused.message.length > 0, JSON.stringify(refused));
    await assert.rejects(Promise.resolve(vscode.workspace.fs.stat(target)));
  });

  it('export from the command palette with a personal key only', async () => {
    const { app } = await extension();
    const platform = await app.connections.get(url)!.open();
    await platform.useAdmin({ token: personalKey });
    const person = new DialogStub();
    const target = vscode.Uri.joinPath(root(), 'fallback.png');
    try {
      const opened = await open();
      page = openStubPage(opened.preview);
      const refused = await page.ask('mintSession', { branch: null, reason: 'load' });
      assert.ok(!refused.ok && refused.kind === 'forbidden');
      assert.match(refused.message, /cannot create embed sessions/);
      assert.match(`${refused.action}`, /private mode/);
      assert.match(`${refused.action}`, /export/);
      savesTo(target);
      await vscode.commands.executeCommand('dataModel.dashboard.export', file());
      const asked = person.shown.map(({ text }) => text);
      assert.deepEqual(asked, [], 'no failure is reported, and the only dashboard is not asked for');
      assert.equal(await startOf(target), '\x89PNG');
      await vscode.workspace.fs.delete(target);
    } finally {
      person.restore();
      await platform.useAdmin({ token: adminKey });
    }
  });

  it('allow and forbid embedding as an administrator, and explain a refusal', async () => {
    const { preview } = await open();
    page = openStubPage(preview);
    assert.equal((await page.ask('loadConfig', {})).embedding, true);
    const forbidden = await page.ask('setEmbedding', { allow: false });
    assert.ok(forbidden.ok && forbidden.allowed === false, JSON.stringify(forbidden));
    const refused = await page.ask('mintSession', { branch: null, reason: 'load' });
    assert.ok(!refused.ok, 'nothing is embedded that may not be');
    assert.match(refused.message, /embed/i);
    const allowed = await page.ask('setEmbedding', { allow: true });
    assert.ok(allowed.ok && allowed.allowed);
    assert.ok((await page.ask('mintSession', { branch: null, reason: 'load' })).ok);
    await control('POST', 'faults', [{ kind: 'status', status: 403, operation: 'setDashboardEmbedding', times: 1 }]);
    const no = await page.ask('setEmbedding', { allow: false });
    assert.ok(!no.ok && no.kind === 'forbidden' && no.message.length > 0, JSON.stringify(no));
  });

  it('write, reply to, edit, resolve and delete comments', async () => {
    const { preview } = await open();
    page = openStubPage(preview);
    const { ask } = page;
    const done = async (answer: Promise<{ ok: boolean }>) => assert.ok((await answer).ok, JSON.stringify(await answer));
    const threads = async (): Promise<CommentThread[]> => {
      const answer = await ask('listComments', {});
      assert.ok('threads' in answer, JSON.stringify(answer));
      return answer.threads;
    };
    const before = (await threads()).length;
    await done(ask('createComment', { text: 'Why this dip?', mentions: [] }));
    const made = (await threads()).find(({ comments }) => comments[0]!.text === 'Why this dip?')!;
    assert.equal((await threads()).length, before + 1);
    const { users } = await ask('mentionableUsers', {});
    assert.ok(users.length > 1);
    await done(ask('replyToComment', { threadId: made.id, text: 'A holiday', mentions: [users[0]!.id] }));
    await done(ask('editComment', { commentId: made.comments[0]!.id, text: 'Why this low?', mentions: [] }));
    await done(ask('resolveComment', { commentId: made.id, resolved: true }));
    const thread = (await threads()).find(({ id }) => id === made.id)!;
    assert.deepEqual(
      thread.comments.map(({ text, mine, mentions }) => [text, mine, mentions.length]),
      [
        ['Why this low?', true, 0],
        ['A holiday', true, 1],
      ],
    );
    assert.equal(thread.resolved, true);
    for (const { id } of [...thread.comments].reverse()) await done(ask('deleteComment', { commentId: id }));
    assert.equal((await threads()).length, before);
  });

  it('offer to sign in again if the platform rejects the key for a comment', async () => {
    const { preview } = await open();
    page = openStubPage(preview);
    await page.ask('listComments', {});
    const person = new DialogStub();
    try {
      for (const work of [
        { operation: 'listDashboardComments', ask: () => page!.ask('listComments', {}) },
        { operation: 'createDashboardComment', ask: () => page!.ask('createComment', { text: 'Why?', mentions: [] }) },
      ]) {
        person.reset();
        await control('POST', 'faults', [{ kind: 'status', status: 401, operation: work.operation, times: 0 }]);
        const answer = await work.ask();
        assert.ok(!('threads' in answer) && !('ok' in answer && answer.ok), JSON.stringify(answer));
        assert.deepEqual(
          person.shown.map(({ choices }) => choices.includes('Sign In Again…')),
          [true],
          work.operation,
        );
      }
    } finally {
      person.restore();
    }
  });

  it('opens the only dashboard without a question, and another one with Preview Another Dashboard…', async () => {
    const person = new DialogStub();
    try {
      await open();
      assert.deepEqual(person.shown, []);
      person.answer(/^Select a dashboard$/, /Enter Another Dashboard…/);
      await open('dataModel.dashboard.openOther');
      assert.deepEqual(
        person.shown.map(({ text }) => text),
        ['Select a dashboard', 'Open Dashboard'],
      );
    } finally {
      person.restore();
    }
  });

  for (const [surface, command] of [
    ['app', 'dataModel.dashboard.openApp'],
    ['chat', 'dataModel.dashboard.openChat'],
  ] as const)
    it(`open the ${surface} with its own session`, async () => {
      const opened = await open(command);
      await untilActive(opened);
      assert.equal(opened.preview.state.value.subject.surface, surface);
      assert.equal(opened.preview.page.value?.path, '/');
      page = openStubPage(opened.preview);
      const config = await page.ask('loadConfig', {});
      assert.deepEqual([config.surface, config.canExport, config.comments], [surface, false, false]);
    });

  it('renew a session that expired while the preview was hidden', async () => {
    const opened = await open();
    await untilPainted(opened);
    const { renewals } = opened.preview.page.value!.counts;
    const otherPanel = vscode.window.createWebviewPanel('other', 'Other', opened.panel.viewColumn!);
    await waitFor('it is hidden', () => !opened.panel.visible);
    await control('POST', 'clock', { advanceMs: 24 * hour });
    otherPanel.dispose();
    opened.panel.reveal();
    await waitFor(
      'it shows its numbers again',
      () => {
        const now = opened.preview.page.value;
        return now?.phase === 'active' && now.counts.renewals > renewals && now.loaded;
      },
      () => opened.preview.page.value,
    );
    assert.equal(opened.preview.page.value!.counts.renewals, renewals + 1, 'with one session');
  });
});
