import assert from 'node:assert/strict';
import { cubeText, type Desk, type EmulatorUnderTest, emulatorUnderTest, sha1 } from './emulatorUnderTest.ts';

const path = 'model/cubes/orders.yml';
const lines = (...changed: [number, string][]) => {
  const text = Array.from({ length: 30 }, (_, index) => `# line ${index}`);
  for (const [index, line] of changed) text[index] = line;
  return `${text.join('\n')}\n`;
};

describe('merges of the emulator', function () {
  this.timeout(60_000);
  let under: EmulatorUnderTest;
  let desk: Desk;
  let admin: Desk;
  before(async () => {
    under = await emulatorUnderTest();
  });
  after(() => under.close());
  beforeEach(async () => {
    desk = await under.desk({ [path]: lines() });
    admin = desk.as(under.emulator.adminApiKey);
  });
  /** Another person's commit to a branch. */
  const land = async (files: Record<string, string>, branch = 'main') => {
    const dev = await admin.openDevMode(branch);
    await admin.done(admin.build('POST', '/pull', { branchName: dev }));
    await admin.done(admin.put(files, dev));
    await admin.done(admin.commit(dev, `Land on ${branch}`));
  };
  const snapshot = async () => {
    const branches = await desk.branches();
    const heads = Object.entries(branches).map(([name, { lastHash }]) => [name, lastHash]);
    const files = await Promise.all(Object.keys(branches).map(async (name) => [name, await desk.hashes(name)]));
    return { heads, files };
  };

  it('join changes of the same file line by line', async () => {
    const dev = await desk.openDevMode();
    await desk.done(desk.put({ [path]: lines([3, 'mine']) }, dev));
    await land({ [path]: lines([20, 'theirs']) });
    await desk.done(desk.commit(dev));
    assert.equal((await desk.files('main'))[path], lines([3, 'mine'], [20, 'theirs']));
    assert.deepEqual(await desk.hashes(dev), await desk.hashes('main'), 'both stand on the same commit');
  });

  it('keep every byte: CRLF, no last newline, bytes that are no UTF-8', async () => {
    const old = Buffer.concat([Buffer.from('a\r\nb\r\nc\r\n'), Buffer.from([0xff, 0xfe, 0x0a]), Buffer.from('d\r\ne')]);
    const dev = await desk.openDevMode();
    await desk.done(desk.upload(dev, { 'model/odd.yml': old }, { autoRemoveFiles: false }));
    await desk.done(desk.commit(dev));
    const theirs = Buffer.from(old.toString('latin1').replace('d\r\ne', 'd\r\nE'), 'latin1');
    const mine = Buffer.from(old.toString('latin1').replace('a\r\n', 'A\r\n'), 'latin1');
    const adminDev = await admin.openDevMode();
    await admin.done(admin.build('POST', '/pull', { branchName: adminDev }));
    await admin.done(admin.upload(adminDev, { 'model/odd.yml': theirs }, { autoRemoveFiles: false }));
    await admin.done(admin.commit(adminDev));
    await desk.done(desk.upload(dev, { 'model/odd.yml': mine }, { autoRemoveFiles: false }));
    await desk.done(desk.commit(dev));
    const both = Buffer.from(old.toString('latin1').replace('a\r\n', 'A\r\n').replace('d\r\ne', 'd\r\nE'), 'latin1');
    assert.equal((await desk.hashes('main'))['/model/odd.yml'], sha1(both));
  });

  for (const [what, mine, theirs] of [
    ['the same line', lines([5, 'mine']), lines([5, 'theirs'])],
    ['a deletion and a change', undefined, lines([5, 'theirs'])],
  ] as const) {
    it(`name the files of a conflict (${what}) and leave every branch as it was`, async () => {
      const dev = await desk.openDevMode();
      await desk.done(desk.put({ 'model/fine.yml': 'fine', ...(mine === undefined ? {} : { [path]: mine }) }, dev));
      if (mine === undefined) {
        await desk.done(desk.build('DELETE', '/data-model/files', { files: [{ path }], branchName: dev }));
      }
      await land({ [path]: theirs });
      const before = await snapshot();
      for (const answer of [
        await desk.commit(dev),
        await desk.build('POST', '/pull', { branchName: dev }),
        await desk.build('POST', '/merge', { branchName: dev, deleteBranch: true, switchToParentBranch: true }),
        await desk.build('POST', '/merge', { branchName: dev, squashCommits: true }),
        await desk.build('POST', '/merge-to-default', { branchName: dev }),
      ]) {
        assert.equal(answer.status, 409);
        assert.ok(answer.body.error.includes(path), answer.body.error);
        assert.ok(!answer.body.error.includes('fine.yml'), answer.body.error);
      }
      assert.deepEqual(await snapshot(), before);
      assert.equal((await desk.files(dev))['model/fine.yml'], 'fine');
    });
  }

  it('are conflicts where one side made a folder of the other’s file', async () => {
    const dev = await desk.openDevMode();
    await desk.done(desk.put({ 'model/thing': 'a file' }, dev));
    await land({ 'model/thing/inside.yml': 'a folder' });
    const { status, body } = await desk.commit(dev);
    assert.equal(status, 409);
    assert.match(body.error, /model\/thing/);
  });

  it('fit the same change made on both sides', async () => {
    const dev = await desk.openDevMode();
    await desk.done(desk.put({ [path]: lines([5, 'same']), 'model/new.yml': 'same' }, dev));
    await land({ [path]: lines([5, 'same']), 'model/new.yml': 'same' });
    await desk.done(desk.commit(dev));
    assert.equal((await desk.files('main'))[path], lines([5, 'same']));
  });

  it('pull under uncommitted edits: they stay uncommitted on top', async () => {
    const dev = await desk.openDevMode();
    await desk.done(desk.put({ [path]: lines([3, 'mine']) }, dev));
    await land({ [path]: lines([20, 'theirs']) });
    await desk.done(desk.build('POST', '/pull', { branchName: dev }));
    assert.equal((await desk.files(dev))[path], lines([3, 'mine'], [20, 'theirs']));
    assert.equal((await desk.branches())[dev]?.lastHash, (await desk.branches()).main?.lastHash);
    assert.equal((await desk.files('main'))[path], lines([20, 'theirs']));
  });

  it('merge into somebody’s dev branch only for its owner, and never lose what is saved on it', async () => {
    const dev = await desk.openDevMode();
    await desk.done(desk.createBranch('child', dev));
    await desk.done(desk.put({ 'model/saved.yml': 'saved' }, dev));
    await land({ 'model/child.yml': 'child' }, 'child');
    assert.equal((await admin.build('POST', '/merge', { branchName: 'child' })).status, 403);
    await desk.done(desk.build('POST', '/merge', { branchName: 'child' }));
    const files = await desk.files(dev);
    assert.deepEqual([files['model/saved.yml'], files['model/child.yml']], ['saved', 'child']);
  });

  it('squash many commits into one on the parent', async () => {
    await desk.done(desk.createBranch('feature'));
    const before = (await desk.branches()).main!.lastHash;
    for (const n of [1, 2, 3]) await land({ [`model/part${n}.yml`]: `${n}` }, 'feature');
    await desk.done(desk.build('POST', '/merge', { branchName: 'feature', squashCommits: true, message: 'Feature' }));
    const branches = await desk.branches();
    assert.notEqual(branches.main!.lastHash, before);
    assert.notEqual(branches.main!.lastHash, branches.feature!.lastHash);
    assert.deepEqual(await desk.hashes('main'), await desk.hashes('feature'));
    const again = await desk.done(desk.build('POST', '/merge', { branchName: 'feature', squashCommits: true }));
    assert.equal(again.merged, true);
    assert.equal((await desk.branches()).main!.lastHash, branches.main!.lastHash, 'nothing new, no commit');
  });

  it('switch to the parent after a merge, or end the session where that is production', async () => {
    await desk.done(desk.createBranch('feature'));
    const dev = await desk.openDevMode('feature');
    await desk.done(desk.put({ 'model/x.yml': 'x' }));
    await desk.done(desk.build('POST', '/merge', { switchToParentBranch: true, deleteBranch: true }));
    assert.equal((await desk.done(desk.control('GET', '/build-status'))).branchName, 'feature');
    assert.equal((await desk.branches())[dev], undefined);
    await desk.done(desk.build('POST', '/merge', { switchToParentBranch: true }));
    assert.equal((await desk.done(desk.control('GET', '/build-status'))).branchName, 'main');
    assert.equal((await desk.files('main'))['model/x.yml'], 'x');
  });

  it('find their way after criss-cross merges', async () => {
    await desk.done(desk.createBranch('feature'));
    await land({ [path]: lines([2, 'feature 1']) }, 'feature');
    await desk.done(desk.createBranch('old-feature', 'feature'));
    await land({ [path]: lines([25, 'main 1']) });
    // feature := feature + main, and main := main + the same feature as before: two best common ancestors.
    await desk.done(desk.build('POST', '/pull', { branchName: 'feature' }));
    await desk.done(desk.build('POST', '/merge-to-default', { branchName: 'old-feature' }));
    await land({ [path]: lines([2, 'feature 2'], [25, 'main 1']) }, 'feature');
    await land({ [path]: lines([2, 'feature 1'], [25, 'main 2']) });
    await desk.done(desk.build('POST', '/merge', { branchName: 'feature' }));
    assert.equal((await desk.files('main'))[path], lines([2, 'feature 2'], [25, 'main 2']));
  });

  it('of a dev branch forked from production rebuild production; on deploy mode cli only an upload to it does', async () => {
    await desk.done(desk.control('PUT', '', { deployMode: 'cli' }));
    await desk.status('main', true);
    const before = await desk.status();
    const dev = await desk.openDevMode();
    await desk.done(desk.put({ 'model/cubes/more.yml': cubeText('more') }, dev));
    await desk.done(desk.commit(dev));
    assert.equal((await desk.status()).buildJobId, before.buildJobId);
    const answer = await desk.upload('main', { 'model/cubes/uploaded.yml': cubeText('uploaded') });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    assert.deepEqual(Object.keys(await desk.files('main')), ['model/cubes/uploaded.yml']);
    const after = await desk.status('main', true);
    assert.equal(after.status, 'built');
    assert.notEqual(after.buildJobId, before.buildJobId);
    assert.equal(after.lastHash, answer.body.lastHash);
  });
});
