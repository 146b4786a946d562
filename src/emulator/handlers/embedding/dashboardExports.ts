/** Dashboard exports. Spec: group E and its rules, Limits; notes: “Embedding”. */

import type * as z from 'zod/mini';
import type { SecurityContext } from '../../../compiler/modelRequest.ts';
import type { DashboardExport, ExportSubject } from '../../../contract/embedding/dashboardExports.ts';
import { assertNotOthersBranch, requireBranch } from '../../branches/devMode.ts';
import { accessSourcesOf, assertCanEdit, requireDashboard } from '../../content/workbooks.ts';
import { signDataToken } from '../../deployment/tokens.ts';
import { findTenant, usersOf } from '../../embedUsers/tenants.ts';
import { embedUserContext, userContext } from '../../embedUsers/viewerContext.ts';
import { type ExportJob, exportRetention, isOpen } from '../../platform/exports.ts';
import type { LiveDeployment } from '../../platform/liveDeployment.ts';
import type { Caller, Platform } from '../../platform/platform.ts';
import { attributesOf } from '../../platform/userAttributes.ts';
import type { WorkbookRecord } from '../../records/embedRecord.ts';
import { HttpFailure } from '../../records/httpFailure.ts';
import type { Handlers } from '../definition/handler.ts';

type ExportHandlers = Pick<Handlers, 'startDashboardExport' | 'getDashboardExport' | 'downloadDashboardExport'>;

export const dashboardExportHandlers: ExportHandlers = {
  startDashboardExport: async ({ platform, deployment, caller, body }) => {
    const { workbook, dashboard } = requireDashboard(platform, body.dashboardPublicId, deployment);
    if (body.renderAs && !caller.user.admin) throw new HttpFailure(403, 'renderAs needs the admin role');
    assertCanEdit(caller, workbook);
    const branch = body.branchName === undefined ? deployment.deployBranch : requireBranch(deployment, body.branchName);
    assertNotOthersBranch(caller, branch);
    const securityContext = body.renderAs
      ? securityContextOf(platform, body.renderAs, workbook)
      : attributesOf(platform, caller.user.id);
    const job = platform.exports.start(caller.user.id, {
      publicId: dashboard.publicId,
      deploymentId: deployment.record.id,
      format: body.format,
      branchName: branch.name,
      securityContext,
      token: await signDataToken(deployment, branch.name, securityContext, exportRetention),
      filters: body.filters ?? [],
      locale: body.locale,
      timezone: body.timezone,
      colorScheme: body.colorScheme ?? 'light',
    });
    if (!job) {
      throw new HttpFailure(429, 'Too many exports are running; wait until one has finished', { 'retry-after': '2' });
    }
    return toDashboardExport(job);
  },

  getDashboardExport: ({ platform, deployment, caller, params }) =>
    toDashboardExport(requireJob(platform, deployment, caller, params.jobId)),

  downloadDashboardExport: ({ platform, deployment, caller, params }) => {
    const job = requireJob(platform, deployment, caller, params.jobId);
    if (isOpen(job)) throw new HttpFailure(409, 'The dashboard is still being rendered');
    if (!job.file) throw new HttpFailure(422, `The rendering failed: ${job.error}`);
    return job.file;
  },
};

/** A job of the caller, or any job for an administrator. @throws HttpFailure 404 */
function requireJob(platform: Platform, { record }: LiveDeployment, { user }: Caller, id: string | number): ExportJob {
  const job = platform.exports.find(String(id));
  if (job && job.deploymentId === record.id && (user.admin || job.userId === user.id)) return job;
  throw new HttpFailure(404, `Export '${id}' not found; exports are kept for 5 minutes`);
}

/** The security context of `renderAs`. @throws HttpFailure 403 for an embed user without access to the workbook; 404 */
function securityContextOf(
  platform: Platform,
  subject: z.output<typeof ExportSubject>,
  workbook: WorkbookRecord,
): SecurityContext {
  if ('userId' in subject) {
    const user = platform.record.users.find(({ id }) => id === subject.userId);
    if (!user) throw new HttpFailure(404, `renderAs: user ${subject.userId} not found`);
    return userContext(platform, user.id);
  }
  const { embedTenantName, externalId } = subject;
  const tenant = findTenant(platform, embedTenantName);
  const user = tenant && usersOf(platform, tenant.id).find((entry) => entry.externalId === externalId);
  if (!user) throw new HttpFailure(404, `renderAs: user '${externalId}' not found in tenant '${embedTenantName}'`);
  if (accessSourcesOf(platform, workbook, tenant).length === 0) {
    throw new HttpFailure(403, `renderAs: tenant '${embedTenantName}' may not read the workbook '${workbook.name}'`);
  }
  return embedUserContext(platform, tenant, user);
}

function toDashboardExport({ id, status, format, error, submittedAt }: ExportJob): DashboardExport {
  return {
    jobId: id,
    status,
    format,
    error,
    createdAt: new Date(submittedAt).toISOString(),
    expiresAt: new Date(submittedAt + exportRetention).toISOString(),
  };
}
