/** Checks by a page's response headers whether the editor may show it in a frame. */

import * as vscode from 'vscode';
import { readFraming } from '../../../session/dashboard/framing.ts';

const timeoutMs = 3_000;

/** The header that forbids framing; undefined where none does or the headers cannot be read. @param url without a session id */
export async function framingBlockedBy(url: string): Promise<string | undefined> {
  try {
    const isWebEditor = vscode.env.uiKind === vscode.UIKind.Web;
    const { header, certain } = await readFraming(url, { isWebEditor, signal: AbortSignal.timeout(timeoutMs) });
    return certain ? header : undefined;
  } catch {
    return undefined;
  }
}
