/** Names from a hostile server in a real pull onto a real disk: nothing is written outside the project folder. */

import { strict as assert } from 'node:assert';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, posix, resolve, win32 } from 'node:path';
import { silentLog } from '../../../src/base/log.ts';
import { Filter } from '../../../src/sync/plan/filter.ts';
import { refuseName } from '../../../src/sync/plan/names.ts';
import { SyncEngine } from '../../../src/sync/syncEngine.ts';
import { testSeed } from '../../run/testSeed.ts';
import { FakeBranch } from '../fakeBranch.ts';
import { Random } from '../simulator/random.ts';
import { put, removeTemporaryFolders, temporaryFolder, textsIn } from '../temporary.ts';

const pieces = [
  ...['..', '.', '', '/', '//', '\\', '..\\', '../../', 'C:', 'c:/', '~', '$HOME', '%2e%2e', '.git', '.GIT', 'git~1'],
  ...['.vscode', '.env', 'CON', 'nul.yml', 'com1', 'LPT9 ', 'link', 'model', 'a.yml', 'cube.js', ' ', '.', '...'],
  ...[
    '\u0000',
    '\n',
    '\u202e',
    '\u200b',
    '\ufeff',
    '\ud800',
    '\uff0e\uff0e',
    '\u2215',
    'e\u0301',
    '\u00e9',
    'x'.repeat(260),
  ],
  ...['node_modules', '.model', 'orders', ':stream', '*', '?', '"', '|', '<', '\u00b9', '\ufffd', '.sync-old', '.yml'],
];

function nameOf(random: Random): string {
  const start = random.pick(['', '', 'model/', 'model/', 'model/link/', '/', '../../', '../../../']);
  const count = 1 + random.below(6);
  let name = start;
  for (let at = 0; at < count; at += 1) {
    name += random.chance(0.8) ? random.pick(pieces) : String.fromCharCode(random.below(0x300));
    if (random.chance(0.4)) name += '/';
  }
  return name;
}

describe('names from a hostile server', () => {
  const seed = testSeed();
  afterEach(removeTemporaryFolders);

  it('accepts only paths inside the folder on every system (100,000 names)', () => {
    const random = new Random(seed);
    const filter = new Filter({ modelFolder: 'model' });
    let taken = 0;
    for (let count = 0; count < 100_000; count += 1) {
      const name = nameOf(random);
      if (!filter.includes(name)) continue;
      taken += 1;
      const told = JSON.stringify(name);
      assert.equal(refuseName(name), undefined, told);
      assert.equal(posix.normalize(name), name, told);
      assert.ok(posix.resolve('/work-folder/project', name).startsWith('/work-folder/project/'), told);
      assert.ok(win32.resolve('D:\\root\\project', name).startsWith('D:\\root\\project\\'), told);
      for (const segment of name.split('/')) {
        assert.ok(segment !== '' && !segment.startsWith('.') && !/[. ]$/.test(segment), told);
        assert.ok(Buffer.byteLength(segment) <= 255, told);
      }
    }
    assert.ok(taken > 100, `only ${taken} names were sound: this proves little`);
  });

  it('pulls 3,000 names without writing outside the root or through a link', async () => {
    const random = new Random(seed + 1);
    const outer = temporaryFolder();
    const folder = join(outer, 'project');
    const elsewhere = join(outer, 'elsewhere');
    mkdirSync(elsewhere);
    put(outer, 'precious.yml', 'mine');
    put(folder, 'model/mine.yml', 'mine');
    symlinkSync(elsewhere, join(folder, 'model', 'link'));
    const branch = new FakeBranch({ 'model/mine.yml': 'mine' });
    for (let count = 0; count < 3_000; count += 1) branch.write(nameOf(random), `${count}`);
    branch.write('../precious.yml', 'theirs');
    branch.write(`${elsewhere}/absolute.yml`, 'theirs');
    branch.write('model/link/through.yml', 'theirs');
    branch.write('model/sound.yml', 'theirs');
    const engine = new SyncEngine({
      target: {
        origin: 'https://platform.test',
        deploymentId: 1,
        branchName: branch.branchName,
        projectFolder: folder,
        modelFolder: 'model',
      },
      client: { call: () => Promise.reject(new Error('no client here')) },
      storageFolder: temporaryFolder(),
      log: silentLog,
      port: branch,
    });
    const plan = await engine.refresh();
    const result = await engine.pull({ confirmed: true, plan });
    assert.equal(result.halt, undefined);
    const outside = Object.keys(textsIn(outer)).filter((path) => !path.startsWith('project/'));
    assert.deepEqual(outside, ['precious.yml']);
    assert.equal(readFileSync(join(outer, 'precious.yml'), 'utf8'), 'mine');
    assert.ok(!existsSync(join(elsewhere, 'through.yml')));
    for (const path of Object.keys(textsIn(folder))) {
      assert.ok(resolve(folder, path).startsWith(`${folder}/`), path);
      assert.ok(path.startsWith('model/') || path === 'cube.js', path);
    }
    assert.equal(readFileSync(join(folder, 'model/sound.yml'), 'utf8'), 'theirs');
    engine.dispose();
  });
});
