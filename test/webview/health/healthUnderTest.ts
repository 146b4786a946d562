/** The built health page in a browser. The test answers for the extension. */

import {
  type HealthContent,
  type HealthRow,
  healthExtensionRequests,
  healthPageRequests,
} from '../../../src/contract/messages/healthChannel.ts';
import { requestHandlers } from '../../../src/contract/messages/typedRequests.ts';
import { documentPages, hostileText } from '../shared/documentPage.ts';

const row = (id: string, title: string, more: Partial<HealthRow>): HealthRow => ({
  id,
  title,
  state: 'ok',
  stateLabel: 'OK',
  text: 'Good.',
  details: null,
  action: null,
  ...more,
});

/** One row of each state. */
export const sampleHealth: HealthContent = {
  subject: { connectionId: 'https://acme.example.com', deploymentId: '1' },
  title: 'Health of acme.example.com',
  summary: 'Checking since 2026-11-22 21:05 UTC: 4 of 5 results.',
  isRunning: true,
  rows: [
    row('reachable', 'Platform', { text: 'acme.example.com answers in 12 ms.', action: 'Show Log' }),
    row('credential', 'Credential', {
      state: 'failed',
      stateLabel: 'failed',
      text: hostileText,
      details: 'getMe on acme.example.com: 401. Id of the request: 8a1f.',
      action: 'Sign In Again…',
    }),
    row('permissions', 'Permissions', {
      state: 'warning',
      stateLabel: 'warning',
      text: 'Models cannot be read and changed, because SchemaUpdateDevBranches / SchemaUpdate is not allowed.',
      details: 'Allowed: DeploymentRead, SchemaRead.',
      action: 'Use Another Key…',
    }),
    row('dataApi', 'Data API', {
      state: 'unknown',
      stateLabel: 'not checked',
      text: 'Not checked, because the platform does not accept the credential.',
    }),
    row('clock', 'Clock', { state: 'running', stateLabel: 'running', text: null }),
  ],
  environment: 'Data Model Workbench 0.1.0',
  commands: { run: 'Run Again', copy: 'Copy Report', details: 'Details' },
};

export function healthPages() {
  return documentPages<HealthContent>({
    name: 'health',
    requests: healthExtensionRequests,
    answers: (note) =>
      requestHandlers(healthPageRequests, {
        loadHealth: () => sampleHealth,
        run: note('run'),
        copy: note('copy'),
        act: note('act'),
      }),
  });
}
