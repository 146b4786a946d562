/** Calls every operation of the table with the client against the emulator. The expectations come from the specification. */

import assert from 'node:assert/strict';
import type { Operation } from '../../src/contract/definition/operation.ts';
import { operations } from '../../src/contract/operations.ts';
import { closePlatform, platformUnderTest } from './platformUnderTest.ts';
import { appConfigRules } from './rules/content/appConfig.ts';
import { folderRules } from './rules/content/folders.ts';
import { notificationRules } from './rules/content/notifications.ts';
import { reportRules } from './rules/content/reports.ts';
import { workbookRules } from './rules/content/workbooks.ts';
import { workspaceRules } from './rules/content/workspace.ts';
import { branchRules } from './rules/dataModel/branches.ts';
import { devModeRules } from './rules/dataModel/devMode.ts';
import { fileRules } from './rules/dataModel/files.ts';
import { mergeRules } from './rules/dataModel/merging.ts';
import { metricViewRules } from './rules/dataModel/metricViews.ts';
import { omittedBranchRules } from './rules/dataModel/omittedBranch.ts';
import { dbtRunRules } from './rules/dataModel/runs.ts';
import { dbtStartRules } from './rules/dataModel/starting.ts';
import { uploadRules } from './rules/dataModel/uploads.ts';
import { validationRules } from './rules/dataModel/validation.ts';
import { auditLogRules } from './rules/deployments/auditLogs.ts';
import { buildRules } from './rules/deployments/builds.ts';
import { creationStepRules } from './rules/deployments/creationSteps.ts';
import { deploymentRules } from './rules/deployments/deployments.ts';
import { environmentRules } from './rules/deployments/environments.ts';
import { metaTokenRules } from './rules/deployments/metaTokens.ts';
import { versionHistoryRules, versionRules } from './rules/deployments/versions.ts';
import { dashboardExportRules } from './rules/embedding/dashboardExports.ts';
import { embedAccessRules } from './rules/embedding/embedAccess.ts';
import { embedCommentRules } from './rules/embedding/embedComments.ts';
import { embedSessionRules } from './rules/embedding/embedSessions.ts';
import { embedTenantRules } from './rules/embedding/embedTenants.ts';
import { everywhereRules } from './rules/everywhere.ts';
import { pagingRules } from './rules/paging.ts';
import { permissionRules } from './rules/permissions.ts';
import { accountRules } from './rules/users/account.ts';
import { githubRules } from './rules/users/github.ts';
import { integrationRules } from './rules/users/integrations.ts';
import { userAttributeRules } from './rules/users/userAttributes.ts';
import { userRules } from './rules/users/users.ts';
import { covers } from './specRows.ts';

describe('the contract', () => {
  // The first build loads the compiler, which is slow on a busy machine.
  after(closePlatform);

  deploymentRules();
  environmentRules();
  versionRules();
  buildRules();
  fileRules();
  uploadRules();
  validationRules();
  branchRules();
  devModeRules();
  omittedBranchRules();
  mergeRules();
  dbtStartRules();
  everywhereRules();
  metaTokenRules();
  auditLogRules();
  creationStepRules();
  permissionRules();
  pagingRules();
  embedAccessRules();
  embedCommentRules();
  embedTenantRules();
  userRules();
  accountRules();
  userAttributeRules();
  integrationRules();
  metricViewRules();
  githubRules();
  folderRules();
  notificationRules();
  workbookRules();
  workspaceRules();
  appConfigRules();
  // These change the platform's clock, so they come last.
  reportRules();
  dashboardExportRules();
  embedSessionRules();
  versionHistoryRules();
  dbtRunRules();

  describe('coverage of the table', () => {
    it('includes a successful call of every operation', async () => {
      const { succeeded } = await platformUnderTest();
      assert.deepEqual(
        Object.keys(operations).filter((id) => !succeeded.has(id)),
        [],
      );
    });

    it(covers('Errors 1: the body has an error text', 'every documented failure'), async () => {
      const { refused: refusals } = await platformUnderTest();
      const documented = (Object.values(operations) as Operation[]).flatMap(({ id, failures }) =>
        failures.map(({ when }) => `${id}: ${when}`),
      );
      assert.deepEqual(
        documented.filter((failure) => !refusals.has(failure)),
        [],
      );
    });
  });
});
