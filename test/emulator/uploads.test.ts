import assert from 'node:assert/strict';
import {
  cubeText,
  type DeploymentClient,
  type EmulatorUnderTest,
  emulatorUnderTest,
  type Files,
  sha1,
} from './emulatorUnderTest.ts';

describe('uploads to the emulator', () => {
  let under: EmulatorUnderTest;
  let client: DeploymentClient;
  let dev: string;
  before(async () => {
    under = await emulatorUnderTest();
  });
  after(() => under.close());
  beforeEach(async () => {
    client = await under.newDeployment();
    dev = await client.openDevMode();
  });
  const hashesOf = (files: Files) =>
    Object.fromEntries(Object.entries(files).map(([path, content]) => [`/${path}`, sha1(content)]));

  it('apply completely or not at all while others read, write and upload', async () => {
    const seed = 7;
    const versions: Files[] = Array.from({ length: 6 }, (_, version) =>
      Object.fromEntries(
        Array.from({ length: 8 + version }, (_, n) => [
          `model/cubes/c${n}.yml`,
          `# version ${version}, file ${n}, seed ${seed}\n`,
        ]),
      ),
    );
    const allowed = [await client.hashes(dev), ...versions.map(hashesOf)].map((hashes) =>
      JSON.stringify(sorted(hashes)),
    );
    let over = false;
    const reading = (async () => {
      const seen = new Set<string>();
      while (!over) seen.add(JSON.stringify(sorted(await client.hashes(dev))));
      return seen;
    })();
    const answers = await Promise.all(versions.map((files) => client.upload(dev, files)));
    over = true;
    assert.deepEqual(
      answers.map(({ status }) => status),
      versions.map(() => 200),
    );
    for (const seen of await reading) assert.ok(allowed.includes(seen), seen);
    assert.ok(allowed.slice(1).includes(JSON.stringify(sorted(await client.hashes(dev)))));
  });

  it('keep files that single writes add at the same time when they do not prune', async () => {
    const uploads = [0, 1, 2, 3].map((n) =>
      client.upload(dev, { [`model/up${n}.yml`]: `${n}` }, { autoRemoveFiles: false }),
    );
    const writes = [0, 1, 2, 3, 4, 5].map((n) => client.put({ [`model/put${n}.yml`]: `${n}` }, dev));
    for (const { status } of await Promise.all([...uploads, ...writes])) assert.equal(status, 200);
    const files = await client.files(dev);
    for (const n of [0, 1, 2, 3]) assert.equal(files[`model/up${n}.yml`], `${n}`);
    for (const n of [0, 1, 2, 3, 4, 5]) assert.equal(files[`model/put${n}.yml`], `${n}`);
  });

  it('reject a manifest with a wrong hash, and keep the sent files for another try', async () => {
    const before = await client.hashes(dev);
    const transaction = await client.startUpload(dev);
    await client.sendFile(transaction, 'model/a.yml', 'sent content');
    const wrong = await client.finishUpload(transaction, { 'model/a.yml': 'other content', 'model/b.yml': 'missing' });
    assert.equal(wrong.status, 400);
    assert.deepEqual(await client.hashes(dev), before);
    const right = await client.finishUpload(transaction, { 'model/a.yml': 'sent content' });
    assert.equal(right.status, 200);
    assert.deepEqual(await client.files(dev), { 'model/a.yml': 'sent content' });
  });

  it('prune a file that another writer added between start and finish', async () => {
    const transaction = await client.startUpload(dev);
    await client.done(client.put({ 'model/late.yml': 'late' }, dev));
    await client.sendFile(transaction, 'model/a.yml', 'a');
    await client.done(client.finishUpload(transaction, { 'model/a.yml': 'a' }));
    assert.deepEqual(Object.keys(await client.files(dev)), ['model/a.yml']);
  });

  it('belong to the branch and the user that started them', async () => {
    await client.done(client.createBranch('feature'));
    const transaction = await client.startUpload(dev);
    const before = await client.hashes(dev);
    const elsewhere = await client.openDevMode('feature');
    for (const branchName of [elsewhere, 'main', 'feature']) {
      const { status } = await client.finishUpload(transaction, {}, { branchName });
      assert.equal(status, 400, branchName);
    }
    const stranger = client.as(under.emulator.adminApiKey);
    assert.equal((await stranger.finishUpload(transaction, {})).status, 404);
    assert.deepEqual(await client.hashes(dev), before);
    assert.deepEqual(await client.hashes(elsewhere), before);
  });

  it('commit on their branch when they have a message', async () => {
    const before = (await client.branches())[dev]!.lastHash;
    const { body } = await client.upload(dev, { 'model/cubes/a.yml': cubeText('a') }, { commitMessage: 'By upload' });
    const after = await client.branches();
    assert.notEqual(after[dev]!.lastHash, before);
    assert.equal(body.lastHash, after[dev]!.lastHash);
    assert.equal(after.main!.lastHash, before, 'and nowhere else');
  });

  it('reject paths that a tree cannot hold', async () => {
    const before = await client.hashes(dev);
    const files = { 'model/thing': 'a file', 'model/thing/inside.yml': 'below it' };
    assert.equal((await client.upload(dev, files)).status, 400);
    const transaction = await client.startUpload(dev);
    for (const path of ['../out.yml', '/../out.yml', 'a//b', 'a\\b', '.git/config', 'a/./b', '']) {
      assert.equal((await client.sendFile(transaction, path, 'x')).status, 400, path);
      assert.equal((await client.finishUpload(transaction, { [path]: 'x' })).status, 400, path);
    }
    assert.deepEqual(await client.hashes(dev), before);
  });
});

function sorted(hashes: Record<string, string>): [string, string][] {
  return Object.entries(hashes).sort(([a], [b]) => (a < b ? -1 : 1));
}
