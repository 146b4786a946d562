import assert from 'node:assert/strict';
import { promises } from 'node:fs';
import * as git from 'isomorphic-git';
import { temporaryFolder } from '../vscode/process/temporaryFolder.ts';
import { cubeText, type DeploymentClient, type EmulatorUnderTest, emulatorUnderTest } from './emulatorUnderTest.ts';

const fs = { promises };
const author = { name: 'Upstream Author', email: 'author@example.com' };

describe('a repository connected to the emulator', () => {
  const folder = temporaryFolder('emulator-upstream');
  const gitdir = `${folder.path}/bare.git`;
  const heads: Record<string, string> = {};
  let under: EmulatorUnderTest;
  let client: DeploymentClient;
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
    client = await under.newDeployment();
  });
  const upstream = (ref: string) => git.resolveRef({ fs, gitdir, ref: `refs/heads/${ref}` });

  it('is cloned with its history and branches; its default branch becomes production and is built', async () => {
    await client.done(client.build('POST', '/github/connect', { repository: 'team/model', installationId: 3 }));
    const { deployBranchName, repoType } = await client.done(client.control('GET', '/settings'));
    assert.deepEqual([deployBranchName, repoType], ['trunk', 'git']);
    const branches = await client.branches();
    assert.equal(branches.trunk?.lastHash, heads.trunk);
    assert.equal(branches['team/notes']?.lastHash, heads['team/notes']);
    assert.equal(branches['team/notes']?.parentBranch, 'trunk');
    assert.deepEqual(await client.files('trunk'), { 'model/remote.yml': cubeText('remote') });
    assert.equal((await client.status('trunk', true)).status, 'built');
  });

  it('receives commits, and deletes a branch when the request asks for it', async () => {
    await client.done(client.build('POST', '/github/connect', { repository: 'team/model' }));
    const dev = await client.openDevMode('team/notes');
    await client.done(client.put({ 'model/more.yml': cubeText('more') }, dev));
    await client.done(client.commit(dev, 'More'));
    const { lastHash } = (await client.branches())['team/notes']!;
    assert.equal(await upstream('team/notes'), lastHash);
    const [{ commit }] = (await git.log({ fs, gitdir, ref: 'team/notes', depth: 1 })) as [git.ReadCommitResult];
    assert.deepEqual([commit.message, commit.parent], ['More\n', [heads['team/notes']]]);
    assert.deepEqual(await git.listBranches({ fs, gitdir }), ['team/notes', 'trunk'], 'no personal branch is pushed');
    await client.done(client.build('DELETE', '/branches?branchName=team%2Fnotes&removeOnUpstream=true'));
    assert.deepEqual(await git.listBranches({ fs, gitdir }), ['trunk']);
  });

  it('can be connected with one of its branches; a missing branch is rejected and nothing changes', async () => {
    const before = await client.hashes('main');
    const missing = await client.build('POST', '/github/connect', { repository: 'team/model', branch: 'none' });
    assert.equal(missing.status, 400);
    assert.deepEqual(await client.hashes('main'), before);
    await client.done(client.build('POST', '/github/connect', { repository: 'team/model', branch: 'trunk' }));
    assert.ok('trunk' in (await client.branches()));
  });

  it('can be a plain folder: its files, without hidden ones, become one commit', async () => {
    await client.done(client.build('POST', '/github/connect', { repository: 'plain' }));
    assert.deepEqual(await client.files('main'), { 'model/plain.yml': cubeText('plain') });
  });

  it('is rejected with a clear error when the emulator does not have it', async () => {
    for (const repository of ['acme/none', '__proto__', '/etc']) {
      const { status, body } = await client.build('POST', '/github/connect', { repository });
      assert.equal(status, 404);
      assert.match(body.error, /no repository/);
    }
  });
});

function entry(path: string, oid: string, type: 'blob' | 'tree'): git.TreeEntry {
  return { mode: type === 'tree' ? '040000' : '100644', path, oid, type };
}
