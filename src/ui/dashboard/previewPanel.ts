/** The editor tab of a preview. Its HTML contains no session; each load of the page requests a new one. */

import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { messageOf } from '../../base/errors.ts';
import { escapeHtml } from '../../base/html.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { App } from '../shell/app.ts';
import { errorText } from '../shell/errorText.ts';
import { offerSignIn } from '../shell/offerSignIn.ts';
import type { DashboardPreview } from './preview/dashboardPreview.ts';
import { hostHtml } from './preview/hostHtml.ts';

export class PreviewPanel implements Disposable {
  readonly #lifetime = new Lifetime();

  constructor(app: App, panel: vscode.WebviewPanel, preview: DashboardPreview) {
    const { context, log } = app;
    const { webview } = panel;
    const assets = vscode.Uri.joinPath(context.extensionUri, 'dist', 'webview');
    webview.options = { enableScripts: true, localResourceRoots: [assets] };
    panel.title = preview.tabTitle;
    this.#lifetime.add(
      preview.state.onChange(() => {
        panel.title = preview.tabTitle;
      }),
    );
    panel.iconPath = vscode.Uri.joinPath(context.extensionUri, 'media', 'icon.png');
    this.#lifetime.add(
      preview.attach('editor', {
        post: (message) => void webview.postMessage(message),
        onMessage: (listener) => webview.onDidReceiveMessage(listener),
        onClose: (listener) => panel.onDidDispose(() => listener('the preview was closed')),
      }),
    );
    this.#lifetime.add(panel.onDidChangeViewState(() => preview.setVisible(panel.visible)));
    const asset = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(assets, name)).toString();
    preview.tenantOrigin().then(
      (tenantOrigin) => {
        if (this.#lifetime.disposed) return;
        webview.html = hostHtml({
          nonce: randomBytes(16).toString('hex'),
          tenantOrigin,
          script: asset('host.js'),
          style: asset('host.css'),
          assets: webview.cspSource,
          environment: 'editor',
          language: vscode.env.language,
          title: preview.title,
        });
      },
      (failure: unknown) => {
        log.error(`The dashboard cannot be shown: ${messageOf(failure)}`);
        if (!this.#lifetime.disposed) webview.html = failureHtml(errorText(failure, vscode.l10n));
        offerSignIn(failure, app);
      },
    );
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}

function failureHtml(message: string): string {
  return `<!DOCTYPE html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'"><p role="alert">${escapeHtml(message)}</p>`;
}
