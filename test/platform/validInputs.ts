/** A valid input for each operation of the table. */

import { type OperationId, operations } from '../../src/contract/operations.ts';
import type { AnyInput } from '../../src/platform/request.ts';

const file = { path: 'model/cubes/a.yml', content: '' };

/** An input in which only the deployment or the branch may be wrong. */
export function validInput(id: OperationId, deploymentId: string | number, branchName = 'dev-x'): AnyInput {
  const bodies: Partial<Record<OperationId, Record<string, unknown>>> = {
    createDeployment: { name: 'x' },
    updateDeployment: {},
    setEnvVars: { env_variables: [{ name: 'A', value: '1' }] },
    createDeploymentToken: { expiresIn: 60 },
    setStagingEnvironment: { enabled: true, branchName },
    createBranch: { name: 'x' },
    startDevMode: { branchName },
    commit: { branchName },
    pull: { branchName },
    merge: { branchName },
    mergeToDefault: { branchName },
    connectGithub: { repository: 'acme/models' },
    putFiles: { files: [file], branchName },
    deleteFiles: { files: [{ path: file.path }], branchName },
    renameFiles: { files: [{ path: file.path, newPath: 'model/cubes/b.yml' }], branchName },
    startUpload: { branchName },
    uploadFile: { transaction: '{"id":"1"}', fileName: file.path, file: Buffer.from('x'), branchName },
    generateEmbedSession: { deploymentId, externalId: 'x' },
    exchangeEmbedSession: { sessionId: 'x' },
    createMetaSyncToken: { security_context: {} },
    createEmbedGroup: { name: 'x' },
    updateEmbedGroup: { name: 'x' },
    addEmbedGroupUsers: { users: [{ externalId: 'x' }] },
    removeEmbedGroupUsers: { users: [{ externalId: 'x' }] },
    setEmbedAccess: {},
    setDashboardEmbedding: { allowEmbed: true },
    createDashboardComment: { body: 'x' },
    updateDashboardComment: { body: 'x' },
    resolveDashboardComment: { resolved: true },
    startDashboardExport: { dashboardPublicId: 'x', format: 'png' },
    runDashboardPython: { widgetId: 'x' },
    createOauthIntegration: { name: 'x', clientId: 'x', clientSecret: 'x' },
    updateOauthIntegration: {},
    createOidcTokenConfig: { name: 'x', issuer: 'https://example.com', audience: 'x' },
    updateOidcTokenConfig: {},
    saveMetricViewIntegration: { expectedConfigurationVersion: 0, catalog: 'x', schema: 'x' },
    createUserAttribute: { name: 'x', type: 'string' },
    updateUserAttribute: {},
    setUserAttributeValue: { userId: 1, attributeId: 1, value: 'x' },
    createUser: { email: 'x@example.com' },
    updateUser: {},
    changeUsers: { action: 'ACTIVATE', userIds: [1] },
    updateMySettings: {},
    updateTenantSettings: {},
    upsertReport: { name: 'x' },
    connectReport: { host: 'EXCEL', externalWorkbookId: 'x', sheetName: 'x', anchorCell: 'A1' },
    disconnectReport: { placementId: 1 },
    refreshReport: { placementId: 1 },
    upsertWorkbook: { name: 'x' },
    setAiWidgetThread: { widgetId: 'x', threadId: 'x' },
    bulkDeleteWorkspace: { items: [{ type: 'REPORT', id: 1 }] },
    bulkMoveWorkspace: { items: [{ type: 'REPORT', id: 1 }], folderId: null },
    finishUpload: { transaction: { id: '1' }, files: {}, branchName },
  };
  const queries: Partial<Record<OperationId, Record<string, unknown>>> = { deleteBranch: { branchName } };
  const body = bodies[id];
  const query = queries[id];
  const names = [...operations[id].path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const numbered = new Set(['id', 'userId', 'integrationId', 'commentId', 'reportId', 'workbookId']);
  const parameterOf = (name: string) => (name === 'deploymentId' ? deploymentId : numbered.has(name) ? 1 : 'x');
  const params = Object.fromEntries(names.map((name) => [name, parameterOf(name)]));
  return { ...(names.length === 0 ? {} : { params }), ...(query ? { query } : {}), ...(body ? { body } : {}) };
}
