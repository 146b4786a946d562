import assert from 'node:assert/strict';
import { hostileText } from '../shared/documentPage.ts';
import { eventually } from '../shared/eventually.ts';
import { plainRow, reviewPages, sampleReview } from './reviewUnderTest.ts';

describe('review page', () => {
  const open = reviewPages();

  it('shows names as text', async () => {
    const { page } = await open();
    await page.getByRole('button', { name: hostileText }).waitFor();
    assert.equal(await page.locator('img').count(), 0);
  });

  it('works by keyboard alone: links, message, confirmation, button', async () => {
    const { page, asked } = await open();
    const focused = () => page.evaluate("document.activeElement.getAttribute('data-key')");
    const order: unknown[] = [];
    for (let step = 0; step < 8; step += 1) {
      await page.keyboard.press('Tab');
      order.push(await focused());
    }
    assert.deepEqual(order, ['copy', 'refresh', 'open m', 'open n', 'open f', 'message', 'confirm', 'act']);
    await page.getByRole('button', { name: 'model/a.yml' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Commit message').fill('Better title');
    await page.getByLabel('Change main').focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Commit to Production' }).press('Enter');
    await eventually(() =>
      assert.deepEqual(asked, [
        ['open', { id: 'f' }],
        ['draft', { message: 'Better title' }],
        ['act', { message: 'Better title', confirmed: true, keepBranch: false }],
      ]),
    );
  });

  it('keeps what the user entered and the focus, but not the confirmation of a review that changed', async () => {
    const { page, show } = await open();
    await page.getByLabel('Commit message').fill('Mine');
    await page.getByLabel('Change main').check();
    await page.getByLabel('Commit message').focus();
    await show({ ...sampleReview, status: { tone: 'plain', text: 'Reading both branches' } });
    assert.ok(await page.getByLabel('Change main').isChecked());
    const notice = { tone: 'warning' as const, text: 'Nothing was sent', lines: ['model/b.yml on main: added'] };
    await show({ ...sampleReview, notice, sections: sampleReview.sections.slice(0, 1) });
    await page.getByRole('alert').getByText('model/b.yml on main: added').waitFor();
    assert.equal(await page.getByLabel('Commit message').inputValue(), 'Mine');
    assert.equal(await page.evaluate("document.activeElement.getAttribute('data-key')"), 'message');
    assert.equal(await page.getByLabel('Change main').isChecked(), false);
  });

  it('shows what must be done first together with the button', async () => {
    const { page, show } = await open();
    const rows = Array.from({ length: 60 }, (_, at) => ({ ...plainRow, text: `model/${at}.yml` }));
    const long = { ...sampleReview, sections: [{ title: 'Files: 60', rows, links: [] }] };
    await show(long);
    await page.getByRole('button', { name: 'Commit to Production' }).focus();
    await show({ ...long, notice: { tone: 'error', text: 'Select the check box above the button first.', lines: [] } });
    for (const part of [page.getByRole('alert'), page.getByRole('button', { name: 'Commit to Production' })]) {
      const { y, height } = (await part.boundingBox())!;
      // The page scrolls by whole pixels.
      assert.ok(y > -1 && y + height < 701, `${y} + ${height}`);
    }
  });

  it('offers nothing to read again after the branch was committed', async () => {
    const { page, show } = await open();
    await show({ ...sampleReview, subject: null, form: null, status: { tone: 'good', text: 'Committed' } });
    await page.getByRole('status').getByText('Committed').waitFor();
    assert.deepEqual(await page.locator('.commands button').allInnerTexts(), ['Copy as Markdown']);
  });

  it('keeps the message while it is hidden', async () => {
    const { page } = await open();
    await page.getByLabel('Commit message').fill('Mine');
    await page.reload();
    await eventually(async () => assert.equal(await page.getByLabel('Commit message').inputValue(), 'Mine'));
    assert.equal(await page.getByLabel('Change main').isChecked(), false);
  });

  it('stores what the review is about with the message, and neither after the branch was committed', async () => {
    const { page, show, stored } = await open();
    await page.getByLabel('Commit message').fill('Mine');
    await eventually(async () =>
      assert.deepEqual(await stored(), { subject: sampleReview.subject, message: 'Mine', keepBranch: false }),
    );
    await show({ ...sampleReview, subject: null, form: null });
    await eventually(async () => assert.deepEqual(await stored(), { subject: null, message: '', keepBranch: false }));
  });

  it('keeps the message while the branches are read again after a reload of the window', async () => {
    const { page, show } = await open();
    await page.getByLabel('Commit message').fill('Mine');
    await show({ ...sampleReview, sections: [], form: null, isBusy: true });
    await page.getByLabel('Commit message').waitFor({ state: 'detached' });
    await page.reload();
    await show(sampleReview);
    await eventually(async () => assert.equal(await page.getByLabel('Commit message').inputValue(), 'Mine'));
  });

  it('folds the details of a refusal, and keeps them open while the rest changes', async () => {
    const { page, show } = await open();
    const refused = {
      ...sampleReview,
      notice: { tone: 'error' as const, text: 'It was refused.', lines: [], details: 'acme, commit, request r-17' },
    };
    await show(refused);
    const details = page.getByText('request r-17');
    await page.getByText('It was refused.').waitFor();
    assert.equal(await details.isVisible(), false);
    await page.getByText('Details').click();
    await details.waitFor();
    await show({ ...refused, status: { tone: 'plain', text: 'Reading both branches' } });
    assert.equal(await details.isVisible(), true);
  });
});
