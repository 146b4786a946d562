import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { eventually } from '../../shared/eventually.ts';
import { embeddedFrame } from '../embeddedFrame.ts';
import { politeEmbed, untilState } from '../hostUnderTest.ts';
import { openedPages, painted } from '../openedPages.ts';

interface Line {
  time: string;
  direction: string;
  type: string;
  result: string;
  reason?: string;
  payload: unknown;
}

const many = `window.many = (count) => { for (let n = 1; n <= count; n += 1) say('navigate', { path: '/p/' + n }); };</script>`;

describe('host page: event inspector', () => {
  const open = openedPages();

  async function openInspector(embed = politeEmbed, options = {}, over = {}) {
    const opened = await open(embed, over, {}, options);
    // The clipboard of a page that may not write there: the extension's is used.
    await opened.page.evaluate(`navigator.clipboard.writeText = () => Promise.reject(new Error('No.'))`);
    await opened.button('Event Inspector').click();
    const inspector = opened.page.getByRole('region', { name: 'Event Inspector' });
    const rows = inspector.locator('.virtual-rows .message-row:not([hidden])');
    const filter = async (words: string) => {
      await inspector.getByRole('searchbox').fill(words);
      return (await rows.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
    };
    const copied = async (button: string): Promise<Line[]> => {
      const before = opened.asked('copyText').length;
      await opened.button(button, inspector).click();
      await eventually(() => assert.equal(opened.asked('copyText').length, before + 1));
      const { text } = opened.asked('copyText').at(-1) as { text: string };
      return text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Line);
    };
    return { ...opened, inspector, rows, filter, copied, grid: inspector.getByRole('grid') };
  }
  const hear = async (page: Page, script: string) => (await embeddedFrame(page)).evaluate(script);

  it('shows every message with time, direction, type, payload and result', async () => {
    const { page, rows, say, host } = await openInspector();
    await say('surprise', { a: 1 });
    await say('navigate', { path: 7 });
    await hear(page, `parent.postMessage({ source: 'other' }, '*')`);
    await untilState(host, ({ counts }) => counts.ignored === 2);
    await eventually(async () => {
      const texts = (await rows.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
      const shown = (...patterns: RegExp[]) => {
        for (const pattern of patterns)
          assert.ok(
            texts.some((text) => pattern.test(text)),
            `${pattern} among ${texts.join('\n')}`,
          );
      };
      shown(
        /^\d\d:\d\d:\d\d\.\d{3} out svc:action:set-color-scheme \{"scheme": "dark"\} sent$/,
        /^\S+ in svc:event:ready \{.*"embedTenant": "acme".*\} accepted$/,
        /^\S+ in svc:event:surprise \{"a": 1\} unknown type$/,
        /^\S+ in svc:event:navigate .* ignored: payload$/,
        /^\S+ in .*"source": "other".* ignored: source$/,
      );
    });
  });

  it('filters by properties, terms and excluded terms', async () => {
    const { filter, say, host } = await openInspector();
    await say('surprise', { a: 1 });
    await say('navigate', { path: 7 });
    await untilState(host, ({ counts }) => counts.ignored === 1 && counts.unknown === 1);
    const every = (texts: string[], pattern: RegExp) =>
      assert.ok(texts.length > 0 && texts.every((text) => pattern.test(text)), texts.join('\n'));
    await eventually(async () => every(await filter('unknown'), /surprise .* unknown type$/));
    every(await filter('ignored'), /ignored: payload$/);
    every(await filter('accepted'), / accepted$/);
    every(await filter('out'), / out svc:action:/);
    every(await filter('in dashboard-loaded'), /svc:event:dashboard-loaded/);
    every(await filter('IN -ready -view -surprise -navigate'), /dashboard-loaded/);
    assert.deepEqual(await filter('no-such-message'), []);
  });

  it('loses nothing while it is paused', async () => {
    const { page, inspector, button, rows, host } = await openInspector(politeEmbed.replace('</script>', many));
    await button('Pause', inspector).click();
    const before = await rows.allInnerTexts();
    await hear(page, 'many(300)');
    await untilState(host, ({ counts }) => counts.accepted >= 303);
    await inspector.getByText('Paused, 300 new').waitFor();
    assert.deepEqual(await rows.allInnerTexts(), before, 'the visible rows stay');
    await button('Resume', inspector).click();
    await inspector.getByText(/^(\d+) of \1 messages$/).waitFor();
    await inspector.getByRole('searchbox').fill('/p/ navigate');
    await inspector.getByText(/^300 of \d+ messages$/).waitFor();
  });

  it('draws only visible rows, follows the newest, and keeps the position while the user reads', async () => {
    const { page, inspector, rows, grid } = await openInspector(politeEmbed.replace('</script>', many));
    await hear(page, 'many(3000)');
    await inspector.getByText('/p/3000').waitFor();
    assert.ok((await inspector.locator('.message-row').count()) < 60);
    assert.ok(Number(await grid.getAttribute('aria-rowcount')) > 3_000);
    await grid.focus();
    await page.keyboard.press('Home');
    const [first] = await rows.allInnerTexts();
    assert.match(first!, /set-color-scheme/);
    await hear(page, 'many(50)');
    await inspector.getByText('3055 of 3055 messages').waitFor();
    assert.equal((await rows.allInnerTexts())[0], first);
  });

  it('scrolls by as much as the user scrolls while the log drops its oldest messages', async () => {
    const { page, inspector } = await openInspector(politeEmbed.replace('</script>', many));
    await hear(page, 'many(10500)');
    await inspector.getByText('/p/10500').waitFor();
    await page.evaluate(`
      window.list = document.querySelector('.virtual-list');
      window.scroll = (by) => new Promise((resolve) => {
        list.addEventListener('scroll', resolve, { once: true });
        list.scrollTop += by;
      });
      window.firstRow = () => {
        const bottom = list.querySelector('.head').getBoundingClientRect().bottom;
        const rows = [...list.querySelectorAll('.virtual-rows .message-row:not([hidden])')];
        const first = rows.find((row) => Math.abs(row.getBoundingClientRect().top - bottom) < 10);
        return Number(/p.(\\d+)"/.exec(first.textContent)[1]);
      };
      scroll(100_000 - list.scrollTop).then(() => { window.begin = firstRow(); });`);
    for (let turn = 0; turn < 10; turn += 1) {
      await page.evaluate(`
        window.scrolled = new Promise((resolve) => {
          let heard = 0;
          addEventListener('message', function listener() {
            heard += 1;
            if (heard < 200) return;
            removeEventListener('message', listener);
            resolve(scroll(-40));
          });
        });
        undefined;`);
      await hear(page, 'many(200)');
      await page.evaluate('scrolled');
    }
    assert.equal(await page.evaluate('begin - firstRow()'), 20, 'rows');
  });

  it('follows the newest message through changes of its size until the user scrolls', async () => {
    const { page, inspector, button } = await openInspector(politeEmbed.replace('</script>', many));
    let sent = 0;
    const newestIsVisible = async (when: string) => {
      sent += 40;
      await hear(
        page,
        `say('navigate', { path: '/first/${sent}' }); many(39); say('navigate', { path: '/last/${sent}' })`,
      );
      const newest = inspector.locator('.message-row:not([hidden])', { hasText: `/last/${sent}"` });
      await eventually(async () => {
        const [row, list] = [await newest.boundingBox(), await inspector.locator('.virtual-list').boundingBox()];
        assert.ok(row && list && row.y + row.height <= list.y + list.height + 1, `the newest is not visible ${when}`);
      });
    };
    await newestIsVisible('at first');
    for (const height of [500, 900, 640]) {
      await page.setViewportSize({ width: 1_000, height });
      await painted(page);
      await newestIsVisible(`${height} pixels high`);
    }
    for (const state of ['open', 'closed']) {
      await button('Compose Action', inspector).click();
      await painted(page);
      await newestIsVisible(`with the form ${state}`);
    }
    await button('Close Event Inspector', inspector).click();
    await inspector.waitFor({ state: 'hidden' });
    await hear(page, 'many(100)');
    await button('Event Inspector').click();
    await newestIsVisible('after it was closed');
    await button('Pause', inspector).click();
    await hear(page, 'many(100)');
    await button('Resume', inspector).click();
    await newestIsVisible('after a pause');

    await inspector.locator('.virtual-list').hover();
    await page.mouse.wheel(0, -400);
    const firstRow = () => inspector.locator('.virtual-list').evaluate((list) => list.scrollTop);
    let before = -1;
    await eventually(async () => {
      const now = await firstRow();
      const still = now === before;
      before = now;
      assert.ok(still, 'the list still scrolls');
    });
    await hear(page, 'many(40)');
    await painted(page);
    assert.equal(await firstRow(), before, 'the list stays where the user scrolled to');
    await page.mouse.wheel(0, 100_000);
    await newestIsVisible('after scrolling to the end');
  });

  it('copies one message or all filtered messages as lines of JSON', async () => {
    const { inspector, rows, filter, copied, say } = await openInspector();
    await say('drilldown', { member: 'sales.count', value: 7 });
    await inspector.getByText('svc:event:drilldown').first().waitFor();
    await eventually(async () => assert.equal((await filter('in accepted')).length, 4));
    const all = await copied('Copy Filtered Messages as JSON Lines');
    assert.deepEqual(
      all.map(({ direction, type, result }) => [direction, type, result]),
      ['ready', 'view', 'dashboard-loaded', 'drilldown'].map((name) => ['in', `svc:event:${name}`, 'accepted']),
    );
    assert.ok(all.every(({ time }) => new Date(time).toISOString() === time));
    await inspector.getByText('Copied 4 messages').waitFor();
    await rows.getByText('drilldown').click();
    const one = await copied('Copy Message as JSON');
    assert.deepEqual(
      one.map(({ payload }) => payload),
      [{ member: 'sales.count', value: 7 }],
    );
  });

  it('shows all fields of a message and opens a measure’s definition', async () => {
    const { page, inspector, rows, button, say, asked, host } = await openInspector(
      politeEmbed,
      {},
      { followDrilldown: false },
    );
    await say('drilldown', { member: 'sales.count', value: 7 });
    await hear(page, `parent.postMessage({ source: 'svc-embed', direction: 'action', type: 'x' }, '*')`);
    await inspector.getByText('ignored: direction').click();
    const detail = page.getByRole('region', { name: 'Message', exact: true });
    for (const words of ['An embedded page can only send events.', host.embedOrigin, '"direction": "action"'])
      await detail.getByText(words).first().waitFor();
    await rows.getByText('drilldown').click();
    await detail.getByText('"member": "sales.count"').waitFor();
    await button('Open Definition of sales.count', detail).click();
    await eventually(() => assert.deepEqual(asked('openDefinition'), [{ member: 'sales.count' }]));
    await button('Close Message', detail).click();
    await detail.waitFor({ state: 'hidden' });
  });

  it('composes each action from a sample, checks it against the catalog, and sends it in any case', async () => {
    const { page, inspector, rows, button, told } = await openInspector();
    await button('Compose Action', inspector).click();
    const form = inspector.getByRole('form', { name: 'Compose Action' });
    const [action, payload] = [form.getByLabel('Action', { exact: true }), form.getByLabel('Payload (JSON)')];
    const status = form.getByRole('status');
    const names = await action.locator('option').allInnerTexts();
    for (const name of names.slice(0, -1)) {
      await action.selectOption({ label: name });
      const sample = JSON.parse(await payload.inputValue()) as object;
      assert.equal(typeof sample, 'object', name);
      const complete = name !== 'set-session';
      assert.equal(/Valid action of the catalog/.test(await status.innerText()), complete, name);
    }
    await action.selectOption({ label: 'navigate' });
    await payload.fill('{"path": "/dashboard/x/3"}');
    await payload.press('Control+Enter');
    await eventually(async () => assert.deepEqual(await told('navigate'), [{ path: '/dashboard/x/3' }]));

    await payload.fill('{"path": ');
    await status.getByText('not a JSON object').waitFor();
    assert.equal(await button('Send', form).isDisabled(), true);
    await payload.fill('{"path": 7}');
    await status.getByText(/Not in the catalog.*path/).waitFor();
    await button('Send', form).click();
    await eventually(async () => assert.deepEqual((await told('navigate')).at(-1), { path: 7 }));

    await action.selectOption({ label: 'set-timezone' });
    await payload.fill('{"timezone": "+02:00"}');
    await status.getByText('Not a time zone').waitFor();

    await action.selectOption({ label: 'Other type…' });
    await form.getByLabel('Message type').fill('svc:action:dance');
    await payload.fill('{}');
    await button('Send', form).click();
    await eventually(async () => assert.equal((await told('dance')).length, 1));
    // A sent message can be changed and sent again.
    await rows.getByText('dance').click();
    await button('Edit and Resend', page.getByRole('region', { name: 'Message', exact: true })).click();
    assert.equal(await form.getByLabel('Message type').inputValue(), 'svc:action:dance');
  });

  it('shows no session id in rows, details and copies', async () => {
    const { page, say, host, inspector, copied } = await openInspector();
    await say('session-expired', { expiredAt: Date.now() });
    await untilState(host, ({ counts }) => counts.renewals === 1);
    await inspector.getByText('svc:action:set-session').click();
    assert.doesNotMatch(await page.content(), /secret-id/);
    assert.doesNotMatch(JSON.stringify(await copied('Copy Filtered Messages as JSON Lines')), /secret-id/);
  });

  it('works with the keyboard alone', async () => {
    const { page, inspector, grid, asked, say } = await openInspector();
    await say('drilldown', { member: 'sales.count' });
    await inspector.getByText('svc:event:drilldown').first().waitFor();
    await inspector.getByRole('searchbox').focus();
    await page.keyboard.press('ArrowDown');
    const selected = grid.locator('[aria-selected="true"]');
    await eventually(async () => assert.match(await selected.innerText(), /drilldown/));
    await page.keyboard.press('ArrowUp');
    await eventually(async () => assert.doesNotMatch(await selected.innerText(), /drilldown/));
    assert.equal(await grid.getAttribute('aria-activedescendant'), await selected.getAttribute('id'));
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    const detail = page.getByRole('region', { name: 'Message', exact: true });
    await detail.getByRole('heading', { name: 'svc:action:set-color-scheme' }).waitFor();
    await page.keyboard.press('Control+c');
    await eventually(() => assert.equal(asked('copyText').length, 1));
    await page.keyboard.press('Escape');
    await detail.waitFor({ state: 'hidden' });
    await page.keyboard.press('Escape');
    await inspector.waitFor({ state: 'hidden' });
  });

  for (const width of [500, 320])
    it(`fits into ${width} pixels with the title on one line and the whole result`, async () => {
      const { page, rows, inspector } = await openInspector(politeEmbed, { viewport: { width, height: 640 } });
      await hear(page, `parent.postMessage({ hello: 1 }, '*')`);
      const result = rows.last().locator('.result');
      await result.getByText('ignored: source').waitFor();
      const box = await result.evaluate((node) => {
        const { right } = node.getBoundingClientRect();
        return { right, cut: node.scrollWidth > node.clientWidth };
      });
      assert.ok(box.right <= width && !box.cut, JSON.stringify(box));
      const title = inspector.getByRole('heading', { name: 'Event Inspector' });
      const height = (await title.boundingBox())!.height;
      assert.ok(height < 30, `${height} pixels`);
      const over = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
      assert.equal(over, 0, 'nothing is wider than the page');
    });
});
