/** Asks a page's headers whether the editor may frame it; where they cannot be read, the page's silence will tell. */

import * as vscode from 'vscode';
import { framingRefusal } from '../../../session/dashboard/framing.ts';

const patienceMs = 3_000;
/** Who stands around a page in the desktop editor; in the web build that is whatever serves the editor. */
const desktop = ['vscode-webview://webview', 'vscode-file://vscode-app'];
/** Only what refuses every site of the web is certain to refuse the editor's. */
const anywhere = ['https://editor.invalid'];

/** The header that forbids it; undefined where none does or none could be read. The address carries no session. */
export async function framingForbidden(url: string): Promise<string | undefined> {
  try {
    const response = await fetch(url, { redirect: 'follow', signal: AbortSignal.timeout(patienceMs) });
    void response.body?.cancel();
    const web = vscode.env.uiKind === vscode.UIKind.Web;
    const refusal = framingRefusal(response.headers, response.url || url, web ? anywhere : desktop);
    return web && refusal && !/DENY|'none'$/i.test(refusal) ? undefined : refusal;
  } catch {
    return undefined;
  }
}
