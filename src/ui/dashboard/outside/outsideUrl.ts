/** The URL at which the outside browser reaches a server on the extension's machine. */

import * as vscode from 'vscode';
import { isLocalHost } from '../preview/reachableUrl.ts';
import type { LoopbackServer } from './loopbackServer.ts';

/** Web editors route local hosts through their own server, except this name. Browsers resolve it to 127.0.0.1. */
const directName = 'dashboard.localhost';

/** The server's own URL, a tunnel's URL, or a path below the server of a web editor. The server accepts requests to it. */
export async function outsideUrl(server: LoopbackServer): Promise<URL> {
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
