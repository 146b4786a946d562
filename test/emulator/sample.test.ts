import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { dashboardPublicId } from '../../src/emulator/sample/sample.ts';
import { DeploymentClient, type EmulatorUnderTest, emulatorUnderTest } from './emulatorUnderTest.ts';

const sample = path.join(import.meta.dirname, '../../src/emulator/sample');

describe('the sample deployment', () => {
  let under: EmulatorUnderTest;
  let client: DeploymentClient;
  before(async () => {
    under = await emulatorUnderTest();
    client = new DeploymentClient(under.emulator.url, under.emulator.apiKey, under.emulator.deploymentId);
  });
  after(() => under.close());

  it('is valid, and production is built from it', async () => {
    const { valid, errors, cubesCount } = await client.done(client.build('GET', '/data-model/validate'));
    assert.deepEqual([valid, errors], [true, []]);
    assert.ok(cubesCount >= 5);
    assert.equal((await client.status('main', true)).status, 'built');
    const { deploymentUrl } = await client.done(client.control('GET', ''));
    assert.ok(URL.canParse(deploymentUrl));
  });

  it('contains cubes in YAML and JavaScript, views, a pre-aggregation and an access policy', async () => {
    const files = await client.files('main');
    const texts = Object.values(files).join('\n');
    assert.ok(Object.keys(files).some((file) => /^model\/cubes\/.+\.js$/.test(file)));
    assert.ok(Object.keys(files).some((file) => /^model\/views\/.+\.yml$/.test(file)));
    for (const word of ['pre_aggregations:', 'access_policy:', 'segments:', 'joins:', 'hierarchies:'])
      assert.ok(texts.includes(word), word);
  });

  it('has data for every table of its model, and a dashboard on members of its views', async () => {
    const files = await client.files('main');
    const tables = Object.values(files).flatMap((text) =>
      [...text.matchAll(/sql_table: ['"]?([\w.]+)/g)].map(([, table]) => table),
    );
    assert.ok(tables.length >= 5);
    for (const table of tables)
      assert.ok(existsSync(path.join(sample, 'data', `${table!.replace('.', '/')}.csv`)), table);
    const dashboard = JSON.parse(readFileSync(path.join(sample, 'dashboard.json'), 'utf8'));
    assert.equal(dashboard.publicId, dashboardPublicId);
    assert.equal(under.emulator.dashboardPublicId, dashboardPublicId);
    const ids = dashboard.widgets.map(({ id }: { id: string }) => id);
    assert.equal(new Set(ids).size, ids.length);
    const views = Object.entries(files).filter(([file]) => file.startsWith('model/views/'));
    for (const { query } of dashboard.widgets) {
      for (const member of [...(query.measures ?? []), ...(query.dimensions ?? [])]) {
        assert.ok(
          views.some(([, text]) => text.includes(`name: ${member.split('.')[0]}`)),
          member,
        );
      }
    }
  });
});
