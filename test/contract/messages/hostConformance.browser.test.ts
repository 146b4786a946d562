/** The host page in a browser against the specification's tables of events and actions. */

import assert from 'node:assert/strict';
import { untilState } from '../../webview/dashboard/hostUnderTest.ts';
import { ConformanceFixture, waitingEmbed } from './conformanceFixture.ts';
import { actionRows, badValues, eventRows, payloadOf, surfaces } from './specTables.ts';

const minute = 60_000;

describe('the host page conforms to the table of', () => {
  const fixture = new ConformanceFixture();
  afterEach(() => fixture.close());

  describe('events', () => {
    /** The visible effect of each event. */
    const effects: Record<string, () => Promise<void>> = {
      async ready() {
        await fixture.show(waitingEmbed);
        assert.equal((await fixture.host.ask('sendAction', { name: 'refresh', payload: {} })).queued, true);
        assert.deepEqual(await fixture.received(), [], 'nothing before it is ready');
        await fixture.say('ready', payloadOf('ready', 'every field'));
        await untilState(fixture.host, ({ phase, ready }) => ready && phase === 'active');
        await (await fixture.embedded()).waitForFunction('told.some(({ type }) => type === "svc:action:refresh")');
      },
      async view() {
        await fixture.sayAndWait('view', { surface: 'dashboard', path: '/viewed', title: 'T', publicId: 'p' });
        assert.equal((await fixture.state()).path, '/viewed');
      },
      async navigate() {
        await fixture.sayAndWait('navigate', { path: '/there', previousPath: '/dashboard/x' });
        assert.equal((await fixture.state()).path, '/there');
        await fixture.page.getByRole('button', { name: 'Back', exact: true }).click();
        await (await fixture.embedded()).waitForFunction('told.some(({ type }) => type === "svc:action:navigate")');
        assert.deepEqual((await fixture.sent('navigate'))[0]!.payload, { path: '/dashboard/x' });
      },
      async 'dashboard-loaded'() {
        await untilState(fixture.host, ({ counts }) => counts.loads === 1);
        await fixture.sayAndWait('dashboard-loaded', { publicId: 'x', widgetCount: 17, loadDurationMs: 4_321 });
        const { loaded, widgetCount, loadDurationMs, counts } = await fixture.state();
        assert.deepEqual([loaded, widgetCount, loadDurationMs, counts.loads], [true, 17, 4_321, 2]);
        await fixture.page.locator('.loaded', { hasText: '17' }).waitFor();
      },
      async download() {
        await fixture.sayAndWait('download', {
          format: 'csv',
          target: 'widget',
          widgetId: 'w',
          title: 'Cities',
          rowCount: 12,
        });
        await fixture.notice(/Cities.*CSV.*12/);
        await fixture.sayAndWait('download', { format: 'pdf', target: 'dashboard' });
        await fixture.notice(/PDF/);
      },
      async drilldown() {
        await fixture.sayAndWait('drilldown', { member: 'sales.count', value: 7, widgetId: 'w' });
        await fixture.notice(/sales\.count/);
        await fixture.waitForRequest('openDefinition', { member: 'sales.count' });
      },
      async 'ai-query'() {
        for (const status of ['submitted', 'completed', 'error']) {
          await fixture.sayAndWait('ai-query', { query: `how many ${status}?`, status, chatId: 'c', agentId: 'a' });
          await fixture.notice(`how many ${status}?`);
        }
      },
      async 'session-expiring'() {
        await fixture.sayAndWait('session-expiring', { expiresAt: Date.now() + 29 * minute, expiresInMs: 29 * minute });
        await fixture.waitForRequest('mintSession', { branch: 'dev-me', reason: 'renewal' });
      },
      async 'session-expired'() {
        await fixture.sayAndWait('session-expired', { expiredAt: Date.now() });
        await fixture.waitForRequest('mintSession', { branch: 'dev-me', reason: 'renewal' });
      },
      async error() {
        await fixture.sayAndWait('error', {
          message: 'No such widget',
          name: 'Oops',
          context: 'embed-render',
          fatal: false,
        });
        await fixture.notice(/embed-render.*No such widget/);
        assert.equal((await fixture.state()).problem, null);
        await fixture.sayAndWait('error', { message: 'It is down', fatal: true });
        assert.equal((await fixture.state()).problem, 'embed-error');
      },
    };

    for (const [name, { fields }] of Object.entries(eventRows)) {
      it(`${name} has its effect`, async () => {
        const effect = effects[name];
        assert.ok(effect, `no expectation for ${name}`);
        await fixture.show();
        await effect();
      });

      it(`${name} is heard with what the table requires, and has no effect where a field is missing or another type`, async () => {
        await fixture.show();
        await untilState(fixture.host, ({ counts }) => counts.loads === 1);
        const whole = payloadOf(name, 'every field');
        for (const { field, required, ...row } of fields) {
          const { [field]: _gone, ...without } = whole;
          const wrong = [
            ...(required ? [without] : []),
            ...badValues({ field, required, ...row }).map((bad) => ({ ...whole, [field]: bad })),
          ];
          for (const payload of wrong) {
            const [before, after] = await fixture.sayAndWait(name, payload);
            const { counts, ...rest } = before;
            const text = `${name} ${JSON.stringify(payload)}`;
            assert.deepEqual(after, { ...rest, counts: { ...counts, ignored: counts.ignored + 1 } }, text);
          }
        }
        assert.equal(await fixture.page.locator('.notice').count(), 0);
        assert.deepEqual([fixture.minted, fixture.asked('openDefinition').length], [1, 0]);
        for (const surface of surfaces) {
          const [before, after] = await fixture.sayAndWait(name, payloadOf(name, 'required fields'), {
            surface,
            future: 1,
          });
          assert.equal(after.counts.accepted, before.counts.accepted + 1, `from ${surface}`);
        }
      });
    }

    it('a type that is in no table is tolerated; a wrong envelope is counted; neither has an effect', async () => {
      await fixture.show();
      await untilState(fixture.host, ({ counts }) => counts.loads === 1);
      const [before, after] = await fixture.sayAndWait('hover', { a: 1 });
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
        const [old, now] = await fixture.sayAndWait('navigate', { path: '/never' }, over);
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
      it(`${name} is sent in the envelope of an action, with its payload`, async () => {
        await fixture.show();
        const variants = Math.max(1, ...fields.map(({ good }) => good.length));
        for (let at = 0; at < variants; at += 1) {
          const payload = Object.fromEntries(fields.map(({ field, good }) => [field, good[at % good.length]]));
          const before = (await fixture.received()).length;
          const { sent, refused } = await fixture.host.ask('sendAction', { name, payload });
          assert.deepEqual([sent, refused ?? undefined], [true, undefined]);
          await (await fixture.embedded()).waitForFunction(`told.length > ${before}`);
          const message = (await fixture.received()).at(-1)!;
          const { timestamp, ...rest } = message;
          const type = `svc:action:${name}`;
          assert.deepEqual(rest, { source: 'svc-embed', direction: 'action', type, payload });
          assert.ok(Number.isInteger(timestamp) && timestamp > 1_600_000_000_000, String(timestamp));
        }
      });

    it('does not queue a session id for a page that is not ready', async () => {
      await fixture.show(waitingEmbed);
      const { sent, queued } = await fixture.host.ask('sendAction', {
        name: 'set-session',
        payload: { sessionId: 'x' },
      });
      assert.deepEqual([sent, queued], [false, false]);
      await fixture.say('ready', payloadOf('ready', 'every field'));
      await untilState(fixture.host, ({ ready }) => ready);
      assert.deepEqual(await fixture.sent('set-session'), []);
    });

    it('sends the options that the user selects as actions', async () => {
      await fixture.show();
      await untilState(fixture.host, ({ counts }) => counts.loads === 1);
      await fixture.page.locator('select[name=theme]').selectOption('light');
      await fixture.page.locator('select[name=locale]').selectOption('de');
      await fixture.page.locator('.toolbar').getByRole('button', { name: 'Refresh Data' }).click();
      await (await fixture.embedded()).waitForFunction('told.some(({ type }) => type === "svc:action:refresh")');
      assert.deepEqual((await fixture.sent('set-color-scheme')).at(-1)!.payload, { scheme: 'light' });
      assert.deepEqual((await fixture.sent('set-locale')).at(-1)!.payload, { locale: 'de' });
    });
  });
});
