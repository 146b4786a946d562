import assert from 'node:assert/strict';
import { hostileText } from '../shared/documentPage.ts';
import { showTheme } from '../shared/editorThemes.ts';
import { eventually } from '../shared/eventually.ts';
import { plainCard, plainRow, reviewPages, sampleReview } from './reviewUnderTest.ts';

describe('review page', () => {
  const open = reviewPages();

  it('shows names as text', async () => {
    const { page } = await open();
    await page.getByRole('button', { name: hostileText }).waitFor();
    assert.equal(await page.locator('img').count(), 0);
  });

  it('works by keyboard alone: filters, links, folded differences, message, confirmation, button', async () => {
    const { page, asked } = await open();
    const focused = () => page.evaluate("document.activeElement.getAttribute('data-key')");
    const order: unknown[] = [];
    while (order.at(-1) !== 'act' && order.length < 40) {
      await page.keyboard.press('Tab');
      order.push(await focused());
    }
    assert.deepEqual(
      order.filter((key) => key !== null),
      [
        ...['copy', 'refresh'],
        ...[
          'filter all',
          'filter breaks',
          'filter consumers',
          'filter values',
          'filter changes',
          'filter files',
          'search',
        ],
        ...[`open ${hostileText}`, 'open Breaks view sales', `breaks ${hostileText} diff`],
        ...['open report Revenue by country (For customers)', 'open Compare Values', 'changes orders.average more'],
        ...['open model/a.yml', 'message', 'confirm', 'act'],
      ],
    );
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

  it('shows what changes, what breaks and who sees more first, then the cards in their order', async () => {
    const { page } = await open();
    assert.deepEqual(
      await page.getByRole('list', { name: 'Summary' }).getByRole('listitem').allInnerTexts(),
      sampleReview.conclusion.map(({ text }) => text),
    );
    assert.deepEqual(await page.getByRole('heading', { level: 2 }).allInnerTexts(), [
      ...['Breaks\n1', 'Consumers\n1', 'Values\n2', 'Definitions\n1', 'Files\n1'],
      'Commit dev-kim directly to production?',
    ]);
  });

  it('shows the difference of a definition in place, with the part of a line that differs', async () => {
    const { page } = await open();
    const diff = page.getByRole('group', { name: 'Difference of measure orders.total' });
    assert.deepEqual(await diff.locator('.removed mark').allInnerTexts(), ['amount']);
    assert.deepEqual(await diff.locator('.added mark').allInnerTexts(), ['net_amount']);
    assert.equal(await diff.locator('.sql-string').first().innerText(), "'completed'");
    assert.deepEqual(
      await diff.locator('.sql-keyword').allInnerTexts(),
      ['name', 'description', 'sql', 'sql', 'filters'],
      'words of a description are not keywords',
    );
  });

  it('has no background behind code but that of its line', async () => {
    const { page } = await open();
    await showTheme(page, 'light');
    const style = await page.evaluate(`(() => {
      const { backgroundColor, padding } = getComputedStyle(document.querySelector('.diff .same code'));
      return [backgroundColor, padding];
    })()`);
    assert.deepEqual(style, ['rgba(0, 0, 0, 0)', '0px']);
  });

  it('shows the focus on a chosen filter', async () => {
    const { page } = await open();
    await showTheme(page, 'dark');
    await page.getByRole('button', { name: 'Refresh' }).focus();
    await page.keyboard.press('Tab');
    const style = await page.evaluate(
      "[document.activeElement.getAttribute('aria-pressed'), getComputedStyle(document.activeElement).outlineColor]",
    );
    assert.deepEqual(style, ['true', 'rgb(0, 120, 212)']);
  });

  it('has nothing below the form while it has no status', async () => {
    const { page, show } = await open();
    const gap = () =>
      page.evaluate(
        'document.documentElement.scrollHeight - document.querySelector(".act").offsetTop - document.querySelector(".act").offsetHeight',
      );
    await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)');
    await eventually(async () => assert.equal(await gap(), 0));
    await show({ ...sampleReview, status: { tone: 'plain', text: 'Reading both branches' } });
    await page.getByText('Reading both branches').waitFor();
    assert.ok(((await gap()) as number) > 20);
  });

  it('asks for the statements of a member when they are opened, and keeps them open', async () => {
    const { page, asked, show } = await open();
    await page.getByText('SQL of orders.average').click();
    await page.getByText('net_amount)').waitFor();
    assert.deepEqual(asked, [['readDiff', { id: 's' }]]);
    await show({ ...sampleReview, status: { tone: 'plain', text: 'Reading both branches' } });
    await page.getByText('net_amount)').waitFor();
  });

  it('shows numbers before and after, with a bar to the side of the difference', async () => {
    const { page } = await open();
    const rows = page.getByRole('row');
    assert.deepEqual((await rows.nth(1).innerText()).split(/\s*\t\s*/), [
      'orders.total',
      '12,345.67',
      '14,000',
      '+13.4 %',
    ]);
    const bars = await page.locator('.bar').evaluateAll((all) =>
      all.map((bar) => {
        const [outer, inner] = [bar, bar.firstElementChild!].map((one) => one.getBoundingClientRect());
        const middle = outer!.left + outer!.width / 2;
        return [Math.sign(Math.round(inner!.left + inner!.width / 2 - middle)), inner!.width / outer!.width];
      }),
    );
    assert.deepEqual(
      bars.map(([side]) => side),
      [1, -1],
    );
    assert.ok(bars[1]![1]! > bars[0]![1]!);
  });

  it('filters by card and by a part of a name', async () => {
    const { page, show } = await open();
    const titles = async () => (await page.locator('.card h2').allInnerTexts()).map((text) => text.split('\n')[0]);
    await page.getByRole('button', { name: 'Values 2' }).click();
    assert.deepEqual(await titles(), ['Values']);
    await show({ ...sampleReview, status: { tone: 'plain', text: 'Reading both branches' } });
    assert.deepEqual(await titles(), ['Values']);
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await page.getByLabel('Filter by name').fill('SHIPPED');
    assert.deepEqual(await titles(), ['Values']);
    assert.equal(await page.getByRole('row').count(), 2);
    await page.getByLabel('Filter by name').fill('nothing like this');
    await page.getByText('Nothing matches the filter.').waitFor();
  });

  it('keeps the button in view while the page scrolls', async () => {
    const { page, show } = await open(500);
    const rows = Array.from({ length: 100 }, (_, at) => ({ ...plainRow, text: `model/${at}.yml` }));
    await show({ ...sampleReview, cards: [{ ...plainCard, id: 'files', title: 'Files', count: 100, rows }] });
    for (const y of [0, 900, 100_000]) {
      await page.mouse.wheel(0, y);
      const box = (await page.getByRole('button', { name: 'Commit to Production' }).boundingBox())!;
      assert.ok(box.y >= 0 && box.y + box.height <= 701, `${y}: ${box.y}`);
    }
  });

  it('keeps what the user entered and the focus, but not the confirmation of a review that changed', async () => {
    const { page, show } = await open();
    await page.getByLabel('Commit message').fill('Mine');
    await page.getByLabel('Change main').check();
    await page.getByLabel('Commit message').focus();
    await show({ ...sampleReview, status: { tone: 'plain', text: 'Reading both branches' } });
    assert.ok(await page.getByLabel('Change main').isChecked());
    const notice = { tone: 'warning' as const, text: 'Nothing was sent', lines: ['model/b.yml on main: added'] };
    await show({ ...sampleReview, notice, cards: sampleReview.cards.slice(0, 1) });
    await page.getByRole('alert').getByText('model/b.yml on main: added').waitFor();
    assert.equal(await page.getByLabel('Commit message').inputValue(), 'Mine');
    assert.equal(await page.evaluate("document.activeElement.getAttribute('data-key')"), 'message');
    assert.equal(await page.getByLabel('Change main').isChecked(), false);
  });

  it('shows what must be done first together with the button', async () => {
    const { page, show } = await open();
    const rows = Array.from({ length: 60 }, (_, at) => ({ ...plainRow, text: `model/${at}.yml` }));
    const long = { ...sampleReview, cards: [{ ...plainCard, id: 'files' as const, title: 'Files', rows }] };
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
    await show({ ...sampleReview, conclusion: [], cards: [], form: null, isBusy: true });
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
