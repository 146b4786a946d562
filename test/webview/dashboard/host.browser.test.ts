import assert from 'node:assert/strict';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { openPage } from '../../vscode/browser/browser.ts';
import { eventually } from '../shared/eventually.ts';
import { suiteBrowser } from '../shared/suiteBrowser.ts';
import { embeddedFrame } from './embeddedFrame.ts';
import { type HostUnderTest, politeEmbed, startHostPage, untilState } from './hostUnderTest.ts';

describe('host page in a browser', () => {
  const browser = suiteBrowser();
  let host: HostUnderTest | undefined;
  let page: Page | undefined;

  afterEach(async () => {
    await page?.context().close();
    await host?.close();
    host = undefined;
  });

  async function show(started: HostUnderTest): Promise<{ page: Page; problems: string[] }> {
    host = started;
    const problems: string[] = [];
    ({ page } = await openPage(browser()));
    page.on('pageerror', (failure) => problems.push(failure.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('favicon')) problems.push(message.text());
    });
    await page.goto(started.url);
    return { page, problems };
  }
  const evaluate = async (shown: Page, script: string) => (await embeddedFrame(shown)).evaluate(script);
  const say = (shown: Page, name: string, payload: object) =>
    evaluate(shown, `say(${JSON.stringify(name)}, ${JSON.stringify(payload)})`);
  const told = (shown: Page) => evaluate(shown, 'told') as Promise<{ type: string; payload: object }[]>;

  it('loads, sends the theme, renews and shows every message without a session id on the page', async () => {
    const { page: shown, problems } = await show(await startHostPage(politeEmbed));
    await untilState(host!, (state) => state.ready && state.loaded && state.path !== null);
    await shown.getByRole('button', { name: 'Event Inspector', exact: true }).click();
    await say(shown, 'session-expired', { expiredAt: Date.now() });
    await say(shown, 'drilldown', { member: 'sales.count', value: 7 });
    await say(shown, 'surprise', { a: 1 });
    await evaluate(shown, 'parent.postMessage({ hello: 1 }, "*")');
    await untilState(host!, ({ counts }) => counts.renewals === 1 && counts.ignored === 1 && counts.unknown === 1);
    assert.equal(host!.asked.filter(([name]) => name === 'mintSession').length, 2);
    await untilState(host!, () => host!.asked.some(([name]) => name === 'openDefinition'));
    await eventually(async () => {
      const types = (await told(shown)).map(({ type }) => type);
      for (const type of ['svc:action:set-color-scheme', 'svc:action:set-theme', 'svc:action:set-session'])
        assert.ok(types.includes(type), `${type} among ${types.join(', ')}`);
    });
    const html = await shown.content();
    assert.equal(html.includes('secret-id'), false);
    await shown.locator('.inspector').getByText('svc:event:surprise').first().waitFor();
    await eventually(async () => {
      const inspector = (await shown.locator('.inspector').innerText()).replace(/\s+/g, ' ');
      for (const word of ['svc:event:drilldown', 'svc:action:set-session', 'svc:event:surprise'])
        assert.ok(inspector.includes(word), `${word} in ${inspector}`);
    });
    assert.deepEqual(problems, []);
    if (process.env.SCREENSHOTS)
      for (const scheme of ['dark', 'light'] as const) {
        await host!.ask('configChanged', { theme: { scheme, embedTheme: {} } });
        await shown.waitForTimeout(200);
        await shown.screenshot({ path: path.join(process.env.SCREENSHOTS, `host-${scheme}.png`) });
      }
  });

  it('reports an embedded page that does not answer, and loads it again', async () => {
    const { page: shown } = await show(await startHostPage('<p>nothing</p>', { readyTimeoutMs: 500 }));
    await untilState(host!, ({ problem }) => problem === 'not-framed');
    await shown.getByText('The dashboard cannot be shown here').waitFor();
    await shown.getByRole('button', { name: 'Try Again' }).click();
    await untilState(host!, ({ problem }) => problem === null);
  });

  it('explains a key that cannot create sessions and offers private mode', async () => {
    const refused = { ok: false, kind: 'forbidden', message: 'Administrators only.' } as const;
    const { page: shown } = await show(await startHostPage(politeEmbed, {}, { mintSession: () => refused }));
    await untilState(host!, ({ problem }) => problem === 'mint-forbidden');
    await shown.getByText('Administrators only.').waitFor();
    await shown.getByRole('button', { name: 'Open in Private Mode' }).click();
    await untilState(host!, () => host!.asked.some(([name]) => name === 'useMode'));
  });

  it('gives a hostile page no command, session id or navigation', async () => {
    const hostile = politeEmbed.replace(
      '</script>',
      `
      const names = ['openDefinition', 'exportDashboard', 'mintSession', 'openOutside', 'setEmbedding', 'copyText'];
      for (const target of [parent, top]) for (const name of names) for (const channel of ['request', 'reply'])
        target.postMessage({ channel, id: 1, name, body: { member: 'evil', text: 'evil', format: 'png', branch: null,
          allow: false, reason: 'load', ok: true, sessionId: 'evil' } }, '*');
      window.tries = [];
      const attempt = (name, work) => { try { tries.push([name, String(work())]); } catch (failure) { tries.push([name, 'refused']); } };
      attempt('document', () => parent.document.body.innerHTML);
      attempt('cookie', () => top.document.cookie);
      attempt('api', () => parent.acquireVsCodeApi);
      attempt('navigation', () => { top.location = 'about:blank#evil'; return 'tried'; });
      attempt('read', () => top.location.href);
      for (let i = 0; i < 500; i += 1) say('error', { message: '<img src=x onerror=alert(1)>' + i, context: 'c' + i });
      say('drilldown', { member: '"><script>alert(1)<' + '/script>' });
      </script>`,
    );
    const { page: shown } = await show(await startHostPage(hostile, { followDrilldown: false }));
    await untilState(host!, ({ ready, counts }) => ready && counts.ignored >= 12 && counts.accepted >= 504);
    const tries = (await evaluate(shown, 'tries')) as [string, string][];
    assert.ok(
      tries.every(([name, what]) => what === 'refused' || name === 'navigation'),
      JSON.stringify(tries),
    );
    assert.equal(shown.url(), host!.url);
    const asked = host!.asked.map(([name]) => name).filter((name) => !['stateChanged', 'log'].includes(name));
    assert.deepEqual(asked, ['loadConfig', 'mintSession'], 'nothing was asked for the embed');
    assert.equal(await shown.locator('img, .notices script').count(), 0);
    assert.ok((await shown.locator('.notice').count()) <= 4);
  });
});
