/** The address at which the outside browser finds a server of the extension's machine. Knows nothing of what it serves. */

import * as vscode from 'vscode';
import { isThisMachine } from '../preview/reachable.ts';
import type { LoopbackServer } from './loopbackServer.ts';

/** Web editors lead every address of this machine through themselves, except for such a name; browsers know where it is. */
const plainName = 'dashboard.localhost';

/** Its root, where the server answers from now on: its own address, a tunnel's, or a path of the server of a web editor. */
export async function outsideAddress(server: LoopbackServer): Promise<URL> {
  const own = new URL(server.origin);
  const address = await external(own);
  server.allow(address.origin);
  const led = vscode.env.uiKind === vscode.UIKind.Web && address.host !== own.host && isThisMachine(address.hostname);
  // The editor's server may have its proxy turned off. On the browser's own machine it is not needed.
  if (led && (await server.isReachedBy(address)) === false) {
    own.hostname = plainName;
    server.allow(own.origin);
    return own;
  }
  return address;
}

async function external(own: URL): Promise<URL> {
  try {
    return new URL((await vscode.env.asExternalUri(vscode.Uri.parse(own.href))).toString(true));
  } catch {
    return own;
  }
}
