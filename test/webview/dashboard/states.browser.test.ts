import assert from 'node:assert/strict';
import { eventually } from '../shared/eventually.ts';
import { embeddedFrame } from './embeddedFrame.ts';
import { politeEmbed, untilState } from './hostUnderTest.ts';
import { openedPages, painted } from './openedPages.ts';

const unreachable = { ok: false, kind: 'unreachable', message: 'The platform cannot be reached.' } as const;

describe('host page: states', () => {
  const open = openedPages();

  it('counts down to the expiry of the session and shows its renewal', async () => {
    let first = true;
    let answer: (id: unknown) => void = () => {};
    const mintSession = () => {
      if (!first) return new Promise((resolve) => (answer = resolve));
      first = false;
      return { ok: true, sessionId: 'secret-id-1' };
    };
    const { page, say, button, asked, host } = await open(politeEmbed, {}, { mintSession } as never);
    const timer = page.getByRole('timer');
    assert.match(await timer.innerText(), /expires in 2[23] h/);
    await say('session-expiring', { expiresAt: Date.now() + 1_800_000, expiresInMs: 1_800_000 });
    await eventually(async () => assert.match(await timer.innerText(), /expires in 30 min, renewing/));
    await say('session-expired', { expiredAt: Date.now() });
    await eventually(async () => assert.match(await timer.innerText(), /expired, renewing/));
    answer(unreachable);
    await page.getByText('The session could not be renewed: The platform cannot be reached.').waitFor();
    // The dashboard stays, and a retry does not load it again.
    await page.getByRole('heading', { name: 'The session could not be renewed' }).waitFor();
    const tried = asked('mintSession').length;
    await button('Try Again').click();
    await eventually(() => assert.ok(asked('mintSession').length > tried));
    answer({ ok: true, sessionId: 'secret-id-2' });
    const { counts } = await untilState(host, ({ phase }) => phase === 'active');
    assert.deepEqual([counts.loads, counts.renewals], [1, 1]);
    await page.locator('.overlay').waitFor({ state: 'hidden' });
  });

  it('has no countdown, session id or overlay in private mode', async () => {
    const embed = politeEmbed.replace("mode: 'signed'", "mode: 'private'");
    const { page, asked, host } = await open(embed, { mode: 'private' });
    assert.match(await page.getByRole('timer').innerText(), /^Private mode/);
    assert.deepEqual(asked('mintSession'), []);
    assert.equal(new URL((await embeddedFrame(page)).url()).searchParams.has('session'), false);
    await host.ask('configChanged', { mode: 'signed' });
    await untilState(host, ({ phase }) => phase === 'loading' || phase === 'active');
    await eventually(() => assert.equal(asked('mintSession').length, 1));
  });

  it('keeps the frame visible in private mode while the user signs in', async () => {
    const { page, host } = await open('<p>Sign in</p>', { mode: 'private', readyTimeoutMs: 200 }, {}, { waits: false });
    await untilState(host, ({ problem }) => problem === 'not-framed');
    await painted(page);
    const [overlay, frame] = [await page.locator('.overlay').boundingBox(), await page.locator('iframe').boundingBox()];
    assert.ok(overlay!.height < frame!.height / 2, `${overlay!.height} of ${frame!.height}`);
  });

  it('marks an outdated dashboard with the reason until it is up to date', async () => {
    const { page, host } = await open(politeEmbed);
    const mark = page.getByText('Out of date');
    assert.equal(await mark.isVisible(), false);
    await host.ask('markFreshness', { stale: true, reason: 'The model does not compile.' });
    await mark.waitFor();
    assert.equal(await mark.getAttribute('title'), 'The model does not compile.');
    await host.ask('markFreshness', { stale: false });
    await mark.waitFor({ state: 'hidden' });
  });

  it('explains a page that does not answer, offers the browser, and shows the page when it answers late', async () => {
    const late = politeEmbed.replace("say('ready'", "window.answer = () => say('ready'").replace("say('view'", '//');
    const { page, host, button, asked } = await open(
      late,
      { environment: 'editor', readyTimeoutMs: 300 },
      {},
      { waits: false },
    );
    await untilState(host, ({ problem }) => problem === 'not-framed');
    const overlay = page.locator('.overlay');
    await overlay.getByText(host.embedOrigin).waitFor();
    assert.match(await overlay.innerText(), /X-Frame-Options or frame-ancestors/);
    await button('Open in Browser', overlay).click();
    await eventually(() => assert.equal(asked('openOutside').length, 1));
    await button('Keep Waiting', overlay).click();
    await overlay.getByText('Loading the dashboard…').waitFor();
    await (await embeddedFrame(page)).evaluate('answer()');
    await overlay.waitFor({ state: 'hidden' });
  });

  it('names the header that forbids framing and does not load the page', async () => {
    const notFramed = 'X-Frame-Options: DENY';
    const { page, host, asked } = await open(politeEmbed, { environment: 'editor', notFramed }, {}, { waits: false });
    await untilState(host, ({ problem }) => problem === 'not-framed');
    await page.getByText('X-Frame-Options: DENY').waitFor();
    assert.deepEqual([await page.locator('iframe').count(), asked('mintSession')], [0, []]);
  });

  it('offers private mode, an admin key and the export where the key cannot create sessions', async () => {
    const forbidden = { ok: false, kind: 'forbidden', message: 'Administrators only.' } as const;
    const { page, host, button, asked } = await open(
      politeEmbed,
      {},
      { mintSession: () => forbidden },
      { waits: false },
    );
    await untilState(host, ({ problem }) => problem === 'mint-forbidden');
    const overlay = page.locator('.overlay');
    await overlay.getByText('Administrators only.').waitFor();
    await button('Open in Private Mode', overlay).click();
    await button('Enter Admin Key', overlay).click();
    await button('Export as PNG', overlay).click();
    await eventually(() => {
      assert.deepEqual(asked('useMode'), [{ mode: 'private' }]);
      assert.deepEqual(asked('exportDashboard'), [{ format: 'png', branch: 'dev-me' }]);
    });
  });

  it('shows notices for errors, downloads, drill-downs and AI queries', async () => {
    const { page, say, button, asked } = await open(politeEmbed, { followDrilldown: false });
    await say('error', { message: 'No such measure', context: 'embed-render' });
    await page.getByText('The dashboard reported (embed-render): No such measure').waitFor();
    await say('download', { format: 'csv', target: 'widget', title: 'Orders', rowCount: 12 });
    await page.getByText(/Downloaded Orders as CSV \(12 rows\)/).waitFor();
    await say('drilldown', { member: 'sales.count', value: 7 });
    await button('Open Definition of sales.count').click();
    await eventually(() => assert.deepEqual(asked('openDefinition'), [{ member: 'sales.count' }]));
    await say('ai-query', { query: 'sales.total by month', status: 'completed' });
    await button('Open Definition of sales.total').waitFor();
    await say('error', { message: 'Everything is gone', fatal: true });
    await page.getByRole('heading', { name: 'The dashboard reported an error' }).waitFor();
  });

  it('shows an error of the page until a later load succeeds', async () => {
    const { page, host, say } = await open(politeEmbed);
    const error = page.getByText('The dashboard reported (embed-render): No such column');
    const loads = async (count: number) => {
      await say('dashboard-loaded', { publicId: 'x', widgetCount: 6, loadDurationMs: 10 });
      await untilState(host, ({ counts }) => counts.loads === count);
    };
    await host.ask('refresh', {});
    await say('error', { message: 'No such column', context: 'embed-render' });
    await error.waitFor();
    await loads(2);
    assert.ok(await error.isVisible(), 'the load that reported the error has ended with it');
    await host.ask('refresh', {});
    await say('error', { message: 'No such column', context: 'embed-render' });
    await loads(3);
    assert.ok(await error.isVisible(), 'the next load failed in the same way');
    await host.ask('refresh', {});
    await loads(4);
    await error.waitFor({ state: 'hidden' });
  });

  it('drops the error of a load that the page started itself, or that never ended, with the next good one', async () => {
    const { page, host, say } = await open(politeEmbed);
    const error = page.getByText(/^The dashboard reported/);
    const loaded = () => say('dashboard-loaded', { publicId: 'x' });
    await say('error', { message: 'No such column', context: 'set-filter' });
    await loaded();
    await error.waitFor();
    await loaded();
    await error.waitFor({ state: 'hidden' });
    await say('error', { message: 'No such column' });
    await error.waitFor();
    await host.ask('refresh', {});
    await loaded();
    await error.waitFor({ state: 'hidden' });
    await say('error', { message: 'No such column' });
    await error.waitFor();
    await host.ask('reload', {});
    await error.waitFor({ state: 'hidden' });
  });

  it('shows the dashboard again when it loads after a fatal error', async () => {
    const { page, host, say } = await open(politeEmbed);
    await say('error', { message: 'Everything is gone', fatal: true, context: 'embed-render' });
    const heading = page.getByRole('heading', { name: 'The dashboard reported an error' });
    await heading.waitFor();
    await host.ask('refresh', {});
    await say('dashboard-loaded', { publicId: 'x' });
    await heading.waitFor({ state: 'hidden' });
    await page.getByText(/^The dashboard reported/).waitFor({ state: 'hidden' });
    assert.equal((await host.ask('state', {})).problem, null);
  });

  it('drops the message about a failed renewal or request when it succeeds', async () => {
    let fails = true;
    let ids = 0;
    const mintSession = () => {
      ids += 1;
      return ids > 1 && fails ? unreachable : { ok: true, sessionId: `secret-id-${ids}` };
    };
    const openDefinition = () => (fails ? unreachable : { ok: true });
    const { page, say, button } = await open(politeEmbed, {}, { mintSession, openDefinition } as never);
    await say('session-expired', { expiredAt: Date.now() });
    const renewal = page.getByText('The session could not be renewed: The platform cannot be reached.');
    await renewal.waitFor();
    await say('drilldown', { member: 'sales.count' });
    const definition = page.getByRole('log').getByText('The platform cannot be reached.', { exact: true });
    await definition.waitFor();
    fails = false;
    await button('Try Again').click();
    await renewal.waitFor({ state: 'hidden' });
    await button('Open Definition of sales.count').click();
    await definition.waitFor({ state: 'hidden' });
  });

  it('opens one definition for a page that sends many drill-downs', async () => {
    const { page, host, asked } = await open(politeEmbed);
    const frame = await embeddedFrame(page);
    await frame.evaluate(`for (let n = 0; n < 200; n += 1) say('drilldown', { member: 'sales.m' + n })`);
    await untilState(host, ({ counts }) => counts.accepted >= 203);
    assert.ok(asked('openDefinition').length < 10, String(asked('openDefinition').length));
    assert.deepEqual(asked('openDefinition')[0], { member: 'sales.m0' });
  });
});
