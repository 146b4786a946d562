/** A window of the desktop VS Code with settings and extensions of its own, apart from the person's. */

import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { resolveCliPathFromVSCodeExecutablePath } from '@vscode/test-electron';
import { runAtExit } from '../process/atExit.ts';
import { runProgram } from '../process/runProgram.ts';

export interface DesktopOptions {
  /** VS Code's program. */
  executable: string;
  /** Where its settings and extensions go; must exist. Short: sockets are made in it. */
  home: string;
  vsix: string;
  /** The folder to open. */
  folder: string;
  env: NodeJS.ProcessEnv;
}

const settings = {
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'workbench.startupEditor': 'none',
};

/** Opens it; resolves when its last window is closed. */
export async function openDesktopEditor({ executable, home, vsix, folder, env }: DesktopOptions): Promise<void> {
  const userData = path.join(home, 'u');
  const own = [`--user-data-dir=${userData}`, `--extensions-dir=${path.join(home, 'x')}`];
  await mkdir(path.join(userData, 'User'), { recursive: true });
  await writeFile(path.join(userData, 'User/settings.json'), JSON.stringify(settings, undefined, 2));
  await runProgram(resolveCliPathFromVSCodeExecutablePath(executable), [...own, '--install-extension', vsix]);
  // As root it insists on being told twice.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const editor = spawn(executable, [...own, ...asRoot, '--new-window', folder], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  });
  runAtExit(() => editor.kill('SIGTERM'));
  await new Promise<void>((resolve, reject) => {
    editor.once('exit', () => resolve());
    editor.once('error', reject);
  });
}
