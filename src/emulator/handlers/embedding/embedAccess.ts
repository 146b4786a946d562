/** Embed access of workbooks, and the embedding of dashboards. Spec: group E and its rules; Errors. */

import type { EmbedAccess } from '../../../contract/embedding/embedAccess.ts';
import { requireBranch } from '../../branches/devMode.ts';
import { toDashboard } from '../../content/dashboards.ts';
import { requireEmbedded } from '../../content/embeddedDashboards.ts';
import { accessSourcesOf, assertCanEdit, requireDashboard, requireWorkbook } from '../../content/workbooks.ts';
import { requireTenant } from '../../embedUsers/tenants.ts';
import { sessionContext } from '../../embedUsers/viewerContext.ts';
import { type DataQuery, readFilters } from '../../pages/charts/dataQuery.ts';
import { runWidgetPython } from '../../pages/widgetPython.ts';
import type { Platform } from '../../platform/platform.ts';
import { attributesOf } from '../../platform/userAttributes.ts';
import type { WorkbookRecord } from '../../records/embedRecord.ts';
import { HttpFailure } from '../../records/httpFailure.ts';
import type { Handlers } from '../definition/handler.ts';
import { cursorPage } from '../definition/paging.ts';

type EmbedAccessHandlers = Pick<
  Handlers,
  'listEmbedTenantWorkbooks' | 'getEmbedAccess' | 'setEmbedAccess' | 'setDashboardEmbedding' | 'runDashboardPython'
>;

export const embedAccessHandlers: EmbedAccessHandlers = {
  listEmbedTenantWorkbooks: ({ platform, deployment, params, query }) => {
    const tenant = requireTenant(platform, params.embedTenantName);
    const readable = platform.record.embed.workbooks
      .filter(({ deploymentId }) => deploymentId === deployment.record.id)
      .map((workbook) => ({ workbook, sources: accessSourcesOf(platform, workbook, tenant) }))
      .filter(({ sources }) =>
        query.accessSource === undefined ? sources.length > 0 : sources.includes(query.accessSource),
      );
    const { items, ...page } = cursorPage(readable, query, ({ workbook }) => workbook.id);
    const shown = items.map(({ workbook, sources }) => {
      const { id, name, slug, createdAt } = workbook;
      const dashboard = toDashboard(workbook);
      const dashboardPublicId = dashboard?.publicId ?? null;
      return { id, name, slug, createdAt, dashboardPublicId, dashboard, accessSources: sources };
    });
    return { ...page, items: shown, data: shown };
  },

  getEmbedAccess: ({ platform, deployment, caller, params }) => {
    const workbook = requireWorkbook(platform, deployment, params.workbookId);
    assertCanEdit(caller, workbook);
    return toEmbedAccess(platform, workbook);
  },

  setEmbedAccess: async ({ platform, deployment, caller, params, body }) => {
    const workbook = requireWorkbook(platform, deployment, params.workbookId);
    assertCanEdit(caller, workbook);
    const changes = (body.tenants ?? []).map(({ embedTenantName, action }) => ({
      id: requireTenant(platform, embedTenantName).id,
      action,
    }));
    const readers = new Set(workbook.access.tenantIds);
    for (const { id, action } of changes) {
      if (action === 'read') readers.add(id);
      else readers.delete(id);
    }
    workbook.access.tenantIds = [...readers];
    if (body.allEmbedUsers) workbook.access.allEmbedUsers = body.allEmbedUsers.action === 'read';
    await platform.save();
    return toEmbedAccess(platform, workbook);
  },

  setDashboardEmbedding: async ({ platform, caller, params, body }) => {
    const { workbook, dashboard } = requireDashboard(platform, params.publicId);
    assertCanEdit(caller, workbook);
    dashboard.allowEmbed = body.allowEmbed;
    await platform.save();
    return { publicId: dashboard.publicId, allowEmbed: dashboard.allowEmbed };
  },

  runDashboardPython: async ({ platform, caller, viewer, params, body, signal }) => {
    const { deployment, workbook, dashboard } = viewer
      ? requireEmbedded(platform, viewer, params.publicId)
      : requireDashboard(platform, params.publicId);
    if (!viewer) assertCanEdit(caller, workbook);
    const { widgets } = dashboard.definition as { widgets?: PythonWidget[] };
    const widget = widgets?.find(({ id }) => id === body.widgetId);
    if (!widget) throw new HttpFailure(404, `Dashboard '${params.publicId}' has no widget '${body.widgetId}'`);
    const { pythonCode: code, query, title } = widget;
    if (code === undefined || !query) throw new HttpFailure(400, `widgetId: '${body.widgetId}' has no Python`);
    const branchName = viewer?.session.branchName;
    const branch = branchName ? requireBranch(deployment, branchName) : deployment.deployBranch;
    const securityContext = viewer ? sessionContext(platform, viewer) : attributesOf(platform, caller.user.id);
    const filters = readFilters(body.filters ?? []);
    const run = { title: title ?? body.widgetId, query, code, filters, branch, securityContext };
    const outcome = await runWidgetPython(deployment, run, signal);
    return 'failure' in outcome
      ? { widgetId: body.widgetId, status: 'failed', error: outcome.failure, output: null }
      : { widgetId: body.widgetId, status: 'completed', error: null, output: outcome };
  },
};

/** A widget of a stored dashboard, as far as its Python needs it. */
interface PythonWidget {
  id: string;
  title?: string;
  query?: DataQuery;
  pythonCode?: string;
}

function toEmbedAccess({ record: { embed } }: Platform, { access }: WorkbookRecord): EmbedAccess {
  const action = (granted: boolean) => (granted ? 'read' : 'none');
  return {
    tenants: embed.tenants.map(({ id, name }) => ({
      embedTenantName: name,
      action: action(access.tenantIds.includes(id)),
    })),
    allEmbedUsers: { action: action(access.allEmbedUsers) },
  };
}
