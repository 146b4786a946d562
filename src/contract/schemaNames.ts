/** The names that the specification gives to schemas, for the OpenAPI document. */

import type * as z from 'zod/mini';
import { Branch, DevBranch, MergeResponse } from './branches.ts';
import { DashboardExport, ExportSubject, StartDashboardExportInput } from './dashboardExports.ts';
import { FileNode, Transaction, Validation, ValidationError } from './dataModel.ts';
import {
  BuildStatus,
  CreateDeploymentInput,
  Deployment,
  DeploymentSettings,
  DeploymentVersion,
  Environment,
  EnvVariable,
  LogLine,
  Pod,
  Region,
  UpdateDeploymentInput,
} from './deployments.ts';
import {
  DashboardEmbedding,
  DashboardEmbeddingInput,
  EmbedAccess,
  EmbedAccessAllEmbedUsers,
  EmbedAccessTenantEntry,
  EmbedTenantWorkbook,
  PythonRun,
  PythonRunInput,
  UpdateEmbedAccessInput,
} from './embedAccess.ts';
import {
  CommentThread,
  CreateCommentBody,
  DashboardComment,
  MentionableUser,
  ResolveCommentBody,
  UpdateCommentBody,
} from './embedComments.ts';
import { EmbedSessionSettings, GenerateSessionInput } from './embedSessions.ts';
import {
  CreateEmbedGroupInput,
  EmbedGroup,
  EmbedGroupMemberInput,
  EmbedGroupMembersInput,
  EmbedGroupMembersMutationResponse,
  EmbedTenant,
  EmbedUser,
  UpdateEmbedGroupInput,
} from './embedTenants.ts';
import { PageInfo, Pagination, Success } from './shapes.ts';
import { User } from './users.ts';

/** The schemas under `components`, by the name that the specification gives them if it has one. */
export const schemasByName: Record<string, z.ZodMiniType> = {
  BranchResponse: Branch,
  BuildStatusResponse: BuildStatus,
  CreateDeploymentInput,
  DataModelValidationError: ValidationError,
  DataModelValidationResponse: Validation,
  DataModelWriteResponse: Success,
  Deployment,
  DeploymentLogLine: LogLine,
  DeploymentPod: Pod,
  DeploymentSettings,
  DeploymentVersion,
  DevBranchResponse: DevBranch,
  EnvVariableItem: EnvVariable,
  Environment,
  FileNode,
  MergeResponse,
  PageInfo,
  Pagination,
  RegionResponse: Region,
  Transaction,
  UpdateDeploymentInput,
  User,
  CreateEmbedDashboardCommentBody: CreateCommentBody,
  CreateEmbedGroupInput,
  DashboardEmbeddingResponse: DashboardEmbedding,
  DashboardExportStatusResponse: DashboardExport,
  EmbedAccessAllEmbedUsers,
  EmbedAccessResponse: EmbedAccess,
  EmbedAccessTenantEntry,
  EmbedDashboardCommentDto: DashboardComment,
  EmbedDashboardCommentThreadDto: CommentThread,
  EmbedGroup,
  EmbedGroupMemberInput,
  EmbedGroupMembersInput,
  EmbedGroupMembersMutationResponse,
  EmbedMentionableUserDto: MentionableUser,
  EmbedPythonFilteredRunInput: PythonRunInput,
  EmbedSessionSettings,
  EmbedTenant,
  EmbedTenantWorkbook,
  EmbedUser,
  ExportSubjectInput: ExportSubject,
  GenerateSessionInput,
  PythonAnalysisFilteredRun: PythonRun,
  SetEmbedDashboardCommentResolvedBody: ResolveCommentBody,
  StartDashboardExportInput,
  UpdateDashboardEmbeddingInput: DashboardEmbeddingInput,
  UpdateEmbedAccessInput,
  UpdateEmbedDashboardCommentBody: UpdateCommentBody,
  UpdateEmbedGroupInput,
};
