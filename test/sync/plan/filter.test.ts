import { strict as assert } from 'node:assert';
import { Filter, keptCopyPath } from '../../../src/sync/plan/filter.ts';
import { syncReasons } from '../../../src/sync/plan/syncReasons.ts';

const filter = (ignoreText = '', modelFolder = 'model') => new Filter({ modelFolder, ignoreText });

describe('filter', () => {
  it('includes the model folder and the project files, and nothing else', () => {
    for (const path of ['model/cubes/orders.yml', 'model/globals.py', 'cube.js', 'cube.py', 'package.json']) {
      assert.equal(filter().includes(path), true, path);
    }
    for (const path of ['README.md', 'src/model/a.yml', 'modelx/a.yml', 'model', 'dist/cube.js', '../model/a.yml']) {
      assert.equal(filter().includes(path), false, path);
    }
  });

  it('includes tests and queries in their folders, and nothing else there', () => {
    for (const path of ['tests/orders.test.yml', 'queries/a/b.query.json', 'queries/c.query.yaml']) {
      assert.equal(filter().includes(path), true, path);
      assert.equal(filter().why(path).synced, true, path);
      assert.equal(filter('tests\nqueries').includes(path), false, path);
    }
    for (const path of ['tests/notes.yml', 'tests', 'src/tests/a.test.yml', 'orders.test.yml', 'tests/.env.test.yml']) {
      assert.equal(filter().includes(path), false, path);
      assert.equal(filter().why(path).synced, false, path);
    }
    assert.equal(filter().mayHold('tests'), true);
    assert.equal(filter().mayHold('queries/a'), true);
    assert.equal(filter().mayHold('testsuite'), false);
  });

  it('never includes secrets, packages or temporary files, whatever the ignore file contains', () => {
    const generous = filter('!.env\n!**/*.pem\n!node_modules\n!*');
    for (const path of [
      'model/.env',
      'model/.env.production',
      'model/server.pem',
      'model/id_rsa',
      'model/keys/tls.key',
      'model/node_modules/x/index.js',
      'model/.git/config',
      'model/orders.yml~',
      keptCopyPath('model/orders.yml', '0123456789abcdef0123456789abcdef01234567'),
    ]) {
      assert.equal(generous.includes(path), false, path);
      assert.equal(generous.why(path).synced, false, path);
    }
  });

  it('is silent about a file that is never synced if the ignore file names it', () => {
    assert.ok(filter().refusal('model/.env'));
    assert.equal(filter('.env\n').refusal('model/.env'), undefined);
    assert.equal(filter('/model/sub\n').refusal('model/sub/.env'), undefined);
    assert.ok(filter('.env.local\n').refusal('model/.env'));
    for (const rule of ['/model/linked', 'linked/', 'model/*']) {
      assert.equal(filter(rule).refusesLink('model/linked'), false, rule);
      assert.equal(filter(rule).includes('model/linked/a.yml'), false, rule);
    }
    assert.equal(filter('other').refusesLink('model/linked'), true);
    assert.equal(filter().refusesLink('model/.hidden'), false);
    // Names that only a hostile branch has.
    for (const path of ['model/../x', 'model//x', '/etc/passwd', 'model/a\0b']) filter('x').refusal(path);
  });

  it('follows the ignore file by the rules of .gitignore', () => {
    const rules = filter(
      '# drafts\n*.draft.yml\n/model/private/\n!model/private/kept.yml\nmodel/tmp*\n!model/tmp-kept.yml\n\\#x.yml\n',
    );
    const expected: [string, boolean][] = [
      ['model/cubes/a.draft.yml', false],
      ['model/cubes/a.Draft.yml', true],
      ['model/private/a.yml', false],
      ['model/private/kept.yml', false],
      ['model/sub/private/a.yml', true],
      ['model/tmp1.yml', false],
      ['model/tmp-kept.yml', true],
      ['model/#x.yml', false],
    ];
    for (const [path, synced] of expected) assert.equal(rules.includes(path), synced, path);
  });

  it('gives the reason', () => {
    const rules = filter('*.draft.yml');
    assert.match(rules.why('model/a.draft.yml').reason.message, /\.datamodelignore.*\*\.draft\.yml/);
    assert.match(rules.why('README.md').reason.message, /model\/.*cube\.js/);
    assert.match(rules.why('model/con.yml').reason.message, /device/);
    assert.deepEqual(rules.why('model/a.yml'), {
      synced: true,
      reason: syncReasons.message('model-file'),
    });
  });

  it('gives consistent answers: exactly the included files are synced', () => {
    const rules = filter('sub/\n*.txt');
    for (const path of ['model/a.yml', 'model/sub/a.yml', 'model/a.txt', 'cube.js', 'x.js', 'model/.x', 'model/nul']) {
      assert.equal(rules.why(path).synced, rules.includes(path), path);
    }
  });

  it('has a fingerprint that changes with its rules, not with their comments', () => {
    assert.equal(filter('a\n').fingerprint, filter('# why\n\na').fingerprint);
    assert.notEqual(filter('a').fingerprint, filter('b').fingerprint);
    assert.notEqual(filter('', 'model').fingerprint, filter('', 'schema').fingerprint);
  });

  it('accepts a nested model folder, and the whole project', () => {
    assert.equal(filter('', './src/model/').includes('src/model/a.yml'), true);
    assert.equal(filter('', 'src/model').mayHold('src'), true);
    assert.equal(filter('', 'src/model').mayHold('test'), false);
    assert.equal(filter('', '.').includes('orders.yml'), true);
    assert.equal(filter('', '.').mayHold('node_modules'), false);
  });
});
