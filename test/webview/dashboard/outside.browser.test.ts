import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { HostState } from '../../../src/contract/messages/hostConfig.ts';
import { openPage } from '../../vscode/browser/browser.ts';
import { suiteBrowser } from '../shared/suiteBrowser.ts';
import { type HostUnderTest, politeEmbed, startHostPage, untilState } from './hostUnderTest.ts';

const outside: HostState = {
  environment: 'browser',
  phase: 'active',
  ready: true,
  loaded: true,
  loadDurationMs: 1_400,
  widgetCount: 8,
  problem: null,
  endsAt: Date.now() + 5 * 3_600_000 + 30_000,
  canGoBack: true,
  canGoForward: false,
  path: '/dashboard/x',
  stale: false,
  options: { branch: 'dev-me', theme: 'follow', locale: null, timezone: null, filters: [], profile: null },
  counts: { accepted: 9, unknown: 0, ignored: 2, sent: 4, queued: 0, loads: 1, renewals: 0 },
};

describe('the page in the outside browser', () => {
  const browser = suiteBrowser();

  it('survives a lost connection without a reload', async () => {
    const options = { ...outside.options, timezone: 'Europe/Berlin' };
    let times = 0;
    const host = await startHostPage(politeEmbed, {}, {});
    const { page } = await openPage(browser());
    try {
      await page.goto(host.url);
      await untilState(host, ({ ready, loaded }) => ready && loaded);
      const told = () => host.asked.filter(([name]) => name === 'stateChanged').length;
      await untilState(host, () => told() > 0);
      times = told();
      host.config.options = options;
      host.interrupt();
      const state = await untilState(host, (now) => now.options.timezone === 'Europe/Berlin');
      assert.ok(state.ready);
      await untilState(host, () => told() > times);
      assert.equal(host.asked.filter(([name]) => name === 'loadConfig').length, 2);
      assert.equal(host.asked.filter(([name]) => name === 'mintSession').length, 1);
      await page.getByText('The connection to the editor was lost').waitFor({ state: 'hidden' });
    } finally {
      await page.context().close();
      await host.close();
    }
  });
});

describe('the editor’s page while the dashboard is in the outside browser', () => {
  const browser = suiteBrowser();
  let host: HostUnderTest;
  let page: Page;

  beforeEach(async () => {
    const notFramed = "frame-ancestors 'none'";
    host = await startHostPage(
      politeEmbed,
      { environment: 'editor', notFramed },
      { actOutside: () => ({ sent: false, queued: false, refused: 'not now' }) },
    );
    ({ page } = await openPage(browser()));
    await page.goto(host.url);
    await untilState(host, ({ problem }) => problem === 'not-framed');
  });

  afterEach(async () => {
    await page.context().close();
    await host.close();
  });
  const commands = () => host.asked.filter(([name]) => name === 'commandOutside').map(([, argument]) => argument);
  const untilAsked = (name: string) => untilState(host, () => host.asked.some(([asked]) => asked === name));

  it('shows the state of that page and forwards its controls', async () => {
    await page.getByText('The dashboard cannot be shown here').waitFor();
    assert.ok(await page.getByRole('button', { name: 'Back' }).isDisabled());
    await host.ask('configChanged', { outside });
    await page.getByText('The dashboard is open in your browser').waitFor();
    await page.getByText(/^In the browser: Session expires in (5 h 0|4 h \d+) min/).waitFor();
    await page.getByText('8 widgets in 1.4 s').waitFor();
    await page.getByText('13 messages, 2 ignored').waitFor();
    await page.getByRole('button', { name: 'Refresh Data' }).click();
    await page.getByRole('button', { name: 'Back' }).click();
    assert.ok(await page.getByRole('button', { name: 'Forward' }).isDisabled());
    await page.getByRole('button', { name: 'More Actions' }).click();
    await page.getByRole('button', { name: 'Renew Session' }).click();
    await untilState(host, () => commands().length === 3);
    assert.deepEqual(commands(), [{ command: 'refresh' }, { command: 'back' }, { command: 'renew' }]);
  });

  it('stores the options and does not load', async () => {
    await host.ask('configChanged', { outside });
    await page.getByLabel('Branch').selectOption({ label: 'Production' });
    await untilAsked('saveOptions');
    await host.ask('configChanged', { options: { ...outside.options, branch: 'dev-me', locale: 'de' } });
    const state = await untilState(host, ({ options }) => options.locale === 'de');
    assert.equal(state.problem, 'not-framed');
    assert.equal(state.counts.sent, 0);
    assert.ok(!host.asked.some(([name]) => name === 'mintSession'));
  });

  it('forwards composed actions and shows their result', async () => {
    await host.ask('configChanged', { outside });
    await page.getByRole('button', { name: 'Event Inspector', exact: true }).click();
    await page.getByRole('button', { name: 'Compose Action' }).click();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText(/not now/).waitFor();
    const [, argument] = host.asked.find(([name]) => name === 'actOutside')!;
    assert.deepEqual(argument, { name: 'svc:action:refresh', payload: {} });
  });

  it('controls its own frame again when that page closes', async () => {
    await host.ask('configChanged', { outside });
    await page.getByText('The dashboard is open in your browser').waitFor();
    await host.ask('configChanged', { outside: null });
    await page.getByText('The dashboard cannot be shown here').waitFor();
    await page.getByText('No session').waitFor();
  });
});
