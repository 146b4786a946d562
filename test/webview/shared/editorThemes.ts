/** The colors that VS Code gives a webview in its built-in themes, from a running editor. */

import type { Page } from 'playwright-core';
import colors from './editorColors.json' with { type: 'json' };

const bodyClasses = {
  light: 'vscode-light',
  dark: 'vscode-dark',
  highContrast: 'vscode-high-contrast',
  highContrastLight: 'vscode-high-contrast vscode-high-contrast-light',
} as const satisfies Record<keyof typeof colors, string>;

export type EditorTheme = keyof typeof bodyClasses;

export const editorThemes = Object.keys(bodyClasses) as EditorTheme[];

/** Gives a page the colors and classes that it has in a webview. */
export async function showTheme(page: Page, theme: EditorTheme): Promise<void> {
  const style = Object.entries(colors[theme]).map(([name, value]) => `${name}: ${value};`);
  await page.evaluate(`document.documentElement.style.cssText = ${JSON.stringify(style.join(' '))};
    document.body.className = document.body.className.replace(/\\bvscode-[\\w-]+ ?/g, '') + ' ${bodyClasses[theme]}';`);
}
