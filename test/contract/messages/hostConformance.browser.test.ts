/** The host page in a browser against the specification's tables: each row of events, actions and session states, at the glue itself. */

import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { HostState } from '../../../src/contract/messages/hostConfig.ts';
import { openPage } from '../../vscode/browser/browser.ts';
import { type HostUnderTest, politeEmbed, startHostPage, untilState } from '../../webview/page/hostUnderTest.ts';
import { suiteBrowser } from '../../webview/page/suiteBrowser.ts';
import { actionRows, badValues, eventRows, payloadOf, type SessionRow, sessionRows, surfaces } from './specTables.ts';

const minute = 60_000;
const hour = 60 * minute;
/** Says that it is ready when the test wants it to. */
const waitingEmbed = politeEmbed.replaceAll(/^say\(.*$/gm, '');

describe('the host page, row by row', function () {
  this.timeout(120_000);
  const browser = suiteBrowser();
  let host: HostUnderTest;
  let page: Page;
  /** Renewals wait until the test lets them through. */
  let release: (() => void)[] = [];
  let minted = 0;

  afterEach(async () => {
    for (const go of release) go();
    await page?.context().close();
    await host?.close();
  });

  const show = async (embed = politeEmbed, over: Parameters<typeof startHostPage>[1] = {}) => {
    minted = 0;
    release = [];
    host = await startHostPage(
      embed,
      { followDrilldown: true, ...over },
      {
        mintSession: async ({ reason }) => {
          minted += 1;
          const sessionId = `secret-id-${minted}`;
          if (reason === 'renewal') await new Promise<void>((go) => release.push(go));
          return { ok: true, sessionId };
        },
      },
    );
    ({ page } = await openPage(browser()));
    await page.clock.install();
    await page.goto(host.url);
    await untilState(host, ({ phase }) => phase === (embed === waitingEmbed ? 'loading' : 'active'));
    while (!embedded()) await pause(20);
    await embedded()!.waitForFunction('window.say');
  };
  const embedded = () => page.frames().find((frame) => frame.url().includes('/embed/'));
  const say = (name: string, payload: object, over: object = {}) =>
    embedded()!.evaluate(`say(...${JSON.stringify([name, payload, over])})`);
  const told = () =>
    embedded()!.evaluate('told') as Promise<{ type: string; payload: Record<string, unknown>; timestamp: number }[]>;
  const sent = async (name: string) => (await told()).filter(({ type }) => type === `svc:action:${name}`);
  const state = () => host.ask('state', {});
  const asked = (name: string) => host.asked.filter(([each]) => each === name);
  /** Says something and waits until it was judged. */
  const judged = async (
    name: string,
    payload: object,
    over: object = {},
  ): Promise<[before: HostState, after: HostState]> => {
    const before = await state();
    const sum = ({ counts }: HostState) => counts.accepted + counts.unknown + counts.ignored;
    await say(name, payload, over);
    return [before, await untilState(host, (now) => sum(now) > sum(before))];
  };
  const notice = (text: string | RegExp) => page.locator('.notice').getByText(text).first().waitFor({ timeout: 5_000 });
  const asks = async (name: string, argument: object) => {
    for (const end = Date.now() + 5_000; Date.now() < end; await pause(20))
      if (asked(name).some(([, given]) => JSON.stringify(given) === JSON.stringify(argument))) return;
    assert.fail(`${name} was not asked with ${JSON.stringify(argument)}`);
  };

  describe('events', () => {
    /** What each event does that a person or the extension notices. */
    const effects: Record<string, () => Promise<void>> = {
      async ready() {
        await show(waitingEmbed);
        assert.equal((await host.ask('sendAction', { name: 'refresh', payload: {} })).queued, true);
        assert.deepEqual(await told(), [], 'nothing before it is ready');
        await say('ready', payloadOf('ready', 'every field'));
        await untilState(host, ({ phase, ready }) => ready && phase === 'active');
        await embedded()!.waitForFunction('told.some(({ type }) => type === "svc:action:refresh")');
      },
      async view() {
        await judged('view', { surface: 'dashboard', path: '/viewed', title: 'T', publicId: 'p' });
        assert.equal((await state()).path, '/viewed');
      },
      async navigate() {
        await judged('navigate', { path: '/there', previousPath: '/dashboard/x' });
        assert.equal((await state()).path, '/there');
        await page.getByRole('button', { name: 'Back', exact: true }).click();
        await embedded()!.waitForFunction('told.some(({ type }) => type === "svc:action:navigate")');
        assert.deepEqual((await sent('navigate'))[0]!.payload, { path: '/dashboard/x' });
      },
      async 'dashboard-loaded'() {
        await untilState(host, ({ counts }) => counts.loads === 1);
        await judged('dashboard-loaded', { publicId: 'x', widgetCount: 17, loadDurationMs: 4_321 });
        const { loaded, widgetCount, loadDurationMs, counts } = await state();
        assert.deepEqual([loaded, widgetCount, loadDurationMs, counts.loads], [true, 17, 4_321, 2]);
        await page.locator('.loaded', { hasText: '17' }).waitFor();
      },
      async download() {
        await judged('download', { format: 'csv', target: 'widget', widgetId: 'w', title: 'Cities', rowCount: 12 });
        await notice(/Cities.*CSV.*12/);
        await judged('download', { format: 'pdf', target: 'dashboard' });
        await notice(/PDF/);
      },
      async drilldown() {
        await judged('drilldown', { member: 'sales.count', value: 7, widgetId: 'w' });
        await notice(/sales\.count/);
        await asks('openDefinition', { member: 'sales.count' });
      },
      async 'ai-query'() {
        for (const status of ['submitted', 'completed', 'error']) {
          await judged('ai-query', { query: `how many ${status}?`, status, chatId: 'c', agentId: 'a' });
          await notice(`how many ${status}?`);
        }
      },
      async 'session-expiring'() {
        await judged('session-expiring', { expiresAt: Date.now() + 29 * minute, expiresInMs: 29 * minute });
        await asks('mintSession', { branch: 'dev-me', reason: 'renewal' });
      },
      async 'session-expired'() {
        await judged('session-expired', { expiredAt: Date.now() });
        await asks('mintSession', { branch: 'dev-me', reason: 'renewal' });
      },
      async error() {
        await judged('error', { message: 'No such widget', name: 'Oops', context: 'embed-render', fatal: false });
        await notice(/embed-render.*No such widget/);
        assert.equal((await state()).problem, null);
        await judged('error', { message: 'It is down', fatal: true });
        assert.equal((await state()).problem, 'embed-error');
      },
    };

    for (const [name, { fields }] of Object.entries(eventRows)) {
      it(`${name} has its effect`, async () => {
        const effect = effects[name];
        assert.ok(effect, `nothing here says what ${name} does`);
        await show();
        await effect();
      });

      it(`${name} is heard with what the table requires, and has no effect where a field is missing or another type`, async () => {
        await show();
        await untilState(host, ({ counts }) => counts.loads === 1);
        const whole = payloadOf(name, 'every field');
        for (const { field, required, ...row } of fields) {
          const { [field]: _gone, ...without } = whole;
          const wrong = [
            ...(required ? [without] : []),
            ...badValues({ field, required, ...row }).map((bad) => ({ ...whole, [field]: bad })),
          ];
          for (const payload of wrong) {
            const [before, after] = await judged(name, payload);
            const { counts, ...rest } = before;
            const text = `${name} ${JSON.stringify(payload)}`;
            assert.deepEqual(after, { ...rest, counts: { ...counts, ignored: counts.ignored + 1 } }, text);
          }
        }
        assert.equal(await page.locator('.notice').count(), 0);
        assert.deepEqual([minted, asked('openDefinition').length], [1, 0]);
        for (const surface of surfaces) {
          const [before, after] = await judged(name, payloadOf(name, 'required fields'), { surface, future: 1 });
          assert.equal(after.counts.accepted, before.counts.accepted + 1, `from ${surface}`);
        }
      });
    }

    it('a type that is in no table is tolerated; a wrong envelope is counted; neither has an effect', async () => {
      await show();
      await untilState(host, ({ counts }) => counts.loads === 1);
      const [before, after] = await judged('hover', { a: 1 });
      assert.deepEqual(after, { ...before, counts: { ...before.counts, unknown: before.counts.unknown + 1 } });
      for (const over of [
        { source: 'other' },
        { source: 'svc' },
        { direction: 'action' },
        { direction: null },
        { type: 7 },
        { payload: 'text' },
        { timestamp: '1' },
        { surface: null },
        { surface: 'workbook' },
      ]) {
        const [old, now] = await judged('navigate', { path: '/never' }, over);
        assert.deepEqual(
          now,
          { ...old, counts: { ...old.counts, ignored: old.counts.ignored + 1 } },
          JSON.stringify(over),
        );
      }
    });
  });

  describe('actions', () => {
    for (const [name, fields] of Object.entries(actionRows))
      it(`${name} goes out in the envelope of an action, with its payload`, async () => {
        await show();
        const variants = Math.max(1, ...fields.map(({ good }) => good.length));
        for (let at = 0; at < variants; at += 1) {
          const payload = Object.fromEntries(fields.map(({ field, good }) => [field, good[at % good.length]]));
          const before = (await told()).length;
          const { sent: went, refused } = await host.ask('sendAction', { name, payload });
          assert.deepEqual([went, refused ?? undefined], [true, undefined]);
          await embedded()!.waitForFunction(`told.length > ${before}`);
          const message = (await told()).at(-1)!;
          const { timestamp, ...rest } = message;
          const type = `svc:action:${name}`;
          assert.deepEqual(rest, { source: 'svc-embed', direction: 'action', type, payload });
          assert.ok(Number.isInteger(timestamp) && timestamp > 1_600_000_000_000, String(timestamp));
        }
      });

    it('no session id waits for an embed that is not ready', async () => {
      await show(waitingEmbed);
      const { sent: went, queued } = await host.ask('sendAction', { name: 'set-session', payload: { sessionId: 'x' } });
      assert.deepEqual([went, queued], [false, false]);
      await say('ready', payloadOf('ready', 'every field'));
      await untilState(host, ({ ready }) => ready);
      assert.deepEqual(await sent('set-session'), []);
    });

    it('what a person chooses on the page goes out as its action', async () => {
      await show();
      await untilState(host, ({ counts }) => counts.loads === 1);
      await page.locator('select[name=theme]').selectOption('light');
      await page.locator('select[name=locale]').selectOption('de');
      await page.locator('.toolbar').getByRole('button', { name: 'Refresh Data' }).click();
      await embedded()!.waitForFunction('told.some(({ type }) => type === "svc:action:refresh")');
      assert.deepEqual((await sent('set-color-scheme')).at(-1)!.payload, { scheme: 'light' });
      assert.deepEqual((await sent('set-locale')).at(-1)!.payload, { locale: 'de' });
    });
  });

  describe('states', () => {
    const phase = (wanted: HostState['phase']) => untilState(host, (now) => now.phase === wanted);
    const warn = async () => {
      await page.clock.fastForward(22.5 * hour);
      const now = (await page.evaluate('Date.now()')) as number;
      await say('session-expiring', { expiresAt: now + 30 * minute, expiresInMs: 30 * minute });
      await phase('expiring');
    };
    const lapse = async () => {
      await say('session-expired', { expiredAt: (await page.evaluate('Date.now()')) as number });
      await phase('expired');
    };
    const untilMinted = async (count: number) => {
      for (const end = Date.now() + 5_000; minted < count && Date.now() < end; ) await pause(20);
      assert.equal(minted, count);
    };
    /** The renewal that is under way comes through. */
    const renewed = async (id: string) => {
      release.shift()!();
      await embedded()!.waitForFunction(`told.some(({ payload }) => payload.sessionId === ${JSON.stringify(id)})`);
      await phase('active');
    };
    const refuse = () =>
      say('error', { message: 'refused', name: 'EmbedSessionExchangeError', context: 'session-renewal' });
    const isRefused = async (was: HostState['phase'], id: string, next: string) => {
      await renewed(id);
      await refuse();
      const { problem } = await phase(was);
      assert.equal(problem, null, 'a working embed is not torn down');
      const count = minted;
      await pause(300);
      assert.equal(minted, count, 'not at once');
      await page.clock.fastForward(10_000);
      await untilMinted(count + 1);
      await renewed(next);
    };
    const stories: Record<SessionRow, () => Promise<void>> = {
      async 'active: session-expiring → expiring'() {
        await warn();
        await untilMinted(2);
        await say('session-expiring', { expiresAt: 1, expiresInMs: 0 });
        await pause(300);
        assert.equal(minted, 2, 'one renewal at a time');
      },
      async 'active: session-expired → expired'() {
        await lapse();
        await untilMinted(2);
      },
      async 'expiring: session-expired → expired'() {
        await warn();
        await untilMinted(2);
        await lapse();
        await pause(300);
        assert.equal(minted, 2, 'once for both events');
      },
      async 'expiring: set-session with a valid id → active'() {
        await warn();
        await untilMinted(2);
        await renewed('secret-id-2');
        await say('session-expired', { expiredAt: ((await page.evaluate('Date.now()')) as number) + 30 * minute });
        await pause(300);
        assert.deepEqual([minted, (await state()).phase, (await state()).counts.renewals], [2, 'active', 1]);
      },
      async 'expired: set-session with a valid id → active'() {
        await lapse();
        await untilMinted(2);
        await renewed('secret-id-2');
      },
      async 'active: set-session with a rejected id → unchanged'() {
        await host.ask('runCommand', { command: 'renew' });
        await untilMinted(2);
        await isRefused('active', 'secret-id-2', 'secret-id-3');
      },
      async 'expiring: set-session with a rejected id → unchanged'() {
        await warn();
        await untilMinted(2);
        await isRefused('expiring', 'secret-id-2', 'secret-id-3');
      },
      async 'expired: set-session with a rejected id → unchanged'() {
        await lapse();
        await untilMinted(2);
        await isRefused('expired', 'secret-id-2', 'secret-id-3');
      },
    };

    for (const row of sessionRows)
      it(row, async () => {
        await show();
        await untilState(host, ({ counts }) => counts.loads === 1);
        await embedded()!.evaluate('window.mark = 1');
        await stories[row]();
        assert.equal(await embedded()!.evaluate('window.mark'), 1, 'without a reload');
        const ids = (await sent('set-session')).map(({ payload }) => payload.sessionId);
        assert.equal(new Set(ids).size, ids.length, 'a fresh id each time');
        assert.ok(!(await page.content()).includes('secret-id'), 'no id on the page');
        assert.ok(!JSON.stringify(await state()).includes('secret-id'));
      });

    it('a lapse that nobody spoke of, on a machine that slept, is mended when the page is seen', async () => {
      await show();
      await page.clock.fastForward(40 * hour);
      await host.ask('visibility', { visible: true });
      await untilMinted(2);
      await renewed('secret-id-2');
      assert.equal((await state()).phase, 'active');
    });

    it('in private mode nothing is minted, whatever the embed says', async () => {
      await show(politeEmbed.replace("mode: 'signed'", "mode: 'private'"), { mode: 'private' });
      await say('session-expiring', { expiresAt: 1, expiresInMs: 0 });
      await say('session-expired', { expiredAt: 1 });
      await refuse();
      await untilState(host, ({ counts }) => counts.accepted >= 5);
      assert.deepEqual([minted, (await state()).phase], [0, 'active']);
    });
  });
});
