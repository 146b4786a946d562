/** The editor's colours as this page sees them, for the embed. Outside the editor there are none. */

import type { EditorTheme } from '../../contract/messages/hostConfig.ts';

/** The theme the extension told, made exact by what the editor's own style sheet says here. */
export function editorTheme(told: EditorTheme): EditorTheme {
  const style = getComputedStyle(document.documentElement);
  const value = (name: string) => style.getPropertyValue(name).trim() || undefined;
  // A button of high contrast has the background's colour, and only its border shows.
  const ofButtons = value('--vscode-button-background');
  const primaryColor = isHighContrast() ? (value('--vscode-textLink-foreground') ?? ofButtons) : ofButtons;
  if (!primaryColor) return told;
  const font = value('--vscode-font-family');
  const borderRadius = value('--vscode-cornerRadius-small');
  const own = { primaryColor, ...(font && { font }), ...(borderRadius && { borderRadius }) };
  return { scheme: schemeOfBody() ?? told.scheme, embedTheme: { ...told.embedTheme, ...own } };
}

function isHighContrast(): boolean {
  const { classList } = document.body;
  return classList.contains('vscode-high-contrast') || classList.contains('vscode-high-contrast-light');
}

function schemeOfBody(): EditorTheme['scheme'] | undefined {
  const { classList } = document.body;
  if (classList.contains('vscode-light') || classList.contains('vscode-high-contrast-light')) return 'light';
  return classList.contains('vscode-dark') || classList.contains('vscode-high-contrast') ? 'dark' : undefined;
}

/** Calls `changed` whenever the editor takes another theme. */
export function watchEditorTheme(changed: () => void): void {
  const observer = new MutationObserver(changed);
  observer.observe(document.body, { attributes: true, attributeFilter: ['class', 'data-vscode-theme-id'] });
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['style'] });
}
