/** Rules of the contract: permissions. Spec: Authentication 4, 5; “Users and attributes”; Errors; docs/permissions.md. */

import assert from 'node:assert/strict';
import type { Operation } from '../../../src/contract/definition/operation.ts';
import type { Action, Permission } from '../../../src/contract/definition/permissions.ts';
import { operations } from '../../../src/contract/operations.ts';
import { actionsFor, userWith } from '../emulatorOptions.ts';
import { type AnyOperation, errorTextOf, type Platform, platformUnderTest } from '../platformUnderTest.ts';

const table = Object.values(operations) as AnyOperation[];

export function permissionRules(): void {
  describe('permissions', () => {
    let platform: Platform;
    before(async () => {
      platform = await platformUnderTest();
    });
    /** Without a body, and for a deployment that does not exist: an allowed request changes nothing. */
    const send = (operation: AnyOperation, allowed: readonly Action[]) =>
      platform.sendRaw(
        operation,
        { params: { deploymentId: 999_999 } },
        `Bearer ${platform.emulator.keys[userWith(allowed)]}`,
      );

    for (const operation of table) {
      const { permission } = operation as Operation;
      if (!permission) continue;
      const { enough, tooFew } = actionsFor(permission);

      it(`${operation.id}: Authentication 5: 403 that names the missing action`, async () => {
        for (const { actions, missing } of tooFew) {
          const answer = await send(operation, actions);
          assert.equal(answer.status, 403, answer.text);
          for (const action of missing) assert.ok(errorTextOf(answer).includes(action), answer.text);
        }
      });

      it(`${operation.id}: Authentication 5: nothing more is needed`, async () => {
        for (const actions of enough) {
          const answer = await send(operation, actions);
          assert.notEqual(answer.status, 403, answer.text);
          assert.ok(answer.status < 500, answer.text);
        }
      });
    }

    it('Authentication 5: are those that the specification names', () => {
      const named: Record<string, Permission> = {
        exportAuditLog: { all: ['AuditLogManage'] },
        startDbtSync: { all: ['SchemaUpdate', 'SchemaRead'] },
        listDbtSyncs: { all: ['SchemaRead'] },
        listDbtSyncLogs: { all: ['SchemaRead'] },
        getDbtSyncStatus: { all: ['SchemaRead'] },
        listDbtSyncFiles: { all: ['DeploymentRead'] },
        getMetricViewIntegration: { any: ['SchemaRead', 'SchemaUpdate'] },
        saveMetricViewIntegration: { all: ['SchemaUpdate'] },
      };
      const actual = Object.keys(named).map((id) => [id, (operations as Record<string, Operation>)[id]?.permission]);
      assert.deepEqual(Object.fromEntries(actual), named);
    });
  });
}
