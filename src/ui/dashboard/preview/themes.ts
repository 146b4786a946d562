/** The editor's theme for an embedded page. Its colours are known to the page alone; these stand in until it tells. */

import * as vscode from 'vscode';
import type { EditorTheme } from '../../../contract/messages/hostConfig.ts';

export function editorTheme(kind: vscode.ColorThemeKind): EditorTheme {
  const light = kind === vscode.ColorThemeKind.Light || kind === vscode.ColorThemeKind.HighContrastLight;
  return { scheme: light ? 'light' : 'dark', embedTheme: { primaryColor: light ? '#005fb8' : '#0078d4' } };
}
