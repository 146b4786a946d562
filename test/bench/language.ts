/** Measures the language features as they are shipped: bundled, with the build of the YAML library that the extension has. */

import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { slimming } from '../../build/slim.mjs';
import { temporaryFolder } from '../vscode/process/temporaryFolder.ts';
import type { BenchmarkOptions, BenchmarkResult } from './benchmark.ts';

export async function benchmark(options: BenchmarkOptions): Promise<BenchmarkResult> {
  const folder = temporaryFolder('bench-language-bundle');
  try {
    const outfile = path.join(folder.path, 'measurements.mjs');
    await esbuild.build({
      entryPoints: [path.join(import.meta.dirname, 'language/measurements.ts')],
      outfile,
      bundle: true,
      minify: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      plugins: slimming,
      logLevel: 'error',
    });
    const { measureLanguage } = (await import(
      pathToFileURL(outfile).href
    )) as typeof import('./language/measurements.ts');
    return await measureLanguage(options);
  } finally {
    folder.remove();
  }
}
