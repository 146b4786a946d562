/** Workbooks of a workspace. Spec: group F and its name rules, Errors. */

import type { Workbook } from '../../../contract/content/workbooks.ts';
import { draftDashboard, publishDashboard, toDashboard, toDraft } from '../../content/dashboards.ts';
import { folderPathOf, requireFolder } from '../../content/folders.ts';
import {
  assertCanEdit,
  canEdit,
  canRead,
  findWorkbook,
  newWorkbook,
  requireWorkbook,
} from '../../content/workbooks.ts';
import type { LiveDeployment } from '../../platform/liveDeployment.ts';
import type { Caller, Platform } from '../../platform/platform.ts';
import type { WorkbookRecord } from '../../records/embedRecord.ts';
import { HttpFailure } from '../../records/httpFailure.ts';
import type { Handlers } from '../definition/handler.ts';

export const workbookHandlers: Pick<Handlers, 'upsertWorkbook' | 'duplicateWorkbook' | 'setAiWidgetThread'> = {
  upsertWorkbook: async ({ platform, deployment, caller, params: { slug }, body }) => {
    const { name, folderId, shared, dashboard, dashboardDraft } = body;
    const known = findWorkbook(platform, deployment, slug);
    if (known) assertCanEdit(caller, known);
    if (typeof folderId === 'number') requireFolder(platform, deployment, folderId);
    const ownerId = caller.user.id;
    // A copy: a refused dashboard changes nothing.
    const workbook = { ...(known ?? newWorkbook(platform, deployment.record.id, { slug, name: slug, ownerId })) };
    workbook.name = name ?? workbook.name;
    workbook.shared = shared ?? workbook.shared;
    if (folderId !== undefined) workbook.folderId = folderId;
    if (dashboard) workbook.dashboard = publishDashboard(workbook, dashboard);
    if (dashboardDraft !== undefined) workbook.draft = dashboardDraft && draftDashboard(dashboardDraft);
    workbook.updatedAt = platform.now.toISOString();
    if (known) Object.assign(known, workbook);
    else platform.record.embed.workbooks.push(workbook);
    await platform.save();
    return toWorkbook(platform, caller, workbook);
  },

  duplicateWorkbook: async ({ platform, deployment, caller, params, body }) => {
    const original = requireWorkbook(platform, deployment, params.workbookId);
    if (!canRead(caller, original)) {
      throw new HttpFailure(403, `You need read access to the workbook '${original.name}'`);
    }
    const { dashboard, draft, folderId } = original;
    const shared = body?.shared ?? false;
    const copy = newWorkbook(platform, deployment.record.id, {
      slug: freeSlug(platform, deployment, original.slug),
      name: `${original.name} (copy)`,
      ownerId: caller.user.id,
      shared,
      folderId: shared ? folderId : null,
      draft: structuredClone(draft ?? (dashboard && { title: dashboard.title, definition: dashboard.definition })),
    });
    platform.record.embed.workbooks.push(copy);
    await platform.save();
    return toWorkbook(platform, caller, copy);
  },

  setAiWidgetThread: async ({
    platform,
    deployment,
    caller,
    params,
    body: { widgetId, threadId, checksum = null },
  }) => {
    const workbook = requireWorkbook(platform, deployment, params.workbookId);
    assertCanEdit(caller, workbook);
    const { dashboard } = workbook;
    if (!dashboard) throw new HttpFailure(404, `Workbook '${workbook.name}' has no published dashboard`);
    const { widgets } = dashboard.definition as { widgets?: { id: string }[] };
    if (!widgets?.some(({ id }) => id === widgetId)) {
      throw new HttpFailure(404, `Dashboard '${dashboard.publicId}' has no widget '${widgetId}'`);
    }
    const thread = { widgetId, threadId, checksum };
    dashboard.aiThreads = [...dashboard.aiThreads.filter((entry) => entry.widgetId !== widgetId), thread];
    await platform.save();
    return thread;
  },
};

function freeSlug(platform: Platform, deployment: LiveDeployment, slug: string): string {
  for (let count = 1; ; count++) {
    const free = `${slug}-copy${count === 1 ? '' : `-${count}`}`;
    if (!findWorkbook(platform, deployment, free)) return free;
  }
}

function toWorkbook(platform: Platform, caller: Caller, workbook: WorkbookRecord): Workbook {
  const { id, slug, name, ownerId, folderId, shared, createdAt, updatedAt } = workbook;
  const owner = platform.record.users.find((user) => user.id === ownerId);
  return {
    ...{ id, slug, name, folderId, shared, createdAt, updatedAt },
    user: owner ? { id: owner.id, username: owner.username, email: owner.email } : null,
    folderPath: folderPathOf(platform, folderId),
    canEdit: canEdit(caller, workbook),
    dashboard: toDashboard(workbook),
    dashboardDraft: toDraft(workbook),
  };
}
