/**
 * `npm run test:editor [-- --grep TEXT] [--window NAME]`: runs the tests below test/editor inside VS Code. Uses the desktop
 * VS Code if it is installed, otherwise the web build.
 */

import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runTests } from '@vscode/test-electron';
import { messageOf } from '../../src/base/errors.ts';
import { commitToBare } from '../emulator/bareRepository.ts';
import { manifestOf, model } from '../emulator/dbt/manifests.ts';
import { desktopVsCode } from '../vscode/editor/desktopVsCode.ts';
import { testSettings } from '../vscode/editor/editorSettings.ts';
import { runTestsInWebBuild } from '../vscode/editor/runTestsInWebBuild.ts';
import { ensureInstalled } from '../vscode/install/ensureInstalled.ts';
import { artifacts, repository } from '../vscode/locations.ts';
import { bindFolder, platformIsBuilt, type RunningPlatform, startPlatform } from '../vscode/platform.ts';
import { temporaryFolder } from '../vscode/process/temporaryFolder.ts';
import { type EditorWindow, findEditorWindows } from './editorWindows.ts';
import { repeatCommands, repeatText, type SuiteReport } from './suiteReport.ts';

/** Prints what the tests append to a file until the returned function is called. */
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

const extensionPaths = {
  extensionDevelopmentPath: repository,
  extensionTestsPath: path.join(repository, 'dist/test/editor/index.js'),
};

/** @param home a folder for the settings and extensions of this VS Code. */
async function runInDesktop(
  executable: string,
  home: string,
  workspace: string,
  env: Record<string, string>,
): Promise<void> {
  const userData = path.join(home, 'data');
  mkdirSync(path.join(userData, 'User'), { recursive: true });
  writeFileSync(path.join(userData, 'User/settings.json'), JSON.stringify(testSettings));
  await runTests({
    vscodeExecutablePath: executable,
    ...extensionPaths,
    launchArgs: [workspace, `--user-data-dir=${userData}`, `--extensions-dir=${path.join(home, 'extensions')}`],
    extensionTestsEnv: env,
  });
}

interface WindowOptions {
  /** The executable of the desktop VS Code; undefined for the web build. */
  desktop: string | undefined;
  platform: RunningPlatform | undefined;
  grep: string;
}

async function runWindow(
  { name, fixture, tests }: EditorWindow,
  { desktop, platform, grep }: WindowOptions,
): Promise<SuiteReport> {
  const folder = temporaryFolder('editor');
  const workspace = path.join(folder.path, 'workspace');
  cpSync(fixture, workspace, { recursive: true });
  if (platform) await bindFolder(workspace, platform);
  const reportFile = path.join(folder.path, 'report.json');
  const stopFollowing = follow(`${reportFile}.log`);
  try {
    const env = {
      ...platform?.env,
      DATA_MODEL_TESTS: JSON.stringify(tests),
      DATA_MODEL_REPORT: reportFile,
      DATA_MODEL_GREP: grep,
    };
    // The exit code is not needed: the report says more.
    if (desktop) await runInDesktop(desktop, folder.path, workspace, env).catch(() => {});
    else {
      const screenshot = path.join(artifacts, 'editor', `failed-${name.replaceAll('/', '-')}.png`);
      await runTestsInWebBuild({ ...extensionPaths, folder: workspace, env, screenshot });
    }
    if (!existsSync(reportFile)) throw new Error(`VS Code ended without a report on ${tests.join(', ')}`);
    return JSON.parse(readFileSync(reportFile, 'utf8')) as SuiteReport;
  } finally {
    stopFollowing();
    folder.remove();
  }
}

/** The dbt project of the platform's first deployment, with one model on its branch `trunk`. */
async function dbtRepositoryIn(folder: string): Promise<string[]> {
  const manifest = manifestOf({ nodes: model('couriers', { columns: { id: { data_type: 'integer' } } }) });
  const files = { 'dbt_project.yml': 'name: shop\n', 'manifest.json': JSON.stringify(manifest) };
  await commitToBare(path.join(folder, 'acme/dbt.git'), 'trunk', files);
  return ['--repositories', folder, '--dbt-repository', 'acme/dbt'];
}

async function main(): Promise<void> {
  rmSync(path.join(artifacts, 'editor'), { recursive: true, force: true });
  const { values } = parseArgs({ options: { grep: { type: 'string', default: '' }, window: { type: 'string' } } });
  const desktop = desktopVsCode();
  if (!desktop) await ensureInstalled({ browser: true });
  const repositories = temporaryFolder('editor-repositories');
  const platform = platformIsBuilt() ? await startPlatform(await dbtRepositoryIn(repositories.path)) : undefined;
  const sum: SuiteReport = { passed: 0, failed: 0, skipped: 0, tests: [] };
  const repeats: string[] = [];
  try {
    for (const window of findEditorWindows()) {
      if (values.window !== undefined && window.name !== values.window) continue;
      const report = await runWindow(window, { desktop, platform, grep: values.grep });
      for (const result of ['passed', 'failed', 'skipped'] as const) sum[result] += report[result];
      sum.tests.push(...report.tests);
      repeats.push(...repeatCommands(report, `npm run test:editor -- --window ${window.name}`));
    }
  } finally {
    await platform?.stop();
    repositories.remove();
  }
  mkdirSync(path.join(artifacts, 'editor'), { recursive: true });
  writeFileSync(path.join(artifacts, 'editor/report.json'), `${JSON.stringify(sum, undefined, 2)}\n`);
  process.stdout.write(repeatText(repeats));
  if (sum.passed + sum.failed === 0) throw new Error('No test ran');
  if (sum.failed > 0) process.exitCode = 1;
}

main().then(
  () => process.exit(),
  (failure: unknown) => {
    process.stderr.write(`${messageOf(failure)}\n`);
    process.exit(1);
  },
);
