/** Lists the dashboards of an embed tenant. Requires an admin key. */

import { embedAccessOperations } from '../../contract/embedding/embedAccess.ts';
import type { Reader } from '../../platform/client.ts';

export interface ListedDashboard {
  publicId: string;
  name: string;
}

/** Enough for a quick pick. */
const maxListed = 200;

/** @throws PlatformError (`forbidden` without an admin key), CancelledError */
export async function tenantDashboards(
  admin: Reader,
  deploymentId: string,
  embedTenantName: string,
  signal?: AbortSignal,
): Promise<ListedDashboard[]> {
  const listed: ListedDashboard[] = [];
  const input = { params: { deploymentId, embedTenantName }, query: { first: 100 } };
  for await (const { name, slug, dashboardPublicId } of admin.items(
    embedAccessOperations.listEmbedTenantWorkbooks,
    input,
    {
      signal,
    },
  )) {
    if (dashboardPublicId) listed.push({ publicId: dashboardPublicId, name: name ?? slug ?? dashboardPublicId });
    if (listed.length >= maxListed) break;
  }
  return listed;
}
