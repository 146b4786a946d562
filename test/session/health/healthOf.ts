/** Checks the health of a connection without an editor. */

import assert from 'node:assert/strict';
import { messageOf, UserError } from '../../../src/base/errors.ts';
import { type Log, silentLog } from '../../../src/base/log.ts';
import { operations } from '../../../src/contract/operations.ts';
import { Connection, type Endpoint } from '../../../src/session/connection.ts';
import { checkHealth, type HealthResult, healthChecks } from '../../../src/session/health/checkHealth.ts';
import type { HealthTarget } from '../../../src/session/health/healthRun.ts';
import { openPlatform } from '../../../src/session/openPlatform.ts';

export const knownOperations = Object.values(operations);

type HealthOptions = Partial<HealthTarget & Pick<Endpoint, 'credential'>> & { log?: Log };

/** The state and the sentence of each check. */
export async function healthOf(
  url: string,
  { credential = { token: 'sk-health-1234567890' }, log = silentLog, ...more }: HealthOptions = {},
): Promise<Record<string, string>> {
  const connection = new Connection(
    { id: url, label: url },
    'stored',
    async () => ({ baseUrl: url, credential }),
    (endpoint, own) => openPlatform(endpoint, own, log),
  );
  const results: HealthResult[] = [];
  const target = {
    connection,
    deploymentId: undefined,
    network: {},
    operations: knownOperations,
    isWebEditor: false,
    ...more,
  };
  await checkHealth(target, (result) => results.push(result), new AbortController().signal);
  connection.dispose();
  assert.deepEqual(results.map(({ check }) => check).sort(), [...healthChecks].sort(), 'each check has one result');
  return Object.fromEntries(
    results.map(({ check, state, message }) => [
      check,
      `${state}: ${message instanceof UserError ? messageOf(message) : message.message}`,
    ]),
  );
}
