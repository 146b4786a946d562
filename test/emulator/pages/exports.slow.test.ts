import assert from 'node:assert/strict';
import { EmbedClient } from './embedClient.ts';
import { readPdf, readPng } from './readImage.ts';

describe('exports of embedded dashboards', () => {
  // The first query compiles the model.
  let client: EmbedClient;
  let token: string;
  before(async () => {
    client = await EmbedClient.open();
    token = await client.token();
  });
  after(() => client.close());

  const options = { locale: 'en', scheme: 'light', theme: {}, filters: [] };
  const exported = (more: object) =>
    client.page('POST', 'export', token, { publicId: client.publicId, format: 'png', ...options, ...more });

  it('draws the whole dashboard in the requested color scheme', async () => {
    const { status, headers, body } = await exported({});
    assert.equal(status, 200, String(body));
    assert.equal(headers.get('content-type'), 'image/png');
    const light = readPng(body);
    assert.ok(light.width >= 1200 && light.height >= 900, `${light.width} × ${light.height}`);
    assert.ok(light.colors > 50, `${light.colors} colors`);
    const dark = readPng((await exported({ scheme: 'dark' })).body);
    assert.deepEqual([dark.width, dark.height], [light.width, light.height]);
    assert.ok(light.brightness > 200, `light: ${light.brightness}`);
    assert.ok(dark.brightness < 60, `dark: ${dark.brightness}`);
  });

  it('draws the numbers that a filter leaves', async () => {
    const filters = [{ member: 'sales.customers_country', operator: 'equals', values: ['Portugal'] }];
    const all: Buffer = (await exported({ widgetId: 'orders' })).body;
    const some: Buffer = (await exported({ widgetId: 'orders', filters })).body;
    assert.ok(!all.equals(some));
    assert.ok(all.equals((await exported({ widgetId: 'orders' })).body), 'the same image without a filter');
  });

  it('draws a single widget', async () => {
    const { width, height, colors } = readPng((await exported({ widgetId: 'revenue-by-month' })).body);
    assert.ok(width > height && colors > 20);
  });

  it('writes the image to a PDF document of one page', async () => {
    const { body, headers } = await exported({ format: 'pdf' });
    assert.equal(headers.get('content-type'), 'application/pdf');
    const { page, image, title } = readPdf(body);
    assert.equal(title, 'Sales of the sample shop');
    assert.ok(image.colors > 50);
    assert.ok(Math.abs(page.width / page.height - image.width / image.height) < 0.01, 'not distorted');
  });

  it('serves the export jobs of the platform', async () => {
    const route = `/api/v1/deployments/${client.deploymentId}/dashboard-exports`;
    const started = await client.admin('POST', route, {
      dashboardPublicId: client.publicId,
      format: 'png',
      colorScheme: 'dark',
    });
    assert.equal(started.status, 200, JSON.stringify(started.body));
    const { jobId } = started.body;
    for (let status = ''; status !== 'completed'; ) {
      const { body } = await client.admin('GET', `${route}/${jobId}`);
      status = body.status;
      assert.notEqual(status, 'failed', body.error);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const { body } = await client.admin('GET', `${route}/${jobId}/download`);
    const { colors, brightness } = readPng(body);
    assert.ok(colors > 50 && brightness < 60);
  });

  it('rejects invalid requests and unknown tokens', async () => {
    assert.equal((await exported({ publicId: 'another' })).status, 404);
    assert.equal((await exported({ format: 'gif' })).status, 400);
    assert.equal((await exported({ filters: [{ member: 'x', operator: 'equals' }] })).status, 400);
    assert.equal(
      (await client.page('POST', 'export', 'unknown-token', { publicId: client.publicId, format: 'png', ...options }))
        .status,
      401,
    );
  });
});
