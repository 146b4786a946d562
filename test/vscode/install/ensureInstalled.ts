/**
 * Installs VS Code (server and web build) and a headless browser on a machine that has only Node and npm. `--server-only`
 * skips the browser.
 */

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { messageOf, UserError } from '../../../src/base/errors.ts';
import { codeServer, orphanGuard, toolFolder, toolNode } from '../locations.ts';
import { runProgram } from '../process/runProgram.ts';
import { exclusively } from './exclusively.ts';
import { installPackages, missingForBrowsing, missingForBuilding } from './systemPackages.ts';

/** Unused by an extension under test, and most of the download. */
const leftOutPackages = ['@github/copilot-sdk', '@microsoft/mxc-sdk', '@devcontainers/cli', '@vscode/sqlite3'];
const leftOutExtensions = ['copilot', 'mermaid-markdown-features', 'microsoft-authentication'];
/** spdlog writes logs and output channels. The watchdog ends orphaned extension hosts. */
const nativeModules = ['@vscode/spdlog', '@vscode/native-watchdog'];

const editor = path.join(codeServer, 'lib/vscode');
const stamp = path.join(toolFolder, 'node_modules/.installed');
/** The server of TypeScript, which the built-in extensions share. npm writes this file last. */
const sharedExtensionPackages = path.join(editor, 'extensions/node_modules/.package-lock.json');

function expectedStamp(): string {
  const hash = createHash('sha256').update(process.arch);
  for (const file of ['package.json', 'package-lock.json']) hash.update(readFileSync(path.join(toolFolder, file)));
  return hash.update(JSON.stringify([leftOutPackages, leftOutExtensions, nativeModules])).digest('hex');
}

function isEditorInstalled(): boolean {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === expectedStamp();
}

function isInstalled(): boolean {
  return isEditorInstalled() && existsSync(sharedExtensionPackages);
}

function npm(cwd: string, ...args: string[]): Promise<string> {
  const environment: NodeJS.ProcessEnv = {};
  for (const [name, value] of Object.entries(process.env)) {
    // Settings of the npm that started this process (`npm start`) do not apply to this folder.
    if (
      !/^npm_(config_(ignore_scripts|omit|include|prefix|local_prefix|global_prefix)|lifecycle|package)/i.test(name)
    ) {
      environment[name] = value;
    }
  }
  environment.PATH = [path.dirname(toolNode), process.env.PATH ?? ''].join(path.delimiter);
  // An npm that survives a killed installation would write to the folder of the next one.
  environment.NODE_OPTIONS = `--require ${JSON.stringify(orphanGuard)}`;
  // Builds the native modules in 14 s instead of 30 s. Their own speed does not matter.
  environment.CXXFLAGS = '-O0';
  environment.JOBS = 'max';
  environment.npm_config_nodedir = path.dirname(path.dirname(toolNode));
  const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];
  const script = process.env.npm_execpath;
  return script?.endsWith('.js')
    ? runProgram(existsSync(toolNode) ? toolNode : process.execPath, [script, ...args, ...quiet], {
        cwd,
        env: environment,
      })
    : runProgram('npm', [...args, ...quiet], { cwd, env: environment });
}

async function removeUnneeded(): Promise<void> {
  const manifest = path.join(editor, 'package.json');
  const content = JSON.parse(await readFile(manifest, 'utf8')) as { dependencies: Record<string, string> };
  for (const name of leftOutPackages) delete content.dependencies[name];
  await writeFile(manifest, JSON.stringify(content, undefined, 2));
  for (const name of leftOutExtensions)
    await rm(path.join(editor, 'extensions', name), { recursive: true, force: true });
}

async function installEditor(say: (line: string) => void): Promise<void> {
  say('Installing VS Code (server and web build), once; this takes a minute…');
  await npm(toolFolder, 'ci', '--ignore-scripts');
  if (!existsSync(toolNode)) throw new UserError(`VS Code’s web build has no Node for Linux on ${process.arch}.`);
  await removeUnneeded();
  // Its shrinkwrap pins the versions, but lacks an entry that `npm ci` needs.
  await npm(editor, 'install', '--omit=dev', '--ignore-scripts', '--no-save');
  await npm(editor, 'rebuild', '--ignore-scripts=false', ...nativeModules);
  await writeFile(stamp, expectedStamp());
}

async function installTool(say: (line: string) => void): Promise<void> {
  if (!isEditorInstalled()) await installEditor(say);
  if (isInstalled()) return;
  await npm(path.join(editor, 'extensions'), 'install', '--omit=dev', '--ignore-scripts', '--no-save');
}

export interface InstallOptions {
  /** Also a headless browser and a font. */
  browser: boolean;
  log?: (line: string) => void;
}

/** @throws UserError with the command to run when this user must not install a missing package. */
export async function ensureInstalled({
  browser,
  log: say = (line) => process.stderr.write(`${line}\n`),
}: InstallOptions): Promise<void> {
  const missing = () => [
    ...(isEditorInstalled() ? [] : missingForBuilding()),
    ...(browser ? missingForBrowsing() : []),
  ];
  if (isInstalled() && missing().length === 0) return;
  if (process.platform !== 'linux') {
    throw new UserError('The web build of VS Code can be installed on Linux only.', {
      action: 'Install VS Code and put `code` on the PATH, or set VSCODE_PATH to its executable.',
    });
  }
  await exclusively(toolFolder, async () => {
    const packages = missing();
    if (packages.length > 0) say(`Installing Debian packages: ${packages.join(' ')}…`);
    await installPackages(packages);
    await installTool(say);
  });
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  ensureInstalled({ browser: !process.argv.includes('--server-only') }).catch((failure: unknown) => {
    process.stderr.write(`${messageOf(failure)}\n`);
    process.exitCode = 1;
  });
}
