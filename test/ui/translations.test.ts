/** Each translation has every text of the extension and of its manifest, with the same values, code and links. */

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repository } from '../vscode/locations.ts';
import { bundleFile } from './translatable.ts';

type Texts = Readonly<Record<string, string>>;

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Texts;
const manifestFile = path.join(repository, 'package.nls.json');

/** By locale, as the editor calls it. */
function translationsIn(folder: string, name: RegExp): ReadonlyMap<string, Texts> {
  return new Map(
    readdirSync(folder).flatMap((file) => {
      const [, locale] = name.exec(file) ?? [];
      return locale === undefined ? [] : [[locale, read(path.join(folder, file))] as const];
    }),
  );
}

const bundles = translationsIn(path.dirname(bundleFile), /^bundle\.l10n\.(.+)\.json$/);
const manifests = translationsIn(repository, /^package\.nls\.(.+)\.json$/);

/** What stays as it is, sorted: placeholders, code, addresses of links, icons, names of settings. */
function fixedParts(text: string): string[] {
  const parts = text.match(/\{\d\}|`[^`]*`|\]\([^)]*\)|\$\([\w-]+\)|#[\w.]+#|\n/g) ?? [];
  return [...parts].sort();
}

const spaceAround = (text: string) => [/^\s*/.exec(text)![0], /\s*$/.exec(text)![0]];

function faultsOf(english: Texts, translated: Texts): string[] {
  const missing = Object.keys(english).filter((key) => !Object.hasOwn(translated, key));
  const gone = Object.keys(translated).filter((key) => !Object.hasOwn(english, key));
  const wrong = Object.entries(translated).flatMap(([key, text]) => {
    const original = english[key];
    if (original === undefined) return [];
    if (text.trim() === '' && original.trim() !== '') return [`${key}: is empty`];
    if (JSON.stringify(fixedParts(text)) !== JSON.stringify(fixedParts(original)))
      return [`${key}: other values or code: ${text}`];
    if (JSON.stringify(spaceAround(text)) !== JSON.stringify(spaceAround(original)))
      return [`${key}: other white space around: ${text}`];
    return original.endsWith('…') !== text.endsWith('…') ? [`${key}: only one has an ellipsis: ${text}`] : [];
  });
  return [...missing.map((key) => `${key}: is missing`), ...gone.map((key) => `${key}: is not used`), ...wrong];
}

describe('translations', () => {
  it('are of the extension and of its manifest, in German', () => {
    assert.deepEqual([...bundles.keys()].sort(), ['de']);
    assert.deepEqual([...manifests.keys()].sort(), ['de']);
  });

  for (const [locale, texts] of bundles) {
    it(`have every text of the extension: ${locale}`, () => {
      assert.deepEqual(faultsOf(read(bundleFile), texts), [], 'npm run l10n lists what is missing');
    });
  }

  for (const [locale, texts] of manifests) {
    it(`have every text of the manifest: ${locale}`, () => {
      assert.deepEqual(faultsOf(read(manifestFile), texts), []);
    });
  }

  it('have German quotation marks', () => {
    const texts = [...bundles, ...manifests]
      .filter(([locale]) => locale === 'de')
      .flatMap(([, all]) => Object.values(all));
    assert.ok(texts.length > 2_000, 'no German texts');
    assert.deepEqual(
      texts.filter((text) => /”|“[^“„]*“|(?<!=)"\w+"/.test(text.replaceAll(/`[^`]*`/g, ''))),
      [],
    );
  });
});
