import type { BuildOptions } from 'esbuild';

/** Options for `outfile: <dist>/compiler.cjs`; `common` are the options all bundles share. */
export function compilerBundle(common: object): BuildOptions;
