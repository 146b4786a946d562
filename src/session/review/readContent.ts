/** Reads the content of a deployment that may use names of its model: reports, dashboards of embed tenants, and notifications. */

import { type CatalogMessage, messageOf } from '../../base/errors.ts';
import { notificationOperations } from '../../contract/content/notifications.ts';
import { type Report, reportOperations } from '../../contract/content/reports.ts';
import { deploymentOperations } from '../../contract/deployments/deployments.ts';
import { type EmbedTenantWorkbook, embedAccessOperations } from '../../contract/embedding/embedAccess.ts';
import { embedTenantOperations } from '../../contract/embedding/embedTenants.ts';
import type { Reader } from '../../platform/client.ts';
import type { ContentItem, ReadContent } from '../../review/compiled/contentUses.ts';
import { reviewTexts } from '../../review/model/reviewTexts.ts';

export interface ContentRequest {
  client: Reader;
  /** With an administrator's key, because the platform lists workbooks to no other key. */
  admin: Reader;
  deploymentId: string;
  /** Milliseconds for everything. */
  deadlineMs: number;
}

const page = { first: 100 };
const maxReports = 5_000;
const maxNotifications = 5_000;
const maxTenants = 50;
const maxWorkbooks = 500;

/** Never fails for what cannot be read, but says so. @throws CancelledError when `signal` aborts */
export async function readContent(request: ContentRequest, signal?: AbortSignal): Promise<ReadContent> {
  const timeout = AbortSignal.timeout(request.deadlineMs);
  const until = signal ? AbortSignal.any([signal, timeout]) : timeout;
  const attempt = async (code: 'reports' | 'dashboards' | 'notifications', read: Promise<ReadContent>) => {
    try {
      return await read;
    } catch (failure) {
      if (signal?.aborted) throw failure;
      const reason = timeout.aborted ? reviewTexts.message('no-time') : messageOf(failure);
      return { items: [], notRead: [reviewTexts.message(`${code}-not-read`, [reason])], failed: true as const };
    }
  };
  const [reports, dashboards] = await Promise.all([
    attempt('reports', readReports(request, until)),
    attempt('dashboards', readDashboards(request, until)),
  ]);
  const known = new Set(dashboards.items.flatMap(({ content }) => content?.id ?? []));
  const notifications = await attempt('notifications', readNotifications(request, known, until));
  const all = [reports, dashboards, notifications];
  return {
    items: all.flatMap(({ items }) => items),
    notRead: all.flatMap(({ notRead }) => notRead),
    ...(all.some(({ failed }) => failed) && { failed: true }),
  };
}

async function readReports({ client, deploymentId }: ContentRequest, signal: AbortSignal): Promise<ReadContent> {
  const items: ContentItem[] = [];
  const notRead: CatalogMessage[] = [];
  let withoutQuery = 0;
  const input = { params: { deploymentId }, query: page };
  for await (const report of client.items(reportOperations.listReports, input, { signal })) {
    if (items.length >= maxReports) {
      notRead.push(reviewTexts.message('reports-cut', [maxReports]));
      break;
    }
    if (!report.snapshot) withoutQuery += 1;
    items.push(reportItem(report));
  }
  if (withoutQuery > 0) notRead.push(reviewTexts.message('reports-without-query', [withoutQuery]));
  return { items, notRead };
}

function reportItem(report: Report): ContentItem {
  const { publicId, name, title, snapshot, folderPath, externalWorkbookPlacements } = report;
  const sheets = (externalWorkbookPlacements ?? []).map(({ workbookId, workbookName, sheetName, anchorCell }) =>
    [workbookName ?? workbookId, [sheetName, anchorCell].filter(Boolean).join('!')].filter(Boolean).join(', '),
  );
  const folder = (folderPath ?? []).map((one) => one.name).join(' / ');
  const where = [folder, ...sheets].filter((one) => one !== '').join('; ');
  return {
    kind: 'report',
    name: title || name,
    content: { id: publicId, ...(where !== '' && { where }) },
    record: snapshot ?? report,
  };
}

async function readDashboards({ admin, deploymentId }: ContentRequest, signal: AbortSignal): Promise<ReadContent> {
  const items = new Map<string, ContentItem>();
  const notRead: CatalogMessage[] = [reviewTexts.message('workbooks-unlisted')];
  const withoutContent = new Set<string>();
  let isCut = false;
  let tenants = 0;
  for await (const { name: embedTenantName } of admin.items(
    embedTenantOperations.listEmbedTenants,
    { query: page },
    { signal },
  )) {
    tenants += 1;
    isCut ||= tenants > maxTenants;
    if (isCut) break;
    const input = { params: { deploymentId, embedTenantName }, query: page };
    let workbooks = 0;
    for await (const workbook of admin.items(embedAccessOperations.listEmbedTenantWorkbooks, input, { signal })) {
      workbooks += 1;
      isCut ||= workbooks > maxWorkbooks;
      if (workbooks > maxWorkbooks) break;
      const id = workbook.dashboardPublicId;
      if (!id || items.has(id)) continue;
      if (!workbook.dashboard?.config) withoutContent.add(id);
      items.set(id, dashboardItem(workbook, id));
    }
  }
  const { message } = reviewTexts;
  if (isCut) notRead.push(message('dashboards-cut', [maxTenants, maxWorkbooks]));
  if (withoutContent.size > 0) notRead.push(message('dashboards-without-content', [withoutContent.size]));
  return { items: [...items.values()], notRead };
}

function dashboardItem({ name, slug, dashboard }: EmbedTenantWorkbook, id: string): ContentItem {
  const workbook = name ?? slug ?? id;
  return {
    kind: 'dashboard',
    name: dashboard?.title || workbook,
    content: { id, ...(dashboard?.title && dashboard.title !== workbook && { where: workbook }) },
    record: dashboard?.config,
  };
}

/** The platform lists the notifications of all deployments. */
async function readNotifications(
  { client }: ContentRequest,
  dashboards: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<ReadContent> {
  const items: ContentItem[] = [];
  const notRead: CatalogMessage[] = [];
  for await (const notification of client.items(notificationOperations.listNotifications, {}, { signal })) {
    if (items.length >= maxNotifications) {
      notRead.push(reviewTexts.message('notifications-cut', [maxNotifications]));
      break;
    }
    const { id, dashboardPublicId, filters, timeGrains, memberSwitchers, notificationAiSummary } = notification;
    items.push({
      kind: 'notification',
      name: String(id),
      content: { id: String(id), ...(dashboardPublicId && { where: dashboardPublicId }) },
      record: { filters, timeGrains, memberSwitchers, notificationAiSummary },
      mayBeElsewhere: !dashboards.has(dashboardPublicId ?? ''),
    });
  }
  if (items.every(({ mayBeElsewhere }) => !mayBeElsewhere)) return { items, notRead };
  let deployments = 0;
  for await (const _ of client.items(deploymentOperations.listDeployments, {}, { signal })) {
    deployments += 1;
    if (deployments > 1) return { items, notRead };
  }
  return { items: items.map((one) => ({ ...one, mayBeElsewhere: false })), notRead };
}
