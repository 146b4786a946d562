import assert from 'node:assert/strict';
import {
  cubeText,
  type DeploymentClient,
  type EmulatorUnderTest,
  emulatorUnderTest,
  sha1,
} from './emulatorUnderTest.ts';

const path = 'model/cubes/orders.yml';
const lines = (...changed: [number, string][]) => {
  const text = Array.from({ length: 30 }, (_, index) => `# line ${index}`);
  for (const [index, line] of changed) text[index] = line;
  return `${text.join('\n')}\n`;
};

describe('merges of the emulator', () => {
  let under: EmulatorUnderTest;
  let client: DeploymentClient;
  let admin: DeploymentClient;
  before(async () => {
    under = await emulatorUnderTest();
  });
  after(() => under.close());
  beforeEach(async () => {
    client = await under.newDeployment({ [path]: lines() });
    admin = client.as(under.emulator.adminApiKey);
  });
  /** Another user's commit to a branch. */
  const land = async (files: Record<string, string>, branch = 'main') => {
    const dev = await admin.openDevMode(branch);
    await admin.done(admin.build('POST', '/pull', { branchName: dev }));
    await admin.done(admin.put(files, dev));
    await admin.done(admin.commit(dev, `Land on ${branch}`));
  };
  const snapshot = async () => {
    const branches = await client.branches();
    const heads = Object.entries(branches).map(([name, { lastHash }]) => [name, lastHash]);
    const files = await Promise.all(Object.keys(branches).map(async (name) => [name, await client.hashes(name)]));
    return { heads, files };
  };

  it('combine changes of the same file line by line', async () => {
    const dev = await client.openDevMode();
    await client.done(client.put({ [path]: lines([3, 'mine']) }, dev));
    await land({ [path]: lines([20, 'theirs']) });
    await client.done(client.commit(dev));
    assert.equal((await client.files('main'))[path], lines([3, 'mine'], [20, 'theirs']));
    assert.deepEqual(await client.hashes(dev), await client.hashes('main'), 'both have the same head');
  });

  it('keep every byte: CRLF, a missing final newline, bytes that are not UTF-8', async () => {
    const old = Buffer.concat([Buffer.from('a\r\nb\r\nc\r\n'), Buffer.from([0xff, 0xfe, 0x0a]), Buffer.from('d\r\ne')]);
    const dev = await client.openDevMode();
    await client.done(client.upload(dev, { 'model/odd.yml': old }, { autoRemoveFiles: false }));
    await client.done(client.commit(dev));
    const theirs = Buffer.from(old.toString('latin1').replace('d\r\ne', 'd\r\nE'), 'latin1');
    const mine = Buffer.from(old.toString('latin1').replace('a\r\n', 'A\r\n'), 'latin1');
    const adminDev = await admin.openDevMode();
    await admin.done(admin.build('POST', '/pull', { branchName: adminDev }));
    await admin.done(admin.upload(adminDev, { 'model/odd.yml': theirs }, { autoRemoveFiles: false }));
    await admin.done(admin.commit(adminDev));
    await client.done(client.upload(dev, { 'model/odd.yml': mine }, { autoRemoveFiles: false }));
    await client.done(client.commit(dev));
    const both = Buffer.from(old.toString('latin1').replace('a\r\n', 'A\r\n').replace('d\r\ne', 'd\r\nE'), 'latin1');
    assert.equal((await client.hashes('main'))['/model/odd.yml'], sha1(both));
  });

  for (const [what, mine, theirs] of [
    ['the same line', lines([5, 'mine']), lines([5, 'theirs'])],
    ['a deletion and a change', undefined, lines([5, 'theirs'])],
  ] as const) {
    it(`name the files of a conflict (${what}) and change no branch`, async () => {
      const dev = await client.openDevMode();
      await client.done(client.put({ 'model/fine.yml': 'fine', ...(mine === undefined ? {} : { [path]: mine }) }, dev));
      if (mine === undefined) {
        await client.done(client.build('DELETE', '/data-model/files', { files: [{ path }], branchName: dev }));
      }
      await land({ [path]: theirs });
      const before = await snapshot();
      for (const answer of [
        await client.commit(dev),
        await client.build('POST', '/pull', { branchName: dev }),
        await client.build('POST', '/merge', { branchName: dev, deleteBranch: true, switchToParentBranch: true }),
        await client.build('POST', '/merge', { branchName: dev, squashCommits: true }),
        await client.build('POST', '/merge-to-default', { branchName: dev }),
      ]) {
        assert.equal(answer.status, 409);
        assert.ok(answer.body.error.includes(path), answer.body.error);
        assert.ok(!answer.body.error.includes('fine.yml'), answer.body.error);
      }
      assert.deepEqual(await snapshot(), before);
      assert.equal((await client.files(dev))['model/fine.yml'], 'fine');
    });
  }

  it('conflict when one side replaces a file by a folder', async () => {
    const dev = await client.openDevMode();
    await client.done(client.put({ 'model/thing': 'a file' }, dev));
    await land({ 'model/thing/inside.yml': 'a folder' });
    const { status, body } = await client.commit(dev);
    assert.equal(status, 409);
    assert.match(body.error, /model\/thing/);
  });

  it('accept the same change on both sides', async () => {
    const dev = await client.openDevMode();
    await client.done(client.put({ [path]: lines([5, 'same']), 'model/new.yml': 'same' }, dev));
    await land({ [path]: lines([5, 'same']), 'model/new.yml': 'same' });
    await client.done(client.commit(dev));
    assert.equal((await client.files('main'))[path], lines([5, 'same']));
  });

  it('pull the parent’s changes and keep the edits uncommitted', async () => {
    const dev = await client.openDevMode();
    await client.done(client.put({ [path]: lines([3, 'mine']) }, dev));
    await land({ [path]: lines([20, 'theirs']) });
    await client.done(client.build('POST', '/pull', { branchName: dev }));
    assert.equal((await client.files(dev))[path], lines([3, 'mine'], [20, 'theirs']));
    assert.equal((await client.branches())[dev]?.lastHash, (await client.branches()).main?.lastHash);
    assert.equal((await client.files('main'))[path], lines([20, 'theirs']));
  });

  it('merge into a dev branch only for its owner, and keep its uncommitted edits', async () => {
    const dev = await client.openDevMode();
    await client.done(client.createBranch('child', dev));
    await client.done(client.put({ 'model/saved.yml': 'saved' }, dev));
    await land({ 'model/child.yml': 'child' }, 'child');
    assert.equal((await admin.build('POST', '/merge', { branchName: 'child' })).status, 403);
    await client.done(client.build('POST', '/merge', { branchName: 'child' }));
    const files = await client.files(dev);
    assert.deepEqual([files['model/saved.yml'], files['model/child.yml']], ['saved', 'child']);
  });

  it('squash several commits into one on the parent', async () => {
    await client.done(client.createBranch('feature'));
    const before = (await client.branches()).main!.lastHash;
    for (const n of [1, 2, 3]) await land({ [`model/part${n}.yml`]: `${n}` }, 'feature');
    await client.done(
      client.build('POST', '/merge', { branchName: 'feature', squashCommits: true, message: 'Feature' }),
    );
    const branches = await client.branches();
    assert.notEqual(branches.main!.lastHash, before);
    assert.notEqual(branches.main!.lastHash, branches.feature!.lastHash);
    assert.deepEqual(await client.hashes('main'), await client.hashes('feature'));
    const again = await client.done(client.build('POST', '/merge', { branchName: 'feature', squashCommits: true }));
    assert.equal(again.merged, true);
    assert.equal((await client.branches()).main!.lastHash, branches.main!.lastHash, 'nothing new, no commit');
  });

  it('switch to the parent after a merge, or end the session if the parent is production', async () => {
    await client.done(client.createBranch('feature'));
    const dev = await client.openDevMode('feature');
    await client.done(client.put({ 'model/x.yml': 'x' }));
    await client.done(client.build('POST', '/merge', { switchToParentBranch: true, deleteBranch: true }));
    assert.equal((await client.done(client.control('GET', '/build-status'))).branchName, 'feature');
    assert.equal((await client.branches())[dev], undefined);
    await client.done(client.build('POST', '/merge', { switchToParentBranch: true }));
    assert.equal((await client.done(client.control('GET', '/build-status'))).branchName, 'main');
    assert.equal((await client.files('main'))['model/x.yml'], 'x');
  });

  it('work after criss-cross merges', async () => {
    await client.done(client.createBranch('feature'));
    await land({ [path]: lines([2, 'feature 1']) }, 'feature');
    await client.done(client.createBranch('old-feature', 'feature'));
    await land({ [path]: lines([25, 'main 1']) });
    // feature := feature + main, and main := main + the same feature as before: two best common ancestors.
    await client.done(client.build('POST', '/pull', { branchName: 'feature' }));
    await client.done(client.build('POST', '/merge-to-default', { branchName: 'old-feature' }));
    await land({ [path]: lines([2, 'feature 2'], [25, 'main 1']) }, 'feature');
    await land({ [path]: lines([2, 'feature 1'], [25, 'main 2']) });
    await client.done(client.build('POST', '/merge', { branchName: 'feature' }));
    assert.equal((await client.files('main'))[path], lines([2, 'feature 2'], [25, 'main 2']));
  });

  it('from a dev branch of production rebuild production; in deploy mode cli only an upload to production does', async () => {
    await client.done(client.control('PUT', '', { deployMode: 'cli' }));
    await client.status('main', true);
    const before = await client.status();
    const dev = await client.openDevMode();
    await client.done(client.put({ 'model/cubes/more.yml': cubeText('more') }, dev));
    await client.done(client.commit(dev));
    assert.equal((await client.status()).buildJobId, before.buildJobId);
    const answer = await client.upload('main', { 'model/cubes/uploaded.yml': cubeText('uploaded') });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    assert.deepEqual(Object.keys(await client.files('main')), ['model/cubes/uploaded.yml']);
    const after = await client.status('main', true);
    assert.equal(after.status, 'built');
    assert.notEqual(after.buildJobId, before.buildJobId);
    assert.equal(after.lastHash, answer.body.lastHash);
  });
});
