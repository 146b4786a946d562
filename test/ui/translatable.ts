/** Every text that src/ui shows through `vscode.l10n.t`, and every one of the host page. `node --import tsx test/ui/translatable.ts` writes the bundle for translators. */

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { channelErrors } from '../../src/base/channel.ts';
import type { ErrorCatalog } from '../../src/base/errors.ts';
import { compilerErrors } from '../../src/compiler/compilerErrors.ts';
import { hostTexts } from '../../src/contract/messages/hostTexts.ts';
import { inputErrors, platformErrors } from '../../src/platform/errors.ts';
import { sessionErrors } from '../../src/session/errors.ts';
import { haltTexts } from '../../src/sync/plan/halt.ts';
import { syncErrors } from '../../src/sync/plan/syncErrors.ts';
import { emulatorErrors } from '../../src/ui/connections/emulatorErrors.ts';
import { filesBelow } from '../vscode/filesBelow.ts';

const repository = path.resolve(import.meta.dirname, '../..');
/** The error catalogs of the folders below the editor. */
export const errorCatalogs: readonly Pick<ErrorCatalog<string>, 'texts'>[] = [
  channelErrors,
  compilerErrors,
  emulatorErrors,
  inputErrors,
  platformErrors,
  sessionErrors,
  syncErrors,
  { texts: haltTexts },
];

/** Translates texts from `errorCatalogs`, so its calls have no literal. */
const translator = 'shell/errorText.ts';

export const bundleFile = path.join(repository, 'l10n/bundle.l10n.json');

/** `vscode.l10n.t(…)`, or `l10n.t(…)` in pure functions that are handed their words. */
const call = /\bl10n\.t\(\s*/g;
const literal = /^('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\$]|\\.)*`)\s*[,)]/;

/** The texts of one source. @throws Error where a call's first argument is no plain literal: translators could not find it. */
export function translatableTexts(file: string, source: string): string[] {
  return [...source.matchAll(call)].map((match) => {
    const rest = source.slice(match.index + match[0].length);
    const found = literal.exec(rest);
    if (!found) {
      const line = source.slice(0, match.index).split('\n').length;
      throw new Error(`${file}:${line}: a translated text needs to be one plain string, then values for its {0}`);
    }
    return unquote(found[1]!);
  });
}

export function allTranslatableTexts(): string[] {
  // The page has no `vscode.l10n` of its own: it is handed the bundle and looks its texts up by their English.
  const texts = new Set<string>(Object.values(hostTexts));
  for (const { message, action } of errorCatalogs.flatMap(({ texts }) => Object.values(texts))) {
    texts.add(message);
    if (action !== undefined) texts.add(action);
  }
  for (const file of filesBelow(path.join(repository, 'src/ui'))) {
    if (!file.endsWith('.ts') || file === translator) continue;
    for (const text of translatableTexts(file, readFileSync(path.join(repository, 'src/ui', file), 'utf8'))) {
      texts.add(text);
    }
  }
  return [...texts].sort();
}

export function bundleText(): string {
  return `${JSON.stringify(Object.fromEntries(allTranslatableTexts().map((text) => [text, text])), undefined, 2)}\n`;
}

function unquote(quoted: string): string {
  const escapes: Record<string, string> = { n: '\n', t: '\t' };
  return quoted.slice(1, -1).replace(/\\(.)/gs, (_, character: string) => escapes[character] ?? character);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(bundleFile, bundleText());
}
