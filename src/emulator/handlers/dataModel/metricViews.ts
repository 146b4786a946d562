/** Previews and integrations of Databricks metric views. Spec: group H. */

import { isOpen, previewRetention } from '../../deployment/metricViewPreviews.ts';
import type { LiveDeployment } from '../../platform/liveDeployment.ts';
import type { Platform } from '../../platform/platform.ts';
import { HttpFailure } from '../../records/httpFailure.ts';
import type { PreviewRecord } from '../../records/metricViewsRecord.ts';
import type { Handlers } from '../definition/handler.ts';

type MetricViewHandlers = Pick<
  Handlers,
  | 'startMetricViewPreview'
  | 'getMetricViewPreview'
  | 'getMetricViewPreviewResult'
  | 'cancelMetricViewPreview'
  | 'getMetricViewIntegration'
  | 'saveMetricViewIntegration'
>;

export const metricViewHandlers: MetricViewHandlers = {
  startMetricViewPreview: ({ platform, deployment, body }) => {
    requireFeature(platform);
    const branch = deployment.deployBranch;
    const { served } = branch;
    if (!served) throw new HttpFailure(400, 'The deployment has no successful build');
    const dataSourceName = body?.dataSourceName ?? 'default';
    requireDataSource(deployment, dataSourceName);
    return deployment.change(async () => {
      const names = body?.names ? [...new Set(body.names)] : null;
      const preview = deployment.metricViewPreviews.start(branch, served, { dataSourceName, names });
      return { previewId: preview.id, status: preview.status, ...urlsOf(deployment, preview) };
    });
  },

  getMetricViewPreview: ({ platform, deployment, params }) =>
    toStatus(deployment, requirePreview(platform, deployment, params.previewId)),

  getMetricViewPreviewResult: ({ platform, deployment, params }) => {
    const preview = requirePreview(platform, deployment, params.previewId);
    const { id, status, error, jobId, dataSourceName, metricViews, skipped } = preview;
    if (isOpen(preview)) throw new HttpFailure(409, `The conversion is still ${status}`);
    if (status !== 'completed') throw new HttpFailure(409, `The conversion ended without a result: ${error}`);
    const { catalog, schema } = findIntegration(deployment, dataSourceName) ?? {};
    const shown = metricViews.map((view) => {
      return { ...view, fullName: catalog === undefined ? null : `${catalog}.${schema}.${view.name}` };
    });
    return { previewId: id, buildJobId: jobId, dataSourceName, metricViews: shown, skipped };
  },

  cancelMetricViewPreview: async ({ platform, deployment, params }) => {
    const preview = requirePreview(platform, deployment, params.previewId);
    deployment.metricViewPreviews.cancel(preview);
    await platform.save();
    return toStatus(deployment, preview);
  },

  getMetricViewIntegration: ({ platform, deployment, params: { dataSourceName } }) => {
    requireFeature(platform);
    requireDataSource(deployment, dataSourceName);
    const integration = findIntegration(deployment, dataSourceName);
    if (!integration) throw new HttpFailure(404, `The data source '${dataSourceName}' has no integration`);
    return integration;
  },

  saveMetricViewIntegration: ({ platform, deployment, params: { dataSourceName }, body }) => {
    requireFeature(platform);
    requireDataSource(deployment, dataSourceName);
    return deployment.change(async () => {
      const { expectedConfigurationVersion: expected, ...fields } = body;
      const known = findIntegration(deployment, dataSourceName);
      const version = known?.configurationVersion ?? 0;
      if (version !== expected) {
        const found = known ? `has the configuration version ${version}` : 'does not exist';
        throw new HttpFailure(409, `The integration ${found}, not the version ${expected}. Read it and save again`);
      }
      const now = deployment.now.toISOString();
      const changed = { ...fields, configurationVersion: version + 1, updatedAt: now };
      if (known) return Object.assign(known, changed);
      const created = { dataSourceName, createdAt: now, ...changed };
      deployment.record.metricViews.integrations.push(created);
      return created;
    });
  },
};

/** @throws HttpFailure 403 */
function requireFeature({ record }: Platform): void {
  if (record.account.databricksMetricViewsEnabled) return;
  const advice = 'an administrator activates them with databricksMetricViewsEnabled in the settings of the account';
  throw new HttpFailure(403, `Databricks metric views are not activated: ${advice}`);
}

/** The running build decides: variables take effect on the next one. @throws HttpFailure 400 */
function requireDataSource({ deployBranch }: LiveDeployment, name: string): void {
  const variable = name === 'default' ? 'CUBEJS_DB_TYPE' : `CUBEJS_DS_${name.toUpperCase()}_DB_TYPE`;
  const env = deployBranch.served?.env ?? {};
  const type = Object.hasOwn(env, variable) ? env[variable] : undefined;
  if (type === 'databricks-jdbc') return;
  const advice = `set ${variable} to databricks-jdbc and build the production branch again`;
  throw new HttpFailure(400, `The data source '${name}' is not a Databricks data source: ${advice}`);
}

/** @throws HttpFailure 403, 404 */
function requirePreview(platform: Platform, deployment: LiveDeployment, id: string): PreviewRecord {
  requireFeature(platform);
  const preview = deployment.metricViewPreviews.find(id);
  if (!preview) throw new HttpFailure(404, `Preview '${id}' not found; previews are kept for 7 days`);
  return preview;
}

function findIntegration({ record }: LiveDeployment, name: string) {
  return record.metricViews.integrations.find(({ dataSourceName }) => dataSourceName === name);
}

function urlsOf({ services, record }: LiveDeployment, { id }: PreviewRecord) {
  const statusUrl = `${services.url()}/api/v1/deployments/${record.id}/databricks-metric-view-previews/${id}`;
  return { statusUrl, resultUrl: `${statusUrl}/result` };
}

function toStatus(deployment: LiveDeployment, preview: PreviewRecord) {
  const { id, status, error, converted, total, createdAt, updatedAt } = preview;
  const [created, updated, expires] = [createdAt, updatedAt, createdAt + previewRetention].map((ms) =>
    new Date(ms).toISOString(),
  );
  const percentComplete = status === 'completed' ? 100 : total ? Math.floor((converted / total) * 100) : 0;
  const message = total === null ? null : `${converted} of ${total} definitions`;
  return {
    previewId: id,
    status,
    ...urlsOf(deployment, preview),
    progress: { percentComplete, message },
    error,
    createdAt: created,
    updatedAt: updated,
    expiresAt: expires,
  };
}
