import assert from 'node:assert/strict';
import { silentLog } from '../../../src/base/log.ts';
import { operations } from '../../../src/contract/operations.ts';
import type { RunningEmulator } from '../../../src/emulator/emulator.ts';
import { DeploymentContent } from '../../../src/session/content/deploymentContent.ts';
import { PlatformSession } from '../../../src/session/platformSession.ts';
import { startTestEmulator } from '../../emulator/emulatorUnderTest.ts';
import { clientOf } from '../workbench.ts';

describe('the content of a deployment', () => {
  let emulator: RunningEmulator;
  const opened: { dispose(): void }[] = [];

  before(async () => {
    emulator = await startTestEmulator({ buildMs: 0 });
  });
  after(() => emulator.close());
  afterEach(() => {
    for (const each of opened.splice(0)) each.dispose();
  });

  const content = (apiKey = emulator.apiKey) => {
    const platform = new PlatformSession(clientOf({ url: emulator.url, apiKey }), emulator.url, silentLog);
    const made = new DeploymentContent(platform, String(emulator.deploymentId));
    opened.push(made, platform);
    return made;
  };
  const named = (items: readonly { name?: string | null | undefined }[]) => items.map(({ name }) => name).sort();

  it('loads nothing before it is asked for', () => {
    const { folders, reports, tenants, workbooks, notifications } = content().snapshot();
    assert.deepEqual([folders.phase, tenants.phase], ['idle', 'idle']);
    assert.deepEqual([reports.size, workbooks.size, notifications.size], [0, 0, 0]);
  });

  it('lists folders, the reports of a folder, and all reports', async () => {
    const sample = content();
    const folders = await sample.folders.all();
    assert.deepEqual(named(folders), ['Archive', 'For customers']);
    const folder = folders.find(({ name }) => name === 'For customers')!;
    assert.deepEqual(named(await sample.reports(folder.id).all()), ['Revenue by country']);
    assert.deepEqual(named(await sample.reports().all()), ['Orders by status', 'Revenue by country']);
    assert.equal(sample.reports(folder.id), sample.reports(folder.id), 'the same list for the same folder');
  });

  it('lists the workbooks of embed tenants to administrators only', async () => {
    const own = content();
    await own.tenants.load();
    const { failure } = own.tenants.value;
    assert.equal((failure as { code?: string }).code, 'workbooks-need-admin');
    const admin = content(emulator.adminApiKey);
    assert.deepEqual(named(await admin.tenants.all()), ['acme']);
    assert.deepEqual(named(await admin.workbooks('acme').all()), ['Delivery', 'Price list', 'Sales']);
  });

  it('lists the notifications about a dashboard', async () => {
    const [only, ...more] = await content().notifications(emulator.dashboardPublicId).all();
    assert.equal(only?.recipients?.length, 3);
    assert.deepEqual(more, []);
    assert.deepEqual(await content().notifications('another').all(), []);
  });

  it('pages', async () => {
    const sample = content();
    const { client, writer } = sample.platform;
    const params = { deploymentId: String(emulator.deploymentId) };
    for (let number = 0; number < 100; number += 1) {
      const publicId = `paged-${number}`;
      await writer.call(operations.upsertReport, { params: { ...params, publicId }, body: { name: publicId } });
    }
    const reports = sample.reports();
    await reports.load();
    assert.deepEqual([reports.value.items.length, reports.value.hasMore], [100, true]);
    await reports.loadMore();
    assert.deepEqual([reports.value.items.length, reports.value.hasMore], [102, false]);
    const { items } = await client.call(operations.listReports, { params, query: { search: 'paged-', first: 200 } });
    const objects = items!.map(({ id }) => ({ type: 'REPORT' as const, id: Number(id) }));
    await writer.call(operations.bulkDeleteWorkspace, { params, body: { items: objects } });
    await sample.reload(['WORKBOOK']);
    assert.equal(reports.value.items.length, 102);
    await sample.reload(['FOLDER']);
    assert.equal(reports.value.items.length, 2, 'a folder takes along what it holds');
    assert.equal(sample.folders.value.phase, 'idle', 'what was not loaded is not loaded');
  });

  it('says when it changed', async () => {
    const sample = content();
    const phases: string[] = [];
    sample.onChange(() => phases.push(sample.snapshot().folders.phase));
    await sample.folders.load();
    assert.deepEqual(phases, ['loading', 'ready']);
  });
});
