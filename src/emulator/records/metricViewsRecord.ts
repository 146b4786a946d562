/** The saved state of a deployment's Databricks metric views: previews and integrations. */

import * as z from 'zod';

const Preview = z.object({
  id: z.string(),
  /** The converted build. */
  jobId: z.number(),
  dataSourceName: z.string(),
  /** Null: every public cube and view. */
  names: z.array(z.string()).nullable(),
  status: z.enum(['queued', 'running', 'completed', 'failed', 'cancelled']),
  converted: z.number(),
  /** Null before the model is read. */
  total: z.number().nullable(),
  error: z.string().nullable(),
  /** Milliseconds since the epoch, of the platform's clock. */
  createdAt: z.number(),
  updatedAt: z.number(),
  metricViews: z.array(
    z.object({ name: z.string(), kind: z.enum(['cube', 'view']), yaml: z.string(), warnings: z.array(z.string()) }),
  ),
  /** Cubes and views that cannot be converted. */
  skipped: z.array(z.object({ name: z.string(), reason: z.string() })),
});
export type PreviewRecord = z.output<typeof Preview>;

const Integration = z.object({
  dataSourceName: z.string(),
  catalog: z.string(),
  schema: z.string(),
  configurationVersion: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export const MetricViewsRecord = z.object({
  previews: z.array(Preview).default([]),
  integrations: z.array(Integration).default([]),
});
