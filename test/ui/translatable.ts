/** Collects all texts that translators need. `npm run l10n` writes them to the bundle. */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { channelErrors } from '../../src/base/channel.ts';
import type { ErrorCatalog } from '../../src/base/errors.ts';
import { lockErrors } from '../../src/base/folderLock.ts';
import { hostTexts } from '../../src/contract/messages/hostTexts.ts';
import { mapTexts } from '../../src/contract/messages/mapTexts.ts';
import { queryTexts } from '../../src/contract/messages/queryTexts.ts';
import { sourceErrors } from '../../src/database/source/sourceErrors.ts';
import { formatErrors } from '../../src/language/format/formatErrors.ts';
import { renameErrors, renameLabels } from '../../src/language/rename/renameErrors.ts';
import { apiErrors } from '../../src/platform/api/errors.ts';
import { platformErrors } from '../../src/platform/errors.ts';
import { wireDetails } from '../../src/platform/http/wire.ts';
import { inputErrors } from '../../src/platform/inputErrors.ts';
import { signInErrors } from '../../src/platform/signIn/signInErrors.ts';
import { queryErrors } from '../../src/query/run/queryErrors.ts';
import { testTexts } from '../../src/query/tests/testTexts.ts';
import { whyTexts } from '../../src/query/why/whyTexts.ts';
import { reviewTexts } from '../../src/review/model/reviewTexts.ts';
import { dashboardErrors } from '../../src/session/dashboard/dashboardErrors.ts';
import { dbtErrors } from '../../src/session/dbt/dbtErrors.ts';
import { sessionErrors } from '../../src/session/errors.ts';
import { healthErrors, healthTexts } from '../../src/session/health/healthTexts.ts';
import { metricViewErrors } from '../../src/session/metricViews/previewRun.ts';
import { authorizationErrors } from '../../src/session/oauth/authorizeIntegration.ts';
import { runErrors } from '../../src/session/query/runErrors.ts';
import { haltTexts } from '../../src/sync/plan/halt.ts';
import { syncErrors } from '../../src/sync/plan/syncErrors.ts';
import { syncReasons } from '../../src/sync/plan/syncReasons.ts';
import { emulatorErrors } from '../../src/ui/connections/emulatorErrors.ts';
import { filesBelow } from '../vscode/filesBelow.ts';

const repository = path.resolve(import.meta.dirname, '../..');
/** The catalogs of the folders that cannot use `vscode.l10n`. */
export const errorCatalogs: readonly Pick<ErrorCatalog<string>, 'texts'>[] = [
  apiErrors,
  authorizationErrors,
  channelErrors,
  dashboardErrors,
  dbtErrors,
  emulatorErrors,
  healthErrors,
  healthTexts,
  inputErrors,
  lockErrors,
  metricViewErrors,
  platformErrors,
  queryErrors,
  reviewTexts,
  whyTexts,
  formatErrors,
  renameErrors,
  renameLabels,
  runErrors,
  sessionErrors,
  signInErrors,
  sourceErrors,
  syncErrors,
  wireDetails,
  syncReasons,
  testTexts,
  { texts: haltTexts },
];

/** Translates texts from `errorCatalogs`, so its calls have no literal. */
const translator = 'ui/shell/errorText.ts';

export const bundleFile = path.join(repository, 'l10n/bundle.l10n.json');

/** `vscode.l10n.t(…)`, or `l10n.t(…)` with a localizer. */
const call = /\bl10n\.t\(\s*/g;
const literal = /^('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\$]|\\.)*`)\s*[,)]/;

/** The texts of one source file. @throws Error if a text is not a plain literal, because it could not be collected */
export function translatableTexts(file: string, source: string): string[] {
  return [...source.matchAll(call)].map((match) => {
    const rest = source.slice(match.index + match[0].length);
    const found = literal.exec(rest);
    if (!found) {
      const line = source.slice(0, match.index).split('\n').length;
      throw new Error(`${file}:${line}: pass a translated text as one plain string, and values as arguments`);
    }
    return unquote(found[1]!);
  });
}

export function allTranslatableTexts(): string[] {
  // The pages translate their texts with the same bundle.
  const texts = new Set<string>([hostTexts, mapTexts, queryTexts].flatMap((page) => Object.values(page)));
  for (const { message, action } of errorCatalogs.flatMap(({ texts }) => Object.values(texts))) {
    texts.add(message);
    if (action !== undefined) texts.add(action);
  }
  const files = ['extension.ts', ...filesBelow(path.join(repository, 'src/ui')).map((file) => `ui/${file}`)];
  for (const file of files) {
    if (!file.endsWith('.ts') || file === translator) continue;
    for (const text of translatableTexts(file, readFileSync(path.join(repository, 'src', file), 'utf8'))) {
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

/** Sorted as the bundle, without what is gone from it. @returns the texts that it lacks */
function sortTranslation(file: string, texts: readonly string[]): string[] {
  const translated = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  const kept = texts.filter((text) => Object.hasOwn(translated, text));
  writeFileSync(
    file,
    `${JSON.stringify(Object.fromEntries(kept.map((text) => [text, translated[text]])), undefined, 2)}\n`,
  );
  return texts.filter((text) => !Object.hasOwn(translated, text));
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(bundleFile, bundleText());
  const folder = path.dirname(bundleFile);
  for (const name of readdirSync(folder).filter((one) => /^bundle\.l10n\..+\.json$/.test(one))) {
    const missing = sortTranslation(path.join(folder, name), allTranslatableTexts());
    if (missing.length > 0)
      console.log(`l10n/${name} lacks:\n${missing.map((text) => JSON.stringify(text)).join('\n')}`);
  }
}
