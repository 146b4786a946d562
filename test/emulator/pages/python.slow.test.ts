/** The Python of a widget, run by a real interpreter. Spec: group E, `python-run`. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { EmbedClient } from './embedClient.ts';

describe('the Python of a widget', () => {
  let client: EmbedClient;
  before(async function () {
    if (spawnSync(process.platform === 'win32' ? 'python' : 'python3', ['--version']).status !== 0) {
      console.log('    (skipped: there is no Python on this machine)');
      this.skip();
    }
    client = await EmbedClient.open({ trustModels: true });
  });
  after(() => client?.close());

  const route = () => `/api/v1/embed/dashboard/${client.publicId}/python-run`;
  const widgetId = 'revenue-by-month';

  it('is run over the rows of the widget’s query, with numbers as numbers', async () => {
    const { status, body } = await client.admin('POST', route(), { widgetId });
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.status, 'completed', body.error);
    assert.ok(body.output.result.months >= 12, JSON.stringify(body.output));
    assert.ok(body.output.result.average > 0);
    assert.equal(body.output.text, `${body.output.result.months} months\n`);
  });

  it('is run for an embed viewer, with the current filters', async () => {
    const token = `Bearer ${await client.token()}`;
    const run = async (filters: object[]) => {
      const { status, body } = await client.send('POST', route(), token, { widgetId, filters });
      assert.equal(status, 200, JSON.stringify(body));
      assert.equal(body.status, 'completed', body.error);
      return body.output.result.average as number;
    };
    const filter = { member: 'sales.customers_country', operator: 'equals', values: ['Portugal'] };
    const [all, some] = [await run([]), await run([filter])];
    assert.ok(some > 0 && some < all, `${some} of ${all}`);
  });

  it('is not sent to the page', async () => {
    const { body } = await client.page('GET', `dashboards/${client.publicId}`, await client.token());
    assert.doesNotMatch(JSON.stringify(body), /pythonCode|statistics/);
  });

  it('fails with the message of a query that fails', async () => {
    const filters = [{ member: 'sales.no_such', operator: 'equals', values: ['x'] }];
    const { status, body } = await client.admin('POST', route(), { widgetId, filters });
    assert.deepEqual([status, body.status, body.output], [200, 'failed', null]);
    assert.match(body.error, /no_such/);
  });
});
