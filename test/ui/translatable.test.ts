import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { bundleFile, bundleText, translatableTexts } from './translatable.ts';

describe('translatable texts', () => {
  it('are found whatever quotes they stand in', () => {
    const source = "l10n.t('a {0}', 1); vscode.l10n.t(\"it's\"); vscode.l10n.t(\n  `b “c”`,\n);";
    assert.deepEqual(translatableTexts('x.ts', source), ['a {0}', "it's", 'b “c”']);
  });

  it('must be plain literals', () => {
    assert.throws(() => translatableTexts('x.ts', '\nl10n.t(`a $' + '{b}`)'), /x\.ts:2/);
    assert.throws(() => translatableTexts('x.ts', "l10n.t('a' + b)"), /x\.ts:1/);
  });

  it('are all in the bundle for translators, and nothing else is', () => {
    const upToDate = readFileSync(bundleFile, 'utf8') === bundleText();
    assert.ok(upToDate, 'l10n/bundle.l10n.json is not up to date: npm run l10n');
  });
});
