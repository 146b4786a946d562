/** A display language of VS Code without its language pack, which only a marketplace has. */

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Adds an empty language pack to an editor that has not started: VS Code looks up its own texts in it, finds none, and shows the
 * English ones. Extensions bring their texts with them, so those are in the language, as they are with a full pack.
 */
export async function addDisplayLanguage(userData: string, language: string): Promise<void> {
  const translations = path.join(userData, `empty-language-pack-${language}.json`);
  await mkdir(userData, { recursive: true });
  await writeFile(translations, JSON.stringify({ version: '1.0.0', contents: {} }));
  const extensions = [{ extensionIdentifier: { id: `test.empty-language-pack-${language}` }, version: '1.0.0' }];
  const pack = { hash: 'empty', label: language, extensions, translations: { vscode: translations } };
  await writeFile(path.join(userData, 'languagepacks.json'), JSON.stringify({ [language]: pack }));
}
