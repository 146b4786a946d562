/** The editor's Markdown. Texts of others in it are escaped with `escapeMarkdown`, or are code. */

import * as vscode from 'vscode';

/** Without commands, HTML and icons. */
export function markdown(text: string): vscode.MarkdownString {
  return new vscode.MarkdownString(text);
}

/** With icons, and links that run these commands. */
export function markdownWithCommands(text: string, commands: readonly string[]): vscode.MarkdownString {
  const content = new vscode.MarkdownString(text, true);
  content.isTrusted = { enabledCommands: commands };
  return content;
}
