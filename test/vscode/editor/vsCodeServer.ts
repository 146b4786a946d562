/** VS Code's web server with empty state and no network. */

import { existsSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../../src/base/errors.ts';
import { codeServer, toolNode } from '../locations.ts';
import { ChildGroup } from '../process/childGroup.ts';
import { temporaryFolder } from '../process/temporaryFolder.ts';
import { addDisplayLanguage } from './displayLanguage.ts';
import { startSettings, testSettings } from './editorSettings.ts';
import { extensionsFolder, serverScript } from './installedExtensions.ts';

/** The built-in extensions that tests need, because each one costs start-up time: languages and themes. */
const testedBuiltIns = [
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

/** The server inherits only these, because `PORT`, `PASSWORD` or `VSCODE_…` would change its behavior. */
const inheritedVariables = ['PATH', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'NODE_EXTRA_CA_CERTS'];

export interface ServerOptions {
  /** VSIX files to install. */
  extensions?: readonly string[];
  /** User settings in addition to those of `editorSettings.ts`. */
  settings?: Record<string, unknown>;
  /** Environment of the extension host. */
  env?: NodeJS.ProcessEnv;
  /** The display language, such as `de`; English without it. Only extensions have texts in it: see `displayLanguage.ts`. */
  language?: string;
  /** 0, the default, selects a free port. */
  port?: number;
  /** Loads an extension under development and its tests by URL, and hides notification toasts. */
  testDriver?: boolean;
  /**
   * The editor that people use: with all built-in extensions, with git, and its server forwards `/proxy/<port>/` to other servers of
   * this machine, because a browser may not reach them. Without it, what tests need.
   */
  full?: boolean;
}

export interface WorkbenchTarget {
  /** A folder or a `.code-workspace` file. The window is empty without it. */
  open?: string;
  extensionDevelopmentPaths?: readonly string[];
  extensionTestsPath?: string;
}

export interface VsCodeServer {
  readonly url: string;
  /** User data, extensions and home of the server. `stop` removes it. */
  readonly folder: string;
  /** The address of a window. */
  windowUrl(target: WorkbenchTarget): string;
  /** The end of its output. */
  log(): string;
  waitForExit(): Promise<void>;
  stop(): Promise<void>;
}

async function linkBuiltInExtensions(folder: string): Promise<string> {
  const links = path.join(folder, 'built-in');
  await mkdir(links);
  for (const name of testedBuiltIns) {
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

/** Resolves when the server listens. Needs `ensureInstalled`. */
export async function startServer(options: ServerOptions = {}): Promise<VsCodeServer> {
  const { extensions = [], settings = {}, env = {}, language, port = 0, testDriver = false, full = false } = options;
  const home = temporaryFolder('vscode');
  const userData = path.join(home.path, 'data');
  await mkdir(path.join(userData, 'User'), { recursive: true });
  await writeFile(
    path.join(userData, 'User/settings.json'),
    JSON.stringify({ ...(full ? startSettings : testSettings), ...settings }, undefined, 2),
  );
  await writeFile(path.join(home.path, 'config.yaml'), '');

  const environment: NodeJS.ProcessEnv = { HOME: home.path, EXTENSIONS_GALLERY: '{}' };
  for (const name of inheritedVariables) if (process.env[name] !== undefined) environment[name] = process.env[name];
  Object.assign(environment, env);

  const args = ['--config', path.join(home.path, 'config.yaml'), '--user-data-dir', userData];
  args.push('--extensions-dir', await extensionsFolder(extensions, environment), '--disable-telemetry');
  args.push('--bind-addr', `127.0.0.1:${port}`, '--auth', 'none', '--disable-update-check');
  args.push('--disable-workspace-trust', '--disable-getting-started-override', '--ignore-last-opened');
  if (!full) {
    const builtIns = await linkBuiltInExtensions(home.path);
    args.push('--disable-proxy', '--vscode-option', `builtin-extensions-dir=${builtIns}`);
  }
  if (language !== undefined) {
    await addDisplayLanguage(userData, language);
    args.push('--locale', language);
  }
  if (testDriver) args.push('--vscode-option', 'enable-smoke-test-driver');
  const child = new ChildGroup({
    node: toolNode,
    script: serverScript,
    args,
    cwd: home.path,
    env: environment,
    folder: home.path,
  });
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
    throw new UserError(`Port ${port} is in use.`, { action: 'Select another port with --port.', cause: failure });
  }
}
