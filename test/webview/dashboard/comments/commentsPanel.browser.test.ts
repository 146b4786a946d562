import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { CommentThread, DashboardComment } from '../../../../src/contract/messages/hostComments.ts';
import { eventually } from '../../shared/eventually.ts';
import { politeEmbed } from '../hostUnderTest.ts';
import { openedPages } from '../openedPages.ts';

const ada = { id: '1', name: 'Ada Lovelace' };
const grace = { id: '2', name: 'Grace Hopper' };

function comment(id: string, author: typeof ada, text: string, over: Partial<DashboardComment> = {}): DashboardComment {
  const createdAt = '2026-03-04T10:00:00Z';
  return { id, author, mine: author === ada, text, mentions: [], createdAt, editedAt: null, deleted: false, ...over };
}

/** Ada looks at it. */
const threads: CommentThread[] = [
  { id: '10', resolved: false, comments: [comment('10', ada, 'Too low?'), comment('11', grace, 'Refunds are in.')] },
  {
    id: '20',
    resolved: false,
    comments: [comment('20', grace, 'A question'), comment('21', ada, '', { deleted: true })],
  },
  { id: '30', resolved: true, comments: [comment('30', ada, 'Long done')] },
];

describe('host page: comments', () => {
  const open = openedPages();

  async function openComments(answers: object = {}) {
    const listComments = () => ({ threads });
    const mentionableUsers = () => ({ users: [ada, grace] });
    const opened = await open(politeEmbed, {}, { listComments, mentionableUsers, ...answers } as never);
    await opened.button('Comments').click();
    const panel = opened.page.getByRole('complementary', { name: 'Comments' });
    await panel.getByText('Too low?').waitFor();
    return { ...opened, panel, one: (id: string) => panel.locator(`[data-comment="${id}"]`) };
  }

  it('shows threads and replies with their authors, and resolved threads on request', async () => {
    const { panel, one, button } = await openComments();
    assert.match(await one('11').innerText(), /Grace Hopper[\s\S]*Refunds are in\./);
    assert.match(await one('21').innerText(), /deleted/);
    assert.equal(await panel.getByText('Long done').count(), 0);
    await button('Show Resolved (1)', panel).click();
    await panel.getByText('Long done').waitFor();
  });

  it('draws borders of buttons and of the selected message in high contrast', async () => {
    const { page, panel, button } = await openComments();
    await button('Event Inspector').click();
    await page.locator('.virtual-rows .message-row:not([hidden])').first().click();
    await page.evaluate(`for (const name of ['button-border', 'contrastActiveBorder'])
      document.documentElement.style.setProperty('--vscode-' + name, 'rgb(1, 2, 3)')`);
    const drawn = (target: Locator, property: string) =>
      target.evaluate((node, name) => {
        const { defaultView } = node.ownerDocument as unknown as {
          defaultView: { getComputedStyle(of: unknown): { getPropertyValue(name: string): string } };
        };
        return defaultView.getComputedStyle(node).getPropertyValue(name);
      }, property);
    const line = 'rgb(1, 2, 3)';
    assert.equal(await drawn(button('Send', panel), 'border-top-color'), line);
    assert.notEqual(await drawn(button('Edit', panel).first(), 'border-top-color'), line, 'a link has no border');
    assert.notEqual(await drawn(button('Reload Comments', panel), 'border-top-color'), line, 'nor an icon');
    const selected = page.locator('.message-row[aria-selected="true"]');
    assert.equal(await drawn(selected, 'outline-color'), line);
    assert.equal(await drawn(selected, 'outline-style'), 'solid');
  });

  it('lets only the author edit, delete and resolve a comment, and nothing for a deleted one', async () => {
    const { panel, one, button } = await openComments();
    const offered = async (id: string) => one(id).getByRole('button').allInnerTexts();
    assert.deepEqual(
      [await offered('10'), await offered('11'), await offered('20'), await offered('21')],
      [['Edit', 'Delete'], [], [], []],
    );
    const articles = panel.getByRole('article');
    assert.equal(await button('Resolve', articles.nth(0)).count(), 1);
    assert.equal(await button('Resolve', articles.nth(1)).count(), 0, 'it is Grace’s thread');
    assert.equal(await button('Reply', articles.nth(1)).count(), 1, 'everybody may reply');
  });

  it('starts a thread with a mention, replies, edits, resolves, reopens and deletes after a confirmation', async () => {
    const { page, panel, one, button, asked } = await openComments();
    const write = panel.getByRole('textbox', { name: /^Write a comment/ });
    await write.pressSequentially('Look @Gr');
    await panel.getByRole('option', { name: 'Grace Hopper' }).click();
    await page.keyboard.type('please');
    await button('Send', panel).click();
    await eventually(() =>
      assert.deepEqual(asked('createComment'), [{ text: 'Look @Grace Hopper please', mentions: ['2'] }]),
    );
    await eventually(async () => assert.equal(await write.inputValue(), ''));

    const thread = panel.getByRole('article').nth(1);
    await thread.getByRole('textbox').fill('An answer');
    await button('Reply', thread).click();
    await eventually(() =>
      assert.deepEqual(asked('replyToComment'), [{ threadId: '20', text: 'An answer', mentions: [] }]),
    );

    await button('Edit', one('10')).click();
    const editor = one('10').getByRole('textbox');
    assert.equal(await editor.inputValue(), 'Too low?');
    await editor.fill('Much too low?');
    await button('Save', one('10')).click();
    await eventually(() =>
      assert.deepEqual(asked('editComment'), [{ commentId: '10', text: 'Much too low?', mentions: [] }]),
    );

    await button('Resolve', panel).click();
    await button('Show Resolved (1)', panel).click();
    await button('Reopen', panel).click();
    await eventually(() =>
      assert.deepEqual(asked('resolveComment'), [
        { commentId: '10', resolved: true },
        { commentId: '30', resolved: false },
      ]),
    );

    await button('Delete', one('10')).click();
    assert.deepEqual(asked('deleteComment'), [], 'it is asked first');
    await button('Cancel', one('10')).click();
    await button('Delete', one('10')).click();
    await button('Delete', one('10')).click();
    await eventually(() => assert.deepEqual(asked('deleteComment'), [{ commentId: '10' }]));
  });

  it('keeps the text where the platform refuses it and shows the reason', async () => {
    const createComment = () => ({ ok: false, kind: 'other', message: 'Comments are switched off.' });
    const { panel, button } = await openComments({ createComment });
    const write = panel.getByRole('textbox', { name: /^Write a comment/ });
    await write.fill('Not lost');
    await button('Send', panel).click();
    await panel.getByRole('alert').getByText('Comments are switched off.').waitFor();
    assert.equal(await write.inputValue(), 'Not lost');
  });

  it('explains unavailable comments, and is hidden where comments are impossible', async () => {
    const unavailable = 'Comments need a signed session of an embed tenant.';
    const { page, button, host } = await open(politeEmbed, {}, { listComments: () => ({ unavailable }) });
    await button('Comments').click();
    await page.getByText(unavailable).waitFor();
    await host.ask('configChanged', { comments: false });
    await button('Comments').waitFor({ state: 'hidden' });
    await page.getByText(unavailable).waitFor({ state: 'hidden' });
  });
});
