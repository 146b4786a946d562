import assert from 'node:assert/strict';
import { PlatformError } from '../../../src/platform/platformError.ts';
import { type HealthResult, healthChecks } from '../../../src/session/health/checkHealth.ts';
import { healthErrors, healthTexts } from '../../../src/session/health/healthTexts.ts';
import type { HealthCheck } from '../../../src/session/health/probes.ts';
import { healthAction } from '../../../src/ui/health/healthActions.ts';
import { healthContent, reportText, unconnectedContent } from '../../../src/ui/health/healthText.ts';
import { plainLocalizer } from '../../../src/ui/shell/localizer.ts';

const platform = 'acme.example.com';
const refused = (message: string) =>
  new PlatformError('rejected-because', [platform, message], { host: platform, operation: 'getMe', status: 400 });
const subject = { connectionId: `https://${platform}`, deploymentId: null };
const page = (...results: HealthResult[]) => {
  const report = {
    platform,
    time: '2026-11-22 21:05 UTC',
    environment: 'Data Model Workbench 0.1.0',
    results: new Map(results.map((result) => [result.check, result])),
  };
  const content = healthContent(report, subject, plainLocalizer);
  return { content, text: reportText(content, report, plainLocalizer) };
};
const passed = (check: HealthCheck): HealthResult => ({
  check,
  state: 'ok',
  message: healthTexts.message('all-allowed'),
});

describe('the health page', () => {
  it('shows each check with its state and one sentence, and what is still running', () => {
    const { content, text } = page(
      { check: 'reachable', state: 'ok', message: healthTexts.message('reached', [platform, 12]) },
      { check: 'clock', state: 'failed', message: healthTexts.message('clock-behind', [600]) },
    );
    assert.equal(content.title, 'Health of acme.example.com');
    assert.equal(content.summary, 'Checking since 2026-11-22 21:05 UTC: 2 of 7 results.');
    assert.ok(content.isRunning);
    const behind = 'The clock of this machine is 600 seconds behind that of the platform.';
    assert.deepEqual(
      content.rows.map(({ title, state, stateLabel, text, details }) => [title, state, stateLabel, text, details]),
      [
        ['Platform', 'ok', 'OK', 'acme.example.com answers in 12 ms.', null],
        ...['Credential', 'Permissions', 'API document', 'Data API', 'Pages in the editor'].map((title) => [
          title,
          'running',
          'running',
          null,
          null,
        ]),
        ['Clock', 'failed', 'failed', behind, null],
      ],
    );
    const lines = text.split('\n');
    assert.deepEqual(lines.slice(0, 3), [`# ${content.title}`, '', content.summary]);
    const at = (heading: string) => lines.slice(lines.indexOf(heading)).slice(0, 3);
    assert.deepEqual(at('## Platform: ✓ OK'), ['## Platform: ✓ OK', '', 'acme.example.com answers in 12 ms.']);
    assert.deepEqual(at('## Credential: … running').slice(0, 2), ['## Credential: … running', '']);
    assert.deepEqual(at('## Clock: ✗ failed'), ['## Clock: ✗ failed', '', behind]);
    assert.ok(text.trimEnd().endsWith('Data Model Workbench 0.1.0'));
  });

  it('tells what was not checked from what is not known', () => {
    const { content } = page(
      { check: 'clock', state: 'unknown', message: healthTexts.message('no-date', [platform]) },
      { check: 'spec', state: 'unknown', message: healthErrors.error('not-reached') },
    );
    const label = (check: HealthCheck) => content.rows.find(({ id }) => id === check)?.stateLabel;
    assert.equal(label('clock'), 'not known');
    assert.equal(label('spec'), 'not checked');
  });

  it('folds the place of a failed request and long texts', () => {
    const long = Array.from({ length: 40 }, (_, at) => `Action${at}`).join(', ');
    const { content, text } = page(
      { check: 'credential', state: 'failed', message: refused('No.') },
      { check: 'permissions', state: 'ok', message: healthTexts.message('some-allowed', [long, 'Other']) },
    );
    const row = (check: HealthCheck) => content.rows.find(({ id }) => id === check)!;
    assert.match(row('credential').details ?? '', /getMe/);
    assert.doesNotMatch(row('credential').text ?? '', /getMe/);
    assert.match(row('permissions').text ?? '', /^Allowed: Action0, .{1,150}…$/);
    assert.match(row('permissions').details ?? '', /Action39\. Not allowed: Other\.$/);
    assert.match(text, /getMe/);
    assert.match(text, /Action39\. Not allowed: Other\./);
  });

  it('says that there is no connection', () => {
    const { summary, rows, isRunning } = unconnectedContent(subject, plainLocalizer);
    assert.equal(summary, 'Not connected to “https://acme.example.com”.');
    assert.deepEqual([rows, isRunning], [[], false]);
  });

  it('counts what passed', () => {
    const { text } = page(...healthChecks.map(passed).slice(1), {
      check: 'reachable',
      state: 'unknown',
      message: healthTexts.message('no-date', [platform]),
    });
    assert.match(text, /Checked at 2026-11-22 21:05 UTC: 6 of 7 checks passed\./);
    assert.match(text, /Platform: ○ not known/);
  });

  it('leaves out keys, tokens and names of users that a server puts into its message', () => {
    const message = refused('user ada@example.com with Bearer at-12345678 or sk-12345678 at https://h/?session=abc.');
    const { content, text } = page({ check: 'credential', state: 'failed', message });
    for (const shown of [text, JSON.stringify(content)]) {
      for (const secret of ['ada', 'at-12345678', 'sk-12345678', 'abc']) assert.ok(!shown.includes(secret), secret);
    }
    assert.match(text, /acme\.example\.com/);
  });

  it('offers an action for each check but the clock, which the failure decides', () => {
    const action = (check: HealthCheck, result?: HealthResult) => {
      const found = healthAction(check, result, subject, plainLocalizer);
      return found && `${found.title}: ${found.command}`;
    };
    const dns = new PlatformError('dns', [platform, 'x'], { host: platform, operation: 'getMe' });
    const failed = (check: HealthCheck, message = refused('x')): HealthResult => ({ check, state: 'failed', message });
    assert.deepEqual(
      healthChecks.map((check) => action(check, failed(check))),
      [
        'Show Log: dataModel.log.show',
        'Sign In Again…: dataModel.connection.signInAgain',
        'Use Another Key…: dataModel.connection.useOtherKey',
        'Open API Request…: dataModel.api.open',
        'Open Logs…: dataModel.logs.open',
        'Preview Dashboard…: dataModel.dashboard.open',
        undefined,
      ],
    );
    assert.equal(action('reachable', failed('reachable', dns)), 'Open Proxy Settings: workbench.action.openSettings');
    assert.equal(action('dataApi', passed('dataApi')), 'Refresh Build Status: dataModel.build.refresh');
    const given = (deploymentId: string | null) =>
      healthAction('credential', undefined, { ...subject, deploymentId }, plainLocalizer)?.arguments;
    assert.deepEqual(given(null), [{ target: { connectionId: subject.connectionId } }]);
    assert.deepEqual(given('7'), [{ target: { connectionId: subject.connectionId, deploymentId: '7' } }]);
  });
});
