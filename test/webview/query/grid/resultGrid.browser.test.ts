import assert from 'node:assert/strict';
import { eventually } from '../../shared/eventually.ts';
import { queryPages } from '../queryUnderTest.ts';
import {
  amount,
  comparedStatuses,
  contentOf,
  count,
  largeResult,
  resultOf,
  status,
  statuses,
} from '../sampleResult.ts';

const names = (cells: string[][]) => cells.map(([first]) => first);

describe('grid of a result', () => {
  const open = queryPages();

  it('shows titles, formats, null and empty texts, and counts rows and columns for screen readers', async () => {
    const { page, grid, cells } = await open(contentOf(statuses));
    assert.deepEqual(await page.getByRole('columnheader').allTextContents(), [
      'Orders Status',
      'Orders Count',
      'Total Amount',
      'Completed Share',
    ]);
    assert.deepEqual(await cells(), [
      ['completed', '1,204', '$98,765,432,109,876,543,210.50', '81.23%'],
      ['processing', '310', '$1,200.25', '10%'],
      ['null', '7', '$9,007,199,254,740,993.00', 'null'],
      ['empty', '12', '$9,007,199,254,740,992.00', '5%'],
      ['shipped', '95', '-$45.50', '3.77%'],
    ]);
    assert.equal(await grid.getAttribute('aria-rowcount'), '6');
    assert.equal(await grid.getAttribute('aria-colcount'), '4');
    const style = (text: string) =>
      page.evaluate(`(({ fontStyle, textAlign }) => fontStyle + ' ' + textAlign)(getComputedStyle(
        [...document.querySelectorAll('.grid-cell')].find((cell) => cell.textContent === '${text}')))`);
    assert.match(String(await style('null')), /italic/);
    assert.match(String(await style('empty')), /italic/);
    assert.match(String(await style('1,204')), /normal end/);
    await page.getByText('Rows: 5 · 42 ms · from the data source').waitFor();
  });

  it('draws only what is visible of 50,000 rows, and reaches every cell by keyboard', async () => {
    const { page, grid, active } = await open(contentOf(largeResult(50_000, 20)));
    assert.ok((await page.getByRole('gridcell').count()) < 1_200);
    await grid.focus();
    const steps: [key: string, place: string][] = [
      ['ArrowDown', '1,0'],
      ['ArrowRight', '1,1'],
      ['End', '1,19'],
      ['Control+End', '49999,19'],
      ['ArrowDown', '49999,19'],
      ['Home', '49999,0'],
      ['Control+Home', '0,0'],
      ['ArrowUp', '-1,0'],
      ['ArrowDown', '0,0'],
    ];
    for (const [key, place] of steps) {
      await page.keyboard.press(key);
      await eventually(async () => assert.equal(await active(), place, key));
      const isVisible = await page.evaluate(`(() => {
        const cell = document.getElementById('active-cell').getBoundingClientRect();
        const area = document.querySelector('.grid');
        const { left, top } = area.getBoundingClientRect();
        const head = document.querySelector('.grid-head').getBoundingClientRect();
        const isTitle = document.getElementById('active-cell').matches('.grid-title');
        return cell.left >= left - 1 && cell.right <= left + area.clientWidth + 1
          && cell.top >= (isTitle ? top : head.bottom) - 1 && cell.bottom <= top + area.clientHeight + 1;
      })()`);
      assert.ok(isVisible, `the cell is not visible after ${key}`);
    }
    await page.keyboard.press('PageDown');
    await eventually(async () => assert.match(await active(), /^(1\d|2\d|3\d),0$/));
    await eventually(async () => assert.ok((await page.getByRole('gridcell').count()) < 1_200));
  });

  it('sorts by a click on a title and by keyboard: ascending, descending, as it was', async () => {
    const { page, grid, cells, stored } = await open(contentOf(statuses));
    const title = page.getByRole('columnheader', { name: 'Total Amount' });
    const orders = [
      ['ascending', ['shipped', 'processing', 'empty', 'null', 'completed']],
      ['descending', ['completed', 'null', 'empty', 'processing', 'shipped']],
      ['none', ['completed', 'processing', 'null', 'empty', 'shipped']],
    ] as const;
    for (const [sort, order] of orders) {
      await title.click();
      await eventually(async () => assert.deepEqual(names(await cells()), order));
      assert.equal(await title.getAttribute('aria-sort'), sort);
    }
    await grid.focus();
    await page.keyboard.press('Enter');
    await eventually(async () => assert.deepEqual(names(await cells()), orders[0][1]));
    await eventually(async () => assert.deepEqual((await stored())?.sort, { key: amount.key, descending: false }));
  });

  it('copies a range as the platform’s values, with its titles from the menu', async () => {
    const { page, asked } = await open(contentOf(statuses));
    await page.getByRole('gridcell', { name: '310' }).click();
    await page.getByRole('gridcell', { name: '-$45.50' }).click({ modifiers: ['Shift'] });
    await eventually(async () => assert.equal(await page.locator('.grid-cell[aria-selected="true"]').count(), 8));
    await page.keyboard.press('Control+c');
    const rows = '310\t1200.25\n7\t9007199254740993\n12\t9007199254740992\n95\t-45.5';
    await eventually(() => assert.deepEqual(asked, [['copy', { text: rows }]]));
    await page.getByRole('gridcell', { name: '$1,200.25' }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Copy with Column Titles' }).click();
    await eventually(() => assert.deepEqual(asked.at(-1), ['copy', { text: `Orders Count\tTotal Amount\n${rows}` }]));
    await page.getByRole('gridcell', { name: 'shipped' }).click({ button: 'right' });
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await eventually(() => assert.deepEqual(asked.at(-1), ['openDefinition', { member: status.member }]));
    assert.equal(await page.evaluate('document.activeElement.className'), 'grid', 'the grid has the focus again');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+c');
    await eventually(() => assert.equal((asked.at(-1)![1] as { text: string }).text.split('\n').length, 5));
  });

  it('copies a range as Markdown', async () => {
    const { page, asked } = await open(contentOf(statuses));
    await page.getByRole('gridcell', { name: '310' }).click();
    await page.getByRole('gridcell', { name: '310' }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Copy as Markdown' }).click();
    await eventually(() => assert.deepEqual(asked, [['copy', { text: '| Orders Count |\n| ---: |\n| 310 |' }]]));
  });

  it('selects all cells and nothing else of the page, wherever its tab has the focus', async () => {
    const { page, grid, ask } = await open(contentOf(statuses));
    const selected = () => page.evaluate('getSelection().toString()');
    await page.evaluate(`addEventListener('keydown', ({ key }) => { document.title += key; })`);
    for (const focused of [grid, page.getByRole('button', { name: 'Run Query' })]) {
      await page.getByRole('gridcell', { name: '310' }).click();
      await focused.focus();
      await page.keyboard.press('Control+a');
      await eventually(async () => assert.equal(await page.locator('.grid-cell[aria-selected="true"]').count(), 20));
      assert.equal(await selected(), '');
    }
    // The editor would run its own Select All on the page.
    assert.doesNotMatch(await page.title(), /a$/);
    await ask('contentChanged', contentOf(resultOf([status, count], []), { sequence: 2 }));
    await page.getByText('The query returned no rows.').waitFor();
    await grid.focus();
    await page.keyboard.press('Control+a');
    assert.equal(await selected(), '');
  });

  it('shows every digit of each number, also far below, after a change and in a column that the user made narrow', async () => {
    const long = '12345678901234567890123456789012345678901234567890.123456789';
    const numbers = Array.from({ length: 900 }, (_, at) => (at === 700 ? `-${long}` : String(at)));
    const plain = { ...amount, key: 'plain', format: 'number' };
    const share = { ...amount, key: 'share', format: 'percent_4' };
    const result = resultOf(
      [count, plain, amount, share],
      numbers.map((number) => ['7', number, number, number]),
    );
    const { page, grid, ask } = await open(contentOf(result), {}, { language: 'de' });
    const cut = () =>
      page.evaluate(`[...document.querySelectorAll('.grid-cell.number')].filter((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        return range.getBoundingClientRect().width > cell.getBoundingClientRect().width - 16;
      }).map((cell) => cell.textContent)`);
    await grid.focus();
    await page.keyboard.press('ArrowUp');
    for (let step = 0; step < 40; step += 1) await page.keyboard.press('Shift+ArrowLeft');
    await page.evaluate(`document.querySelector('.grid').scrollTop = 690 * 24`);
    await page
      .getByText(/^-12\.345\.678/)
      .first()
      .waitFor();
    assert.deepEqual(await cut(), []);
    const changed = (before: string, after: string) =>
      ({ change: 'changed', before: ['1', before], after: ['1', after] }) as const;
    const compared = {
      ...comparedStatuses,
      columns: [count, plain],
      rows: [changed('1000', '0.000000001'), changed('-9999999999', long)],
    };
    await ask('contentChanged', contentOf(result, { sequence: 2, compared }));
    await page.locator('.difference').nth(1).waitFor();
    assert.deepEqual(await cut(), []);
  });

  it('shows key, both values and difference of a comparison 500 px wide', async () => {
    const row = (name: string, before: string, after: string) =>
      ({ change: before === after ? 'same' : 'changed', before: [name, before], after: [name, after] }) as const;
    const compared = {
      ...comparedStatuses,
      columns: [status, amount],
      rows: [row('completed', '695397.25', '681220.75'), row('open', '98765432109876543.25', '98765432109876543.25')],
    };
    const { page } = await open(contentOf(statuses, { compared }), { viewport: { width: 500, height: 400 } });
    await page.locator('.difference', { hasText: '14,176.50' }).waitFor();
    const [right] = await page.evaluate<number[]>(
      `[...document.querySelectorAll('.difference')].map((one) => one.getBoundingClientRect().right)`,
    );
    assert.ok(right! <= 500, String(right));
    assert.equal(await page.evaluate(`document.querySelector('.grid').scrollWidth <= 500`), true);
  });

  it('hides the rows below its titles, whatever the theme’s color', async () => {
    const { page } = await open(contentOf(statuses));
    const color = await page.evaluate(`(() => {
      document.documentElement.style.setProperty('--vscode-keybindingTable-headerBackground', '#cccccc0a');
      return getComputedStyle(document.querySelector('.grid-head')).backgroundColor;
    })()`);
    assert.match(String(color), /^rgb\(/, 'opaque');
  });

  it('filters by the values of a column, with the pointer', async () => {
    const { page, cells, stored, reload } = await open(contentOf(statuses));
    await page.getByRole('columnheader', { name: 'Orders Status' }).hover();
    await page.getByRole('button', { name: 'Filter Orders Status' }).click();
    const menu = page.getByRole('dialog', { name: 'Filter Orders Status' });
    const labels = ['empty', 'completed', 'processing', 'shipped', 'null'];
    assert.deepEqual(await menu.locator('.filter-values .filter-text').allTextContents(), labels);
    await menu.getByRole('checkbox', { name: 'null' }).uncheck();
    await menu.getByRole('checkbox', { name: 'completed' }).uncheck();
    await eventually(async () => assert.deepEqual(names(await cells()), ['processing', 'empty', 'shipped']));
    await page.getByText('Shown: 3 of 5 rows, filtered by Orders Status').waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    // The chart has the same rows, and the export says that it has all.
    await page.getByRole('tab', { name: 'Chart' }).click();
    await eventually(async () => assert.equal(await page.locator('.bar').count(), 9));
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Export All Rows as CSV' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Results' }).click();
    await eventually(async () => {
      const { tab, filters } = (await stored())!;
      assert.ok(tab === 'grid' && filters[status.key]);
    });
    await reload();
    await eventually(async () => assert.deepEqual(names(await cells()), ['processing', 'empty', 'shipped']));
    await page.getByRole('button', { name: 'Clear Filters' }).click();
    await eventually(async () => assert.equal((await cells()).length, 5));
    assert.equal(await page.getByText('Shown: ').isVisible(), false);
  });

  it('filters with the keyboard: searches, shows only what it found, and lists what other filters leave', async () => {
    const { page, grid, cells, ask } = await open(contentOf(statuses));
    await grid.focus();
    await page.keyboard.press('Alt+ArrowDown');
    await page.keyboard.type('SS');
    await page.keyboard.press('Enter');
    await eventually(async () => assert.deepEqual(names(await cells()), ['processing']));
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Alt+ArrowDown');
    const menu = page.getByRole('dialog', { name: 'Filter Orders Count' });
    assert.deepEqual(await menu.locator('.filter-values .filter-text').allTextContents(), ['310']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.getByText('No row passes the filters.').waitFor();
    await page.keyboard.press('Escape');
    // A value that a filter does not list is hidden in another result, too, and said.
    const other = resultOf(
      [status, count],
      [
        ['new', '1'],
        ['processing', '310'],
      ],
    );
    await ask('contentChanged', contentOf(other, { sequence: 2 }));
    await page.getByText('Shown: 0 of 2 rows, filtered by Orders Status, Orders Count').waitFor();
  });

  it('lists some of many values and finds the others', async () => {
    const { page, grid, cells } = await open(contentOf(largeResult(5_000, 1)));
    await grid.focus();
    await page.keyboard.press('Alt+ArrowDown');
    await page.getByText('Not listed: 4,379. Search for them.').waitFor();
    await page.keyboard.type('of 4321');
    await page.keyboard.press('Enter');
    await eventually(async () => assert.equal((await cells()).length, 1));
    assert.match((await cells())[0]![0]!, / of 4321$/);
  });

  it('selects a range by dragging', async () => {
    const { page } = await open(contentOf(statuses));
    await page.getByRole('gridcell', { name: 'completed' }).hover();
    await page.mouse.down();
    await page.getByRole('gridcell', { name: '$1,200.25' }).hover();
    await page.mouse.up();
    await page.getByRole('gridcell', { name: 'shipped' }).hover();
    await eventually(async () => assert.equal(await page.locator('.grid-cell[aria-selected="true"]').count(), 6));
  });

  it('changes a width by pointer and keyboard, and fits it to the values', async () => {
    const { page, grid, stored } = await open(contentOf(resultOf([status, count], [['x'.repeat(90), '1']])));
    const width = async () => Math.round((await page.getByRole('columnheader').first().boundingBox())!.width);
    const before = await width();
    const edge = page.locator('.grid-edge').first();
    const { x, y } = (await edge.boundingBox())!;
    await page.mouse.move(x + 3, y + 5);
    await page.mouse.down();
    await page.mouse.move(x - 97, y + 5, { steps: 4 });
    await page.mouse.up();
    await eventually(async () => assert.equal(await width(), before - 100));
    await grid.focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Shift+ArrowRight');
    await eventually(async () => assert.equal(await width(), before - 84));
    assert.equal(await page.getByRole('columnheader').first().getAttribute('aria-sort'), 'none');
    await edge.dblclick();
    await eventually(async () => assert.ok((await width()) > 500));
    await eventually(async () => assert.equal((await stored())?.widths[status.key], await width()));
  });

  it('shows the whole value of a long cell on request', async () => {
    const long = `first\nsecond ${'<b>x</b>'.repeat(12_500)}`;
    const { page, grid, asked } = await open(contentOf(resultOf([status], [[long]])));
    const cell = page.getByRole('gridcell');
    assert.ok((await cell.textContent())!.length < 400);
    await cell.hover();
    await eventually(async () => assert.ok(((await cell.getAttribute('title')) ?? '').length > 900));
    await grid.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Orders Status, row 1' });
    assert.equal(await dialog.locator('pre').textContent(), long);
    await dialog.getByRole('button', { name: 'Copy' }).click();
    await eventually(() => assert.deepEqual(asked, [['copy', { text: long }]]));
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await page.evaluate('document.activeElement.className'), 'grid');
  });

  it('marks added, removed and changed rows, with the values before and after', async () => {
    const result = resultOf([status, count, amount], []);
    const { page, cells, asked, stored } = await open(contentOf(result, { compared: comparedStatuses }));
    assert.deepEqual(await cells(), [
      ['completed', '1,204', '$10.00'],
      ['processing', '310→298−12', '$1,200.25'],
      ['returned', '4', 'null'],
      ['shipped', '95', '$45.50'],
      ['empty', '9,007,199,254,740,993→9,007,199,254,740,995+2', 'null→$3.10'],
    ]);
    const marks = page.locator('.grid-body [role="rowheader"]');
    const labels = ['Equal', 'Changed', 'Removed', 'Added', 'Changed'];
    assert.deepEqual(await marks.evaluateAll((nodes) => nodes.map((node) => node.ariaLabel)), labels);
    assert.deepEqual(await marks.allTextContents(), ['', '≠', '−', '+', '≠']);
    await page.locator('[aria-description="310 changed to 298, difference −12"]').waitFor();
    await page.getByText('Compared with main').waitFor();
    await page.getByText('1 added, 1 removed, 2 changed').waitFor();
    await page.getByRole('checkbox', { name: 'Only differences' }).check();
    await eventually(async () =>
      assert.deepEqual(names(await cells()), ['processing', 'returned', 'shipped', 'empty']),
    );
    await eventually(async () => assert.equal((await stored())?.onlyDifferences, true));
    await page.getByRole('gridcell', { name: /^310/ }).dblclick();
    assert.deepEqual(await page.locator('dialog pre').allTextContents(), ['298', '310']);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Open SQL Diff' }).click();
    await page.getByRole('button', { name: 'Stop Comparing' }).click();
    await page.getByRole('button', { name: 'Compare With…' }).click();
    await eventually(() =>
      assert.deepEqual(asked, [
        ['openSqlDiff', {}],
        ['compareWith', { branch: null }],
        ['compareWith', { branch: 'choose' }],
      ]),
    );
  });
});
