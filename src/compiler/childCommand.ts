/**
 * The command line and the environment of the compiler's child process. Unless the model is trusted, the runtime's permission
 * model denies its code all files but the bundle, and all processes, threads and native modules.
 */

import type { SpawnOptions } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * - `full`: by limits of the system, the permission model of the runtime, and the child process itself
 * - `without-limits`: if the runtime does not start with the limits
 * - `child-only`: if it does not start with the permission model either
 * - `none`: for trusted models
 */
export type Restriction = 'full' | 'without-limits' | 'child-only' | 'none';

/** The restriction to try if the process does not start. */
export const weakerRestriction: Partial<Record<Restriction, Restriction>> = {
  full: 'without-limits',
  'without-limits': 'child-only',
};

/** Megabytes; a model of 1000 cubes needs one gigabyte in total. */
const heapLimit = 2048;
/** The heap, and everything else that the process allocates. */
const memoryLimit = 3072;

interface ChildCommand {
  program: string;
  args: readonly string[];
  options: SpawnOptions;
}

export function childCommand(bundlePath: string, restriction: Restriction): ChildCommand {
  const options: SpawnOptions = {
    cwd: dirname(bundlePath),
    env: environment(restriction),
    // The last one is the pipe of the replies.
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
    windowsHide: true,
  };
  const script = [`--max-old-space-size=${heapLimit}`, bundlePath, restriction];
  const program = process.execPath;
  if (restriction === 'child-only' || restriction === 'none') return { program, args: script, options };
  // The runtime resolves links in the path before it checks the permission.
  const bundle = existsSync(bundlePath) ? realpathSync(bundlePath) : bundlePath;
  const args = [
    process.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission',
    '--no-warnings',
    // The code of a model cannot change the built-in objects that the code of this process uses.
    '--frozen-intrinsics',
    `--allow-fs-read=${bundle}`,
    `--allow-fs-read=${join(dirname(bundle), '*.wasm')}`,
    ...script,
  ];
  if (process.platform === 'win32' || restriction === 'without-limits') return { program, args, options };
  // The shell sets limits for itself and becomes the process. A limit that a system does not know is left out.
  const limits = ['-c 0', '-f 0', `-d ${memoryLimit * 1024}`].map((limit) => `ulimit ${limit} 2>/dev/null; `).join('');
  return { program: '/bin/sh', args: ['-c', `${limits}exec "$@"`, 'sh', program, ...args], options };
}

/** Only the variables that a program needs to run: the code of a model must not see keys or compiler switches. */
function environment(restriction: Restriction): NodeJS.ProcessEnv {
  // The platform colours its code frames; without this the compiler does so on some systems only.
  const env: NodeJS.ProcessEnv = { ELECTRON_RUN_AS_NODE: '1', FORCE_COLOR: '1' };
  const forPython = ['PATH', 'Path', 'TEMP', 'TMP', 'TMPDIR', 'HOME', 'USERPROFILE'];
  for (const name of ['SystemRoot', 'LANG', 'TZ', ...(restriction === 'none' ? forPython : [])]) {
    if (process.env[name] !== undefined) env[name] = process.env[name];
  }
  return env;
}
