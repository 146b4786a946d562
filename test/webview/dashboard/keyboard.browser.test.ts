import assert from 'node:assert/strict';
import { eventually } from '../shared/eventually.ts';
import { politeEmbed } from './hostUnderTest.ts';
import { openedPages } from './openedPages.ts';

/** In the page: every control that is in sight and enabled, and whether it has a name for those who cannot see it. */
const controls = `[...document.querySelectorAll('button, select, input, textarea, [tabindex="0"]')]
  .filter((node) => node.checkVisibility() && !node.disabled)
  .map((node, index) => {
    node.dataset.control = index;
    const labels = [node.getAttribute('aria-label'), node.textContent, ...[...(node.labels ?? [])].map((label) => label.textContent)];
    return { index: String(index), name: labels.find((label) => label && label.trim()) ?? '', html: node.outerHTML.slice(0, 120) };
  })`;

describe('host page: keyboard', () => {
  const open = openedPages();

  it('reaches every control with Tab; each has a name', async () => {
    const mine = { id: '1', name: 'Ada' };
    const comment = { id: '1', author: mine, mine: true, text: 'x', mentions: [], createdAt: '', deleted: false };
    const listComments = () => ({ threads: [{ id: '1', resolved: false, comments: [comment] }] });
    const { page, button, say } = await open(politeEmbed, {}, { listComments } as never);
    await say('navigate', { path: '/dashboard/x/1' });
    await say('drilldown', { member: 'sales.count' });
    await button('Comments').click();
    await button('Event Inspector').click();
    await button('Compose Action').click();
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
    await page.locator('.virtual-rows').getByText('drilldown').click();
    const all = (await page.evaluate(controls)) as { index: string; name: string; html: string }[];
    assert.ok(all.length > 25, String(all.length));
    assert.deepEqual(
      all.filter(({ name }) => name === ''),
      [],
      'each has a name',
    );
    await page.evaluate('document.activeElement?.blur()');
    const reached = new Set<string>();
    for (let step = 0; step < all.length + 12; step += 1) {
      await page.keyboard.press('Tab');
      reached.add(String(await page.evaluate('document.activeElement?.dataset.control ?? ""')));
    }
    assert.deepEqual(
      all.filter(({ index }) => !reached.has(index)),
      [],
    );
  });

  it('opens every menu with Enter, moves the focus into it, and back to its button with Escape', async () => {
    const { page, button } = await open(politeEmbed);
    for (const [name, dialog] of [
      ['Filters', 'Filters'],
      ['Default time zone', 'Time zone'],
      ['Export', 'Export'],
      ['More Actions', 'More Actions'],
    ] as const) {
      await button(name).focus();
      await page.keyboard.press('Enter');
      const panel = page.getByRole('dialog', { name: dialog });
      await panel.waitFor();
      await eventually(async () => assert.equal(await panel.locator(':focus').count(), 1, name));
      await page.keyboard.press('Escape');
      await panel.waitFor({ state: 'hidden' });
      assert.equal(await page.locator(':focus').getAttribute('aria-expanded'), 'false', name);
      assert.equal(await button(name).and(page.locator(':focus')).count(), 1, name);
    }
  });

  it('closes a menu when the focus leaves it', async () => {
    const { page, button } = await open(politeEmbed);
    await button('Filters').click();
    await page.getByRole('combobox', { name: 'Branch' }).focus();
    await page.getByRole('dialog', { name: 'Filters' }).waitFor({ state: 'hidden' });
  });
});
