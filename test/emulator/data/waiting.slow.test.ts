import assert from 'node:assert/strict';
import { covers } from '../../contract/specRows.ts';
import { DeploymentClient, type EmulatorUnderTest, emulatorUnderTest } from '../emulatorUnderTest.ts';
import { DataApiClient } from './dataApiClient.ts';

describe('slow queries', () => {
  let under: EmulatorUnderTest;
  let admin: DeploymentClient;
  let data: DataApiClient;
  const query = { measures: ['orders.count'] };

  beforeEach(async () => {
    under = await emulatorUnderTest();
    const client = new DeploymentClient(under.emulator.url, under.emulator.apiKey, under.emulator.deploymentId);
    admin = client.as(under.emulator.adminApiKey);
    await client.status('main', true);
    data = await DataApiClient.of(client);
    await data.rows(query);
  });
  afterEach(() => under.close());

  const pace = (body: object) => admin.done(admin.send('POST', '/_emulator/data', body));
  const queriesRun = async () => {
    const lines = (await admin.done(admin.control('GET', '/logs'))).items;
    return lines.filter(({ message }: { message: string }) => message.startsWith('POST /load')).length;
  };

  it(
    covers('Errors 5: a query that is pending', 'the repeated request gets the result of the same query'),
    async () => {
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
    },
  );

  it('report their failure to the repeated request', async () => {
    await pace({ slowMs: 200, waitMs: 20 });
    const broken = { measures: ['orders.count'], dimensions: ['orders.nothing'] };
    assert.match(await data.refusal(broken), /nothing/);
  });

  it('run again when a renewal is requested, and still end', async () => {
    const before = await queriesRun();
    await data.rows({ ...query, renewQuery: true });
    assert.equal(await queriesRun(), before + 1);
    await pace({ slowMs: 200, waitMs: 20 });
    await data.rows({ ...query, renewQuery: true });
    assert.equal(await queriesRun(), before + 2);
  });

  it('can be configured by the administrator only, with valid values', async () => {
    const developer = admin.as(under.emulator.apiKey);
    assert.equal((await developer.send('POST', '/_emulator/data', { slowMs: 1 })).status, 403);
    assert.equal((await admin.send('POST', '/_emulator/data', { slow: 1 })).status, 400);
    await pace({ slowMs: 1, waitMs: 2 });
    assert.deepEqual((await admin.send('GET', '/_emulator/data')).body, { slowMs: 1, waitMs: 2 });
  });

  it('are delayed as often as a fault rule says', async () => {
    const rule = { kind: 'continue-wait', operation: 'data.load', times: 2 };
    await admin.done(admin.send('POST', '/_emulator/faults', [rule]));
    const answers = [await data.once(query), await data.once(query), await data.once(query)];
    assert.deepEqual(
      answers.map(({ body }) => body.error),
      ['Continue wait', 'Continue wait', undefined],
    );
  });

  it('can be many at the same time', async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => warnings.push(warning);
    process.on('warning', onWarning);
    try {
      const many = Array.from({ length: 40 }, (_, index) => data.rows({ ...query, offset: 0, limit: index + 1 }));
      for (const rows of await Promise.all(many)) assert.deepEqual(rows, [{ 'orders.count': '3000' }]);
    } finally {
      process.off('warning', onWarning);
    }
    assert.deepEqual(warnings, []);
  });

  it('block neither other requests nor the end of the emulator', async () => {
    await pace({ slowMs: 600_000, waitMs: 20 });
    assert.equal((await data.once(query)).body.error, 'Continue wait');
    assert.equal((await data.send('GET', '/meta')).status, 200);
  });
});
