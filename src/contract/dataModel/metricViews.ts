/** Databricks metric views: previews of a conversion, and where they are published. Spec: group H; “Databricks metric view”. */

import * as z from 'zod/mini';
import { operation } from '../definition/operation.ts';
import { Timestamp } from '../definition/shapes.ts';
import { deploymentPath } from '../deployments/deployments.ts';

const text = z.nullish(z.string());
const name = z.string().check(z.minLength(1), z.maxLength(255));

const DatabricksMetricViewPublicationPreviewInput = z.strictObject({
  /** `default` if it is missing. */
  dataSourceName: z.optional(name),
  /** Cubes and views to convert; all public ones of the data source if it is missing. */
  names: z.optional(z.array(name).check(z.minLength(1))),
});

const started = {
  previewId: z.string(),
  /** `queued`, `running`, `completed`, `failed`, `cancelled`. */
  status: z.string(),
  statusUrl: text,
  resultUrl: text,
};
const DatabricksMetricViewPublicationPreviewStartResponse = z.looseObject(started);
const DatabricksMetricViewPublicationPreviewStatusResponse = z.looseObject({
  ...started,
  progress: z.nullish(z.looseObject({ percentComplete: z.nullish(z.number()), message: text })),
  error: text,
  createdAt: z.nullish(Timestamp),
  updatedAt: z.nullish(Timestamp),
  expiresAt: z.nullish(Timestamp),
});
const DatabricksMetricViewPublicationPreviewResultResponse = z.looseObject({
  previewId: z.string(),
  /** The converted build. */
  buildJobId: z.nullish(z.number()),
  dataSourceName: text,
  metricViews: z.array(
    z.looseObject({
      name: z.string(),
      /** Catalog, schema and name; null without an integration of the data source. */
      fullName: text,
      /** `cube` or `view`. */
      kind: text,
      yaml: z.string(),
      /** The parts that are left out, and why. */
      warnings: z.nullish(z.array(z.string())),
    }),
  ),
  /** Cubes and views that cannot be converted. */
  skipped: z.nullish(z.array(z.looseObject({ name: z.string(), reason: text }))),
});

const DatabricksMetricViewIntegrationResponse = z.looseObject({
  dataSourceName: z.string(),
  catalog: text,
  schema: text,
  configurationVersion: z.number(),
  createdAt: z.nullish(Timestamp),
  updatedAt: z.nullish(Timestamp),
});
const SaveDatabricksMetricViewIntegrationInput = z.strictObject({
  /** 0 creates; otherwise the `configurationVersion` that was read. */
  expectedConfigurationVersion: z.int().check(z.minimum(0)),
  catalog: name,
  schema: name,
});

/** By the names of the specification, for the OpenAPI document. */
export const metricViewSchemas = {
  DatabricksMetricViewIntegrationResponse,
  DatabricksMetricViewPublicationPreviewInput,
  DatabricksMetricViewPublicationPreviewResultResponse,
  DatabricksMetricViewPublicationPreviewStartResponse,
  DatabricksMetricViewPublicationPreviewStatusResponse,
  SaveDatabricksMetricViewIntegrationInput,
};

const previews = '/api/v1/deployments/{deploymentId}/databricks-metric-view-previews';
const preview = `${previews}/{previewId}`;
const previewPath = z.extend(deploymentPath, { previewId: z.string() });
const integration = '/api/v1/deployments/{deploymentId}/databricks-metric-view-integrations/{dataSourceName}';
const integrationPath = z.extend(deploymentPath, { dataSourceName: name });

const inactive = { status: 403, when: 'the preview feature is not activated for the account' };
const noSource = { status: 400, when: 'the deployment has no such Databricks data source' };
const unknown = { status: 404, when: 'the preview is unknown or was dropped after 7 days' };
const reads = { any: ['SchemaRead', 'SchemaUpdate'] } as const;

export const metricViewOperations = {
  startMetricViewPreview: operation({
    id: 'startMetricViewPreview',
    group: 'H',
    method: 'POST',
    changes: 'resource',
    path: previews,
    summary: 'Queue a conversion of the latest successful build to metric views, which publishes nothing',
    params: deploymentPath,
    body: z.optional(DatabricksMetricViewPublicationPreviewInput),
    response: DatabricksMetricViewPublicationPreviewStartResponse,
    status: 202,
    permission: reads,
    failures: [inactive, noSource, { status: 400, when: 'the deployment has no successful build' }],
  }),
  getMetricViewPreview: operation({
    id: 'getMetricViewPreview',
    group: 'H',
    method: 'GET',
    path: preview,
    summary: 'Read the progress of a conversion',
    params: previewPath,
    response: DatabricksMetricViewPublicationPreviewStatusResponse,
    permission: reads,
    failures: [inactive, unknown],
  }),
  getMetricViewPreviewResult: operation({
    id: 'getMetricViewPreviewResult',
    group: 'H',
    method: 'GET',
    path: `${preview}/result`,
    summary: 'Read the metric views of a conversion that is complete',
    params: previewPath,
    response: DatabricksMetricViewPublicationPreviewResultResponse,
    permission: reads,
    failures: [
      inactive,
      unknown,
      { status: 409, when: 'the conversion is still running' },
      { status: 409, when: 'the conversion ended without a result' },
    ],
  }),
  cancelMetricViewPreview: operation({
    id: 'cancelMetricViewPreview',
    group: 'H',
    method: 'DELETE',
    changes: 'resource',
    path: preview,
    summary: 'Request the cancellation of a conversion; one that has ended does not change',
    params: previewPath,
    response: DatabricksMetricViewPublicationPreviewStatusResponse,
    permission: reads,
    idempotent: true,
    failures: [inactive, unknown],
  }),
  getMetricViewIntegration: operation({
    id: 'getMetricViewIntegration',
    group: 'H',
    method: 'GET',
    path: integration,
    summary: 'Read where the metric views of a data source are published',
    params: integrationPath,
    response: DatabricksMetricViewIntegrationResponse,
    permission: reads,
    failures: [inactive, noSource, { status: 404, when: 'the data source has no integration' }],
  }),
  saveMetricViewIntegration: operation({
    id: 'saveMetricViewIntegration',
    group: 'H',
    method: 'PUT',
    changes: 'resource',
    path: integration,
    summary: 'Create or replace the integration of a data source, if it still has the expected version',
    params: integrationPath,
    body: SaveDatabricksMetricViewIntegrationInput,
    response: DatabricksMetricViewIntegrationResponse,
    permission: { all: ['SchemaUpdate'] },
    failures: [inactive, noSource, { status: 409, when: 'the integration has another version' }],
  }),
};
