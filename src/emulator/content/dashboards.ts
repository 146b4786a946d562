/** The dashboards of workbooks: what is stored of a sent one, and how responses show it. Spec: “Other name rules” of group F. */

import { randomBytes, randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import type { Dashboard, DashboardDraftInput, PublishDashboardInput } from '../../contract/content/dashboards.ts';
import type { DashboardRecord, WorkbookRecord } from '../records/embedRecord.ts';
import { HttpFailure } from '../records/httpFailure.ts';

type Config = z.output<typeof DashboardDraftInput>['config'];

/** Assigns the ids that a draft leaves out. @throws HttpFailure 400 when two widgets have the same id */
function storedConfig({ widgets, ...config }: Config): Record<string, unknown> {
  const ids = widgets.flatMap(({ id }) => id ?? []);
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
  if (repeated !== undefined) throw new HttpFailure(400, `widgets: two have the id '${repeated}'`);
  return { ...config, widgets: widgets.map((widget) => storedWidget({ id: randomUUID(), ...widget })) };
}

/** The old type of containers with tabs. Spec: Versioning 4. */
function storedWidget(widget: Config['widgets'][number]): object {
  if (widget.type !== 'TABS_CONTAINER') return widget;
  return { ...widget, type: 'CONTAINER', config: { ...widget.config, layout: 'tabs' } };
}

/** @throws HttpFailure 400 */
export function publishDashboard(
  workbook: WorkbookRecord,
  { config, title, ...settings }: z.output<typeof PublishDashboardInput>,
): DashboardRecord {
  const before = workbook.dashboard ?? {
    publicId: randomBytes(12).toString('base64url'),
    title: workbook.name,
    allowEmbed: false,
    restrictDataDownload: false,
    useBoardDashboards: false,
    aiThreads: [],
  };
  const definition = storedConfig(config);
  const aiThreads = before.aiThreads.filter(({ widgetId }) => config.widgets.some(({ id }) => id === widgetId));
  return { ...before, ...settings, title: title ?? before.title, definition, aiThreads };
}

/** @throws HttpFailure 400 */
export function draftDashboard({ title, config }: z.output<typeof DashboardDraftInput>): WorkbookRecord['draft'] {
  return { title: title ?? null, definition: storedConfig(config) };
}

export function toDashboard({ id, shared, dashboard }: WorkbookRecord): Dashboard | null {
  if (!dashboard) return null;
  const { definition, aiThreads, ...shown } = dashboard;
  // A workbook has one dashboard, so they share the id.
  return { id, ...shown, fromSharedWorkspace: shared, config: definition, aiWidgetThreads: aiThreads };
}

export function toDraft({ shared, draft }: WorkbookRecord): Dashboard | null {
  return draft && { title: draft.title, fromSharedWorkspace: shared, config: draft.definition };
}
