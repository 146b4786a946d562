/** Workbooks with their published dashboards, and who can read or edit them. Spec: group E, “Embed”; Errors. */

import type { LiveDeployment } from '../platform/liveDeployment.ts';
import { mayPerform } from '../platform/permissions.ts';
import type { Caller, Platform } from '../platform/platform.ts';
import type { AccessRecord, DashboardRecord, TenantRecord, WorkbookRecord } from '../records/embedRecord.ts';
import { HttpFailure } from '../records/httpFailure.ts';
import { foldersAround } from './folders.ts';

export interface FoundDashboard {
  deployment: LiveDeployment;
  workbook: WorkbookRecord;
  dashboard: DashboardRecord;
}

export function findDashboard(platform: Platform, publicId: string): FoundDashboard | undefined {
  const workbook = platform.record.embed.workbooks.find(({ dashboard }) => dashboard?.publicId === publicId);
  if (!workbook?.dashboard) return undefined;
  return { deployment: platform.deployment(workbook.deploymentId), workbook, dashboard: workbook.dashboard };
}

/** @throws HttpFailure 404, also for a dashboard of another deployment than the given one */
export function requireDashboard(platform: Platform, publicId: string, deployment?: LiveDeployment): FoundDashboard {
  const found = findDashboard(platform, publicId);
  if (!found || (deployment && found.deployment !== deployment))
    throw new HttpFailure(404, `Dashboard '${publicId}' not found`);
  return found;
}

export function findWorkbook(platform: Platform, { record }: LiveDeployment, slug: string): WorkbookRecord | undefined {
  return platform.record.embed.workbooks.find((entry) => entry.slug === slug && entry.deploymentId === record.id);
}

type NewWorkbook = Pick<WorkbookRecord, 'slug' | 'name' | 'ownerId'> & Partial<WorkbookRecord>;

/** A workbook that is not stored yet. */
export function newWorkbook({ record, now }: Platform, deploymentId: number, input: NewWorkbook): WorkbookRecord {
  const at = now.toISOString();
  return {
    id: record.embed.nextId++,
    deploymentId,
    folderId: null,
    access: { tenantIds: [], allEmbedUsers: false },
    shared: true,
    dashboard: null,
    draft: null,
    createdAt: at,
    updatedAt: at,
    ...input,
  };
}

/** @throws HttpFailure 404, also for a workbook of another deployment */
export function requireWorkbook(platform: Platform, { record }: LiveDeployment, id: string | number): WorkbookRecord {
  const found = platform.record.embed.workbooks.find(
    (workbook) => String(workbook.id) === String(id) && workbook.deploymentId === record.id,
  );
  if (!found) throw new HttpFailure(404, `Workbook '${id}' not found`);
  return found;
}

/** The fields that decide who can do what with a folder, workbook or report. */
interface WorkspaceItem {
  /** Null: of the account. */
  ownerId: number | null;
}

/** The owner and administrators. */
export function canManage({ user }: Caller, { ownerId }: WorkspaceItem): boolean {
  return user.admin || user.id === ownerId;
}

export function canEdit(caller: Caller, item: WorkspaceItem): boolean {
  return canManage(caller, item) && mayPerform(caller.user, 'WorkbookEdit');
}

export function canRead(caller: Caller, item: WorkspaceItem & { shared: boolean }): boolean {
  return item.shared || canManage(caller, item);
}

/** @throws HttpFailure 403 */
export function assertCanEdit(caller: Caller, workbook: WorkbookRecord): void {
  if (!canEdit(caller, workbook)) throw new HttpFailure(403, `You need edit access to the workbook '${workbook.name}'`);
}

const accessSources = ['tenant', 'allEmbedUsers', 'folder'] as const;
type WorkbookAccessSource = (typeof accessSources)[number];

/** The grants that let embed users of a tenant, or of none, read a workbook: its own ones and those of the folders it is in. */
export function accessSourcesOf(
  platform: Platform,
  workbook: WorkbookRecord,
  tenant: TenantRecord | null,
): WorkbookAccessSource[] {
  const folders = foldersAround(platform, workbook.folderId);
  const toTenant = ({ tenantIds }: AccessRecord) => tenant !== null && tenantIds.includes(tenant.id);
  const granted: Record<WorkbookAccessSource, boolean> = {
    tenant: toTenant(workbook.access),
    allEmbedUsers: workbook.access.allEmbedUsers,
    folder: folders.some(({ access }) => access.allEmbedUsers || toTenant(access)),
  };
  return accessSources.filter((source) => granted[source]);
}
