/** Content of the sample shop: an embed tenant with users and groups, folders, workbooks with grants, a published dashboard, reports, a notification. */

import { addGroup, addTenant, findOrAddUser } from '../embedUsers/tenants.ts';
import type { Platform } from '../platform/platform.ts';
import type { ReportRecord } from '../records/contentRecord.ts';
import type { AccessRecord, FolderRecord, WorkbookRecord } from '../records/embedRecord.ts';
import { sampleDashboard } from '../sample/sample.ts';
import { connect } from './placements.ts';
import { addReport } from './reports.ts';
import { newWorkbook } from './workbooks.ts';

/** Name of the sample's embed tenant. */
export const sampleTenant = 'acme';

/** Adds it to the first deployment, unless the platform has a workbook or a tenant already. */
export function seedContent(platform: Platform): void {
  const { embed, deployments, users } = platform.record;
  const [deployment] = deployments;
  if (!deployment || embed.workbooks.length > 0 || embed.tenants.length > 0) return;
  const createdAt = platform.now.toISOString();
  const tenant = addTenant(platform, sampleTenant, 'Acme Ltd.');
  const embedUsers = [
    { externalId: 'ada', displayName: 'Ada Park', email: 'ada@acme.example' },
    { externalId: 'ben', displayName: 'Ben Ochoa', email: 'ben@acme.example' },
    { externalId: 'cleo', displayName: 'Cleo Lind', email: 'cleo@acme.example' },
  ].map((user) => findOrAddUser(platform, tenant.id, user));
  addGroup(platform, tenant, { name: 'analysts', description: 'Write reports' }).userIds = [
    embedUsers[0]!.id,
    embedUsers[1]!.id,
  ];
  addGroup(platform, tenant, { name: 'managers', description: 'Read reports' }).userIds = [embedUsers[2]!.id];
  const ownerId = users[0]?.id ?? 0;
  const addFolder = (name: string, parentId: number | null, tenantIds: number[]): FolderRecord => {
    const id = embed.nextId++;
    const access = grants({ tenantIds });
    const folder = { id, deploymentId: deployment.id, name, parentId, ownerId, access, createdAt };
    embed.folders.push(folder);
    return folder;
  };
  const folder = addFolder('For customers', null, [tenant.id]);
  addFolder('Archive', folder.id, []);
  const { publicId, title, allowEmbed, ...definition } = sampleDashboard();
  const workbook = (input: Pick<WorkbookRecord, 'name' | 'slug'> & Partial<WorkbookRecord>) =>
    embed.workbooks.push(newWorkbook(platform, deployment.id, { ownerId, ...input }));
  const dashboard = {
    ...{ publicId, title, allowEmbed, definition },
    ...{ restrictDataDownload: false, useBoardDashboards: false, aiThreads: [] },
  };
  workbook({ name: 'Sales', slug: 'sales', access: grants({ tenantIds: [tenant.id] }), dashboard });
  workbook({ name: 'Delivery', slug: 'delivery', access: grants({ allEmbedUsers: true }) });
  workbook({ name: 'Price list', slug: 'price-list', folderId: folder.id });
  workbook({ name: 'Internal figures', slug: 'internal-figures' });
  const report = (name: string, folderId: number | null, query: object): ReportRecord =>
    addReport(platform, platform.deployment(deployment.id), {
      publicId: name.toLowerCase().replaceAll(' ', '-'),
      name,
      ownerId,
      folderId,
      snapshot: { kind: 'bar', query },
    });
  const placed = report('Revenue by country', folder.id, {
    measures: ['sales.total_amount'],
    dimensions: ['sales.customers_country'],
  });
  report('Orders by status', null, { measures: ['sales.count'], dimensions: ['sales.status'] });
  platform.record.content.notifications.push({
    id: embed.nextId++,
    ownerId,
    dashboardPublicId: publicId,
    recipients: [{ userId: ownerId }, { embedUserId: embedUsers[0]!.id }, { email: 'sales@example.com' }],
    filters: [],
    timeGrains: { 'sales.created_at': 'month' },
    memberSwitchers: {},
    notificationAiSummary: true,
    createdAt,
    updatedAt: createdAt,
  });
  connect(platform, ownerId, placed, {
    host: 'GOOGLE_SHEETS',
    externalWorkbookId: 'sample-spreadsheet',
    workbookName: 'Sales review',
    sheetName: 'Revenue',
    sheetId: 0,
    anchorCell: 'A1',
    endResultCell: 'B5',
  });
}

function grants({ tenantIds = [], allEmbedUsers = false }: Partial<AccessRecord>): AccessRecord {
  return { tenantIds, allEmbedUsers };
}
