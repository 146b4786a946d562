import assert from 'node:assert/strict';
import type { FaultRule } from '../../../src/emulator/server/faults.ts';
import { type Desk, type EmulatorUnderTest, emulatorUnderTest } from '../emulatorUnderTest.ts';

describe('faults of the emulator', function () {
  this.timeout(60_000);
  let under: EmulatorUnderTest;
  let desk: Desk;
  let dev: string;
  before(async () => {
    under = await emulatorUnderTest();
    desk = await under.desk();
    dev = await desk.openDevMode();
  });
  after(() => under.close());
  afterEach(() => under.emulator.faults.clear());
  const strike = (...rules: FaultRule[]) => under.emulator.faults.set(rules);
  const put = (content: string) => desk.put({ 'model/x.yml': content }, dev);
  const saved = async () => (await desk.files(dev))['model/x.yml'];

  it('strike the calls they are meant for, and as many', async () => {
    strike({ kind: 'status', operation: 'getMe', skip: 1, times: 2, status: 503, retryAfter: 7 });
    const answers = [];
    for (let call = 0; call < 4; call++) answers.push(await desk.send('GET', '/api/v1/users/me'));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 503, 503, 200],
    );
    assert.equal(answers[1]!.headers.get('retry-after'), '7');
    assert.equal(typeof answers[1]!.body.error, 'string');
    assert.equal((await desk.send('GET', '/api/v1/deployments')).status, 200);
  });

  it('reset before anything is done', async () => {
    await put('before');
    strike({ kind: 'reset-before', operation: 'putFiles' });
    await assert.rejects(put('never'));
    assert.equal(await saved(), 'before');
  });

  it('reset after all is done', async () => {
    strike({ kind: 'reset-after', operation: 'putFiles' });
    await assert.rejects(put('done'));
    assert.equal(await saved(), 'done');
  });

  it('reset also where the answer would have been an error', async () => {
    strike({ kind: 'reset-after', operation: 'startDevMode' });
    await assert.rejects(desk.build('POST', '/dev-mode', { branchName: 'none' }));
  });

  it('end the answer in the middle', async () => {
    strike({ kind: 'truncate', operation: 'listFiles' });
    await assert.rejects(desk.files(dev));
    assert.ok(await desk.files(dev));
  });

  it('hang until the client gives up, and keep nothing busy', async () => {
    strike({ kind: 'hang', operation: 'getMe' });
    const headers = { authorization: `Bearer ${desk.key}` };
    const request = fetch(`${desk.url}/api/v1/users/me`, { headers, signal: AbortSignal.timeout(200) });
    await assert.rejects(request, { name: 'TimeoutError' });
    assert.equal((await desk.send('GET', '/api/v1/users/me')).status, 200);
  });

  it('answer with a page, or with another shape', async () => {
    strike({ kind: 'html', operation: 'getMe' }, { kind: 'wrong-shape', operation: 'getMe' });
    const page = await desk.send('GET', '/api/v1/users/me');
    assert.match(page.headers.get('content-type')!, /text\/html/);
    const shape = await desk.send('GET', '/api/v1/users/me');
    assert.equal(shape.body.id, undefined);
    assert.match(shape.headers.get('content-type')!, /json/);
  });

  it('let somebody else write first', async () => {
    strike(
      { kind: 'another-writer', operation: 'finishUpload', branch: dev, files: { 'model/theirs.yml': 'theirs' } },
      { kind: 'another-writer', operation: ['commit', 'merge'], files: { 'model/landed.yml': 'landed' } },
    );
    await desk.done(desk.upload(dev, { 'model/mine.yml': 'mine' }, { autoRemoveFiles: false }));
    const files = await desk.files(dev);
    assert.deepEqual([files['model/mine.yml'], files['model/theirs.yml']], ['mine', 'theirs']);
    await desk.done(desk.commit(dev));
    const main = await desk.files('main');
    assert.deepEqual([main['model/mine.yml'], main['model/landed.yml']], ['mine', 'landed']);
  });

  it('are switched from another process with the admin’s key, and only with it', async () => {
    const admin = desk.as(under.emulator.adminApiKey);
    const rule = { kind: 'status', operation: 'getMe', status: 429, times: 0 };
    assert.equal((await desk.send('POST', '/_emulator/faults', [rule])).status, 403);
    assert.equal((await desk.as('nobody').send('POST', '/_emulator/faults', [rule])).status, 401);
    assert.equal((await admin.send('POST', '/_emulator/faults', [{ kind: 'nonsense' }])).status, 400);
    assert.equal((await desk.send('GET', '/api/v1/users/me')).status, 200);
    assert.equal((await admin.send('POST', '/_emulator/faults', [rule])).status, 200);
    assert.equal((await desk.send('GET', '/api/v1/users/me')).status, 429);
    assert.deepEqual((await admin.send('GET', '/_emulator/faults')).body, [{ rule, injected: 1 }]);
    assert.equal((await admin.send('DELETE', '/_emulator/faults')).status, 200);
    assert.equal((await desk.send('GET', '/api/v1/users/me')).status, 200);
  });
});
