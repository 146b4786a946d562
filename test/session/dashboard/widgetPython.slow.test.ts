import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { silentLog } from '../../../src/base/log.ts';
import type { FilterChoice } from '../../../src/contract/messages/hostConfig.ts';
import { operations } from '../../../src/contract/operations.ts';
import type { RunningEmulator } from '../../../src/emulator/emulator.ts';
import { Connection } from '../../../src/session/connection.ts';
import { EmbedAccess } from '../../../src/session/dashboard/embedAccess.ts';
import type { PreviewMode } from '../../../src/session/dashboard/previewState.ts';
import { runWidgetPython } from '../../../src/session/dashboard/widgetPython.ts';
import { openPlatform } from '../../../src/session/openPlatform.ts';
import type { PlatformSession } from '../../../src/session/platformSession.ts';
import { startTestEmulator } from '../../emulator/emulatorUnderTest.ts';

const country: FilterChoice = {
  view: 'sales',
  dimension: 'customers_country',
  operator: 'equals',
  values: ['nowhere'],
};

describe('the Python of a widget', () => {
  let emulator: RunningEmulator;
  let platform: PlatformSession;
  let access: EmbedAccess;

  before(async function () {
    // The emulator starts the same interpreter.
    if (spawnSync(process.platform === 'win32' ? 'python' : 'python3', ['--version']).status !== 0) this.skip();
    emulator = await startTestEmulator({ buildMs: 0, trustModels: true });
    platform = await openPlatform(
      {
        baseUrl: emulator.url,
        credential: { token: emulator.apiKey },
        admin: { token: emulator.adminApiKey },
      },
      new Connection(
        { id: emulator.url, label: 'test' },
        'environment',
        async () => assert.fail(),
        openPlatform as never,
      ),
      silentLog,
    );
    const { items } = await platform.client.call(operations.listEmbedTenants, {});
    const embedTenantName = items![0]!.name;
    const deploymentId = String(emulator.deploymentId);
    access = new EmbedAccess(
      platform,
      { surface: 'dashboard', publicId: emulator.dashboardPublicId, deploymentId },
      () => ({ embedTenantName }),
    );
  });
  after(async () => {
    access?.dispose();
    platform?.dispose();
    await emulator?.close();
  });
  const run = (widgetId: string, mode: PreviewMode, branch: string | null = null, filters: FilterChoice[] = []) =>
    runWidgetPython(access, { widgetId, mode, branch, filters }, new AbortController().signal);
  const months = async (...args: Parameters<typeof run>) => {
    const { status, error, output } = await run(...args);
    assert.deepEqual([status, error], ['completed', null]);
    return (output!.result as { months: number }).months;
  };

  it('runs as the viewer of a session on a branch, and with the own key', async () => {
    const all = await months('revenue-by-month', 'signed', emulator.deployBranch);
    assert.ok(all > 0);
    assert.equal(await months('revenue-by-month', 'private'), all);
  });

  it('runs over the rows that the preview’s filters leave', async () => {
    assert.equal(await months('revenue-by-month', 'signed', null, [country]), 0);
  });

  it('passes on what the platform refuses', async () => {
    await assert.rejects(run('revenue', 'signed'), /'revenue' has no Python/);
    await assert.rejects(run('nothing', 'private'), { kind: 'not-found' });
    await assert.rejects(run('revenue-by-month', 'signed', 'no-such-branch'), /no-such-branch/);
  });
});
