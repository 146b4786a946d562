/** The dashboards that an embed tenant's users may read, for a person to choose from. Only an admin's key may list them. */

import { operations } from '../../contract/operations.ts';
import type { Client } from '../../platform/client.ts';

export interface ListedDashboard {
  publicId: string;
  name: string;
}

/** More than anybody looks through; the list is to choose from, not to search. */
const mostListed = 200;

/** @throws PlatformError (`forbidden` without an admin's key), CancelledError */
export async function tenantDashboards(
  admin: Client,
  deploymentId: string,
  embedTenantName: string,
  signal?: AbortSignal,
): Promise<ListedDashboard[]> {
  const listed: ListedDashboard[] = [];
  const input = { params: { deploymentId, embedTenantName }, query: { first: 100 } };
  for await (const { name, slug, dashboardPublicId } of admin.items(operations.listEmbedTenantWorkbooks, input, {
    signal,
  })) {
    if (dashboardPublicId) listed.push({ publicId: dashboardPublicId, name: name ?? slug ?? dashboardPublicId });
    if (listed.length >= mostListed) break;
  }
  return listed;
}
