import assert from 'node:assert/strict';
import { PlatformError } from '../../../src/platform/platformError.ts';
import { type HealthResult, healthChecks } from '../../../src/session/health/checkHealth.ts';
import { healthTexts } from '../../../src/session/health/healthTexts.ts';
import type { HealthCheck } from '../../../src/session/health/probes.ts';
import { healthAction } from '../../../src/ui/health/healthActions.ts';
import { healthPage } from '../../../src/ui/health/healthText.ts';
import { plainLocalizer } from '../../../src/ui/shell/localizer.ts';

const platform = 'acme.example.com';
const refused = (message: string) =>
  new PlatformError('rejected-because', [platform, message], { host: platform, operation: 'getMe', status: 400 });
const page = (...results: HealthResult[]) =>
  healthPage(
    {
      platform,
      time: '2026-11-22 21:05 UTC',
      environment: 'Data Model Workbench 0.1.0',
      checks: healthChecks,
      results: new Map(results.map((result) => [result.check, result])),
    },
    plainLocalizer,
  );
const passed = (check: HealthCheck): HealthResult => ({
  check,
  state: 'ok',
  message: healthTexts.message('all-allowed'),
});

describe('the health page', () => {
  it('shows each check with its state and one sentence, and what is still running', () => {
    const { text, headings } = page(
      { check: 'reachable', state: 'ok', message: healthTexts.message('reached', [platform, 12]) },
      { check: 'clock', state: 'failed', message: healthTexts.message('clock-behind', [600]) },
    );
    const lines = text.split('\n');
    assert.equal(lines[0], '# Health of acme.example.com');
    assert.equal(lines[2], 'Checking since 2026-11-22 21:05 UTC: 2 of 7 results.');
    const at = (check: HealthCheck) => lines.slice(headings.get(check)!, headings.get(check)! + 3);
    assert.deepEqual(at('reachable'), ['## Platform: ✓ OK', '', 'acme.example.com answers in 12 ms.']);
    assert.deepEqual(at('credential').slice(0, 2), ['## Credential: … checking', '']);
    assert.deepEqual(at('clock'), [
      '## Clock: ✗ failed',
      '',
      'The clock of this machine is 600 seconds behind that of the platform.',
    ]);
    assert.ok(text.trimEnd().endsWith('Data Model Workbench 0.1.0'));
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
    const { text } = page({ check: 'credential', state: 'failed', message });
    for (const secret of ['ada', 'at-12345678', 'sk-12345678', 'abc']) assert.ok(!text.includes(secret), secret);
    assert.match(text, /acme\.example\.com/);
  });

  it('offers one action for each check, which the failure decides', () => {
    const target = { connectionId: `https://${platform}` };
    const action = (check: HealthCheck, result?: HealthResult) => {
      const { title, command } = healthAction(check, result, target, plainLocalizer);
      return `${title}: ${command}`;
    };
    const dns = new PlatformError('dns', [platform, 'x'], { host: platform, operation: 'getMe' });
    const failed = (check: HealthCheck, message = refused('x')): HealthResult => ({ check, state: 'failed', message });
    assert.deepEqual(
      healthChecks.map((check) => action(check, failed(check))),
      [
        'Show Log: dataModel.log.show',
        'Sign In Again: dataModel.connection.signInAgain',
        'Use Another Key…: dataModel.connection.useOtherKey',
        'Open API Request…: dataModel.api.open',
        'Open Logs…: dataModel.logs.open',
        'Preview Dashboard…: dataModel.dashboard.open',
        'Check Again: dataModel.health.check',
      ],
    );
    assert.equal(action('reachable', failed('reachable', dns)), 'Open Proxy Settings: workbench.action.openSettings');
    assert.equal(action('dataApi', passed('dataApi')), 'Refresh Build Status: dataModel.build.refresh');
    const { arguments: given } = healthAction('credential', undefined, target, plainLocalizer);
    assert.deepEqual(given, [{ target }]);
  });
});
