import assert from 'node:assert/strict';
import { promises } from 'node:fs';
import * as git from 'isomorphic-git';
import { temporaryFolder } from '../vscode/process/temporaryFolder.ts';
import { cubeText, type Desk, type EmulatorUnderTest, emulatorUnderTest } from './emulatorUnderTest.ts';

const fs = { promises };
const author = { name: 'Somebody', email: 'somebody@example.com' };

describe('a repository connected to the emulator', function () {
  this.timeout(60_000);
  const folder = temporaryFolder('emulator-upstream');
  const gitdir = `${folder.path}/bare.git`;
  const heads: Record<string, string> = {};
  let under: EmulatorUnderTest;
  let desk: Desk;
  before(async () => {
    await git.init({ fs, gitdir, bare: true, defaultBranch: 'trunk' });
    const blob = await git.writeBlob({ fs, gitdir, blob: Buffer.from(cubeText('remote')) });
    const inner = await git.writeTree({ fs, gitdir, tree: [entry('remote.yml', blob, 'blob')] });
    const tree = await git.writeTree({ fs, gitdir, tree: [entry('model', inner, 'tree')] });
    heads.trunk = await git.commit({ fs, gitdir, tree, author, message: 'One', ref: 'refs/heads/trunk', parent: [] });
    const more = await git.writeTree({
      fs,
      gitdir,
      tree: [entry('model', inner, 'tree'), entry('notes.md', blob, 'blob')],
    });
    heads['team/notes'] = await git.commit({
      fs,
      gitdir,
      tree: more,
      author,
      message: 'Two',
      ref: 'refs/heads/team/notes',
      parent: [heads.trunk],
    });
    await promises.mkdir(`${folder.path}/plain/model`, { recursive: true });
    await promises.writeFile(`${folder.path}/plain/model/plain.yml`, cubeText('plain'));
    await promises.writeFile(`${folder.path}/plain/.env`, 'SECRET=1');
    under = await emulatorUnderTest({ repositories: { 'team/model': gitdir, plain: `${folder.path}/plain` } });
  });
  after(async () => {
    await under.close();
    folder.remove();
  });
  beforeEach(async () => {
    desk = await under.desk();
  });
  const upstream = (ref: string) => git.resolveRef({ fs, gitdir, ref: `refs/heads/${ref}` });

  it('is cloned with its history and branches; its default branch is production, which is built', async () => {
    await desk.done(desk.build('POST', '/github/connect', { repository: 'team/model', installationId: 3 }));
    const { deployBranchName, repoType } = await desk.done(desk.control('GET', '/settings'));
    assert.deepEqual([deployBranchName, repoType], ['trunk', 'git']);
    const branches = await desk.branches();
    assert.equal(branches.trunk?.lastHash, heads.trunk);
    assert.equal(branches['team/notes']?.lastHash, heads['team/notes']);
    assert.equal(branches['team/notes']?.parentBranch, 'trunk');
    assert.deepEqual(await desk.files('trunk'), { 'model/remote.yml': cubeText('remote') });
    assert.equal((await desk.status('trunk', true)).status, 'built');
  });

  it('gets what is committed here, and loses a branch that is deleted there too', async () => {
    await desk.done(desk.build('POST', '/github/connect', { repository: 'team/model' }));
    const dev = await desk.openDevMode('team/notes');
    await desk.done(desk.put({ 'model/more.yml': cubeText('more') }, dev));
    await desk.done(desk.commit(dev, 'More'));
    const { lastHash } = (await desk.branches())['team/notes']!;
    assert.equal(await upstream('team/notes'), lastHash);
    const [{ commit }] = (await git.log({ fs, gitdir, ref: 'team/notes', depth: 1 })) as [git.ReadCommitResult];
    assert.deepEqual([commit.message, commit.parent], ['More\n', [heads['team/notes']]]);
    assert.deepEqual(await git.listBranches({ fs, gitdir }), ['team/notes', 'trunk'], 'no personal branch goes there');
    await desk.done(desk.build('DELETE', '/branches?branchName=team%2Fnotes&removeOnUpstream=true'));
    assert.deepEqual(await git.listBranches({ fs, gitdir }), ['trunk']);
  });

  it('may be connected by one of its branches; one it lacks is refused and nothing changes', async () => {
    const before = await desk.hashes('main');
    const missing = await desk.build('POST', '/github/connect', { repository: 'team/model', branch: 'none' });
    assert.equal(missing.status, 400);
    assert.deepEqual(await desk.hashes('main'), before);
    await desk.done(desk.build('POST', '/github/connect', { repository: 'team/model', branch: 'trunk' }));
    assert.ok('trunk' in (await desk.branches()));
  });

  it('may be a plain folder: its files, without the hidden ones, are one commit', async () => {
    await desk.done(desk.build('POST', '/github/connect', { repository: 'plain' }));
    assert.deepEqual(await desk.files('main'), { 'model/plain.yml': cubeText('plain') });
  });

  it('that the emulator does not have is refused in so many words', async () => {
    for (const repository of ['acme/none', '__proto__', '/etc']) {
      const { status, body } = await desk.build('POST', '/github/connect', { repository });
      assert.equal(status, 404);
      assert.match(body.error, /no repository/);
    }
  });
});

function entry(path: string, oid: string, type: 'blob' | 'tree'): git.TreeEntry {
  return { mode: type === 'tree' ? '040000' : '100644', path, oid, type };
}
