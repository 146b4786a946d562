/** Checks by a page's response headers whether the editor may show it in a frame. */

import * as vscode from 'vscode';
import { blockingHeader } from '../../../session/dashboard/framing.ts';

const timeoutMs = 3_000;
/** The pages around a webview in the desktop editor. */
const desktopAncestors = ['vscode-webview://webview', 'vscode-file://vscode-app'];
/** The origin of a web editor is unknown here. Only headers that block every website certainly block it. */
const unknownAncestors = ['https://editor.invalid'];

/** The header that forbids framing; undefined where none does or the headers cannot be read. @param url without a session id */
export async function framingBlockedBy(url: string): Promise<string | undefined> {
  try {
    const response = await fetch(url, { redirect: 'follow', signal: AbortSignal.timeout(timeoutMs) });
    void response.body?.cancel();
    const web = vscode.env.uiKind === vscode.UIKind.Web;
    const header = blockingHeader(response.headers, response.url || url, web ? unknownAncestors : desktopAncestors);
    return web && header && !/DENY|'none'$/i.test(header) ? undefined : header;
  } catch {
    return undefined;
  }
}
