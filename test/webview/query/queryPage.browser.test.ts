import assert from 'node:assert/strict';
import { eventually } from '../shared/eventually.ts';
import { queryPages } from './queryUnderTest.ts';
import {
  amount,
  byMonth,
  comparedStatuses,
  contentOf,
  count,
  resultOf,
  stateOf,
  status,
  statuses,
} from './sampleResult.ts';

describe('page of a query’s result', () => {
  const open = queryPages();

  it('shows that the query runs and waits, and cancels it', async () => {
    const started = Date.now() - 83_000;
    const running = { state: 'running', startedAt: started } as const;
    const { page, ask, asked } = await open(contentOf(null, { ...running, sequence: 0, branch: '' }));
    await page.getByText('Running…').waitFor();
    assert.equal(await page.locator('.branch').isVisible(), false);
    await ask('contentChanged', contentOf(null, running));
    await page.getByText('Running on dev-ada…').waitFor();
    await eventually(async () => assert.match((await page.locator('.elapsed').textContent()) ?? '', /^\d{2,}\.\d s$/));
    assert.equal(await page.getByRole('button', { name: 'Run Query' }).isVisible(), false);
    const building = { waiting: false, building: 'dev-ada', failure: null, ...running };
    await ask('stateChanged', stateOf({ sequence: 2, ...building }));
    await page.getByText('Waiting for the build of dev-ada…').waitFor();
    await ask('stateChanged', stateOf({ sequence: 3, waiting: true, building: null, failure: null, ...running }));
    await page.getByText('Waiting in the platform’s queue…').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await eventually(() => assert.deepEqual(asked, [['cancel', {}]]));
    await ask('contentChanged', contentOf(statuses, { sequence: 4 }));
    await page.getByText('Rows: 5').waitFor();
    assert.equal(await page.locator('.elapsed').isVisible(), false);
    await page.getByRole('button', { name: 'Run Query' }).click();
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Export as JSON' }).click();
    await eventually(() =>
      assert.deepEqual(asked.slice(1), [
        ['run', {}],
        ['export', { format: 'json' }],
      ]),
    );
  });

  it('says on every tab that the platform cut the result, until a whole one arrives', async () => {
    const cut = { message: 'The result is cut: the platform sent 5 of 60000 rows.', action: 'Add a limit.' };
    const { page, ask, cells } = await open(contentOf({ ...statuses, cut, total: 60_000 }));
    const notice = page
      .getByRole('status')
      .filter({ hasText: 'The result is cut: the platform sent 5 of 60000 rows. Add a limit.' });
    await notice.waitFor();
    await page.getByText('Rows: 5 of 60,000').waitFor();
    assert.equal((await cells()).length, 5);
    await page.getByRole('tab', { name: 'Chart' }).click();
    assert.equal(await notice.isVisible(), true);
    await ask(
      'stateChanged',
      stateOf({
        sequence: 2,
        state: 'running',
        startedAt: 1,
        waiting: false,
        building: null,
        failure: null,
      }),
    );
    assert.equal(await notice.isVisible(), true);
    await ask('contentChanged', contentOf(statuses, { sequence: 3 }));
    await notice.waitFor({ state: 'hidden' });
    assert.equal(await page.getByText('60,000').count(), 0);
  });

  it('says that the result is not of the model in the editor, and saves, pushes and runs', async () => {
    const otherVersion = { message: 'This is a result of the version on dev-ada. not pushed: a.yml.', canPush: true };
    const { page, ask, asked } = await open(contentOf(statuses, { otherVersion }));
    const notice = page.getByRole('status').filter({ hasText: 'not pushed: a.yml' });
    await notice.waitFor();
    await page.getByRole('tab', { name: 'Chart' }).click();
    await notice.getByRole('button', { name: 'Save, Push and Run' }).click();
    await eventually(() => assert.deepEqual(asked, [['saveAndRun', {}]]));
    const pulled = { message: 'changed on the branch: a.yml', canPush: false };
    await ask('stateChanged', stateOf({ sequence: 2, otherVersion: pulled }));
    await page.getByText('changed on the branch: a.yml').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Save, Push and Run' }).count(), 0);
    await ask('stateChanged', stateOf({ sequence: 3 }));
    await page.getByText('changed on the branch').waitFor({ state: 'hidden' });
  });

  it('says that a result is of the history, until another one arrives', async () => {
    const earlier = 'dev-ada, Mar 1, 2026, commit 1a2b3c4d5e';
    const { page, ask, asked } = await open(contentOf(statuses, { earlier, isScratch: true }));
    const notice = page.getByRole('status').filter({ hasText: `From the history: ${earlier}. Run the query` });
    await notice.waitFor();
    for (const name of ['Show Query History…', 'Edit Query', 'Save as Query Document…']) {
      await page.getByRole('button', { name }).click();
    }
    await eventually(() =>
      assert.deepEqual(
        asked.map(([name]) => name),
        ['history', 'edit', 'saveAs'],
      ),
    );
    await ask('contentChanged', contentOf(statuses, { sequence: 2, document: 'file:///saved.query.yml' }));
    await notice.waitFor({ state: 'hidden' });
    assert.equal(await page.getByRole('button', { name: 'Save as Query Document…' }).isVisible(), false);
  });

  it('shows that the comparison alone failed, with the rows of the query', async () => {
    const { page, ask, cells } = await open(contentOf(statuses));
    const failure = { message: 'The query failed on main: unknown member.', action: 'Compare with another branch.' };
    await ask(
      'stateChanged',
      stateOf({ sequence: 2, state: 'done', startedAt: 1, waiting: false, building: null, failure }),
    );
    await page.getByRole('alert').getByText('failed on main').waitFor();
    assert.equal((await cells()).length, 5);
    assert.equal(await page.getByText('Outdated').count(), 0);
  });

  it('is light or dark as the editor, where the theme defines no color', async () => {
    const { page } = await open(contentOf(statuses));
    for (const [theme, scheme] of [
      ['vscode-high-contrast', 'dark'],
      ['vscode-high-contrast vscode-high-contrast-light', 'light'],
      ['vscode-dark', 'dark'],
      ['vscode-light', 'light'],
    ] as const) {
      await page.emulateMedia({ colorScheme: scheme === 'dark' ? 'light' : 'dark' });
      const shown = await page.locator('body').evaluate((body, className) => {
        body.className = className;
        const window = globalThis as unknown as { getComputedStyle(of: unknown): { colorScheme: string } };
        return window.getComputedStyle(body).colorScheme;
      }, theme);
      assert.equal(shown, scheme, theme);
    }
  });

  it('shows a failure with its action, and marks the earlier rows as outdated', async () => {
    const { page, ask, asked, cells } = await open(contentOf(statuses));
    const failure = { message: 'The <b>cube</b> is unknown.', action: 'Change the query.' };
    const failed = { state: 'failed', startedAt: 1, waiting: false, building: null, failure } as const;
    await ask('stateChanged', stateOf({ ...failed, sequence: 2 }));
    const alert = page.getByRole('alert');
    await alert.getByText('The <b>cube</b> is unknown.').waitFor();
    await alert.getByText('Change the query.').waitFor();
    await alert.getByText('Outdated: these rows are from an earlier run.').waitFor();
    assert.equal((await cells()).length, 5);
    await alert.getByRole('button', { name: 'Retry' }).click();
    await eventually(() => assert.deepEqual(asked, [['run', {}]]));
    await ask('contentChanged', contentOf(statuses, { sequence: 3 }));
    await alert.waitFor({ state: 'hidden' });
    await ask('contentChanged', contentOf(null, { ...failed, sequence: 4, failure: null }));
    await alert.getByText('The query failed.').waitFor();
    assert.equal(await page.getByText('Outdated').count(), 0);
    assert.equal(await page.getByRole('grid').count(), 0);
  });

  it('never replaces a content by an older one', async () => {
    const { page, ask, cells } = await open(contentOf(statuses, { sequence: 10 }));
    const older = resultOf([status, count], [['old', '1']]);
    for (const sequence of [3, 10]) await ask('contentChanged', contentOf(older, { sequence, title: 'old' }));
    await ask(
      'stateChanged',
      stateOf({
        sequence: 9,
        state: 'running',
        startedAt: 0,
        waiting: false,
        building: null,
        failure: null,
      }),
    );
    await page.getByText('Rows: 5').waitFor();
    assert.equal((await cells()).length, 5);
    assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'orders by status');
    await ask('contentChanged', contentOf(older, { sequence: 11 }));
    await eventually(async () => assert.deepEqual(await cells(), [['old', '1']]));
  });

  it('refuses a content of an unexpected shape, and keeps what it shows', async () => {
    const { served, cells } = await open(contentOf(statuses));
    const send = (content: unknown) => served.channel.call('contentChanged', content as never);
    await assert.rejects(send({ ...contentOf(statuses, { sequence: 2 }), result: { ...statuses, rows: [[{}]] } }));
    await assert.rejects(send('<b>'));
    assert.equal((await cells()).length, 5);
  });

  it('says that a result or a comparison has no rows', async () => {
    const empty = resultOf([status, count], []);
    const { page, ask } = await open(contentOf(empty));
    await page.getByText('The query returned no rows.').waitFor();
    assert.equal(await page.getByRole('columnheader').count(), 2);
    const same = comparedStatuses.rows.slice(0, 1);
    const compared = { ...comparedStatuses, rows: same, added: 0, removed: 0, changed: 0 };
    await ask('contentChanged', contentOf(statuses, { sequence: 2, compared }));
    await page.getByText('No differences').waitFor();
    await page.getByRole('checkbox', { name: 'Only differences' }).check();
    await page.getByText('Both branches return the same rows.').waitFor();
  });

  it('says which members are new on the branch, so that they are not compared', async () => {
    const { page, ask } = await open(
      contentOf(statuses, { compared: { ...comparedStatuses, newMembers: ['orders.fresh'] } }),
    );
    await page.getByText('1 added, 1 removed, 2 changed · New, so not compared: orders.fresh').waitFor();
    const compared = {
      ...comparedStatuses,
      rows: [],
      added: 0,
      removed: 0,
      changed: 0,
      sql: null,
      newMembers: ['a.b'],
    };
    await ask('contentChanged', contentOf(statuses, { sequence: 2, compared }));
    await page.getByText('New, so not compared: a.b', { exact: true }).waitFor();
  });

  it('draws a line over time, bars over a dimension, and one number; says where it cannot', async () => {
    const { page, ask } = await open(contentOf(byMonth));
    await page.getByRole('tab', { name: 'Chart' }).click();
    await page
      .getByRole('img', { name: /^Line chart of Orders Count, Total Amount over Orders Created At\./ })
      .waitFor();
    assert.equal(await page.locator('.line-chart .series path').count(), 2);
    const d = await page.locator('.line-chart .series-0 path').getAttribute('d');
    assert.equal(d?.match(/M/g)?.length, 2, 'null interrupts the line');
    await page.locator('.line-chart').hover({ position: { x: 300, y: 100 } });
    await page.getByText(/^2025-\d\d: Orders Count \d+, Total Amount -?\$/).waitFor();
    await ask('contentChanged', contentOf(statuses, { sequence: 2 }));
    await page
      .getByRole('img', { name: /^Bar chart of Orders Count, Total Amount, Completed Share by Orders Status\./ })
      .waitFor();
    assert.equal(await page.locator('.bar').count(), 15);
    await ask('contentChanged', contentOf(resultOf([count], [['9007199254740993']]), { sequence: 3 }));
    await page.getByText('9,007,199,254,740,993').waitFor();
    await ask('contentChanged', contentOf(resultOf([status], [['a']]), { sequence: 4 }));
    await page.getByText('There is no chart, because the query has no measure with numbers.').waitFor();
  });

  it('shows the values of a chart as a table, reached by keyboard', async () => {
    const { page, ask } = await open(contentOf(byMonth));
    await page.getByRole('tab', { name: 'Chart' }).click();
    await page.getByRole('img', { name: /^Line chart/ }).waitFor();
    for (const key of ['Tab', 'Enter', 'Tab']) await page.keyboard.press(key);
    const values = page.getByRole('region', { name: 'Values as a Table' });
    await values.and(page.locator(':focus')).waitFor();
    const rows = () =>
      values.locator('tr').evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
    const months = await rows();
    assert.deepEqual(months[0], ['Orders Created At', 'Orders Count', 'Total Amount']);
    assert.equal(months.length, byMonth.rows.length + 1);
    assert.match(months[1]!.join(' '), /^2025-01 \d+ -?\$/);
    await ask('contentChanged', contentOf(statuses, { sequence: 2 }));
    await values.getByRole('columnheader', { name: 'Completed Share' }).waitFor();
    const bars = await page.locator('.bar-label').allTextContents();
    assert.deepEqual(
      (await rows()).map(([label]) => label),
      ['Orders Status', ...bars],
    );
    await ask('contentChanged', contentOf(resultOf([count, amount], [['3', '4']]), { sequence: 3 }));
    await values.getByRole('columnheader', { name: 'Measure' }).waitFor();
    assert.deepEqual(await rows(), [
      ['Measure', 'Value'],
      ['Orders Count', '3'],
      ['Total Amount', '$4.00'],
    ]);
    await ask('contentChanged', contentOf(resultOf([count], [['1']]), { sequence: 4 }));
    await values.waitFor({ state: 'hidden' });
  });

  it('shows the SQL with its parameters, and the request', async () => {
    const { page, asked } = await open(contentOf(statuses));
    await page.getByRole('tab', { name: 'SQL' }).click();
    assert.equal(await page.locator('pre.sql').textContent(), statuses.sql);
    await page.getByText('Dialect: PostgreSQL', { exact: true }).waitFor();
    assert.ok((await page.locator('pre.sql .sql-keyword').count()) > 5);
    assert.deepEqual(await page.getByRole('listitem').allTextContents(), ['"2026-01-01T00:00:00.000Z"']);
    await page.getByRole('button', { name: 'Open as Document' }).click();
    await page.getByRole('button', { name: 'Copy SQL' }).click();
    await eventually(() =>
      assert.deepEqual(asked, [
        ['openSql', {}],
        ['copy', { text: statuses.sql }],
      ]),
    );
    await page.getByRole('tab', { name: 'SQL' }).press('ArrowRight');
    assert.equal(await page.getByRole('tab', { name: 'Request' }).getAttribute('aria-selected'), 'true');
    await page.getByText('"orders.count"').waitFor();
    await page.getByText('from the data source', { exact: true }).waitFor();
  });

  it('looks the same after it was hidden, and starts afresh for another query', async () => {
    const { page, cells, stored, reload } = await open(contentOf(statuses));
    await page.getByRole('columnheader', { name: 'Orders Count' }).click();
    await page.getByRole('tab', { name: 'SQL' }).click();
    await eventually(async () =>
      assert.deepEqual([(await stored())?.tab, (await stored())?.sort?.key], ['sql', count.key]),
    );
    await reload();
    assert.equal(await page.getByRole('tab', { name: 'SQL' }).getAttribute('aria-selected'), 'true');
    await page.getByRole('tab', { name: 'Results' }).click();
    await eventually(async () => assert.equal((await cells())[0]?.[1], '7'));
    // Before the page reads it, and after its last write.
    await page.addInitScript(`{
      const state = JSON.parse(sessionStorage.getItem('state'));
      sessionStorage.setItem('state', JSON.stringify({ ...state, document: 'other' }));
    }`);
    await reload();
    await eventually(async () => assert.equal((await cells())[0]?.[1], '1,204'));
  });

  it('writes hostile names, titles and values as text', async () => {
    const markup = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
    const hostile = { ...status, key: '__proto__', title: markup, member: markup };
    const result = resultOf(
      [hostile, { ...count, key: 'constructor', title: '\u202eeltit', format: markup }],
      [
        [markup, '1'],
        [`\u202e${'x'.repeat(100_000)}`, 'NaN'],
      ],
      { sql: `select '${markup}`, parameters: [markup], request: { [markup]: markup }, lastRefreshTime: markup },
    );
    const { page, ask, cells } = await open(contentOf(result, { title: markup, branch: markup }));
    assert.equal((await cells())[0]![0], markup);
    assert.match((await cells())[1]![0]!, /^⟨U\+202E⟩x{250}/);
    assert.equal(await page.getByRole('columnheader').nth(1).textContent(), '⟨U+202E⟩eltit');
    await page.getByRole('columnheader').first().click();
    for (const name of ['Chart', 'SQL', 'Request']) await page.getByRole('tab', { name }).click();
    const failure = { message: markup, action: markup };
    await ask(
      'stateChanged',
      stateOf({ sequence: 2, state: 'failed', startedAt: 0, waiting: false, building: null, failure }),
    );
    await page.getByRole('alert').getByText(markup).first().waitFor();
    assert.equal(await page.locator('img, main script, iframe, a').count(), 0);
    assert.equal(await page.title(), 'Query');
  });

  it('fits a narrow tab, and gives each control a name', async () => {
    const compared = { ...comparedStatuses, branch: 'a-branch-with-a-long-name'.repeat(4) };
    const long = contentOf(statuses, { title: 'A long title '.repeat(20), branch: 'dev-'.repeat(40), compared });
    const { page } = await open(long, { viewport: { width: 400, height: 500 } });
    for (const name of ['Run Query', 'Compare With…', 'Export', 'Stop Comparing']) {
      const box = await page.getByRole('button', { name }).boundingBox();
      assert.ok(box && box.x >= 0 && box.x + box.width <= 400, `${name}: ${JSON.stringify(box)}`);
    }
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 400);
    const seen: string[] = [];
    for (let step = 0; step < 11; step += 1) {
      await page.keyboard.press('Tab');
      seen.push(
        String(await page.evaluate('(({ activeElement: one }) => one.ariaLabel ?? one.textContent)(document)')),
      );
    }
    for (const name of ['Run Query', 'Compare With…', 'Export', 'Results', 'Open SQL Diff', 'Rows of the result'])
      assert.ok(seen.includes(name), `${name}: ${seen}`);
  });
});
