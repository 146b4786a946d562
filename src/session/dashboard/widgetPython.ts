/** Runs the Python of a dashboard's widget, as the preview shows the dashboard. Spec: group E, `python-run`. */

import type { ResponseOf } from '../../contract/definition/operation.ts';
import { embedAccessOperations } from '../../contract/embedding/embedAccess.ts';
import type { FilterChoice } from '../../contract/messages/hostConfig.ts';
import type { ResourceWriter } from '../../platform/client.ts';
import type { EmbedAccess } from './embedAccess.ts';
import type { PreviewMode } from './previewState.ts';
import { toQueryFilter } from './rendering.ts';

export type WidgetRun = ResponseOf<typeof embedAccessOperations.runDashboardPython>;

interface WidgetRequest {
  widgetId: string;
  mode: PreviewMode;
  /** The branch of the session; null: production. */
  branch: string | null;
  filters: readonly FilterChoice[];
}

/**
 * In signed mode, as the user of the preview on its branch; in private mode, with the user's own key on production, because the request names no branch.
 * A run whose Python fails is a result. @throws PlatformError, UserError, CancelledError
 */
export async function runWidgetPython(
  access: EmbedAccess,
  { widgetId, mode, branch, filters }: WidgetRequest,
  signal: AbortSignal,
): Promise<WidgetRun> {
  const { platform, subject } = access;
  const operation = embedAccessOperations.runDashboardPython;
  await platform.require(operation, subject.deploymentId, signal);
  const params = { publicId: subject.publicId ?? '' };
  const body = { widgetId, filters: filters.map(toQueryFilter) };
  const run = (client: ResourceWriter) => client.call(operation, { params, body }, { signal });
  return mode === 'signed' ? access.onceAsViewer(branch, run, signal) : run(platform.writer);
}
