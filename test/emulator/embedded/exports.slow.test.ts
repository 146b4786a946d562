import assert from 'node:assert/strict';
import { EmbedClient } from './embedClient.ts';
import { readPdf, readPng } from './readImage.ts';

describe('a file of an embedded dashboard', function () {
  // The first question compiles the model.
  this.timeout(120_000);
  let desk: EmbedClient;
  let token: string;
  before(async () => {
    desk = await EmbedClient.open();
    token = await desk.token();
  });
  after(() => desk.close());

  const look = { locale: 'en', scheme: 'light', theme: {}, filters: [] };
  const exported = (more: object) =>
    desk.page('POST', 'export', token, { publicId: desk.publicId, format: 'png', ...look, ...more });

  it('is a picture of everything, in the scheme that was asked for', async () => {
    const light = await exported({});
    assert.equal(light.status, 200, String(light.body));
    assert.equal(light.headers.get('content-type'), 'image/png');
    const day = readPng(light.body);
    assert.ok(day.width >= 1200 && day.height >= 900, `${day.width} × ${day.height}`);
    assert.ok(day.colors > 50, `${day.colors} colours: not a blank sheet`);
    const night = readPng((await exported({ scheme: 'dark' })).body);
    assert.deepEqual([night.width, night.height], [day.width, day.height]);
    assert.ok(day.brightness > 200, `light: ${day.brightness}`);
    assert.ok(night.brightness < 60, `dark: ${night.brightness}`);
  });

  it('shows other numbers under a filter', async () => {
    const filters = [{ member: 'sales.customers_country', operator: 'equals', values: ['Portugal'] }];
    const all: Buffer = (await exported({ widgetId: 'orders' })).body;
    const some: Buffer = (await exported({ widgetId: 'orders', filters })).body;
    assert.ok(!all.equals(some));
    assert.ok(all.equals((await exported({ widgetId: 'orders' })).body), 'and the same ones without');
  });

  it('is one widget, where only that was asked for', async () => {
    const { width, height, colors } = readPng((await exported({ widgetId: 'revenue-by-month' })).body);
    assert.ok(width > height && colors > 20);
  });

  it('is a document of one page with the same picture', async () => {
    const { body, headers } = await exported({ format: 'pdf' });
    assert.equal(headers.get('content-type'), 'application/pdf');
    const { page, image, title } = readPdf(body);
    assert.equal(title, 'Sales of the sample shop');
    assert.ok(image.colors > 50);
    assert.ok(Math.abs(page.width / page.height - image.width / image.height) < 0.01, 'not distorted');
  });

  it('is what an export job of the platform delivers, on the branch it names', async () => {
    const route = `/api/v1/deployments/${desk.deploymentId}/dashboard-exports`;
    const started = await desk.admin('POST', route, {
      dashboardPublicId: desk.publicId,
      format: 'png',
      colorScheme: 'dark',
    });
    assert.equal(started.status, 200, JSON.stringify(started.body));
    const { jobId } = started.body;
    for (let status = ''; status !== 'completed'; ) {
      const { body } = await desk.admin('GET', `${route}/${jobId}`);
      status = body.status;
      assert.notEqual(status, 'failed', body.error);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const { body } = await desk.admin('GET', `${route}/${jobId}/download`);
    const { colors, brightness } = readPng(body);
    assert.ok(colors > 50 && brightness < 60);
  });

  it('is not made for nonsense, nor for those who may not look', async () => {
    assert.equal((await exported({ publicId: 'another' })).status, 404);
    assert.equal((await exported({ format: 'gif' })).status, 400);
    assert.equal((await exported({ filters: [{ member: 'x', operator: 'equals' }] })).status, 400);
    assert.equal(
      (await desk.page('POST', 'export', 'nobody', { publicId: desk.publicId, format: 'png', ...look })).status,
      401,
    );
  });
});
