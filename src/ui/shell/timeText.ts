import * as vscode from 'vscode';

/** Date and time in the language of the editor. */
export function timeText(ms: number): string {
  return new Intl.DateTimeFormat(vscode.env.language, { dateStyle: 'medium', timeStyle: 'medium' }).format(ms);
}

/** The day in the language of the editor. */
export function dayText(ms: number): string {
  return new Intl.DateTimeFormat(vscode.env.language, { dateStyle: 'medium' }).format(ms);
}
