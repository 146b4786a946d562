/** Bundles the simulator, with faults put into the source on the way if asked, and runs it in processes of its own. */

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as esbuild from 'esbuild';
import type { RunReport } from './run.ts';

/** A fault: in `file` of src/sync, the text `find`, which must be there exactly once, becomes `replace`. */
export interface Mutant {
  name: string;
  file: string;
  find: string;
  replace: string;
  /** A rich story that noticed it when it was last looked for; none: several thousand were played, and none did. */
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
    plugins: mutant ? [putIn(mutant)] : [],
  });
}

function putIn({ file, find, replace }: Mutant): esbuild.Plugin {
  return {
    name: 'mutant',
    setup(build) {
      let found = false;
      build.onLoad({ filter: /[\\/]src[\\/]sync[\\/].+\.ts$/ }, async ({ path }) => {
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

/** The seed of a rich story that notices the fault: the known one, else the first from 1 on within `budgetMs`; undefined: none did. */
export async function seedThatNotices(bundle: string, mutant: Mutant, budgetMs: number): Promise<number | undefined> {
  await buildSimulator(bundle, mutant);
  if (mutant.seed !== undefined) {
    const known = await runSimulator(bundle, { from: mutant.seed, count: 1, rich: true });
    if (known.failed) return known.failed.seed;
  }
  const { failed } = await runSimulator(bundle, { from: 1, count: Number.MAX_SAFE_INTEGER, budgetMs, rich: true });
  return failed?.seed;
}

/** Plays `count` stories from seed `from` on, or as many as fit into `budgetMs`; stops at the first problem. */
export async function runSimulator(
  bundle: string,
  { from, count, budgetMs, rich = false }: { from: number; count: number; budgetMs?: number; rich?: boolean },
): Promise<RunReport> {
  const args = [bundle, String(from), String(count), String(budgetMs ?? '-'), rich ? 'rich' : 'usual'];
  // A story throws many failures and keeps little: stacks and small young generations would cost a fifth of the time.
  // There is a process for each processor already: helpers of one would only take time from the others.
  const options = ['--no-warnings', '--stack-trace-limit=0', '--max-semi-space-size=32', '--single-threaded'];
  const { stdout } = await promisify(execFile)(process.execPath, [...options, ...args], {
    maxBuffer: 16 * 1024 * 1024,
  });
  return JSON.parse(stdout) as RunReport;
}
