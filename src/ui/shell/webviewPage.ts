/** The pages of the extension in the webviews of editor tabs. */

import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { pageHtml } from './pageHtml.ts';

interface Page {
  /** Name of its script and its style in `dist/webview`. */
  name: 'health' | 'map' | 'query' | 'review';
  /** File of its worker; undefined: it has none. */
  worker?: string;
}

/** Loads a page into a webview. Also sets the icon of the tab. The page has the title of the tab. */
export function loadPage(panel: vscode.WebviewPanel, extension: vscode.Uri, { name, worker }: Page): void {
  const { webview } = panel;
  const assets = vscode.Uri.joinPath(extension, 'dist', 'webview');
  const asset = (file: string) => webview.asWebviewUri(vscode.Uri.joinPath(assets, file)).toString();
  webview.options = { enableScripts: true, localResourceRoots: [assets] };
  panel.iconPath = vscode.Uri.joinPath(extension, 'media', 'icon.png');
  webview.html = pageHtml({
    script: { nonce: randomBytes(16).toString('hex'), address: asset(`${name}.js`) },
    style: asset(`${name}.css`),
    ...(worker === undefined ? {} : { worker: asset(worker) }),
    assets: webview.cspSource,
    language: vscode.env.language,
    title: panel.title,
  });
}

/** Shows HTML in a webview, without a script. @param style name of the file in `dist/webview`, without its ending @param commands that its links may run */
export function showContent(
  panel: vscode.WebviewPanel,
  extension: vscode.Uri,
  style: 'profile',
  content: string,
  commands: readonly string[] = [],
): void {
  const { webview } = panel;
  const assets = vscode.Uri.joinPath(extension, 'dist', 'webview');
  webview.options = { enableScripts: false, enableCommandUris: commands, localResourceRoots: [assets] };
  panel.iconPath = vscode.Uri.joinPath(extension, 'media', 'icon.png');
  webview.html = pageHtml({
    style: webview.asWebviewUri(vscode.Uri.joinPath(assets, `${style}.css`)).toString(),
    assets: webview.cspSource,
    language: vscode.env.language,
    title: panel.title,
    content,
  });
}

/** Another column of the window than that of a panel, or a new one, so that the panel stays visible. */
export function editorColumn(panel: vscode.WebviewPanel): vscode.ViewColumn {
  const other = vscode.window.tabGroups.all.find(({ viewColumn }) => viewColumn !== panel.viewColumn);
  return other?.viewColumn ?? vscode.ViewColumn.Beside;
}
