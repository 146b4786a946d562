/** Dashboards as embed viewers see them: who may see which. Spec: group E, “Embed”; Errors. */

import type { EmbedViewer } from '../embedUsers/viewer.ts';
import type { Platform } from '../platform/platform.ts';
import { HttpFailure } from '../records/httpFailure.ts';
import { accessSourcesOf, type FoundDashboard, requireDashboard } from './workbooks.ts';

/** Why a viewer may not see a dashboard of the session's deployment; undefined if it may. Without a viewer: any user. */
export function embeddingRefusal(
  platform: Platform,
  viewer: EmbedViewer | undefined,
  { workbook, dashboard: { publicId, allowEmbed } }: FoundDashboard,
): string | undefined {
  if (!allowEmbed) return `Embedding is not allowed for dashboard '${publicId}'`;
  if (!viewer) return undefined;
  const { session, tenant } = viewer;
  const { publicDashboardId: only } = session;
  if (only !== null && only !== publicId) return `The session is for dashboard '${only}'`;
  // A user of the platform outside every tenant is not an embed user.
  if (!tenant && 'userId' in session.viewer) return undefined;
  if (accessSourcesOf(platform, workbook, tenant).length > 0) return undefined;
  const who = tenant ? `Embed tenant '${tenant.name}'` : 'An embed user without a tenant';
  return `${who} may not read the workbook '${workbook.name}': its embed access does not include it`;
}

/** @throws HttpFailure 404, also for a dashboard of another deployment; 403 */
export function requireEmbedded(platform: Platform, viewer: EmbedViewer, publicId: string): FoundDashboard {
  const found = requireDashboard(platform, publicId, platform.deployment(viewer.session.deploymentId));
  const refusal = embeddingRefusal(platform, viewer, found);
  if (refusal !== undefined) throw new HttpFailure(403, refusal);
  return found;
}
