/**
 * `npm run test:editor [-- --grep TEXT] [--window NAME]`: runs the tests below test/editor inside VS Code. Uses the desktop
 * VS Code where there is one, otherwise the web build.
 */

import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runTests } from '@vscode/test-electron';
import { messageOf } from '../../src/base/errors.ts';
import { desktopVsCode } from '../vscode/editor/desktopVsCode.ts';
import { testSettings } from '../vscode/editor/vsCodeServer.ts';
import { ensureInstalled } from '../vscode/install/ensureInstalled.ts';
import { artifacts, repository } from '../vscode/locations.ts';
import { bindFolder, platformIsBuilt, type RunningPlatform, startPlatform } from '../vscode/platform.ts';
import { temporaryFolder } from '../vscode/process/temporaryFolder.ts';
import { type EditorWindow, findEditorWindows } from './editorWindows.ts';
import { repeatText, type SuiteReport } from './suiteReport.ts';

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

interface WindowOptions {
  executable: string;
  platform: RunningPlatform | undefined;
  grep: string;
}

async function runWindow(
  { name, fixture, tests }: EditorWindow,
  { executable, platform, grep }: WindowOptions,
): Promise<SuiteReport> {
  const folder = temporaryFolder('editor');
  const workspace = path.join(folder.path, 'workspace');
  if (existsSync(fixture)) cpSync(fixture, workspace, { recursive: true });
  else mkdirSync(workspace);
  if (platform) await bindFolder(workspace, platform);
  const userData = path.join(folder.path, 'data');
  mkdirSync(path.join(userData, 'User'), { recursive: true });
  writeFileSync(path.join(userData, 'User/settings.json'), JSON.stringify(testSettings));
  const reportFile = path.join(folder.path, 'report.json');
  const stopFollowing = follow(`${reportFile}.log`);
  try {
    await runTests({
      vscodeExecutablePath: executable,
      extensionDevelopmentPath: repository,
      extensionTestsPath: path.join(repository, 'dist/test/editor/index.js'),
      launchArgs: [
        workspace,
        `--user-data-dir=${userData}`,
        `--extensions-dir=${path.join(folder.path, 'extensions')}`,
      ],
      extensionTestsEnv: {
        ...platform?.env,
        DATA_MODEL_TESTS: JSON.stringify(tests),
        DATA_MODEL_REPORT: reportFile,
        DATA_MODEL_GREP: grep,
        DATA_MODEL_PICTURE: path.join(artifacts, 'editor', `failed-${name.replaceAll('/', '-')}.png`),
      },
    }).catch((failure: unknown) => {
      // The report says more than the exit code.
      if (!existsSync(reportFile)) throw failure;
    });
    if (!existsSync(reportFile)) throw new Error(`VS Code ended without a report on ${tests.join(', ')}`);
    return JSON.parse(readFileSync(reportFile, 'utf8')) as SuiteReport;
  } finally {
    stopFollowing();
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
  const repeats: string[] = [];
  try {
    for (const window of findEditorWindows()) {
      if (values.window !== undefined && window.name !== values.window) continue;
      const report = await runWindow(window, { executable, platform, grep: values.grep });
      for (const result of ['passed', 'failed', 'skipped'] as const) sum[result] += report[result];
      sum.tests.push(...report.tests);
      repeats.push(repeatText(report, `npm run test:editor -- --window ${window.name}`));
    }
  } finally {
    await platform?.stop();
  }
  mkdirSync(path.join(artifacts, 'editor'), { recursive: true });
  writeFileSync(path.join(artifacts, 'editor/report.json'), `${JSON.stringify(sum, undefined, 2)}\n`);
  process.stdout.write(repeats.join(''));
  if (sum.passed + sum.failed === 0) throw new Error('No test ran');
  if (sum.failed > 0) process.exitCode = 1;
}

main().catch((failure: unknown) => {
  process.stderr.write(`${messageOf(failure)}\n`);
  process.exitCode = 1;
});
