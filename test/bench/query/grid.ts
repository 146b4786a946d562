/** 50,000 rows with 20 columns in the page of a result, in a real browser: the first paint, sorting, and the frames while it scrolls. */

import type { CDPSession } from 'playwright-core';
import { launchBrowser } from '../../vscode/browser/browser.ts';
import { queryAnswers, queryPageFiles, queryPageHtml } from '../../webview/query/queryUnderTest.ts';
import { contentOf, largeResult } from '../../webview/query/sampleResult.ts';
import { servePage } from '../../webview/shared/servedPage.ts';
import { type BenchmarkResult, budget, type Row, summarize } from '../benchmark.ts';

const rowCount = 50_000;
const columnCount = 20;
const scrolledFrames = 240;

/** Milliseconds until the work of the next frame, paint included, is done. */
const afterFrame = `
window.afterFrame = (begun) => new Promise((done) => requestAnimationFrame(() => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => done(performance.now() - begun);
  port2.postMessage(0);
}));`;

/** From the arrival of the message, and from its sending: the browser copies a million cells in between. */
const firstPaint = `new Promise((done) => {
  window.sequence = (window.sequence ?? 1) + 1;
  const body = { ...content, sequence: window.sequence };
  const posted = performance.now();
  addEventListener('message', () => {
    const arrived = performance.now();
    afterFrame(arrived).then((paint) => done([paint, arrived + paint - posted]));
  }, { once: true, capture: true });
  postMessage({ channel: 'request', id: window.sequence, name: 'contentChanged', body }, origin);
})`;

const sorting = `(() => {
  const begun = performance.now();
  document.querySelectorAll('.grid-title')[2].click();
  return afterFrame(begun);
})()`;

/** Moves the grid by about a page: down, and every fourth time sideways. @returns milliseconds of the frame, by the clock */
const frameAt = (step: number) => `(async () => {
  const area = document.querySelector('.grid');
  const begun = await new Promise(requestAnimationFrame);
  if (${step} % 4 === 3) area.scrollLeft = (area.scrollLeft + 260) % (area.scrollWidth - area.clientWidth);
  else area.scrollTop += 640;
  return await afterFrame(begun);
})()`;

/** Milliseconds of processor time of the page's main thread so far. */
async function taskTime(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1_000;
}

export async function measureGrid(rounds: number): Promise<BenchmarkResult> {
  const browser = await launchBrowser();
  const empty = { texts: {}, language: 'en', content: contentOf(null) };
  const served = await servePage(browser, {
    html: queryPageHtml,
    files: queryPageFiles,
    answers: queryAnswers(empty, []),
  });
  const paints: number[] = [];
  const wholes: number[] = [];
  const sorts: number[] = [];
  const work: number[] = [];
  const frames: number[] = [];
  try {
    const { page, load } = served;
    await load();
    await page.locator('.query-page').waitFor();
    await page.evaluate(afterFrame);
    const json = JSON.stringify(contentOf(largeResult(rowCount, columnCount)));
    await page.evaluate(`window.content = JSON.parse(${JSON.stringify(json)}); undefined`);
    for (let round = -1; round < rounds; round += 1) {
      const [paint, whole] = (await page.evaluate(firstPaint)) as [number, number];
      if (round < 0) continue;
      paints.push(paint);
      wholes.push(whole);
    }
    for (let round = 0; round < rounds; round += 1) sorts.push((await page.evaluate(sorting)) as number);
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    for (let step = 0; step < scrolledFrames; step += 1) {
      const before = await taskTime(cdp);
      frames.push((await page.evaluate(frameAt(step))) as number);
      work.push((await taskTime(cdp)) - before);
    }
    if (served.problems.length > 0) throw new Error(served.problems.join('\n'));
  } finally {
    await served.close();
    await browser.close();
  }
  const rows = [
    summarize(`${rowCount} × ${columnCount}: message has arrived → first paint`, paints),
    summarize('message is sent → first paint, with the browser’s copies', wholes),
    summarize('sort by a column of decimals → painted', sorts),
    summarize('work of a frame while scrolling by pages', work),
    summarize('the same by the clock', frames),
  ];
  const [paint, whole, sort, busy, frame] = rows as [Row, Row, Row, Row, Row];
  return {
    rows,
    remarks: [
      'By the clock, in a headless browser without a graphics card: other processes count, but not for the work of a frame, which is processor time.',
      budget('first paint ≤ 100 ms', paint.median, 100),
      budget('no frame with more than 50 ms of work', busy.max, 50),
    ],
    summary: {
      firstPaintMs: paint.median,
      sentToPaintMs: whole.median,
      sortMs: sort.median,
      frameWorkMs: busy.median,
      longestFrameWorkMs: busy.max,
      frameMs: frame.median,
      longestFrameMs: frame.max,
    },
  };
}
