/** Runs a program of this folder inside a window of VS Code, in place of tests. */

import path from 'node:path';
import * as esbuild from 'esbuild';
import { runTestsInWebBuild, type WebTestRun } from '../../vscode/editor/runTestsInWebBuild.ts';

/** Bundles a program of this folder into the file `suite`. */
export async function bundleInside(program: string, suite: string): Promise<void> {
  await esbuild.build({
    entryPoints: [path.join(import.meta.dirname, program)],
    outfile: suite,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['vscode'],
    logLevel: 'error',
  });
}

/** Runs a bundled program in the extension host of a window. */
export async function runInside(suite: string, run: Omit<WebTestRun, 'extensionTestsPath'>): Promise<void> {
  const code = await runTestsInWebBuild({ ...run, extensionTestsPath: suite });
  if (code !== 0) throw new Error(`VS Code exited with ${code}`);
}
