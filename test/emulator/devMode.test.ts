import assert from 'node:assert/strict';
import { type DeploymentClient, type EmulatorUnderTest, emulatorUnderTest } from './emulatorUnderTest.ts';

const notADevBranch = /not a dev-mode branch/;

describe('dev mode of the emulator', () => {
  let under: EmulatorUnderTest;
  let client: DeploymentClient;
  let now = Date.parse('2026-05-01T10:00:00Z');
  before(async () => {
    under = await emulatorUnderTest({
      clock: () => now,
      users: [{ username: 'Olga Ørsted' }, { username: 'paul' }],
    });
  });
  after(() => under.close());
  beforeEach(async () => {
    client = await under.newDeployment();
  });
  const other = () => client.as(under.emulator.keys.paul!);

  it('opens an existing personal branch again, with its edits', async () => {
    const first = await client.openDevMode();
    await client.done(client.put({ 'model/left.yml': 'edit' }, first));
    await client.done(client.build('DELETE', '/dev-mode'));
    assert.equal(await client.openDevMode(), first);
    assert.equal((await client.files(first))['model/left.yml'], 'edit');
  });

  it('forks again after the personal branch was deleted', async () => {
    const first = await client.openDevMode();
    await client.done(client.put({ 'model/left.yml': 'edit' }, first));
    await client.done(client.build('DELETE', `/branches?branchName=${first}`));
    const second = await client.openDevMode();
    assert.notEqual(second, first);
    assert.ok(!('model/left.yml' in (await client.files(second))));
  });

  it('gives each user a separate branch, named after the user in letters that git accepts', async () => {
    const mine = await client.openDevMode();
    const olga = client.as(under.emulator.keys['Olga Ørsted']!);
    const theirs = await olga.openDevMode();
    assert.notEqual(mine, theirs);
    assert.match(theirs, /^dev-olga-rsted-[0-9a-f]+$/);
  });

  it('denies access to the personal branch of another user', async () => {
    const mine = await client.openDevMode();
    const path = 'model/cubes/orders.yml';
    const before = await client.hashes(mine);
    const refused = [
      await other().put({ [path]: 'x' }, mine),
      await other().build('DELETE', '/data-model/files', { files: [{ path }], branchName: mine }),
      await other().build('POST', '/data-model/files/rename', { files: [{ path, newPath: 'x' }], branchName: mine }),
      await other().build('POST', `/data-model/upload/start?branchName=${mine}`),
      await other().build('POST', '/dev-mode', { branchName: mine }),
      await other().commit(mine),
      await other().build('POST', '/pull', { branchName: mine }),
      await other().build('POST', '/merge', { branchName: mine }),
      await other().build('POST', '/merge-to-default', { branchName: mine }),
      await other().build('DELETE', `/branches?branchName=${mine}`),
    ];
    assert.deepEqual(
      refused.map(({ status }) => status),
      refused.map(() => 403),
    );
    assert.deepEqual(await client.hashes(mine), before);
  });

  it('rejects writes to a branch, under any name, until dev mode starts on it (state rule 3)', async () => {
    for (const name of ['pointed', 'dev-pointed']) {
      await client.done(client.build('POST', '/branches', { name, enterDevMode: true }));
      for (const branchName of [undefined, name]) {
        const { status, body } = await client.put({ 'model/x.yml': 'x' }, branchName);
        assert.equal(status, 400);
        assert.match(body.error, notADevBranch);
      }
    }
  });

  it('ends the sessions on a deleted branch: an omitted branch means production again', async () => {
    await client.done(client.createBranch('feature'));
    const dev = await client.openDevMode('feature');
    await client.done(client.as(under.emulator.adminApiKey).build('DELETE', `/branches?branchName=${dev}`));
    const { status, body } = await client.put({ 'model/x.yml': 'x' });
    assert.equal(status, 400);
    assert.match(body.error, /'main' is not a dev-mode branch/);
  });

  it('moves the children of a deleted branch to its parent, also with an open session', async () => {
    await client.done(client.createBranch('feature'));
    const dev = await client.openDevMode('feature');
    await client.done(client.put({ 'model/kept.yml': 'kept' }, dev));
    await client.done(client.build('DELETE', '/branches?branchName=feature'));
    assert.equal((await client.branches())[dev]?.parentBranch, 'main');
    await client.done(client.commit(dev));
    assert.equal((await client.files('main'))['model/kept.yml'], 'kept');
  });

  it('suspends an idle dev environment after ten minutes, and resumes it on the next use', async () => {
    const dev = await client.openDevMode();
    assert.equal((await client.status(dev, true)).status, 'built');
    now += 9 * 60_000;
    assert.equal((await client.status(dev)).status, 'built');
    now += 2 * 60_000;
    assert.equal((await client.status(dev)).status, 'stopped', 'a status request does not count as use');
    await client.done(client.put({ 'model/awake.yml': 'cubes: []\n' }));
    assert.equal((await client.status(dev, true)).status, 'built');
  });

  it('rejects a branch that git cannot store next to the existing ones', async () => {
    await client.done(client.createBranch('team/one'));
    for (const name of ['team', 'team/one/two']) assert.equal((await client.createBranch(name)).status, 409, name);
    assert.deepEqual(Object.keys(await client.branches()).sort(), ['main', 'team/one']);
    await client.done(client.build('DELETE', '/branches?branchName=team%2Fone'));
    await client.done(client.createBranch('team'));
  });
});
