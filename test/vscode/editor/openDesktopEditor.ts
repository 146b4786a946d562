/** Opens the desktop VS Code with separate settings and extensions. */

import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { resolveCliPathFromVSCodeExecutablePath } from '@vscode/test-electron';
import { runAtExit } from '../process/atExit.ts';
import { runProgram } from '../process/runProgram.ts';
import { startSettings } from './editorSettings.ts';

export interface DesktopOptions {
  /** VS Code's executable. */
  executable: string;
  /** An existing folder for its settings and extensions. The path must be short because VS Code creates sockets in it. */
  home: string;
  vsix: string;
  /** The folder to open. */
  folder: string;
  env: NodeJS.ProcessEnv;
}

/** Resolves when the last window is closed. */
export async function openDesktopEditor({ executable, home, vsix, folder, env }: DesktopOptions): Promise<void> {
  const userData = path.join(home, 'u');
  const own = [`--user-data-dir=${userData}`, `--extensions-dir=${path.join(home, 'x')}`];
  await mkdir(path.join(userData, 'User'), { recursive: true });
  await writeFile(path.join(userData, 'User/settings.json'), JSON.stringify(startSettings, undefined, 2));
  await runProgram(resolveCliPathFromVSCodeExecutablePath(executable), [...own, '--install-extension', vsix]);
  // VS Code refuses to run as root without this option.
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
