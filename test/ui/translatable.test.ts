import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { hostTexts } from '../../src/contract/messages/hostTexts.ts';
import { filesBelow } from '../vscode/filesBelow.ts';
import { repository } from '../vscode/locations.ts';
import { bundleFile, bundleText, translatableTexts } from './translatable.ts';

describe('translatable texts', () => {
  it('are found in all kinds of quotes', () => {
    const source = "l10n.t('a {0}', 1); vscode.l10n.t(\"it's\"); vscode.l10n.t(\n  `b “c”`,\n);";
    assert.deepEqual(translatableTexts('x.ts', source), ['a {0}', "it's", 'b “c”']);
  });

  it('must be plain literals', () => {
    assert.throws(() => translatableTexts('x.ts', '\nl10n.t(`a $' + '{b}`)'), /x\.ts:2/);
    assert.throws(() => translatableTexts('x.ts', "l10n.t('a' + b)"), /x\.ts:1/);
  });

  it('of the host page are in the bundle', () => {
    const bundle = JSON.parse(readFileSync(bundleFile, 'utf8')) as Record<string, string>;
    const missing = Object.entries(hostTexts).filter(([, text]) => bundle[text] !== text);
    assert.deepEqual(missing, [], 'npm run l10n');
  });

  it('of the host page are in its table, not in its code', () => {
    const root = path.join(repository, 'src/webview/dashboard');
    // The protocol's reasons in `messages` and `session` stay English, as in a log.
    const translated = (file: string) => file.endsWith('.ts') && !/^(messages|session)\//.test(file);
    // Strings that start with a capital letter and contain a space. Errors for developers are excluded.
    const sentence = /(['"`])[A-Z][a-z]+ (?:(?!\1)[^\n])*\1/g;
    const found = filesBelow(root)
      .filter(translated)
      .flatMap((file) =>
        readFileSync(path.join(root, file), 'utf8')
          .split('\n')
          .filter((line) => !/^\s*(\*|\/\*|\/\/)|throw new Error/.test(line))
          .flatMap((line) => (line.match(sentence) ?? []).map((text) => `${file}: ${text}`)),
      );
    assert.deepEqual(found, []);
  });

  it('match the bundle for translators', () => {
    const upToDate = readFileSync(bundleFile, 'utf8') === bundleText();
    assert.ok(upToDate, 'l10n/bundle.l10n.json is not up to date: npm run l10n');
  });
});
