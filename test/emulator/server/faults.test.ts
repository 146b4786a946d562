import assert from 'node:assert/strict';
import type { FaultRule } from '../../../src/emulator/server/faults.ts';
import { type DeploymentClient, type EmulatorUnderTest, emulatorUnderTest } from '../emulatorUnderTest.ts';

describe('injected faults', () => {
  let under: EmulatorUnderTest;
  let client: DeploymentClient;
  let dev: string;
  before(async () => {
    under = await emulatorUnderTest();
    client = await under.newDeployment();
    dev = await client.openDevMode();
  });
  after(() => under.close());
  afterEach(() => under.emulator.faults.clear());
  const inject = (...rules: FaultRule[]) => under.emulator.faults.set(rules);
  const put = (content: string) => client.put({ 'model/x.yml': content }, dev);
  const saved = async () => (await client.files(dev))['model/x.yml'];

  it('apply to the given operation and number of calls', async () => {
    inject({ kind: 'status', operation: 'getMe', skip: 1, times: 2, status: 503, retryAfter: 7 });
    const answers = [];
    for (let call = 0; call < 4; call++) answers.push(await client.send('GET', '/api/v1/users/me'));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 503, 503, 200],
    );
    assert.equal(answers[1]!.headers.get('retry-after'), '7');
    assert.equal(typeof answers[1]!.body.error, 'string');
    assert.equal((await client.send('GET', '/api/v1/deployments')).status, 200);
  });

  it('reset the connection before the request is performed', async () => {
    await put('before');
    inject({ kind: 'reset-before', operation: 'putFiles' });
    await assert.rejects(put('never'));
    assert.equal(await saved(), 'before');
  });

  it('reset the connection after the request is performed', async () => {
    inject({ kind: 'reset-after', operation: 'putFiles' });
    await assert.rejects(put('done'));
    assert.equal(await saved(), 'done');
  });

  it('reset the connection also when the response would be an error', async () => {
    inject({ kind: 'reset-after', operation: 'startDevMode' });
    await assert.rejects(client.build('POST', '/dev-mode', { branchName: 'none' }));
  });

  it('cut the response off in the middle', async () => {
    inject({ kind: 'truncate', operation: 'listFiles' });
    await assert.rejects(client.files(dev));
    assert.ok(await client.files(dev));
  });

  it('hang until the client times out, without blocking other requests', async () => {
    inject({ kind: 'hang', operation: 'getMe' });
    const headers = { authorization: `Bearer ${client.key}` };
    const request = fetch(`${client.url}/api/v1/users/me`, { headers, signal: AbortSignal.timeout(200) });
    await assert.rejects(request, { name: 'TimeoutError' });
    assert.equal((await client.send('GET', '/api/v1/users/me')).status, 200);
  });

  it('answer with an HTML page, or with JSON of another shape', async () => {
    inject({ kind: 'html', operation: 'getMe' }, { kind: 'wrong-shape', operation: 'getMe' });
    const page = await client.send('GET', '/api/v1/users/me');
    assert.match(page.headers.get('content-type')!, /text\/html/);
    const shape = await client.send('GET', '/api/v1/users/me');
    assert.equal(shape.body.id, undefined);
    assert.match(shape.headers.get('content-type')!, /json/);
  });

  it('let another user write first', async () => {
    inject(
      { kind: 'another-writer', operation: 'finishUpload', branch: dev, files: { 'model/theirs.yml': 'theirs' } },
      { kind: 'another-writer', operation: ['commit', 'merge'], files: { 'model/landed.yml': 'landed' } },
    );
    await client.done(client.upload(dev, { 'model/mine.yml': 'mine' }, { autoRemoveFiles: false }));
    const files = await client.files(dev);
    assert.deepEqual([files['model/mine.yml'], files['model/theirs.yml']], ['mine', 'theirs']);
    await client.done(client.commit(dev));
    const main = await client.files('main');
    assert.deepEqual([main['model/mine.yml'], main['model/landed.yml']], ['mine', 'landed']);
  });

  it('can be set from another process, only with the admin key', async () => {
    const admin = client.as(under.emulator.adminApiKey);
    const rule = { kind: 'status', operation: 'getMe', status: 429, times: 0 };
    assert.equal((await client.send('POST', '/_emulator/faults', [rule])).status, 403);
    assert.equal((await client.as('unknown-key').send('POST', '/_emulator/faults', [rule])).status, 401);
    assert.equal((await admin.send('POST', '/_emulator/faults', [{ kind: 'nonsense' }])).status, 400);
    assert.equal((await client.send('GET', '/api/v1/users/me')).status, 200);
    assert.equal((await admin.send('POST', '/_emulator/faults', [rule])).status, 200);
    assert.equal((await client.send('GET', '/api/v1/users/me')).status, 429);
    assert.deepEqual((await admin.send('GET', '/_emulator/faults')).body, [{ rule, injected: 1 }]);
    assert.equal((await admin.send('DELETE', '/_emulator/faults')).status, 200);
    assert.equal((await client.send('GET', '/api/v1/users/me')).status, 200);
  });
});
