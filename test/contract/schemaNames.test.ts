/** Compares the schemas of the OpenAPI document with the type names in the specification's tables. */

import assert from 'node:assert/strict';
import { openApiDocument } from '../../src/contract/openApi.ts';

/** Named for the groups A, B, C, E and F. */
const named = [
  ...['DeploymentSettings', 'CreateDeploymentInput', 'CspsConfigInput', 'UpdateDeploymentInput'],
  ...['DeploymentDeleteResponse', 'BuildStatusResponse', 'DeploymentLogsResponse', 'DeploymentLogLine'],
  ...['DeploymentPodsResponse', 'EnvVariablesListResponse', 'EnvVariableItem', 'SetEnvVariablesInput'],
  ...['CreateDeploymentTokenInput', 'AdvanceCreationStepInput', 'RegionsListResponse', 'RegionResponse'],
  ...['SourceTreeResponse', 'UpdateDataModelFilesInput', 'DataModelFileContent', 'DataModelWriteResponse'],
  ...['RemoveDataModelFilesInput', 'DataModelFilePath', 'RenameDataModelFilesInput', 'DataModelFileRename'],
  ...['StartUploadResponse', 'UploadFileBody', 'FinishUploadBody', 'FinishUploadResponse', 'FileHash'],
  ...['DataModelValidationResponse', 'DataModelValidationResponseMode', 'StartDevModeRequest', 'DevBranchResponse'],
  ...['BranchesListResponse', 'BranchResponse', 'CommitChangesRequest', 'PullRequest', 'PullResponse'],
  ...['MergeIntoParentBranchRequest', 'MergeResponse', 'MergeToDefaultBranchRequest', 'ConnectGitHubRequest'],
  ...['EmbedTenantsPublicResponse', 'EmbedUsersPublicResponse', 'CreateEmbedGroupInput', 'UpdateEmbedGroupInput'],
  ...[
    'EmbedGroupMembersInput',
    'EmbedGroupMemberInput',
    'EmbedGroupMembersMutationResponse',
    'EmbedTenant',
    'EmbedUser',
  ],
  ...['EmbedTenantWorkbooksListResponse', 'UpdateEmbedAccessInput', 'EmbedAccessResponse', 'EmbedAccessTenantEntry'],
  ...['EmbedAccessAllEmbedUsers', 'UpdateDashboardEmbeddingInput', 'DashboardEmbeddingResponse'],
  ...['EmbedPythonFilteredRunInput', 'PythonAnalysisFilteredRun', 'EmbedDashboardCommentThreadsListResponse'],
  ...['CreateEmbedDashboardCommentBody', 'UpdateEmbedDashboardCommentBody', 'SetEmbedDashboardCommentResolvedBody'],
  ...['EmbedMentionableUsersListResponse', 'EmbedDashboardCommentDto', 'EmbedDashboardCommentThreadDto'],
  ...['EmbedMentionableUserDto', 'StartDashboardExportInput', 'ExportSubjectInput', 'DashboardExportJobResponse'],
  ...['DashboardExportStatusResponse', 'EmbedSessionSettings'],
  ...['FoldersListResponse', 'ReportsListResponse', 'ConnectReportToWorkbookInput', 'Report', 'ReportPlacement'],
  ...['DisconnectReportFromWorkbookInput', 'RefreshReportInput', 'ReportSnapshot', 'PivotItems', 'PivotItemsInput'],
  ...['Workbook', 'Dashboard', 'DashboardConfig', 'PublishDashboardInput', 'DuplicateWorkbookInput'],
  ...['UpdatePublishedAiWidgetThreadInput', 'AppConfigResponse', 'AppTheme', 'CreatorMode', 'EmbedSettings'],
  ...['BulkDeleteWorkspaceObjectsInput', 'BulkMoveWorkspaceObjectsInput', 'WorkspaceBulkFailure'],
  ...['CreateNotificationInput', 'UpdateNotificationInput', 'NotificationRecipient'],
];

describe('the schemas of the OpenAPI document', () => {
  it('have the names of the specification', () => {
    const { components } = openApiDocument() as { components: { schemas: Record<string, object> } };
    assert.deepEqual(
      named.filter((name) => !components.schemas[name]),
      [],
    );
  });
});
