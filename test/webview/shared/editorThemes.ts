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

/** The rules that VS Code adds to each webview, for elements that our pages have. */
const editorRules = `@layer vscode-default {
  html { scrollbar-color: var(--vscode-scrollbarSlider-background) var(--vscode-editor-background); }
  body { background-color: transparent; color: var(--vscode-editor-foreground); padding: 0 20px; }
  code { color: var(--vscode-textPreformat-foreground); background-color: var(--vscode-textPreformat-background); padding: 1px 3px; border-radius: 4px; }
  pre code { padding: 0; }
}`;

/** Gives a page the colors, classes and rules that it has in a webview. */
export async function showTheme(page: Page, theme: EditorTheme): Promise<void> {
  const style = Object.entries(colors[theme]).map(([name, value]) => `${name}: ${value};`);
  await page.evaluate(`document.documentElement.style.cssText = ${JSON.stringify(style.join(' '))};
    const rules = new CSSStyleSheet();
    rules.replaceSync(${JSON.stringify(editorRules)});
    document.adoptedStyleSheets = [rules];
    document.body.className = document.body.className.replace(/\\bvscode-[\\w-]+ ?/g, '') + ' ${bodyClasses[theme]}';`);
}
