/**
 * Messages of the embed in a real browser: 1,000 events a second for a minute (PREVIEW_SECONDS shortens it) with the inspector closed
 * and open, and a bare listener on the same page for comparison, for a sixth of that. Measured: processor time of the page's main
 * thread by the browser's own count (the embedded page, which sends, shares it), pauses, frames and memory.
 */

import type { CDPSession, Page } from 'playwright-core';
import { launchBrowser, openPage } from '../../vscode/browser/browser.ts';
import { type HostUnderTest, politeEmbed, startHostPage, untilState } from '../../webview/dashboard/hostUnderTest.ts';
import { type BenchmarkResult, budget, summarize } from '../benchmark.ts';

const perSecond = 1_000;
const seconds = Number(process.env.PREVIEW_SECONDS ?? 60);

const frameMs = 1_000 / 60;

/** The embed sends on its own clock, 20 events every 20 ms; it says how many it has sent. */
const flood = `
window.sent = 0;
window.flood = (seconds) => new Promise((resolve) => {
  const began = performance.now();
  const timer = setInterval(() => {
    const due = Math.min((performance.now() - began) * ${perSecond / 1000}, seconds * ${perSecond});
    for (; window.sent < due; window.sent += 1) say('navigate', { path: '/dashboard/x/' + (window.sent % 7), previousPath: '/' });
    if (window.sent >= seconds * ${perSecond}) { clearInterval(timer); resolve(window.sent); }
  }, 20);
});`;

const embed = politeEmbed.replace('</script>', `${flood}</script>`);

interface Figures {
  /** Main-thread microseconds of each second's messages, per message. */
  perEvent: number[];
  /** After a collection: when the flood had run for a quarter of its time, and at its end. */
  heapMegabytes: { early: number; late: number };
  /** Longest task of the page's main thread. */
  longestBlockMs: number;
  /** Frames of the display that passed without one of the page's. */
  droppedFrames: number;
  frames: number;
}

async function metric(cdp: CDPSession, name: string): Promise<number> {
  const { metrics } = (await cdp.send('Performance.getMetrics')) as { metrics: { name: string; value: number }[] };
  return metrics.find((one) => one.name === name)?.value ?? Number.NaN;
}

async function heap(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  return (await metric(cdp, 'JSHeapUsedSize')) / 1e6;
}

async function watchFlood(page: Page, forSeconds: number): Promise<Figures> {
  const cdp = await page.context().newCDPSession(page);
  // Processor time: what else runs on the machine does not count.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.locator('iframe').waitFor({ state: 'attached' });
  const frame = (await (await page.$('iframe'))?.contentFrame())!;
  await frame.waitForFunction('window.flood');
  await page.evaluate(`
    window.longest = 0; window.heard = 0; window.frames_ = 0; window.dropped = 0;
    addEventListener('message', () => { window.heard += 1; });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
    }).observe({ type: 'longtask' });
    let last = performance.now();
    const tick = (now) => {
      window.frames_ += 1;
      window.dropped += Math.max(0, Math.round((now - last) / ${frameMs}) - 1);
      last = now;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);`);
  const perEvent: number[] = [];
  const flooding = frame.evaluate(`flood(${forSeconds})`);
  let [task, heard] = [await metric(cdp, 'TaskDuration'), 0];
  let over = false;
  void flooding.then(() => {
    over = true;
  });
  let early: number | undefined;
  while (!over) {
    await Promise.race([flooding, page.waitForTimeout(1_000)]);
    const [now, total] = [await metric(cdp, 'TaskDuration'), Number(await page.evaluate('heard'))];
    if (total > heard) perEvent.push(((now - task) * 1e6) / (total - heard));
    if (perEvent.length >= forSeconds / 4) early ??= await heap(cdp);
    [task, heard] = [await metric(cdp, 'TaskDuration'), Number(await page.evaluate('heard'))];
  }
  const [longestBlockMs, droppedFrames, frames] = (await page.evaluate('[longest, dropped, frames_]')) as number[];
  const late = await heap(cdp);
  return {
    perEvent,
    heapMegabytes: { early: early ?? late, late },
    longestBlockMs: longestBlockMs!,
    droppedFrames: droppedFrames!,
    frames: frames!,
  };
}

export async function measureFlood(): Promise<BenchmarkResult> {
  const browser = await launchBrowser();
  const runs: Record<string, Figures> = {};
  let host: HostUnderTest | undefined;
  try {
    host = await startHostPage(embed);
    const bare = await openPage(browser);
    await bare.page.goto(`${host.url}bare`);
    runs.bare = await watchFlood(bare.page, Math.ceil(seconds / 6));
    await bare.page.context().close();
    for (const inspector of ['closed', 'open']) {
      // One page, one extension's side.
      await host.close();
      host = await startHostPage(embed);
      const { page } = await openPage(browser);
      await page.goto(host.url);
      await untilState(host, (state) => state.ready && state.loaded);
      if (inspector === 'open') await page.getByRole('button', { name: 'Event Inspector', exact: true }).click();
      runs[inspector] = await watchFlood(page, seconds);
      await page.context().close();
    }
  } finally {
    await host?.close();
    await browser.close();
  }
  const rows = Object.entries(runs).map(([name, { perEvent }]) => summarize(`µs an event, ${name}`, perEvent, 'µs'));
  const [bare, closed, open] = rows.map(({ median }) => median) as [number, number, number];
  const each = (said: (figures: Figures) => string) =>
    Object.entries(runs)
      .map(([name, figures]) => `${name} ${said(figures)}`)
      .join(', ');
  const heaps = each(({ heapMegabytes: { early, late } }) => `${early.toFixed(1)} → ${late.toFixed(1)}`);
  const dropped = each(({ droppedFrames, frames }) => `${droppedFrames} of ${droppedFrames + frames}`);
  return {
    rows,
    remarks: [
      `${perSecond} events a second for ${seconds} s, each; processor time of the page's main thread per event, sending and drawing included.`,
      `Heap after a quarter of the time → at the end, MB: ${heaps}.`,
      `Longest block, ms (0: none of 50 ms or more): ${each(({ longestBlockMs }) => longestBlockMs.toFixed(0))}. Dropped frames: ${dropped}.`,
      budget('open inspector ≤ 1.5 × closed', open / closed, 1.5),
    ],
    summary: {
      bareMicroseconds: bare,
      closedMicroseconds: closed,
      openMicroseconds: open,
      openToClosed: open / closed,
      overheadClosedMicroseconds: closed - bare,
      overheadOpenMicroseconds: open - bare,
      heapOpenEarlyMegabytes: runs.open!.heapMegabytes.early,
      heapOpenMegabytes: runs.open!.heapMegabytes.late,
      longestBlockClosedMs: runs.closed!.longestBlockMs,
      longestBlockOpenMs: runs.open!.longestBlockMs,
      droppedFramesClosed: runs.closed!.droppedFrames,
      droppedFramesOpen: runs.open!.droppedFrames,
    },
  };
}
