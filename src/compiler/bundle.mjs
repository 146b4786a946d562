/**
 * The bundler's options for the compiler's process: the published schema compiler with stand-ins for what a compile does not
 * need (worker threads, native addon, shell, most of its companion package), as one CommonJS file, and the template engine's
 * WebAssembly beside it.
 */

import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const instead = {
  workerpool: here('child/stubs/workerpool.ts'),
  '@cubejs-backend/native': here('child/stubs/native.ts'),
  '@cubejs-backend/shared': here('child/stubs/shared.ts'),
  shelljs: here('child/stubs/nothing.ts'),
  'cross-spawn': here('child/stubs/nothing.ts'),
  'minijinja.wasm': require.resolve('minijinja-js/dist/web/minijinja_js_bg.wasm'),
  // Names and offsets of all time zones, with the rules of ten years rather than of all times.
  'moment-timezone': require.resolve('moment-timezone/builds/moment-timezone-with-data-10-year-range.js'),
};

/** Resolves whole package names only: the stand-ins themselves import parts of the packages they stand in for. */
const stubs = {
  name: 'stand-ins',
  setup(build) {
    const names = Object.keys(instead).map((name) => name.replace(/[/.-]/g, '\\$&'));
    build.onResolve({ filter: new RegExp(`^(${names.join('|')})$`) }, ({ path }) => ({ path: instead[path] }));
  },
};

/** Options for `outfile: <dist>/compiler.cjs`; `common` are the options all bundles share. */
export function compilerBundle(common) {
  return {
    ...common,
    entryPoints: { compiler: here('child/child.ts') },
    format: 'cjs',
    // The compiler knows its own parts by the names of their classes.
    keepNames: true,
    loader: { '.py': 'text', '.wasm': 'file' },
    assetNames: '[name]',
    // The template engine's loader asks where it lies only when nobody hands it its bytes.
    define: { 'import.meta.url': 'undefined' },
    plugins: [stubs],
  };
}
