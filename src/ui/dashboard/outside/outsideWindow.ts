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
import { LoopbackServer } from './loopbackServer.ts';
import { outsideUrl } from './outsideUrl.ts';

export class OutsideWindow implements Disposable {
  readonly #lifetime = new Lifetime();
  readonly #app: App;
  readonly #preview: DashboardPreview;
  #server: Promise<LoopbackServer> | undefined;

  constructor(app: App, preview: DashboardPreview) {
    this.#app = app;
    this.#preview = preview;
  }

  /** @throws UserError where the editor does not open a browser @throws Error where no port is free */
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
