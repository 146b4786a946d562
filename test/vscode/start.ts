/**
 * `npm start [-- --no-open] [--json] [--port N] [--workspace DIR]`: starts the emulator and VS Code with the packaged extension
 * on a folder with the sample model. Uses the desktop VS Code if it is installed, otherwise the web build.
 */

import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { messageOf, UserError } from '../../src/base/errors.ts';
import { desktopVsCode } from './editor/desktopVsCode.ts';
import { openDesktopEditor } from './editor/openDesktopEditor.ts';
import { startServer } from './editor/vsCodeServer.ts';
import { ensureInstalled } from './install/ensureInstalled.ts';
import { onPath } from './install/systemPackages.ts';
import { packageExtension } from './packageExtension.ts';
import { bindFolder, startPlatform } from './platform.ts';
import { exitWithParent } from './process/atExit.ts';
import { temporaryFolder } from './process/temporaryFolder.ts';
import { writeModel } from './writeModel.ts';

interface Options {
  open: boolean;
  json: boolean;
  port: number;
  workspace: string | undefined;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      'no-open': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      port: { type: 'string', default: '0' },
      workspace: { type: 'string' },
    },
  });
  const port = Number(values.port);
  if (!/^\d+$/.test(values.port) || port > 65_535)
    throw new UserError(`--port must be a port number, not “${values.port}”.`);
  // npm runs scripts in the repository, but a relative path is relative to the user's current folder.
  const here = process.env.INIT_CWD ?? process.cwd();
  const workspace = values.workspace === undefined ? undefined : path.resolve(here, values.workspace);
  return { open: !values['no-open'], json: values.json, port, workspace };
}

/** Opens an address in the user's browser if there is a screen. */
function showInBrowser(url: string): void {
  if (!(process.env.DISPLAY || process.env.WAYLAND_DISPLAY) || !onPath('xdg-open')) return;
  const opener = spawn('xdg-open', [url], { stdio: 'ignore', detached: true });
  opener.once('error', () => {});
  opener.unref();
}

/** The proxy variables of this environment. */
function proxyEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(https?|no)_proxy$/i.test(name)));
}

async function main(): Promise<void> {
  const options = readOptions();
  const say = (line: string) => (options.json ? process.stderr : process.stdout).write(`${line}\n`);
  exitWithParent();
  const desktop = options.open ? desktopVsCode() : undefined;
  if (!desktop) await ensureInstalled({ browser: false });

  // Short, because the desktop VS Code creates sockets in it.
  const home = temporaryFolder('s').path;
  const workspace = options.workspace ?? path.join(home, 'sample');
  mkdirSync(workspace, { recursive: true });
  const vsix = path.join(home, 'extension.vsix');
  const [platform] = await Promise.all([startPlatform(), packageExtension(vsix)]);
  const isSample = !readdirSync(workspace).some((name) => /^(model|cube\.js|cube\.py)$/.test(name));
  if (isSample) await writeModel(workspace, platform);
  await bindFolder(workspace, platform);
  // The extension shows the sample; a model of the user is not compared with it before the user asks.
  const editorEnv = { ...platform.env, ...(isSample ? { DATA_MODEL_SAMPLE_BRANCH: platform.deployBranch } : {}) };
  const locations = [`Platform   ${platform.url} (deployment ${platform.deploymentId})`, `Workspace  ${workspace}`];

  if (desktop) {
    say(['', ...locations, 'VS Code    is starting. Close its window or press Ctrl+C to stop.', ''].join('\n'));
    const closed = openDesktopEditor({ executable: desktop, home, vsix, folder: workspace, env: editorEnv });
    await Promise.race([closed, platform.waitForExit()]);
    process.exit(0);
  }

  const env = { ...proxyEnvironment(), ...editorEnv };
  const server = await startServer({ extensions: [vsix], env, port: options.port });
  const editorUrl = server.windowUrl({ open: workspace });
  if (options.json) {
    const line = { editorUrl, platformUrl: platform.url, apiKey: platform.apiKey, workspace };
    process.stdout.write(`${JSON.stringify(line)}\n`);
  } else {
    say(['', `VS Code    ${editorUrl}`, ...locations, '', 'Press Ctrl+C to stop.', ''].join('\n'));
  }
  if (options.open) showInBrowser(editorUrl);
  await Promise.race([server.waitForExit(), platform.waitForExit()]);
  throw new Error(`VS Code or the platform stopped:\n${server.log()}`);
}

main().catch((failure: unknown) => {
  process.stderr.write(`${messageOf(failure)}\n`);
  process.exit(1);
});
