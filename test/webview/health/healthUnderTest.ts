/** The built health page in a browser, with its real content security policy. The test answers for the extension. */

import type { Page } from 'playwright-core';
import {
  type HealthContent,
  type HealthRow,
  healthExtensionRequests,
  healthPageRequests,
} from '../../../src/contract/messages/healthChannel.ts';
import { requestHandlers, requestSender } from '../../../src/contract/messages/typedRequests.ts';
import { pageHtml } from '../../../src/ui/shell/pageHtml.ts';
import { servedPages } from '../shared/servedPage.ts';

export const hostileText = '<img src=x onerror="document.title=1"> & "quotes" </script>';

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

export interface HealthUnderTest {
  readonly page: Page;
  /** Names of the requests that the page made, with their arguments. */
  readonly asked: [name: string, argument: unknown][];
  show(content: HealthContent): Promise<unknown>;
  /** The state that the page stored. */
  stored(): Promise<unknown>;
}

/** Call inside `describe`. Every test ends without an error of the page and without a violation of its policy. */
export function healthPages(): (width?: number) => Promise<HealthUnderTest> {
  const serve = servedPages();
  return async (width = 900) => {
    const asked: [string, unknown][] = [];
    const note = (name: string) => (argument: unknown) => {
      asked.push([name, argument]);
      return {};
    };
    const { page, channel, load, stored } = await serve({
      html: pageHtml({
        nonce: 'n',
        script: 'health.js',
        style: 'health.css',
        assets: "'self'",
        language: 'en',
        title: 'Health',
      }),
      files: ['health.js', 'health.css'],
      answers: requestHandlers(healthPageRequests, {
        loadHealth: () => sampleHealth,
        run: note('run'),
        copy: note('copy'),
        act: note('act'),
      }),
      browserOptions: { viewport: { width, height: 700 } },
    });
    await load();
    await page.getByRole('heading', { level: 1 }).waitFor();
    const ask = requestSender(healthExtensionRequests, (name, argument, more) => channel.call(name, argument, more));
    return { page, asked, stored, show: (next) => ask('contentChanged', next) };
  };
}
