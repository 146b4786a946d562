/** A part of a day in a real VS Code: the memory of the extension host, and of the window with its pages. */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { ensureInstalled } from '../../vscode/install/ensureInstalled.ts';
import { repository } from '../../vscode/locations.ts';
import { bindFolder, startPlatform } from '../../vscode/platform.ts';
import { temporaryFolder } from '../../vscode/process/temporaryFolder.ts';
import type { EditorDay, HostSample } from '../inside/editorDay.ts';
import { bundleInside, runInside } from '../inside/runInside.ts';
import type { Sample } from './samples.ts';

export interface EditorMemory {
  samples: Sample[];
  done: Omit<HostSample, 'bytes'>;
}

/** Measures the window whenever the extension host has written its own memory. */
async function measureWindow(page: Page, folder: string, whileRunning: AbortSignal): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  for (let number = 1; !whileRunning.aborted; await pause(200)) {
    const file = path.join(folder, `${number}.json`);
    if (!existsSync(file)) continue;
    await cdp.send('HeapProfiler.collectGarbage');
    const { metrics } = await cdp.send('Performance.getMetrics');
    writeFileSync(`${file}.window`, String(metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value));
    number += 1;
  }
}

/** @param minutes at most 9: then the run of tests in a window ends */
export async function measureEditor(minutes: number): Promise<EditorMemory> {
  await ensureInstalled({ browser: true });
  const folder = temporaryFolder('editor-day');
  const platform = await startPlatform(['--build-time', '50']);
  const ended = new AbortController();
  try {
    // In the folder of the extension, so that both have one API object and dialogs can be answered.
    const suite = path.join(repository, 'dist/bench/editorDay.mjs');
    await bundleInside('editorDay.ts', suite);
    const workspace = path.join(folder.path, 'workspace');
    mkdirSync(workspace);
    await bindFolder(workspace, platform);
    const day: EditorDay = { minutes, folder: folder.path };
    await runInside(suite, {
      folder: workspace,
      extensionDevelopmentPath: repository,
      env: { ...platform.env, DATA_MODEL_BENCH_DAY: JSON.stringify(day) },
      onPage: (page) => void measureWindow(page, folder.path, ended.signal).catch(() => {}),
    });
    const samples: Sample[] = [];
    let done: EditorMemory['done'] | undefined;
    for (let number = 1; existsSync(path.join(folder.path, `${number}.json`)); number += 1) {
      const file = path.join(folder.path, `${number}.json`);
      const { bytes, ...counts } = JSON.parse(readFileSync(file, 'utf8')) as HostSample;
      samples.push(
        new Map([
          ['extension host in VS Code', bytes],
          ['window with its pages', Number(readFileSync(`${file}.window`, 'utf8'))],
        ]),
      );
      done = counts;
    }
    return { samples, done: done! };
  } finally {
    ended.abort();
    await platform.stop();
    folder.remove();
  }
}
