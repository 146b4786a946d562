import assert from 'node:assert/strict';
import type { Client } from '../../../src/platform/client.ts';
import { renderDashboard } from '../../../src/session/dashboard/rendering.ts';

describe('a dashboard export', () => {
  it('sends the active filters in the format of query filters', async () => {
    const asked: unknown[] = [];
    const client = {
      call: async ({ id }: { id: string }, { body }: { body: unknown }) => {
        if (id === 'startDashboardExport') asked.push(body);
        return id === 'downloadDashboardExport' ? new Uint8Array([1]) : { jobId: 1, status: 'completed' };
      },
    } as unknown as Client;
    const subject = { surface: 'dashboard', publicId: 'abc', deploymentId: '7' } as const;
    const filters = [{ view: 'sales', dimension: 'year', operator: 'equals', values: [2025, 'x'] }];
    const { signal } = new AbortController();
    await renderDashboard(client, subject, { format: 'png', branch: null, filters }, signal, () => {});
    await renderDashboard(client, subject, { format: 'pdf', branch: 'dev', filters: [] }, signal, () => {});
    assert.deepEqual(asked, [
      {
        dashboardPublicId: 'abc',
        format: 'png',
        filters: [{ member: 'sales.year', operator: 'equals', values: ['2025', 'x'] }],
      },
      { dashboardPublicId: 'abc', format: 'pdf', branchName: 'dev' },
    ]);
  });
});
