import { strict as assert } from 'node:assert';
import { foldName } from '../../../src/base/foldName.ts';
import { findCollisions, refuseName } from '../../../src/sync/plan/names.ts';

const fine = [
  'cube.js',
  'model/cubes/orders.yml',
  'model/cubes/Aufträge mit Leerzeichen.yml',
  'model/cubes/注文.yml',
  'model/cubes/🛒.yml',
  `model/${'x'.repeat(255)}`,
  "model/a-b_c(d)[e]{f}!@#$%^&+=,;'~.yml",
  'model/console.yml',
  'model/aux-tables.yml',
  'model/gitlab.yml',
  'model/a..b.yml',
];

const refused: [name: string, word: RegExp][] = [
  ['', /empty/],
  ['/etc/passwd', /absolute/],
  ['//server/share', /absolute/],
  ['../outside.yml', /“\.\.”/],
  ['model/../../outside.yml', /“\.\.”/],
  ['model/./a.yml', /“\.”/],
  ['model//a.yml', /no name/],
  ['model/', /no name/],
  ['model\\a.yml', /backslash/],
  ['..\\..\\a.yml', /backslash/],
  ['C:/a.yml', /drive/],
  ['c:a.yml', /drive/],
  ['model/a.yml:stream', /colon/],
  ['model/a\u0000.yml', /control/],
  ['model/a\nb.yml', /control/],
  ['model/a\u007f.yml', /control/],
  ['model/a\u0085.yml', /control/],
  ['model/\u202elmy.a', /invisible/],
  ['model/a\u200b.yml', /invisible/],
  ['model/.g\u200cit/config', /invisible/],
  ['model/a\ufeff.yml', /invisible/],
  ['model/a\u2066b.yml', /invisible/],
  ['model/\ud800.yml', /Unicode/],
  ['model/a\ufffd.yml', /Unicode/],
  ['model/a?.yml', /Windows/],
  ['model/a*.yml', /Windows/],
  ['model/<a>.yml', /Windows/],
  ['model/a|b.yml', /Windows/],
  ['model/"a".yml', /Windows/],
  ['model/.git/config', /git/],
  ['model/.GIT/config', /git/],
  ['.gitmodules', /git/],
  ['model/git~1/config', /git/],
  ['.vscode/settings.json', /dot/],
  ['model/.hidden.yml', /dot/],
  ['.env', /dot/],
  ['model/...', /dot/],
  ['model/a.yml.', /ends with/],
  ['model/a.yml ', /ends with/],
  ['model/folder./a.yml', /ends with/],
  ['model/CON', /device/],
  ['model/con.yml', /device/],
  ['model/Aux.tar.gz', /device/],
  ['model/nul /a.yml', /ends with|device/],
  ['model/com1.yml', /device/],
  ['model/LPT9', /device/],
  ['model/COM¹.yml', /device/],
  ['model/CONIN$', /device/],
  [`model/${'x'.repeat(256)}`, /255 bytes/],
  [`model/${'ä'.repeat(128)}`, /255 bytes/],
  [`${'folder/'.repeat(130)}a.yml`, /900 bytes/],
];

describe('names', () => {
  for (const name of fine)
    it(`accepts ${JSON.stringify(name).slice(0, 60)}`, () => assert.equal(refuseName(name), undefined));
  for (const [name, reason] of refused) {
    it(`refuses ${JSON.stringify(name).slice(0, 60)}`, () =>
      assert.match(refuseName(name)?.message ?? 'accepted', reason));
  }

  it('folds case and Unicode form like tolerant file systems', () => {
    assert.equal(foldName('Orders.YML'), foldName('orders.yml'));
    assert.equal(foldName('Ä'), foldName('a\u0308'));
    assert.equal(foldName('É.yml'), foldName('e\u0301.YML'));
    assert.equal(foldName('\u212a'), foldName('k'));
    assert.notEqual(foldName('straße'), foldName('strasse'));
  });

  it('finds colliding names', () => {
    const found = (...paths: string[]) => [...findCollisions(paths).keys()].sort();
    assert.deepEqual(found('a/x.yml', 'a/y.yml', 'b/x.yml'), []);
    assert.deepEqual(found('a/x.yml', 'a/X.yml'), ['a/X.yml', 'a/x.yml']);
    assert.deepEqual(found('a/x.yml', 'A/y.yml'), ['A/y.yml']);
    assert.deepEqual(found('a', 'a/b.yml'), ['a/b.yml']);
    assert.deepEqual(found('a/b.yml', 'a'), ['a']);
    assert.deepEqual(found('é.yml', 'e\u0301.yml'), ['e\u0301.yml', 'é.yml'].sort());
  });
});
