/** Finds the desktop VS Code: `VSCODE_PATH`, or `code` on the PATH if a window can open. */

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

/** Finds the program that the script `code` starts. */
function programBeside(command: string): string | undefined {
  const folder = path.dirname(command);
  const candidates = {
    darwin: ['../../../MacOS/Electron', '../../../MacOS/Code'],
    win32: ['../Code.exe'],
  }[process.platform as string] ?? ['../code'];
  return candidates.map((file) => path.resolve(folder, file)).find((file) => existsSync(file));
}

/** Returns the executable; undefined if only the web build can be used. */
export function desktopVsCode(): string | undefined {
  const named = process.env.VSCODE_PATH;
  if (named) return (existsSync(named) && programBeside(realpathSync(named))) || named;
  // Containers and SSH sessions have no screen. `code` belongs to a remote window there.
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return undefined;
  const command = commandOnPath();
  return command === undefined ? undefined : programBeside(command);
}
