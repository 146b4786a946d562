import assert from 'node:assert/strict';
import {
  cubeText,
  type Desk,
  type EmulatorUnderTest,
  emulatorUnderTest,
  type Files,
  sha1,
} from './emulatorUnderTest.ts';

describe('uploads to the emulator', function () {
  this.timeout(60_000);
  let under: EmulatorUnderTest;
  let desk: Desk;
  let dev: string;
  before(async () => {
    under = await emulatorUnderTest();
  });
  after(() => under.close());
  beforeEach(async () => {
    desk = await under.desk();
    dev = await desk.openDevMode();
  });
  const hashesOf = (files: Files) =>
    Object.fromEntries(Object.entries(files).map(([path, content]) => [`/${path}`, sha1(content)]));

  it('apply whole or not at all while others read, write and upload at the same time', async () => {
    const seed = 7;
    const versions: Files[] = Array.from({ length: 6 }, (_, version) =>
      Object.fromEntries(
        Array.from({ length: 8 + version }, (_, n) => [
          `model/cubes/c${n}.yml`,
          `# version ${version}, file ${n}, seed ${seed}\n`,
        ]),
      ),
    );
    const allowed = [await desk.hashes(dev), ...versions.map(hashesOf)].map((hashes) => JSON.stringify(sorted(hashes)));
    let over = false;
    const reading = (async () => {
      const seen = new Set<string>();
      while (!over) seen.add(JSON.stringify(sorted(await desk.hashes(dev))));
      return seen;
    })();
    const answers = await Promise.all(versions.map((files) => desk.upload(dev, files)));
    over = true;
    assert.deepEqual(
      answers.map(({ status }) => status),
      versions.map(() => 200),
    );
    for (const seen of await reading) assert.ok(allowed.includes(seen), seen);
    assert.ok(allowed.slice(1).includes(JSON.stringify(sorted(await desk.hashes(dev)))));
  });

  it('lose nothing that single writes put beside them when they do not prune', async () => {
    const uploads = [0, 1, 2, 3].map((n) =>
      desk.upload(dev, { [`model/up${n}.yml`]: `${n}` }, { autoRemoveFiles: false }),
    );
    const writes = [0, 1, 2, 3, 4, 5].map((n) => desk.put({ [`model/put${n}.yml`]: `${n}` }, dev));
    for (const { status } of await Promise.all([...uploads, ...writes])) assert.equal(status, 200);
    const files = await desk.files(dev);
    for (const n of [0, 1, 2, 3]) assert.equal(files[`model/up${n}.yml`], `${n}`);
    for (const n of [0, 1, 2, 3, 4, 5]) assert.equal(files[`model/put${n}.yml`], `${n}`);
  });

  it('refuse a manifest whose hash is not that of what was sent; what was sent stays for another try', async () => {
    const before = await desk.hashes(dev);
    const transaction = await desk.startUpload(dev);
    await desk.sendFile(transaction, 'model/a.yml', 'what was sent');
    const wrong = await desk.finishUpload(transaction, { 'model/a.yml': 'what was not', 'model/b.yml': 'missing' });
    assert.equal(wrong.status, 400);
    assert.deepEqual(await desk.hashes(dev), before);
    const right = await desk.finishUpload(transaction, { 'model/a.yml': 'what was sent' });
    assert.equal(right.status, 200);
    assert.deepEqual(await desk.files(dev), { 'model/a.yml': 'what was sent' });
  });

  it('prune a file that another writer added between start and finish: the manifest is complete', async () => {
    const transaction = await desk.startUpload(dev);
    await desk.done(desk.put({ 'model/late.yml': 'late' }, dev));
    await desk.sendFile(transaction, 'model/a.yml', 'a');
    await desk.done(desk.finishUpload(transaction, { 'model/a.yml': 'a' }));
    assert.deepEqual(Object.keys(await desk.files(dev)), ['model/a.yml']);
  });

  it('belong to the branch they were started on and to who started them', async () => {
    await desk.done(desk.createBranch('feature'));
    const transaction = await desk.startUpload(dev);
    const before = await desk.hashes(dev);
    const elsewhere = await desk.openDevMode('feature');
    for (const branchName of [elsewhere, 'main', 'feature']) {
      const { status } = await desk.finishUpload(transaction, {}, { branchName });
      assert.equal(status, 400, branchName);
    }
    const stranger = desk.as(under.emulator.adminApiKey);
    assert.equal((await stranger.finishUpload(transaction, {})).status, 404);
    assert.deepEqual(await desk.hashes(dev), before);
    assert.deepEqual(await desk.hashes(elsewhere), before);
  });

  it('commit on their branch where they bring a message', async () => {
    const before = (await desk.branches())[dev]!.lastHash;
    const { body } = await desk.upload(dev, { 'model/cubes/a.yml': cubeText('a') }, { commitMessage: 'By upload' });
    const after = await desk.branches();
    assert.notEqual(after[dev]!.lastHash, before);
    assert.equal(body.lastHash, after[dev]!.lastHash);
    assert.equal(after.main!.lastHash, before, 'and nowhere else');
  });

  it('refuse what no tree can hold', async () => {
    const before = await desk.hashes(dev);
    const files = { 'model/thing': 'a file', 'model/thing/inside.yml': 'below it' };
    assert.equal((await desk.upload(dev, files)).status, 400);
    const transaction = await desk.startUpload(dev);
    for (const path of ['../out.yml', '/../out.yml', 'a//b', 'a\\b', '.git/config', 'a/./b', '']) {
      assert.equal((await desk.sendFile(transaction, path, 'x')).status, 400, path);
      assert.equal((await desk.finishUpload(transaction, { [path]: 'x' })).status, 400, path);
    }
    assert.deepEqual(await desk.hashes(dev), before);
  });
});

function sorted(hashes: Record<string, string>): [string, string][] {
  return Object.entries(hashes).sort(([a], [b]) => (a < b ? -1 : 1));
}
