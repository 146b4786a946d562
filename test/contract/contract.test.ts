/** Calls every operation of the table with the client against the emulator. The expectations come from the specification. */

import assert from 'node:assert/strict';
import type { Operation } from '../../src/contract/operation.ts';
import { operations } from '../../src/contract/operations.ts';
import { closePlatform, platformUnderTest } from './platformUnderTest.ts';
import { branchRules } from './rules/branches.ts';
import { buildRules } from './rules/builds.ts';
import { dashboardExportRules } from './rules/dashboardExports.ts';
import { deploymentRules } from './rules/deployments.ts';
import { devModeRules } from './rules/devMode.ts';
import { embedAccessRules } from './rules/embedAccess.ts';
import { embedCommentRules } from './rules/embedComments.ts';
import { embedSessionRules } from './rules/embedSessions.ts';
import { embedTenantRules } from './rules/embedTenants.ts';
import { environmentRules } from './rules/environments.ts';
import { everywhereRules } from './rules/everywhere.ts';
import { fileRules } from './rules/files.ts';
import { mergeRules } from './rules/merging.ts';
import { metaTokenRules } from './rules/metaTokens.ts';
import { uploadRules } from './rules/uploads.ts';
import { validationRules } from './rules/validation.ts';
import { versionRules } from './rules/versions.ts';

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
  mergeRules();
  everywhereRules();
  metaTokenRules();
  embedAccessRules();
  embedCommentRules();
  embedTenantRules();
  // These change the platform's clock, so they come last.
  dashboardExportRules();
  embedSessionRules();

  describe('coverage of the table', () => {
    it('includes a successful call of every operation', async () => {
      const { succeeded } = await platformUnderTest();
      assert.deepEqual(
        Object.keys(operations).filter((id) => !succeeded.has(id)),
        [],
      );
    });

    it('includes every documented failure', async () => {
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
