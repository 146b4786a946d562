/**
 * Messages of the embed in a real browser: 1,000 events a second for a minute (PREVIEW_SECONDS shortens it) with the inspector closed
 * and open, and a bare listener on the same page for comparison. Measured: main-thread time of the page, by the browser's own count.
 */

import type { CDPSession, Page } from 'playwright-core';
import { launchBrowser, openPage } from '../../vscode/browser.ts';
import { type HostUnderTest, politeEmbed, startHostPage, untilState } from '../../webview/page/hostUnderTest.ts';
import { type BenchmarkResult, summarise } from '../benchmark.ts';

const perSecond = 1_000;
const seconds = Number(process.env.PREVIEW_SECONDS ?? 60);

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
  heapMegabytes: number;
  longestFrameMs: number;
}

async function metric(cdp: CDPSession, name: string): Promise<number> {
  const { metrics } = (await cdp.send('Performance.getMetrics')) as { metrics: { name: string; value: number }[] };
  return metrics.find((one) => one.name === name)?.value ?? Number.NaN;
}

async function watchFlood(page: Page): Promise<Figures> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  await page.locator('iframe').waitFor({ state: 'attached' });
  const frame = (await (await page.$('iframe'))?.contentFrame())!;
  await frame.waitForFunction('window.flood');
  await page.evaluate(`
    window.longest = 0; window.heard = 0;
    addEventListener('message', () => { window.heard += 1; });
    let last = performance.now();
    const tick = (now) => { window.longest = Math.max(window.longest, now - last); last = now; requestAnimationFrame(tick); };
    requestAnimationFrame(tick);`);
  const perEvent: number[] = [];
  const flooding = frame.evaluate(`flood(${seconds})`);
  let [task, heard] = [await metric(cdp, 'TaskDuration'), 0];
  let over = false;
  void flooding.then(() => {
    over = true;
  });
  while (!over) {
    await Promise.race([flooding, page.waitForTimeout(1_000)]);
    const [now, total] = [await metric(cdp, 'TaskDuration'), Number(await page.evaluate('heard'))];
    if (total > heard) perEvent.push(((now - task) * 1e6) / (total - heard));
    [task, heard] = [now, total];
  }
  await cdp.send('HeapProfiler.collectGarbage');
  const heapMegabytes = (await metric(cdp, 'JSHeapUsedSize')) / 1e6;
  return { perEvent, heapMegabytes, longestFrameMs: Number(await page.evaluate('longest')) };
}

export async function measureFlood(): Promise<BenchmarkResult> {
  const browser = await launchBrowser();
  const runs: Record<string, Figures> = {};
  let host: HostUnderTest | undefined;
  try {
    host = await startHostPage(embed);
    const bare = await openPage(browser);
    await bare.page.goto(`${host.url}bare`);
    runs.bare = await watchFlood(bare.page);
    await bare.page.context().close();
    for (const inspector of ['closed', 'open']) {
      // One page, one extension's side.
      await host.close();
      host = await startHostPage(embed);
      const { page } = await openPage(browser);
      await page.goto(host.url);
      await untilState(host, (state) => state.ready && state.loaded);
      if (inspector === 'open') await page.getByRole('button', { name: 'Event inspector' }).click();
      runs[inspector] = await watchFlood(page);
      await page.context().close();
    }
  } finally {
    await host?.close();
    await browser.close();
  }
  const rows = Object.entries(runs).map(([name, { perEvent }]) => summarise(`µs an event, ${name}`, perEvent, 'µs'));
  const [bare, closed, open] = rows.map(({ median }) => median) as [number, number, number];
  const heaps = Object.entries(runs).map(([name, { heapMegabytes }]) => `${name} ${heapMegabytes.toFixed(1)}`);
  const frames = Object.entries(runs).map(([name, { longestFrameMs }]) => `${name} ${longestFrameMs.toFixed(0)}`);
  return {
    rows,
    remarks: [
      `${perSecond} events a second for ${seconds} s, each; main-thread time of the host page per event, drawing included.`,
      `Heap after it, MB: ${heaps.join(', ')}. Longest pause between frames, ms: ${frames.join(', ')}.`,
    ],
    summary: {
      bareMicroseconds: bare,
      closedMicroseconds: closed,
      openMicroseconds: open,
      overheadClosedMicroseconds: closed - bare,
      overheadOpenMicroseconds: open - bare,
      heapOpenMegabytes: runs.open!.heapMegabytes,
    },
  };
}
