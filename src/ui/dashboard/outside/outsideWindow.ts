/** Shows a preview in the outside browser: a loopback server for one page, opened with a one-time URL. */

import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../../../base/errors.ts';
import { type Disposable, Lifetime } from '../../../base/lifetime.ts';
import type { App } from '../../shell/app.ts';
import type { DashboardPreview } from '../preview/dashboardPreview.ts';
import { type HostHtmlOptions, hostHtml, hostPolicy } from '../preview/hostHtml.ts';
import { isLocalHost } from '../preview/reachableUrl.ts';
import { LoopbackServer } from './loopbackServer.ts';

/** Web editors route local hosts through their own server, except this name. Browsers resolve it to 127.0.0.1. */
const directName = 'dashboard.localhost';

export class OutsideWindow implements Disposable {
  readonly #lifetime = new Lifetime();
  readonly #app: App;
  readonly #preview: DashboardPreview;
  #server: Promise<LoopbackServer> | undefined;

  constructor(app: App, preview: DashboardPreview) {
    this.#app = app;
    this.#preview = preview;
  }

  /** @throws UserError if the editor does not open a browser @throws Error if no port is free */
  async open(): Promise<void> {
    this.#server ??= this.#serve().catch((failure: unknown) => {
      this.#server = undefined;
      throw failure;
    });
    const server = await this.#server;
    const address = await outsideUrl(server);
    address.pathname = `${address.pathname.replace(/\/$/, '')}/enter/${server.issueToken()}`;
    if (await vscode.env.openExternal(vscode.Uri.parse(address.href))) return;
    throw new UserError(vscode.l10n.t('The editor did not open the browser.'), {
      action: vscode.l10n.t('Allow the editor to open the link, then try again.'),
    });
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  async #serve(): Promise<LoopbackServer> {
    const tenantOrigin = await this.#preview.tenantOrigin();
    const folder = path.join(this.#app.context.extensionPath, 'dist', 'webview');
    const asset = (name: string, type: string) => ({ type, read: () => readFile(path.join(folder, name)) });
    const server = await LoopbackServer.start({
      page: () => {
        const options: HostHtmlOptions = {
          nonce: randomBytes(16).toString('hex'),
          tenantOrigin,
          script: 'host.js',
          style: 'host.css',
          assets: "'self'",
          connect: "'self'",
          environment: 'browser',
          language: vscode.env.language,
          title: this.#preview.title,
        };
        return { html: hostHtml(options), policy: hostPolicy(options) };
      },
      assets: {
        'host.js': asset('host.js', 'text/javascript; charset=utf-8'),
        'host.css': asset('host.css', 'text/css; charset=utf-8'),
      },
      onConnect: (port) => this.#preview.attach('browser', port),
    });
    return this.#lifetime.add(server);
  }
}

/** The server's own URL, a tunnel's URL, or a path below the server of a web editor. The server accepts requests to it. */
async function outsideUrl(server: LoopbackServer): Promise<URL> {
  const own = new URL(server.origin);
  const url = await externalUrl(own);
  server.allow(url.origin);
  const proxied = vscode.env.uiKind === vscode.UIKind.Web && url.host !== own.host && isLocalHost(url.hostname);
  // The web editor's proxy may be off. A browser on the same machine does not need it.
  if (proxied && (await server.isReachedBy(url)) === false) {
    own.hostname = directName;
    server.allow(own.origin);
    return own;
  }
  return url;
}

async function externalUrl(own: URL): Promise<URL> {
  try {
    return new URL((await vscode.env.asExternalUri(vscode.Uri.parse(own.href))).toString(true));
  } catch {
    return own;
  }
}
