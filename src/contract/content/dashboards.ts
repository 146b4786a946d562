/** Dashboards of workbooks: published ones and drafts. Spec: “Reports and workbooks”, group F, “Other name rules”. */

import * as z from 'zod/mini';
import { record } from '../definition/record.ts';

const flag = z.nullish(z.boolean());
const named = z.string().check(z.minLength(1));
const values = record(z.string(), z.unknown());

/** `FIELD`, `PARENT`, `SPACER`, `DIVIDER`, `CONTAINER` and so on. The server turns the old `TABS_CONTAINER` into a container with tabs. */
const widgetFields = { type: named, config: z.optional(values) };
/** Further fields are kept as they are. */
const DashboardWidgetInput = z.looseObject({ ...widgetFields, id: named });
const DashboardDraftWidgetInput = z.looseObject({ ...widgetFields, id: z.optional(named) });

const configFields = {
  kind: z.optional(z.enum(['CLASSIC', 'APP'])),
  app: z.nullish(values),
  /** Operators include `is_empty` and `is_not_empty`. */
  filters: z.optional(
    z.array(z.looseObject({ member: named, operator: named, values: z.nullish(z.array(z.unknown())) })),
  ),
};

const title = z.optional(z.string().check(z.maxLength(255)));

export const PublishDashboardInput = z.strictObject({
  title,
  allowEmbed: z.optional(z.boolean()),
  restrictDataDownload: z.optional(z.boolean()),
  useBoardDashboards: z.optional(z.boolean()),
  config: z.looseObject({ ...configFields, widgets: z.array(DashboardWidgetInput) }),
});

export const DashboardDraftInput = z.strictObject({
  title,
  config: z.looseObject({ ...configFields, widgets: z.array(DashboardDraftWidgetInput) }),
});

/** Lenient: a newer server may send kinds that are unknown here. */
const DashboardConfig = z.looseObject({
  kind: z.nullish(z.string()),
  app: z.optional(z.unknown()),
  filters: z.nullish(z.array(z.unknown())),
  widgets: z.nullish(z.array(z.looseObject({ id: z.string(), type: z.string() }))),
});

export const PublishedAiWidgetThread = z.looseObject({
  widgetId: z.string(),
  threadId: z.string(),
  checksum: z.nullish(z.string()),
});

export const Dashboard = z.looseObject({
  /** Absent on a draft, as is the public id. */
  id: z.nullish(z.number()),
  publicId: z.nullish(z.string()),
  title: z.nullish(z.string()),
  allowEmbed: flag,
  fromSharedWorkspace: flag,
  restrictDataDownload: flag,
  useBoardDashboards: flag,
  config: z.nullish(DashboardConfig),
  aiWidgetThreads: z.nullish(z.array(PublishedAiWidgetThread)),
});
export type Dashboard = z.output<typeof Dashboard>;

/** By the names of the specification, for the OpenAPI document. */
export const dashboardSchemas = {
  Dashboard,
  DashboardConfig,
  DashboardDraftInput,
  PublishDashboardInput,
  PublishedAiWidgetThread,
};
