/** The contract test: drives every operation of the table, client against emulator. What is expected is written from the specification. */

import assert from 'node:assert/strict';
import type { Operation } from '../../src/contract/operation.ts';
import { operations } from '../../src/contract/operations.ts';
import { closePlatform, platformUnderTest } from './platformUnderTest.ts';
import { branchRules } from './rules/branches.ts';
import { buildRules } from './rules/builds.ts';
import { dashboardExportRules } from './rules/dashboardExports.ts';
import { embedAccessRules } from './rules/embedAccess.ts';
import { embedCommentRules } from './rules/embedComments.ts';
import { embedSessionRules } from './rules/embedSessions.ts';
import { embedTenantRules } from './rules/embedTenants.ts';
import { everywhereRules } from './rules/everywhere.ts';
import { fileRules } from './rules/files.ts';
import { listingRules } from './rules/listing.ts';
import { metaTokenRules } from './rules/metaTokens.ts';

describe('the contract', function () {
  // The first build loads the compiler, which takes long on a busy machine.
  this.timeout(120_000);
  after(closePlatform);

  listingRules();
  buildRules();
  fileRules();
  branchRules();
  everywhereRules();
  metaTokenRules();
  embedAccessRules();
  embedCommentRules();
  embedTenantRules();
  // Last, for they move the platform's clock.
  dashboardExportRules();
  embedSessionRules();

  describe('the contract test itself', () => {
    it('has driven every operation of the table to a success', async () => {
      const { succeeded } = await platformUnderTest();
      assert.deepEqual(
        Object.keys(operations).filter((id) => !succeeded.has(id)),
        [],
      );
    });

    it('has driven every failure that the table states', async () => {
      const { refusals } = await platformUnderTest();
      const stated = (Object.values(operations) as Operation[]).flatMap(({ id, failures }) =>
        failures.map(({ when }) => `${id}: ${when}`),
      );
      assert.deepEqual(
        stated.filter((failure) => !refusals.has(failure)),
        [],
      );
    });
  });
});
