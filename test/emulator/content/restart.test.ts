import assert from 'node:assert/strict';
import type { RunningEmulator } from '../../../src/emulator/emulator.ts';
import { temporaryFolder } from '../../vscode/process/temporaryFolder.ts';
import { DeploymentClient, startTestEmulator } from '../emulatorUnderTest.ts';

describe('the content of a workspace after a restart', () => {
  const folder = temporaryFolder('emulator-content');
  const running: RunningEmulator[] = [];
  after(async () => {
    for (const emulator of running) await emulator.close();
    folder.remove();
  });
  const start = async (): Promise<DeploymentClient> => {
    const emulator = await startTestEmulator({ dataDir: folder.path, buildMs: 20 });
    running.push(emulator);
    return new DeploymentClient(emulator.url, emulator.adminApiKey, emulator.deploymentId);
  };

  it('is what it was', async () => {
    const client = await start();
    const read = async (from: DeploymentClient) => {
      const { updatedAt: _, ...workbook } = await from.done(from.control('PUT', '/workbooks/by-slug/kept', {}));
      return {
        workbook,
        folders: (await from.done(from.control('GET', '/folders'))).items,
        reports: (await from.done(from.control('GET', '/reports'))).items,
        notifications: (await from.done(from.send('GET', '/notifications'))).items,
        config: await from.done(from.send('GET', '/api/v1/app-config')),
      };
    };
    const config = { widgets: [{ id: 'w', type: 'FIELD', query: { measures: ['sales.count'] } }] };
    const body = { name: 'Kept', dashboard: { allowEmbed: true, config }, dashboardDraft: { config: { widgets: [] } } };
    const { id } = await client.done(client.control('PUT', '/workbooks/by-slug/kept', body));
    const thread = { widgetId: 'w', threadId: 't', checksum: 'c' };
    await client.done(client.control('POST', `/workbooks/${id}/dashboard/ai-widget-thread`, thread));
    const snapshot = { kind: 'sankey', query: { measures: ['sales.count'] } };
    await client.done(client.control('PUT', '/reports/by-public-id/kept', { name: 'Kept', snapshot }));
    await client.done(client.send('POST', '/_emulator/app-config', { embedding: { locale: 'fr' } }));
    const before = await read(client);
    await running[0]!.close();
    assert.deepEqual(await read(await start()), before);
    assert.deepEqual(before.workbook.dashboard.aiWidgetThreads, [thread]);
  });
});
