/** The URL at which the editor's window reaches a server on the extension's machine. */

import * as vscode from 'vscode';

const localHost = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/** @param host with or without its port */
export function isLocalHost(host: string): boolean {
  return localHost.test(host);
}

/** The URL of a tunnel in a remote window; otherwise the same URL. */
export async function reachableUrl(address: string): Promise<URL> {
  const url = new URL(address);
  const { remoteName } = vscode.env;
  // A web editor has the host of its server as its remote name.
  if (remoteName === undefined || isLocalHost(remoteName) || !isLocalHost(url.hostname)) return url;
  try {
    return new URL((await vscode.env.asExternalUri(vscode.Uri.parse(url.href))).toString(true));
  } catch {
    return url;
  }
}
