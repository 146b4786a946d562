/** Finds the desktop VS Code of this machine: `VSCODE_PATH`, or the `code` on the PATH, if a window can open at all. */

import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';

function commandOnPath(): string | undefined {
  const names = process.platform === 'win32' ? ['code.cmd'] : ['code'];
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    for (const name of names) {
      const file = path.join(folder, name);
      if (folder !== '' && existsSync(file)) return realpathSync(file);
    }
  }
  return undefined;
}

/** `code` is a script that hands over to the program and ends; this is the program, wherever this system keeps it. */
function programBeside(command: string): string | undefined {
  const folder = path.dirname(command);
  const candidates = {
    darwin: ['../../../MacOS/Electron', '../../../MacOS/Code'],
    win32: ['../Code.exe'],
  }[process.platform as string] ?? ['../code'];
  return candidates.map((file) => path.resolve(folder, file)).find((file) => existsSync(file));
}

/** The executable, or nothing where the web build has to do. */
export function desktopVsCode(): string | undefined {
  const named = process.env.VSCODE_PATH;
  if (named) return (existsSync(named) && programBeside(realpathSync(named))) || named;
  // Inside a container or over SSH there is no screen; a `code` found there belongs to a remote window.
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return undefined;
  const command = commandOnPath();
  return command === undefined ? undefined : programBeside(command);
}
