import assert from 'node:assert/strict';
import { parseFilterParameter, parseFilterText } from '../../../../src/contract/messages/filter.ts';
import type { HostOptions } from '../../../../src/contract/messages/hostConfig.ts';
import { eventually } from '../../shared/eventually.ts';
import { embeddedFrame } from '../embeddedFrame.ts';
import { politeEmbed, untilState } from '../hostUnderTest.ts';
import { openedPages } from '../openedPages.ts';

const listDimensions = () => ({
  views: [
    {
      view: 'sales',
      title: 'Sales',
      dimensions: [
        { name: 'status', title: 'Status', type: 'string' },
        { name: 'year', title: 'Year', type: 'number' },
      ],
    },
    { view: 'people', title: 'People', dimensions: [{ name: 'city', title: 'City', type: 'string' }] },
  ],
});

describe('host page: toolbar', () => {
  const open = openedPages();

  it('offers the model’s dimensions as filters, sends them as specified and loads with them', async () => {
    const { page, host, button, told, asked } = await open(politeEmbed, {}, { listDimensions });
    await button('Filters').click();
    const panel = page.getByRole('dialog', { name: 'Filters' });
    const dimension = panel.getByRole('combobox', { name: 'Dimension' });
    await eventually(async () =>
      assert.deepEqual(await dimension.locator('option').allInnerTexts(), ['Status', 'Year', 'City']),
    );
    const add = async (member: string, values: string) => {
      await dimension.selectOption(member);
      await panel.getByRole('textbox').fill(values);
      await panel.getByRole('textbox').press('Enter');
    };
    await add('sales.status', 'shipped, "in, transit"');
    await add('sales.year', '2026');
    const filters = [
      { view: 'sales', dimension: 'status', operator: 'equals', values: ['shipped', 'in, transit'] },
      { view: 'sales', dimension: 'year', operator: 'equals', values: [2026] },
    ];
    await eventually(async () => {
      const sent = (await told('set-filter')).map(({ filterUrlParameter }) => filterUrlParameter as string);
      assert.deepEqual(
        sent.map((text) => text.split('=', 1)[0]),
        ['f_sales.status', 'f_sales.year'],
      );
      assert.deepEqual(sent.map(parseFilterText), filters);
    });
    await eventually(() => assert.deepEqual((asked('saveOptions').at(-1) as HostOptions)?.filters, filters));
    await button('Filters (2)').waitFor();
    await host.ask('reload', {});
    await untilState(host, ({ counts }) => counts.loads === 2);
    const { searchParams } = new URL((await embeddedFrame(page)).url());
    const inAddress = [...searchParams].filter(([name]) => name.startsWith('f_'));
    assert.deepEqual(
      inAddress.map(([name, value]) => parseFilterParameter(name, value)),
      filters,
    );
    // Removing a filter is also sent, and Escape still closes the panel.
    await button('Remove Filter on sales.status').click();
    await eventually(async () => {
      const last = (await told('set-filter')).at(-1)?.filterUrlParameter as string;
      assert.deepEqual(parseFilterText(last)?.values, []);
    });
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
  });

  it('switches to the user of a profile with a new session, at the same path, and leaves the theme to it', async () => {
    const profiles = [{ name: 'Guest', hasTheme: true }];
    const { page, host, say, told, asked } = await open(politeEmbed, { profiles });
    const profile = page.getByRole('combobox', { name: 'Preview as User' });
    assert.deepEqual(await profile.locator('option').allInnerTexts(), ['As yourself', 'As Guest', 'Other User…']);
    assert.equal((await told('set-theme')).length, 1);
    await say('navigate', { path: '/dashboard/x/details', previousPath: '/dashboard/x' });
    await untilState(host, ({ path }) => path === '/dashboard/x/details');
    await profile.selectOption('As Guest');
    await untilState(host, ({ counts }) => counts.loads === 2);
    assert.equal((asked('saveOptions').at(-1) as HostOptions).profile, 'Guest');
    assert.equal(asked('mintSession').length, 2);
    assert.deepEqual(await told('set-session'), []);
    await eventually(async () => assert.deepEqual(await told('navigate'), [{ path: '/dashboard/x/details' }]));
    assert.deepEqual(await told('set-theme'), []);
    // The extension asks which other user; the page shows the same one until then.
    await profile.selectOption('Other User…');
    await eventually(() => assert.equal(asked('pickProfile').length, 1));
    await eventually(async () => assert.equal(await profile.inputValue(), '=Guest'));
  });

  it('accepts only IANA time zones and explains other input', async () => {
    const { page, host, button, told, asked } = await open(politeEmbed);
    await button('Default time zone').click();
    const panel = page.getByRole('dialog', { name: 'Time zone' });
    for (const wrong of ['+02:00', 'Europe/Nowhere']) {
      await panel.getByRole('combobox').fill(wrong);
      await button('Set', panel).click();
      const alert = panel.getByRole('alert');
      await eventually(async () =>
        assert.match(await alert.innerText(), new RegExp(`“\\${wrong}” is not a time zone`)),
      );
      assert.match(await alert.innerText(), /Europe\/Berlin/);
    }
    assert.deepEqual([await told('set-timezone'), asked('saveOptions')], [[], []]);
    await panel.getByRole('combobox').fill('America/New_York');
    await button('Set', panel).click();
    await eventually(async () => assert.deepEqual(await told('set-timezone'), [{ timezone: 'America/New_York' }]));
    await eventually(() => assert.equal((asked('saveOptions').at(-1) as HostOptions)?.timezone, 'America/New_York'));
    // The default of the platform has no action: only a load brings it back.
    await button('America/New_York').click();
    await button('Use Default', panel).click();
    await untilState(host, ({ counts }) => counts.loads === 2);
    assert.equal(new URL((await embeddedFrame(page)).url()).searchParams.has('timezone'), false);
  });

  it('sends language, color scheme and the editor’s colors', async () => {
    const { page, host, told } = await open(politeEmbed);
    await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
    await eventually(async () => assert.deepEqual(await told('set-locale'), [{ locale: 'de' }]));
    const theme = { scheme: 'light', embedTheme: { primaryColor: '#123456' } } as const;
    await host.ask('configChanged', { theme });
    await eventually(async () => {
      assert.deepEqual((await told('set-color-scheme')).at(-1), { scheme: 'light' });
      assert.deepEqual((await told('set-theme')).at(-1), { primaryColor: '#123456' });
    });
    for (const scheme of ['dark', 'auto'] as const) {
      await page.getByRole('combobox', { name: 'Color scheme' }).selectOption(scheme);
      await eventually(async () => assert.deepEqual((await told('set-color-scheme')).at(-1), { scheme }));
    }
    const before = (await told('set-color-scheme')).length;
    await host.ask('configChanged', { theme: { ...theme, scheme: 'dark' } });
    await host.ask('state', {});
    // The user's own selection does not follow the editor.
    assert.equal(
      (await told('set-color-scheme')).slice(before).some(({ scheme }) => scheme !== 'auto'),
      false,
    );
  });

  it('loads another branch with a new session', async () => {
    const { page, host, asked } = await open(politeEmbed);
    await page.getByRole('combobox', { name: 'Branch' }).selectOption({ label: 'Production' });
    await untilState(host, ({ counts }) => counts.loads === 2);
    assert.deepEqual(asked('mintSession'), [
      { branch: 'dev-me', reason: 'load' },
      { branch: null, reason: 'load' },
    ]);
  });

  it('goes back and forward through the reported paths', async () => {
    const { button, say, told } = await open(politeEmbed);
    assert.deepEqual([await button('Back').isDisabled(), await button('Forward').isDisabled()], [true, true]);
    await say('navigate', { path: '/dashboard/x/a', previousPath: '/dashboard/x' });
    await button('Back').click();
    await eventually(async () => assert.deepEqual(await told('navigate'), [{ path: '/dashboard/x' }]));
    await say('navigate', { path: '/dashboard/x' });
    await button('Forward').click();
    await eventually(async () => assert.deepEqual((await told('navigate')).at(-1), { path: '/dashboard/x/a' }));
    await say('navigate', { path: '/dashboard/x/a' });
    await eventually(async () => assert.equal(await button('Forward').isDisabled(), true));
  });

  it('runs the queries again with the refresh action', async () => {
    const { button, told } = await open(politeEmbed);
    await button('Refresh Data').click();
    await eventually(async () => assert.deepEqual(await told('refresh'), [{}]));
  });

  it('exports with progress, shows the file or the failure, and nothing after a cancellation', async () => {
    let finish: (answer: unknown) => void = () => {};
    let aborted = 0;
    const exportDashboard = (_: unknown, signal: AbortSignal) =>
      new Promise((resolve, reject) => {
        finish = resolve;
        signal.addEventListener('abort', () => {
          aborted += 1;
          reject(signal.reason);
        });
      });
    const { page, host, button, asked } = await open(politeEmbed, {}, { exportDashboard } as never);
    const begin = async (format: 'PNG' | 'PDF') => {
      const already = asked('exportDashboard').length;
      await button('Export').click();
      await button(`Export as ${format}`).click();
      await eventually(() => assert.equal(asked('exportDashboard').length, already + 1));
    };
    await begin('PNG');
    assert.deepEqual(asked('exportDashboard'), [{ format: 'png', branch: 'dev-me' }]);
    await host.ask('exportProgress', { status: 'rendering', done: 0.4 });
    await page.getByText('Exporting: rendering 40 %').waitFor();
    assert.equal(await button('Export').isDisabled(), true);
    finish({ ok: true, savedTo: 'reports/Sales.png' });
    await page.getByText('Saved to reports/Sales.png').waitFor();

    await begin('PDF');
    finish({ ok: false, kind: 'other', message: 'The renderer failed.', action: 'Try again later.' });
    await page.getByText('The renderer failed. Try again later.').waitFor();

    await begin('PDF');
    await button('Cancel Export').click();
    await eventually(() => assert.equal(aborted, 1));
    await eventually(async () => assert.equal(await button('Export').isEnabled(), true));
    assert.equal(await page.locator('.notice').count(), 0, 'of what was cancelled nothing is said');
  });

  it('lets only administrators allow embedding and explains a failure', async () => {
    const refused = { ok: false, kind: 'forbidden', message: 'Administrators only.' } as const;
    let answer: { ok: true; allowed: boolean } | typeof refused = { ok: true, allowed: false };
    const { page, host, button, asked } = await open(politeEmbed, {}, { setEmbedding: () => answer });
    const allow = page.getByRole('checkbox', { name: 'Allow Embedding' });
    await button('More Actions').click();
    assert.equal(await allow.isChecked(), true);
    await allow.click();
    await eventually(() => assert.deepEqual(asked('setEmbedding'), [{ allow: false }]));
    answer = refused;
    await eventually(async () => {
      await button('More Actions').click();
      assert.equal(await allow.isChecked(), false);
    });
    await allow.click();
    await page.getByText('Administrators only.').waitFor();
    await button('More Actions').click();
    assert.equal(await allow.isChecked(), false, 'it is as it was');
    await host.ask('configChanged', { embedding: null });
    // The page draws changes a moment later, and an open menu stays as it is.
    await eventually(async () => {
      await page.keyboard.press('Escape');
      await button('More Actions').click();
      await button('Reload with a New Session').waitFor();
      assert.equal(await allow.count(), 0);
    });
  });
});
