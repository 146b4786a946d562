/** A VS Code web server with fresh state, quiet and offline. Knows nothing of the extension it is started for. */

import { existsSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../../src/base/errors.ts';
import { codeServer, toolNode } from '../locations.ts';
import { ChildGroup } from '../process/childGroup.ts';
import { runProgram } from '../process/runProgram.ts';
import { temporaryFolder } from '../process/temporaryFolder.ts';

/** The built-in extensions worth their start-up time here: the languages of a data model and what a workbench looks like. */
const builtIns = [
  'configuration-editing',
  'css',
  'diff',
  'html',
  'javascript',
  'json',
  'markdown-basics',
  'python',
  'search-result',
  'shellscript',
  'sql',
  'theme-defaults',
  'theme-seti',
  'typescript-basics',
  'yaml',
];

/** Nothing that moves, asks, advertises or phones home. */
export const testSettings: Readonly<Record<string, unknown>> = {
  'chat.disableAIFeatures': true,
  'editor.accessibilitySupport': 'off',
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'git.enabled': false,
  'npm.fetchOnlinePackageInfo': false,
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'typescript.disableAutomaticTypeAcquisition': true,
  'update.mode': 'none',
  'window.commandCenter': false,
  // biome-ignore lint/suspicious/noTemplateCurlyInString: these are VS Code's own variables.
  'window.title': '${dirty}${activeEditorShort}${separator}${rootName}',
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.settings.enableNaturalLanguageSearch': false,
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
};

/** Of our environment only what any program needs: `PORT`, `PASSWORD` or `VSCODE_…` of a surrounding editor would change what starts. */
const inheritedVariables = ['PATH', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'NODE_EXTRA_CA_CERTS'];

export interface ServerOptions {
  /** VSIX files to install, as a person would. */
  extensions?: readonly string[];
  /** User settings on top of the quiet ones. */
  settings?: Record<string, unknown>;
  /** Seen by the extension host. */
  env?: NodeJS.ProcessEnv;
  /** 0, the default, takes a free one. */
  port?: number;
  /** Lets a page load an extension under development and its tests by URL; hides notification toasts. */
  testDriver?: boolean;
  /** Leads `/proxy/<port>/` to other servers of this machine. */
  proxy?: boolean;
}

export interface WorkbenchTarget {
  /** A folder or a `.code-workspace` file; an empty window without. */
  open?: string;
  extensionDevelopmentPaths?: readonly string[];
  extensionTestsPath?: string;
}

export interface VsCodeServer {
  readonly url: string;
  /** Everything the server keeps: user data, extensions, home. Gone after `stop`. */
  readonly folder: string;
  /** The address of a window on it. */
  windowUrl(target: WorkbenchTarget): string;
  /** The last of what it printed. */
  log(): string;
  waitForExit(): Promise<void>;
  stop(): Promise<void>;
}

async function linkBuiltInExtensions(folder: string): Promise<string> {
  const links = path.join(folder, 'built-in');
  await mkdir(links);
  for (const name of builtIns) {
    const source = path.join(codeServer, 'lib/vscode/extensions', name);
    if (existsSync(source)) await symlink(source, path.join(links, name));
  }
  return links;
}

function windowUrl(url: string, { open, extensionDevelopmentPaths = [], extensionTestsPath }: WorkbenchTarget): string {
  const query = new URLSearchParams();
  if (open === undefined) query.set('ew', 'true');
  else query.set(open.endsWith('.code-workspace') ? 'workspace' : 'folder', open);
  const remote = (file: string) => `vscode-remote://${new URL(url).host}${file}`;
  const payload = extensionDevelopmentPaths.map((file) => ['extensionDevelopmentPath', remote(file)]);
  if (extensionTestsPath !== undefined) payload.push(['extensionTestsPath', remote(extensionTestsPath)]);
  if (payload.length > 0) query.set('payload', JSON.stringify(payload));
  return `${url}/?${query}`;
}

/** Starts one; resolves when it listens. The tool folder must be installed (`ensureInstalled`). */
export async function startServer(options: ServerOptions = {}): Promise<VsCodeServer> {
  const { extensions = [], settings = {}, env = {}, port = 0, testDriver = false, proxy = false } = options;
  const home = temporaryFolder('vscode');
  const userData = path.join(home.path, 'data');
  await mkdir(path.join(userData, 'User'), { recursive: true });
  await writeFile(
    path.join(userData, 'User/settings.json'),
    JSON.stringify({ ...testSettings, ...settings }, undefined, 2),
  );
  await writeFile(path.join(home.path, 'config.yaml'), '');

  const environment: NodeJS.ProcessEnv = { HOME: home.path, EXTENSIONS_GALLERY: '{}' };
  for (const name of inheritedVariables) if (process.env[name] !== undefined) environment[name] = process.env[name];
  Object.assign(environment, env);

  const script = path.join(codeServer, 'out/node/entry.js');
  const common = ['--config', path.join(home.path, 'config.yaml'), '--user-data-dir', userData];
  common.push('--extensions-dir', path.join(home.path, 'extensions'), '--disable-telemetry');
  for (const file of extensions) {
    await runProgram(toolNode, [script, ...common, '--install-extension', file], { env: environment });
  }

  const args = [...common, '--bind-addr', `127.0.0.1:${port}`, '--auth', 'none', '--disable-update-check'];
  if (!proxy) args.push('--disable-proxy');
  args.push('--disable-workspace-trust', '--disable-getting-started-override', '--ignore-last-opened');
  args.push('--vscode-option', `builtin-extensions-dir=${await linkBuiltInExtensions(home.path)}`);
  if (testDriver) args.push('--vscode-option', 'enable-smoke-test-driver');
  const child = new ChildGroup({ node: toolNode, script, args, cwd: home.path, env: environment, folder: home.path });
  const stop = async () => {
    await child.stop();
    home.remove();
  };
  try {
    const [, url] = await child.waitForOutput(/HTTP server listening on (http:\S+?)\/?\s/);
    return {
      url: url!,
      folder: home.path,
      windowUrl: (target) => windowUrl(url!, target),
      log: () => child.output,
      waitForExit: () => child.waitForExit(),
      stop,
    };
  } catch (failure) {
    await stop();
    if (!child.output.includes('EADDRINUSE')) throw failure;
    throw new UserError(`Port ${port} is taken.`, { action: 'Choose another one with --port.', cause: failure });
  }
}
