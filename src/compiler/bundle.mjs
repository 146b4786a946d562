/**
 * Bundler options for the compiler's child process: the published schema compiler as one CommonJS file, with stubs for what a
 * compile does not need (worker threads, native addon, shell, most of its companion package), and the WebAssembly file of the
 * template engine next to it.
 */

import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const replacements = {
  workerpool: here('child/stubs/workerpool.ts'),
  '@cubejs-backend/native': here('child/stubs/native.ts'),
  '@cubejs-backend/shared': here('child/stubs/shared.ts'),
  shelljs: here('child/stubs/empty.ts'),
  'cross-spawn': here('child/stubs/empty.ts'),
  'minijinja.wasm': require.resolve('minijinja-js/dist/web/minijinja_js_bg.wasm'),
  // All time zones, with the rules of ten years only: the full history is much larger.
  'moment-timezone': require.resolve('moment-timezone/builds/moment-timezone-with-data-10-year-range.js'),
};

/** Resolves whole package names only: the stubs themselves import parts of the packages they replace. */
const stubs = {
  name: 'stubs',
  setup(build) {
    const names = Object.keys(replacements).map((name) => name.replace(/[/.-]/g, '\\$&'));
    build.onResolve({ filter: new RegExp(`^(${names.join('|')})$`) }, ({ path }) => ({ path: replacements[path] }));
  },
};

/** Options for `outfile: <dist>/compiler.cjs`; `common` are the options all bundles share. */
export function compilerBundle(common) {
  return {
    ...common,
    entryPoints: { compiler: here('child/child.ts') },
    format: 'cjs',
    // The compiler looks up its own parts by class name.
    keepNames: true,
    // For the code of this file only: models do not see the global one, which the child process removes.
    banner: { js: 'const process = globalThis.process; const stackTraces = {};' },
    loader: { '.py': 'text', '.wasm': 'file' },
    assetNames: '[name]',
    define: {
      // The loader of the template engine needs its URL only when it is not given the bytes.
      'import.meta.url': 'undefined',
      // The child process cannot change built-in objects. Libraries set these for speed and for warnings only.
      'Error.stackTraceLimit': 'stackTraces.limit',
      'Error.prepareStackTrace': 'stackTraces.prepare',
    },
    plugins: [stubs],
  };
}
