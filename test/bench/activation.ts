/**
 * Compares our activation with that of an empty extension in the same VS Code. Checks the budgets: bytes loaded at activation,
 * bytes of the extension host's code, size of the VSIX, requests and notifications at activation.
 */

import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { ensureInstalled } from '../vscode/install/ensureInstalled.ts';
import { repository, vsix } from '../vscode/locations.ts';
import { bindFolder } from '../vscode/platform.ts';
import { temporaryFolder } from '../vscode/process/temporaryFolder.ts';
import { type BenchmarkOptions, type BenchmarkResult, median, summarize } from './benchmark.ts';
import type { ActivationReport } from './inside/activation.ts';
import { bundleInside, runInside } from './inside/runInside.ts';

const ours = 'data-model-workbench.data-model-workbench';
const empty = 'bench.empty';
/** Nearly all of `hostKb` loads on first use: each view has a separate chunk. */
const budgets = { activationKb: 150, hostKb: 1600, vsixMb: 8 };

export async function benchmark({ rounds = 5 }: BenchmarkOptions): Promise<BenchmarkResult> {
  execFileSync('npm', ['run', '--silent', 'package'], { cwd: repository, stdio: ['ignore', 'ignore', 'inherit'] });
  await ensureInstalled({ browser: true });
  const folder = temporaryFolder('bench-activation');
  let requests = 0;
  const platform = createServer((_request, response) => {
    requests += 1;
    response.end('{}');
  }).listen(0, '127.0.0.1');
  try {
    await new Promise((resolve) => platform.once('listening', resolve));
    const url = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`;
    const emptyExtension = writeEmptyExtension(folder.path);
    const suite = path.join(folder.path, 'suite.mjs');
    await bundleInside('activation.ts', suite);
    const workspace = path.join(folder.path, 'workspace');
    mkdirSync(workspace);
    await bindFolder(workspace, { url, apiKey: '', adminApiKey: '', deploymentId: 1, deployBranch: 'main' });
    const reports: ActivationReport[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const reportFile = path.join(folder.path, `report-${round}.json`);
      const ids = round % 2 === 0 ? [empty, ours] : [ours, empty];
      await runInside(suite, {
        folder: workspace,
        extensionDevelopmentPath: emptyExtension,
        extensions: [vsix],
        env: {
          DATA_MODEL_URL: url,
          DATA_MODEL_API_KEY: 'bench',
          DATA_MODEL_BENCH_IDS: JSON.stringify(ids),
          DATA_MODEL_BENCH_REPORT: reportFile,
        },
      });
      reports.push(JSON.parse(readFileSync(reportFile, 'utf8')) as ActivationReport);
    }
    return report(reports, requests);
  } finally {
    platform.close();
    folder.remove();
  }
}

function report(reports: readonly ActivationReport[], requests: number): BenchmarkResult {
  const take = (id: string, what: 'ms' | 'cpuMs') =>
    reports.map(({ activations }) => activations[id]?.[what] ?? Number.NaN);
  const dist = path.join(repository, 'dist');
  const activationKb = bytesOf(staticImports(path.join(dist, 'extension.js'))) / 1000;
  const chunks = readdirSync(path.join(dist, 'chunks')).filter((name) => name.endsWith('.js'));
  const all = [path.join(dist, 'extension.js'), ...chunks.map((name) => path.join(dist, 'chunks', name))];
  const hostKb = bytesOf(all) / 1000;
  const vsixMb = statSync(vsix).size / 1_000_000;
  const notifications = reports.reduce((sum, { notifications: count }) => sum + count, 0);
  const overhead = median(take(ours, 'ms').map((ms, round) => ms - (take(empty, 'ms')[round] ?? Number.NaN)));
  const held = (value: number, most: number) => (value <= most ? 'held' : 'BROKEN');
  return {
    rows: [
      summarize('activation: an empty extension', take(empty, 'ms')),
      summarize('activation: ours', take(ours, 'ms')),
      summarize('CPU time of activation: an empty extension', take(empty, 'cpuMs')),
      summarize('CPU time of activation: ours', take(ours, 'cpuMs')),
      summarize('loaded at activation, minified', [activationKb], 'kB'),
      summarize('all code of the extension host, minified', [hostKb], 'kB'),
      summarize('VSIX', [vsixMb * 1000], 'kB'),
    ],
    remarks: [
      `budget: loaded at activation ≤ ${budgets.activationKb} kB: ${held(activationKb, budgets.activationKb)}`,
      `budget: code of the extension host ≤ ${budgets.hostKb} kB: ${held(hostKb, budgets.hostKb)}`,
      `budget: VSIX ≤ ${budgets.vsixMb} MB: ${held(vsixMb, budgets.vsixMb)}`,
      `budget: 0 requests and 0 notifications at activation: ${held(requests + notifications, 0)} (${requests}, ${notifications})`,
      `web build of VS Code, ${reports.length} windows; the order of the two extensions alternates`,
    ],
    summary: {
      activationMs: median(take(ours, 'ms')),
      emptyMs: median(take(empty, 'ms')),
      overheadMs: overhead,
      activationKb,
      hostKb,
      vsixMb,
      requests,
      notifications,
      activeBefore: reports.some(({ activeBefore }) => activeBefore.length > 0),
    },
  };
}

function writeEmptyExtension(folder: string): string {
  const extension = path.join(folder, 'empty');
  mkdirSync(extension);
  const manifest = {
    name: 'empty',
    publisher: 'bench',
    version: '0.0.1',
    type: 'module',
    main: './extension.js',
    engines: { vscode: '^1.101.0' },
    activationEvents: [],
  };
  writeFileSync(path.join(extension, 'package.json'), JSON.stringify(manifest));
  writeFileSync(path.join(extension, 'extension.js'), 'export function activate() {}\n');
  return extension;
}

/** The files that a module loads before it runs, including itself. */
function staticImports(entry: string, seen = new Set<string>()): string[] {
  if (seen.has(entry)) return [];
  seen.add(entry);
  const source = readFileSync(entry, 'utf8');
  const specifiers = [...source.matchAll(/(?:^|[;}\n])(?:import|export)(?:[^"'();]*?from)?\s*["'](\.[^"']+)["']/g)];
  for (const [, specifier] of specifiers) staticImports(path.resolve(path.dirname(entry), specifier ?? ''), seen);
  return [...seen];
}

function bytesOf(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + statSync(file).size, 0);
}
