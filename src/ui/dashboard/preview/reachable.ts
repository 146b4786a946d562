/** Where a server of the extension's machine is found by the window: the same address, or a tunnel's. */

import * as vscode from 'vscode';

const thisMachine = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/** Whether a host, with or without its port, is the machine that asks. */
export function isThisMachine(host: string): boolean {
  return thisMachine.test(host);
}

/** The address itself wherever no tunnel is needed, or none can be made. */
export async function reachable(address: string): Promise<URL> {
  const url = new URL(address);
  const { remoteName } = vscode.env;
  // A remote is named after its kind; an editor that a browser shows, after the server it came from.
  if (remoteName === undefined || isThisMachine(remoteName) || !isThisMachine(url.hostname)) return url;
  try {
    return new URL((await vscode.env.asExternalUri(vscode.Uri.parse(url.href))).toString(true));
  } catch {
    return url;
  }
}
