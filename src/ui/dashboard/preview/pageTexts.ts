/** The texts of the host page in the editor's language, and the languages of a dashboard. */

import * as vscode from 'vscode';

const languages = ['en', 'de', 'es', 'fr', 'it', 'ja', 'ko', 'nl', 'pl', 'pt-BR', 'ru', 'tr', 'uk', 'zh-CN'];

/** Translations by the English text. */
export function pageTexts(): Record<string, string> {
  return { ...vscode.l10n.bundle };
}

export function localeChoices(language: string): { code: string; label: string }[] {
  const names = new Intl.DisplayNames([language], { type: 'language' });
  return languages.map((code) => ({ code, label: names.of(code) ?? code }));
}
