/** The theme for the embedded page: the editor's own colors if this page runs in the editor. */

import type { EditorTheme, HostConfig } from '../../contract/messages/hostConfig.ts';

/** The theme of the editor, with the colors of its style sheet inside the editor. */
export function currentTheme({ environment, theme }: Pick<HostConfig, 'environment' | 'theme'>): EditorTheme {
  return environment === 'editor' ? withEditorColors(theme) : theme;
}

/** The color scheme of this page. Inside the editor it is the editor's, whatever the dashboard uses. */
export function pageScheme(config: Pick<HostConfig, 'environment' | 'theme' | 'options'>): EditorTheme['scheme'] {
  const { environment, options } = config;
  if (environment === 'editor' || options.theme === 'follow') return currentTheme(config).scheme;
  if (options.theme !== 'auto') return options.theme;
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Calls `onChange` when the editor switches its theme. */
export function watchEditorTheme(onChange: () => void): void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.body, { attributes: true, attributeFilter: ['class', 'data-vscode-theme-id'] });
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['style'] });
}

function withEditorColors(theme: EditorTheme): EditorTheme {
  const style = getComputedStyle(document.documentElement);
  const value = (name: string) => style.getPropertyValue(name).trim() || undefined;
  // In high contrast, buttons have the color of the background and only a border.
  const buttonColor = value('--vscode-button-background');
  const primaryColor = isHighContrast() ? (value('--vscode-textLink-foreground') ?? buttonColor) : buttonColor;
  if (!primaryColor) return theme;
  const font = value('--vscode-font-family');
  const borderRadius = value('--vscode-cornerRadius-small');
  const colors = { primaryColor, ...(font && { font }), ...(borderRadius && { borderRadius }) };
  return { scheme: bodyScheme() ?? theme.scheme, embedTheme: { ...theme.embedTheme, ...colors } };
}

function isHighContrast(): boolean {
  const { classList } = document.body;
  return classList.contains('vscode-high-contrast') || classList.contains('vscode-high-contrast-light');
}

function bodyScheme(): EditorTheme['scheme'] | undefined {
  const { classList } = document.body;
  if (classList.contains('vscode-light') || classList.contains('vscode-high-contrast-light')) return 'light';
  return classList.contains('vscode-dark') || classList.contains('vscode-high-contrast') ? 'dark' : undefined;
}
