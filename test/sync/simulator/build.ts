/** Bundles the simulator, optionally with a mutant in the source, and runs it in separate processes. */

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as esbuild from 'esbuild';
import type { RunReport } from './run.ts';

/** A fault in the source: in `file` of src/sync or src/base, the text `find`, which must occur exactly once, becomes `replace`. */
export interface Mutant {
  name: string;
  file: string;
  find: string;
  replace: string;
  /** A rich scenario that detects the fault; undefined: several thousand scenarios did not. */
  seed?: number;
}

const folder = fileURLToPath(new URL('.', import.meta.url));
const requireShim =
  "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);";

export async function buildSimulator(outfile: string, mutant?: Mutant): Promise<void> {
  await esbuild.build({
    entryPoints: [`${folder}run.ts`],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: ['chokidar'],
    logLevel: 'silent',
    banner: { js: requireShim },
    plugins: mutant ? [applyMutant(mutant)] : [],
  });
}

function applyMutant({ file, find, replace }: Mutant): esbuild.Plugin {
  return {
    name: 'mutant',
    setup(build) {
      let found = false;
      build.onLoad({ filter: /[\\/]src[\\/](?:sync|base)[\\/].+\.ts$/ }, async ({ path }) => {
        if (!path.endsWith(`/${file}`) && !path.endsWith(`\\${file}`)) return undefined;
        const source = await readFile(path, 'utf8');
        if (source.split(find).length !== 2) return { errors: [{ text: `“${find}” is not once in ${file}` }] };
        found = true;
        return { contents: source.replace(find, () => replace), loader: 'ts' };
      });
      build.onEnd(() => (found ? undefined : { errors: [{ text: `${file} is not part of the simulator` }] }));
    },
  };
}

/** The seed of a rich scenario that detects the fault: the known one, else the first one from 1 to `count`. */
export async function findDetectingSeed(bundle: string, mutant: Mutant, count: number): Promise<number | undefined> {
  await buildSimulator(bundle, mutant);
  if (mutant.seed !== undefined) {
    const known = await runSimulator(bundle, { from: mutant.seed, count: 1, rich: true });
    if (known.failed) return known.failed.seed;
  }
  const { failed } = await runSimulator(bundle, { from: 1, count, rich: true });
  return failed?.seed;
}

/** Plays `count` scenarios from seed `from`; stops at the first problem. */
export async function runSimulator(
  bundle: string,
  { from, count, rich = false }: { from: number; count: number; rich?: boolean },
): Promise<RunReport> {
  const args = [bundle, String(from), String(count), rich ? 'rich' : 'usual'];
  // A scenario throws many errors and keeps little memory: stack traces and a small young generation take a fifth of the time.
  // There is one process for each processor, so helper threads would slow down the others.
  const options = ['--no-warnings', '--stack-trace-limit=0', '--max-semi-space-size=32', '--single-threaded'];
  const { stdout } = await promisify(execFile)(process.execPath, [...options, ...args], {
    maxBuffer: 16 * 1024 * 1024,
  });
  return JSON.parse(stdout) as RunReport;
}
