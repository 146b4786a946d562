/**
 * `npm run test:editor [-- --grep TEXT] [--window NAME]`: the suites under test/editor inside a real VS Code, the desktop one where there
 * is one, else its web build. A folder that holds `workspace/` is one window with a copy of it open; its tests are the
 * files below it that no deeper such folder claims.
 */

import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runTests } from '@vscode/test-electron';
import { messageOf } from '../../src/base/errors.ts';
import { desktopVsCode } from '../vscode/editor/desktopVsCode.ts';
import { testSettings } from '../vscode/editor/vsCodeServer.ts';
import { filesBelow } from '../vscode/filesBelow.ts';
import { ensureInstalled } from '../vscode/install/ensureInstalled.ts';
import { artifacts, repository } from '../vscode/locations.ts';
import { bindFolder, platformIsBuilt, type RunningPlatform, startPlatform } from '../vscode/platform.ts';
import { temporaryFolder } from '../vscode/process/temporaryFolder.ts';
import type { SuiteReport } from './suiteReport.ts';

const sources = path.join(repository, 'test/editor');
const suite = path.join(repository, 'dist/test/editor/index.js');

interface EditorWindow {
  /** Relative to test/editor; empty for the main one. */
  name: string;
  /** Test files, relative to test/editor, without their ending. */
  suites: string[];
}

function windows(): EditorWindow[] {
  const suites = filesBelow(sources)
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => file.slice(0, -'.test.ts'.length));
  const found = new Map<string, string[]>();
  for (const name of suites) {
    let folder = path.posix.dirname(name);
    while (folder !== '.' && !existsSync(path.join(sources, folder, 'workspace'))) folder = path.posix.dirname(folder);
    const window = folder === '.' ? '' : folder;
    found.set(window, [...(found.get(window) ?? []), name]);
  }
  return [...found].map(([name, names]) => ({ name, suites: names.sort() })).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Prints what the suite writes, as it writes it. */
function follow(file: string): () => void {
  let printed = 0;
  const print = () => {
    if (!existsSync(file) || statSync(file).size === printed) return;
    const content = readFileSync(file);
    process.stdout.write(content.subarray(printed));
    printed = content.length;
  };
  const timer = setInterval(print, 200);
  return () => {
    clearInterval(timer);
    print();
  };
}

interface Ring {
  executable: string;
  platform: RunningPlatform | undefined;
  grep: string;
}

async function runWindow({ name, suites }: EditorWindow, { executable, platform, grep }: Ring): Promise<SuiteReport> {
  const folder = temporaryFolder('editor');
  const workspace = path.join(folder.path, 'workspace');
  const fixture = path.join(sources, name, 'workspace');
  if (existsSync(fixture)) cpSync(fixture, workspace, { recursive: true });
  else mkdirSync(workspace);
  if (platform) await bindFolder(workspace, platform);
  const userData = path.join(folder.path, 'data');
  mkdirSync(path.join(userData, 'User'), { recursive: true });
  writeFileSync(path.join(userData, 'User/settings.json'), JSON.stringify(testSettings));
  const reportFile = path.join(folder.path, 'report.json');
  const unfollow = follow(`${reportFile}.log`);
  try {
    await runTests({
      vscodeExecutablePath: executable,
      extensionDevelopmentPath: repository,
      extensionTestsPath: suite,
      launchArgs: [
        workspace,
        `--user-data-dir=${userData}`,
        `--extensions-dir=${path.join(folder.path, 'extensions')}`,
      ],
      extensionTestsEnv: {
        ...platform?.env,
        DATA_MODEL_SUITES: JSON.stringify(suites),
        DATA_MODEL_REPORT: reportFile,
        DATA_MODEL_GREP: grep,
        DATA_MODEL_PICTURE: path.join(artifacts, 'editor', `failed-${name.replaceAll('/', '-') || 'main'}.png`),
      },
    }).catch((failure: unknown) => {
      // A report tells more than the exit code does.
      if (!existsSync(reportFile)) throw failure;
    });
    if (!existsSync(reportFile)) throw new Error(`VS Code ended without a report on ${suites.join(', ')}`);
    return JSON.parse(readFileSync(reportFile, 'utf8')) as SuiteReport;
  } finally {
    unfollow();
    folder.remove();
  }
}

async function main(): Promise<void> {
  rmSync(path.join(artifacts, 'editor'), { recursive: true, force: true });
  const { values } = parseArgs({ options: { grep: { type: 'string', default: '' }, window: { type: 'string' } } });
  const desktop = desktopVsCode();
  if (!desktop) await ensureInstalled({ browser: true });
  const executable = desktop ?? path.join(repository, 'test/vscode/editor/codeStub.mjs');
  const platform = platformIsBuilt() ? await startPlatform() : undefined;
  const sum: SuiteReport = { passed: 0, failed: 0, skipped: 0, tests: [] };
  try {
    for (const window of windows().filter(({ name }) => values.window === undefined || name === values.window)) {
      const report = await runWindow(window, { executable, platform, grep: values.grep });
      for (const outcome of ['passed', 'failed', 'skipped'] as const) sum[outcome] += report[outcome];
      sum.tests.push(...report.tests);
    }
  } finally {
    await platform?.stop();
  }
  mkdirSync(path.join(artifacts, 'editor'), { recursive: true });
  writeFileSync(path.join(artifacts, 'editor/report.json'), `${JSON.stringify(sum, undefined, 2)}\n`);
  if (sum.passed + sum.failed === 0) throw new Error('No test ran');
  if (sum.failed > 0) process.exitCode = 1;
}

main().catch((failure: unknown) => {
  process.stderr.write(`${messageOf(failure)}\n`);
  process.exitCode = 1;
});
