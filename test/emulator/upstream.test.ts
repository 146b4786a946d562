import assert from 'node:assert/strict';
import { promises } from 'node:fs';
import * as git from 'isomorphic-git';
import { temporaryFolder } from '../vscode/process/temporaryFolder.ts';
import { commitToBare } from './bareRepository.ts';
import { cubeText, type DeploymentClient, type EmulatorUnderTest, emulatorUnderTest } from './emulatorUnderTest.ts';

const fs = { promises };

describe('a repository connected to the emulator', () => {
  const folder = temporaryFolder('emulator-upstream');
  const gitdir = `${folder.path}/team/model.git`;
  const heads: Record<string, string> = {};
  let under: EmulatorUnderTest;
  let client: DeploymentClient;
  before(async () => {
    const files = { 'model/remote.yml': cubeText('remote') };
    heads.trunk = await commitToBare(gitdir, 'trunk', files);
    heads['team/notes'] = await commitToBare(gitdir, 'team/notes', { ...files, 'notes.md': 'Notes' }, [heads.trunk]);
    under = await emulatorUnderTest({ repositories: folder.path });
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
    await client.done(client.build('POST', '/github/connect', { repository: 'team/model' }));
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

  it('is found when it is added while the emulator runs; without a commit it has no branch to connect', async () => {
    await git.init({ fs, gitdir: `${folder.path}/late/empty.git`, bare: true, defaultBranch: 'main' });
    const empty = await client.build('POST', '/github/connect', { repository: 'late/empty' });
    assert.equal(empty.status, 400, JSON.stringify(empty.body));
    await commitToBare(`${folder.path}/late/model.git`, 'main', { 'model/late.yml': cubeText('late') });
    await client.done(client.build('POST', '/github/connect', { repository: 'late/model' }));
    assert.deepEqual(await client.files('main'), { 'model/late.yml': cubeText('late') });
  });

  it('is rejected with a clear error when the emulator does not have it', async () => {
    for (const repository of ['acme/none', '__proto__', '/etc', 'team/../team/model', 'team/model.git']) {
      const { status, body } = await client.build('POST', '/github/connect', { repository });
      assert.equal(status, 404);
      assert.match(body.error, /no repository/);
    }
  });
});
