/** Finds and installs missing Debian packages. Names the command to run if this user must not install them. */

import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { UserError } from '../../../src/base/errors.ts';
import { runProgram } from '../process/runProgram.ts';

/** Whether a program is on the PATH. */
export function onPath(program: string): boolean {
  return (process.env.PATH ?? '').split(path.delimiter).some((folder) => existsSync(path.join(folder, program)));
}

const browsers = ['chromium-headless-shell', 'chromium', 'google-chrome'];
const fonts = ['/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf', '/usr/share/fonts/TTF/DejaVuSans.ttf'];

/** The browser for tests: `CHROMIUM_PATH`, otherwise the smallest one found. */
export function browserExecutable(): string | undefined {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  return browsers.map((name) => path.join('/usr/bin', name)).find((file) => existsSync(file));
}

/** Missing packages for building the native modules of VS Code's server. */
export function missingForBuilding(): string[] {
  return ['g++', 'make', 'python3'].filter((program) => !onPath(program));
}

/** Missing packages for a headless browser. */
export function missingForBrowsing(): string[] {
  return [
    ...(browserExecutable() ? [] : ['chromium-headless-shell']),
    ...(fonts.some((file) => existsSync(file)) ? [] : ['fonts-dejavu-core']),
  ];
}

async function rootPrefix(): Promise<string[] | undefined> {
  if (process.getuid?.() === 0) return [];
  if (!onPath('sudo')) return undefined;
  return runProgram('sudo', ['-n', 'true']).then(
    () => ['sudo', '-n'],
    () => undefined,
  );
}

/** @throws UserError with the command to run when the installation fails or is not allowed. */
export async function installPackages(packages: readonly string[]): Promise<void> {
  if (packages.length === 0) return;
  const byHand = `sudo apt-get update && sudo apt-get install -y --no-install-recommends ${packages.join(' ')}`;
  const prefix = onPath('apt-get') ? await rootPrefix() : undefined;
  if (!prefix) {
    throw new UserError(`This machine lacks ${packages.join(', ')}.`, { action: `Run: ${byHand}` });
  }
  const apt = (...args: string[]) => {
    const [program, ...rest] = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', ...args];
    return runProgram(program!, rest);
  };
  for (let attempt = 1; ; attempt += 1) {
    try {
      await apt('-o', 'Acquire::Retries=3', 'update');
      await apt('-o', 'DPkg::Lock::Timeout=300', 'install', '-y', '--no-install-recommends', ...packages);
      return;
    } catch (failure) {
      // Retry: another apt may hold the lock, or a mirror may fail for a moment.
      if (attempt === 3) {
        throw new UserError(`Could not install ${packages.join(', ')}.`, { action: `Run: ${byHand}`, cause: failure });
      }
      await pause(5_000 * attempt);
    }
  }
}
