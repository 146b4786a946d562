import assert from 'node:assert/strict';
import { type Desk, type EmulatorUnderTest, emulatorUnderTest } from './emulatorUnderTest.ts';

const notADevBranch = /not a dev-mode branch/;

describe('dev mode of the emulator', function () {
  this.timeout(60_000);
  let under: EmulatorUnderTest;
  let desk: Desk;
  let now = Date.parse('2026-05-01T10:00:00Z');
  before(async () => {
    under = await emulatorUnderTest({
      clock: () => now,
      users: [{ username: 'Olga Ørsted' }, { username: 'paul' }],
    });
  });
  after(() => under.close());
  beforeEach(async () => {
    desk = await under.desk();
  });
  const other = () => desk.as(under.emulator.keys.paul!);

  it('opens a personal branch anew where it was left, with its edits', async () => {
    const first = await desk.openDevMode();
    await desk.done(desk.put({ 'model/left.yml': 'edit' }, first));
    await desk.done(desk.build('DELETE', '/dev-mode'));
    assert.equal(await desk.openDevMode(), first);
    assert.equal((await desk.files(first))['model/left.yml'], 'edit');
  });

  it('forks anew once the personal branch is deleted', async () => {
    const first = await desk.openDevMode();
    await desk.done(desk.put({ 'model/left.yml': 'edit' }, first));
    await desk.done(desk.build('DELETE', `/branches?branchName=${first}`));
    const second = await desk.openDevMode();
    assert.notEqual(second, first);
    assert.ok(!('model/left.yml' in (await desk.files(second))));
  });

  it('gives each person a branch of their own, named after them in letters git takes', async () => {
    const mine = await desk.openDevMode();
    const olga = desk.as(under.emulator.keys['Olga Ørsted']!);
    const theirs = await olga.openDevMode();
    assert.notEqual(mine, theirs);
    assert.match(theirs, /^dev-olga-rsted-[0-9a-f]+$/);
  });

  it('keeps everybody away from the personal branch of somebody else', async () => {
    const mine = await desk.openDevMode();
    const path = 'model/cubes/orders.yml';
    const before = await desk.hashes(mine);
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
    assert.deepEqual(await desk.hashes(mine), before);
  });

  it('state rule 3: a branch that is only pointed at takes no write, under any name, until dev mode starts on it', async () => {
    for (const name of ['pointed', 'dev-pointed']) {
      await desk.done(desk.build('POST', '/branches', { name, enterDevMode: true }));
      for (const branchName of [undefined, name]) {
        const { status, body } = await desk.put({ 'model/x.yml': 'x' }, branchName);
        assert.equal(status, 400);
        assert.match(body.error, notADevBranch);
      }
    }
  });

  it('ends the sessions on a branch that is deleted: an omitted branch means production again', async () => {
    await desk.done(desk.createBranch('feature'));
    const dev = await desk.openDevMode('feature');
    await desk.done(desk.as(under.emulator.adminApiKey).build('DELETE', `/branches?branchName=${dev}`));
    const { status, body } = await desk.put({ 'model/x.yml': 'x' });
    assert.equal(status, 400);
    assert.match(body.error, /'main' is not a dev-mode branch/);
  });

  it('takes a branch away from under an open session only with its children moved up', async () => {
    await desk.done(desk.createBranch('feature'));
    const dev = await desk.openDevMode('feature');
    await desk.done(desk.put({ 'model/kept.yml': 'kept' }, dev));
    await desk.done(desk.build('DELETE', '/branches?branchName=feature'));
    assert.equal((await desk.branches())[dev]?.parentBranch, 'main');
    await desk.done(desk.commit(dev));
    assert.equal((await desk.files('main'))['model/kept.yml'], 'kept');
  });

  it('suspends an idle dev environment after ten minutes; the next use wakes it', async () => {
    const dev = await desk.openDevMode();
    assert.equal((await desk.status(dev, true)).status, 'built');
    now += 9 * 60_000;
    assert.equal((await desk.status(dev)).status, 'built');
    now += 2 * 60_000;
    assert.equal((await desk.status(dev)).status, 'stopped', 'asking for the status is no use of it');
    await desk.done(desk.put({ 'model/awake.yml': 'cubes: []\n' }));
    assert.equal((await desk.status(dev, true)).status, 'built');
  });

  it('refuses a branch that git could not keep beside those there are', async () => {
    await desk.done(desk.createBranch('team/one'));
    for (const name of ['team', 'team/one/two']) assert.equal((await desk.createBranch(name)).status, 409, name);
    assert.deepEqual(Object.keys(await desk.branches()).sort(), ['main', 'team/one']);
    await desk.done(desk.build('DELETE', '/branches?branchName=team%2Fone'));
    await desk.done(desk.createBranch('team'));
  });
});
