import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { OpenPreview, Previews } from '../../../src/ui/dashboard/previews.ts';
import { panelType } from '../../../src/ui/manifest/ids.ts';
import { waitFor } from '../../run/waitFor.ts';
import { extension } from '../deployments/treeAccess.ts';
import { DialogStub } from '../dialogStub.ts';
import { fixture, replaceFiles } from '../files.ts';
import { control } from '../platform.ts';

const url = process.env.DATA_MODEL_URL!;
const adminKey = process.env.DATA_MODEL_ADMIN_API_KEY!;
const personalKey = process.env.DATA_MODEL_API_KEY!;

/** How many session ids the platform was asked for since `count` was called. */
async function countMints(): Promise<() => Promise<number>> {
  await control('POST', 'faults', [{ kind: 'latency', ms: 1, operation: 'generateEmbedSession', times: 0 }]);
  return async () => {
    const rules = (await control('GET', 'faults')) as { injected: number }[];
    return rules[0]!.injected;
  };
}

const tabs = () =>
  vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith(panelType));

const orders = 'model/cubes/orders.yml';
const ordersCube = `cubes:
  - name: orders
    sql_table: orders
    measures:
      - name: count
        type: count
`;

describe('a dashboard preview', () => {
  let previews: Previews;

  before(async () => {
    previews = await (await extension()).dashboards.previews();
    await replaceFiles(new Map<string, string | Uint8Array>([...fixture, [orders, ordersCube]]));
  });
  after(() => replaceFiles(fixture));
  afterEach(async () => {
    for (const { panel } of previews.all) panel.dispose();
    await control('DELETE', 'faults');
  });

  const file = () => vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, orders);
  const open = async (): Promise<OpenPreview> => {
    await vscode.window.showTextDocument(file(), { viewColumn: vscode.ViewColumn.One });
    return (await vscode.commands.executeCommand('dataModel.dashboard.open', file())) as OpenPreview;
  };
  const waitUntilReady = ({ preview }: OpenPreview) =>
    waitFor(
      'the dashboard is painted',
      () => preview.page.value?.phase === 'active' && preview.page.value.loaded,
      () => preview.page.value,
    );

  it('opens next to the file and keeps the focus there', async () => {
    const { panel } = await open();
    await waitFor('its tab is there', () => tabs().length === 1);
    assert.equal(panel.viewColumn, vscode.ViewColumn.Two);
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), file().toString());
  });

  it('frames only the platform and runs only its own script', async () => {
    const { panel } = await open();
    await waitFor('it has its document', () => panel.webview.html !== '');
    const { html } = panel.webview;
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)![1]!.replaceAll('&#39;', "'");
    const rules = new Map(policy.split('; ').map((rule) => [rule.split(' ')[0]!, rule.split(' ').slice(1)]));
    assert.deepEqual(rules.get('default-src'), ["'none'"]);
    assert.deepEqual(rules.get('frame-src'), [new URL(url).origin]);
    assert.match(rules.get('script-src')!.join(' '), /^'nonce-[0-9a-f]{32}'$/);
    assert.equal(rules.get('connect-src'), undefined);
    assert.doesNotMatch(policy, /unsafe/);
    const roots = panel.webview.options.localResourceRoots!.map(({ path }) => path);
    assert.equal(roots.length, 1);
    assert.match(roots[0]!, /\/dist\/webview$/);
  });

  it('shows the dashboard with one session', async () => {
    const minted = await countMints();
    const opened = await open();
    await waitUntilReady(opened);
    assert.ok((opened.preview.page.value?.widgetCount ?? 0) > 0);
    assert.equal(await minted(), 1);
    assert.doesNotMatch(opened.panel.webview.html, /session=|es-/);
  });

  it('shows another branch with a new session, and another time zone without one', async () => {
    const { app } = await extension();
    const deployment = (await app.connections.get(url)!.open()).deployment(1);
    await deployment.createBranch('other-prices', undefined);
    const opened = await open();
    await waitUntilReady(opened);
    const minted = await countMints();
    const { options } = opened.preview.state.value;
    opened.preview.choose({ ...options, timezone: 'Europe/Berlin' });
    opened.preview.choose({ ...options, timezone: 'Europe/Berlin', branch: 'other-prices' });
    await waitFor('it asks for another session', async () => (await minted()) === 1);
    await waitFor('the page shows that branch', () => opened.preview.page.value?.options.branch === 'other-prices');
    await waitUntilReady(opened);
    assert.equal(await minted(), 1);
  });

  it('shows several dashboards, each once', async () => {
    const first = await open();
    assert.equal((await open()).panel, first.panel);
    await vscode.commands.executeCommand('dataModel.dashboard.openChat', file());
    await waitFor('there are two tabs', () => tabs().length === 2);
    assert.equal(previews.all.length, 2);
  });

  it('is restored with its window and stores no session', async () => {
    const opened = await open();
    await waitUntilReady(opened);
    const kept = JSON.stringify(opened.preview.state.value);
    assert.doesNotMatch(kept, /session|token|es-/i);
    opened.panel.dispose();
    const panel = vscode.window.createWebviewPanel(panelType, '', vscode.ViewColumn.Two);
    const minted = await countMints();
    previews.restore(panel, JSON.parse(kept));
    await waitUntilReady(previews.all[0]!);
    assert.equal(await minted(), 1);
    const other = vscode.window.createWebviewPanel(panelType, '', vscode.ViewColumn.Two);
    let closed = false;
    other.onDidDispose(() => {
      closed = true;
    });
    previews.restore(other, { connectionId: 7 });
    assert.ok(closed, 'what cannot be a preview is not an empty tab');
  });

  it('explains a key that cannot create sessions and shows the dashboard in private mode', async () => {
    const { app } = await extension();
    const connection = app.connections.list.value.find(({ id }) => id === url)!;
    const platform = await connection.open();
    await platform.useAdmin({ token: personalKey });
    try {
      const opened = await open();
      await waitFor(
        'it says that the key may not',
        () => opened.preview.page.value?.problem === 'mint-forbidden',
        () => opened.preview.page.value,
      );
      await opened.preview.setMode('private');
      await waitFor(
        'it tries without a session',
        () => opened.preview.page.value?.problem === null && opened.preview.page.value.phase !== 'failed',
        () => opened.preview.page.value,
      );
      assert.equal(opened.preview.state.value.mode, 'private');
    } finally {
      await platform.useAdmin({ token: adminKey });
    }
  });

  it('opens the definition of a drill-down next to the dashboard', async () => {
    const { preview, panel } = await open();
    await preview.openDefinition('orders.count');
    const editor = vscode.window.activeTextEditor!;
    assert.equal(editor.document.getText(editor.selection), 'count');
    assert.notEqual(editor.viewColumn, panel.viewColumn);
    await assert.rejects(
      preview.openDefinition('orders.nothing_of_the_kind_x.y.z').then(() => preview.openDefinition('no.such')),
    );
  });

  it('runs the Python of a widget on its branch, and shows what comes of it', async () => {
    const dialogs = new DialogStub();
    const run = async (widgetId: string) => {
      dialogs.answer(/^Run Widget Python/, widgetId);
      await vscode.commands.executeCommand('dataModel.dashboard.runPython');
    };
    const errors = () => dialogs.questions(/./).filter(({ choices }) => choices.includes('Show Log'));
    try {
      await vscode.commands.executeCommand('dataModel.dashboard.runPython');
      assert.match(errors()[0]!.text, /No dashboard is open/);
      const opened = await open();
      await waitUntilReady(opened);
      await run('revenue-by-month');
      assert.equal(errors().length, 1, errors()[1]?.text);
      const { document } = vscode.window.activeTextEditor!;
      assert.match(document.getText(), /^# Python of the widget revenue-by-month\n# Dashboard /);
      // The sample's emulator does not run Python, and that is the result of the run.
      assert.match(document.getText(), /^Failed: The Python of .* --trust-model/m);
      await run('revenue');
      assert.match(errors()[1]!.text, /'revenue' has no Python/);
      await run('nothing');
      assert.match(errors()[2]!.text, /no widget 'nothing'/);
    } finally {
      dialogs.restore();
    }
  });
});
