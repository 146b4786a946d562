/** `npm start`: starts the emulator, and VS Code with the packaged extension on a folder with the sample model. */

import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
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
import { readStartOptions, startHelp, startUsage } from './startOptions.ts';
import { type Started, startLine, startText } from './startReport.ts';
import { writeModel } from './writeModel.ts';

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
  // npm runs scripts in the repository, but a relative path is relative to the user's current folder.
  const options = readStartOptions(process.argv.slice(2), process.env.INIT_CWD ?? process.cwd());
  if (options.help) {
    process.stdout.write(startHelp);
    return;
  }
  const report = (started: Started) => {
    process.stdout.write(options.json ? startLine(started) : startText(started));
  };
  exitWithParent();
  const desktop = options.open ? desktopVsCode() : undefined;
  if (!desktop) await ensureInstalled({ browser: false });

  // Short, because the desktop VS Code creates sockets in it.
  const home = temporaryFolder('s').path;
  const workspace = options.workspace ?? path.join(home, 'sample');
  mkdirSync(workspace, { recursive: true });
  const vsix = path.join(home, 'extension.vsix');
  const [platform] = await Promise.all([startPlatform(), packageExtension(vsix)]);
  const isSample = readdirSync(workspace).every((name) => name.startsWith('.'));
  if (isSample) await writeModel(workspace, platform);
  await bindFolder(workspace, platform);
  // The extension shows the sample; a model of the user is not compared with it before the user asks.
  const editorEnv = { ...platform.env, ...(isSample ? { DATA_MODEL_SAMPLE_BRANCH: platform.deployBranch } : {}) };

  if (desktop) {
    report({ editorUrl: undefined, platform, workspace, isSample });
    const closed = openDesktopEditor({ executable: desktop, home, vsix, folder: workspace, env: editorEnv });
    await Promise.race([closed, platform.waitForExit()]);
    process.exit(0);
  }

  const env = { ...proxyEnvironment(), ...editorEnv };
  const server = await startServer({ full: true, extensions: [vsix], env, port: options.port });
  const editorUrl = server.windowUrl({ open: workspace });
  report({ editorUrl, platform, workspace, isSample });
  if (options.open) showInBrowser(editorUrl);
  await Promise.race([server.waitForExit(), platform.waitForExit()]);
  throw new Error(`VS Code or the platform stopped:\n${server.log()}`);
}

main().catch((failure: unknown) => {
  const isUsage = failure instanceof UserError && failure.code === startUsage;
  process.stderr.write(`npm start: ${messageOf(failure)}\n${isUsage ? `\n${startHelp}` : ''}`);
  process.exit(isUsage ? 2 : 1);
});
