/** The theme of an embedded page until the host page reads the editor's colors from its style sheet. */

import * as vscode from 'vscode';
import type { EditorTheme } from '../../../contract/messages/hostConfig.ts';

export function defaultTheme(kind: vscode.ColorThemeKind): EditorTheme {
  const light = kind === vscode.ColorThemeKind.Light || kind === vscode.ColorThemeKind.HighContrastLight;
  return { scheme: light ? 'light' : 'dark', embedTheme: { primaryColor: light ? '#005fb8' : '#0078d4' } };
}
