import assert from 'node:assert/strict';
import { Desk, type EmulatorUnderTest, emulatorUnderTest } from '../emulatorUnderTest.ts';
import { DataDesk } from './dataDesk.ts';

describe('queries that take long', function () {
  this.timeout(120_000);
  let under: EmulatorUnderTest;
  let admin: Desk;
  let data: DataDesk;
  const query = { measures: ['orders.count'] };

  beforeEach(async () => {
    under = await emulatorUnderTest();
    const desk = new Desk(under.emulator.url, under.emulator.apiKey, under.emulator.deploymentId);
    admin = desk.as(under.emulator.adminApiKey);
    await desk.status('main', true);
    data = await DataDesk.of(desk);
    await data.rows(query);
  });
  afterEach(() => under.close());

  const pace = (body: object) => admin.done(admin.send('POST', '/_emulator/data', body));
  const queriesRun = async () => {
    const lines = (await admin.done(admin.control('GET', '/logs'))).items;
    return lines.filter(({ message }: { message: string }) => message.startsWith('POST /load')).length;
  };

  it('are answered with “Continue wait”, and the same request repeated brings the answer of the one query', async () => {
    await pace({ slowMs: 300, waitMs: 50 });
    const before = await queriesRun();
    let waits = 0;
    const { body } = await data.ready(async () => {
      const answer = await data.once(query);
      if (answer.body.error) waits += 1;
      return answer;
    });
    assert.ok(waits >= 2, `${waits} waits`);
    assert.deepEqual(body.data, [{ 'orders.count': '3000' }]);
    assert.equal(await queriesRun(), before + 1);
    assert.equal((await data.once(query)).body.data[0]['orders.count'], '3000');
    assert.equal(await queriesRun(), before + 1);
  });

  it('tell their failure to whoever comes back for it', async () => {
    await pace({ slowMs: 200, waitMs: 20 });
    const broken = { measures: ['orders.count'], dimensions: ['orders.nothing'] };
    assert.match(await data.refusal(broken), /nothing/);
  });

  it('are worked out anew where that is asked for, and come to an end all the same', async () => {
    const before = await queriesRun();
    await data.rows({ ...query, renewQuery: true });
    assert.equal(await queriesRun(), before + 1);
    await pace({ slowMs: 200, waitMs: 20 });
    await data.rows({ ...query, renewQuery: true });
    assert.equal(await queriesRun(), before + 2);
  });

  it('are switched by the administrator only, to what makes sense', async () => {
    const developer = admin.as(under.emulator.apiKey);
    assert.equal((await developer.send('POST', '/_emulator/data', { slowMs: 1 })).status, 403);
    assert.equal((await admin.send('POST', '/_emulator/data', { slow: 1 })).status, 400);
    await pace({ slowMs: 1, waitMs: 2 });
    assert.deepEqual((await admin.send('GET', '/_emulator/data')).body, { slowMs: 1, waitMs: 2 });
  });

  it('may be put off as often as a fault says', async () => {
    const rule = { kind: 'continue-wait', operation: 'data.load', times: 2 };
    await admin.done(admin.send('POST', '/_emulator/faults', [rule]));
    const answers = [await data.once(query), await data.once(query), await data.once(query)];
    assert.deepEqual(
      answers.map(({ body }) => body.error),
      ['Continue wait', 'Continue wait', undefined],
    );
  });

  it('may be many at once', async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => warnings.push(warning);
    process.on('warning', onWarning);
    try {
      const many = Array.from({ length: 40 }, (_, place) => data.rows({ ...query, offset: 0, limit: place + 1 }));
      for (const rows of await Promise.all(many)) assert.deepEqual(rows, [{ 'orders.count': '3000' }]);
    } finally {
      process.off('warning', onWarning);
    }
    assert.deepEqual(warnings, []);
  });

  it('do not hold up the emulator, nor its end', async () => {
    await pace({ slowMs: 600_000, waitMs: 20 });
    assert.equal((await data.once(query)).body.error, 'Continue wait');
    assert.equal((await data.send('GET', '/meta')).status, 200);
  });
});
