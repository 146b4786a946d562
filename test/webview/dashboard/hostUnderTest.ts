/** Serves the built host page on one loopback origin and a stub of an embedded page on another; the test answers for the extension. */

import { readFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Channel, type Port, type Requests } from '../../../src/base/channel.ts';
import {
  type ExtensionRequests,
  extensionRequests,
  type PageRequests,
  pageRequests,
} from '../../../src/contract/messages/hostChannel.ts';
import type { HostConfig, HostState } from '../../../src/contract/messages/hostConfig.ts';
import {
  type Ask,
  type Handlers,
  requestHandlers,
  requestSender,
} from '../../../src/contract/messages/typedRequests.ts';
import { waitFor } from '../../run/waitFor.ts';
import { repository } from '../../vscode/locations.ts';

/** A stub of an embedded page: sends `ready`, records the actions it receives, and sends events for the test. */
export const politeEmbed = `<!doctype html><meta charset="utf-8"><title>Embed</title><p>embedded</p><script>
const told = []; window.told = told;
window.say = (name, payload, over = {}) => parent.postMessage({ source: 'svc-embed', direction: 'event',
  type: 'svc:event:' + name, payload, timestamp: Date.now(), surface: 'dashboard', ...over }, '*');
addEventListener('message', (event) => { if (event.source === parent) told.push(event.data); });
say('ready', { embedTenant: 'acme', deploymentId: 1, mode: 'signed', surface: 'dashboard', publicId: 'x' });
say('view', { surface: 'dashboard', path: '/dashboard/x' });
say('dashboard-loaded', { publicId: 'x', widgetCount: 6, loadDurationMs: 1200 });
</script>`;

export interface HostUnderTest {
  readonly url: string;
  readonly embedOrigin: string;
  readonly ask: Ask<ExtensionRequests>;
  /** Names of the requests the page made, with their arguments. */
  readonly asked: [name: string, argument: unknown][];
  /** The configuration that the page loads. */
  readonly config: HostConfig;
  /** Cuts the wire once; the page's browser makes another one. */
  interrupt(): void;
  close(): Promise<void>;
}

const listen = (server: Server) =>
  new Promise<string>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)),
  );

export async function startHostPage(
  embed: string,
  over: Partial<HostConfig> = {},
  answers: Partial<Handlers<PageRequests>> = {},
): Promise<HostUnderTest> {
  const embedServer = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end(embed);
  });
  const embedOrigin = await listen(embedServer);
  const asked: [string, unknown][] = [];
  const listeners = new Set<(message: unknown) => void>();
  let stream: ServerResponse | undefined;
  // The page may ask before its stream of answers is open.
  let waiting: string[] = [];
  const flush = () => {
    if (!stream) return;
    for (const line of waiting) stream.write(line);
    waiting = [];
  };
  const port: Port = {
    post: (message) => {
      waiting.push(`data: ${JSON.stringify(message)}\n\n`);
      flush();
    },
    onMessage: (listener) => {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
  };
  let ids = 0;
  const config: HostConfig = { ...plainConfig, tenantOrigin: embedOrigin, ...over };
  const handlers = {
    loadConfig: () => config,
    mintSession: () => {
      ids += 1;
      return { ok: true, sessionId: `secret-id-${ids}` };
    },
    listDimensions: () => ({
      views: [{ view: 'sales', title: 'Sales', dimensions: [{ name: 'status', title: 'Status', type: 'string' }] }],
    }),
    ...answers,
  } as Partial<Handlers<PageRequests>>;
  const done = { ok: true, allowed: true, savedTo: 'x', threads: [], users: [] };
  const all = Object.fromEntries(
    Object.keys(pageRequests).map((name) => [
      name,
      (argument: unknown, signal: AbortSignal) => {
        asked.push([name, argument]);
        const handle = handlers[name as keyof PageRequests] as ((a: unknown, s: AbortSignal) => unknown) | undefined;
        return handle ? handle(argument, signal) : done;
      },
    ]),
  ) as unknown as Handlers<PageRequests>;
  const channel = new Channel<Requests>(port, requestHandlers(pageRequests, all));

  const policy = `default-src 'none'; script-src 'nonce-n'; style-src 'self'; connect-src 'self'; frame-src ${embedOrigin}`;
  const html = `<!doctype html><html lang="en" data-environment="browser"><head><meta charset="utf-8"><title>Host</title>
<link rel="stylesheet" href="host.css"></head><body><script type="module" nonce="n" src="host.js"></script></body></html>`;
  const server = createServer((request, response) => {
    const name = new URL(request.url ?? '/', 'http://x').pathname.slice(1);
    if (name === '') {
      response.setHeader('content-security-policy', policy).setHeader('content-type', 'text/html').end(html);
    } else if (name === 'host.js' || name === 'host.css') {
      response.setHeader('content-type', name === 'host.js' ? 'text/javascript' : 'text/css');
      response.end(readFileSync(path.join(repository, 'dist/webview', name)));
    } else if (name === 'bare') {
      // The same embed without a host, to compare with.
      response
        .setHeader('content-type', 'text/html')
        .end(`<!doctype html><iframe src="${embedOrigin}/embed/x"></iframe>`);
    } else if (request.method === 'GET' && name !== 'events') {
      response.writeHead(404).end();
    } else if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      stream = response;
      flush();
    } else {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        response.end();
        for (const listener of listeners) listener(JSON.parse(body));
      });
    }
  });
  const url = await listen(server);
  return {
    url: `${url}/`,
    embedOrigin,
    asked,
    config,
    interrupt() {
      stream?.destroy();
      stream = undefined;
    },
    ask: requestSender(extensionRequests, (name, argument, options) => channel.call(name, argument, options)),
    async close() {
      channel.dispose();
      for (const one of [server, embedServer]) {
        one.closeAllConnections();
        await new Promise((resolve) => one.close(resolve));
      }
    },
  };
}

/** Waits until the page's state passes `test`. @throws Error with the last state */
export async function untilState(host: HostUnderTest, test: (state: HostState) => boolean): Promise<HostState> {
  let last: unknown = 'no answer';
  const isThere = async () => {
    last = await host.ask('state', {}).catch((failure: Error) => failure.message);
    return typeof last !== 'string' && test(last as HostState);
  };
  await waitFor('the page is in the expected state', isThere, () => last);
  return last as HostState;
}

const plainConfig: Omit<HostConfig, 'tenantOrigin'> = {
  environment: 'browser',
  title: 'Sales',
  deploymentName: 'Shop',
  protocolPrefix: 'svc',
  surface: 'dashboard',
  mode: 'signed',
  embedPath: '/embed/dashboard/x',
  publicId: 'x',
  branches: [
    { name: null, kind: 'production', label: 'Production' },
    { name: 'dev-me', kind: 'dev', label: 'dev-me' },
  ],
  profiles: [],
  locales: [{ code: 'de', label: 'Deutsch' }],
  editorLocale: 'en',
  theme: { scheme: 'dark', embedTheme: { primaryColor: '#0078d4' } },
  options: { branch: 'dev-me', theme: 'follow', locale: null, timezone: null, filters: [], profile: null },
  freshness: { stale: false },
  allowExport: true,
  canExport: true,
  embedding: true,
  comments: true,
  readyTimeoutMs: 3_000,
  followDrilldown: true,
  remember: {},
  outside: null,
  texts: {},
};
