// Builds every bundle. --production minifies, --tests adds the suites that run inside VS Code, --watch rebuilds, --quiet says nothing but errors.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as esbuild from 'esbuild';
import { thirdPartyNotices } from './build/notices.mjs';
import { slimming } from './build/slim.mjs';
import { compilerBundle } from './src/compiler/bundle.mjs';

const flags = new Set(process.argv.slice(2));
const production = flags.has('--production');

const common = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  charset: 'utf8',
  sourcemap: production ? false : 'linked',
  minify: production,
  logLevel: flags.has('--quiet') ? 'error' : 'info',
  metafile: true,
};

// Libraries written for CommonJS call require() even in an ES module bundle.
const requireShim =
  "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);";

// The emulator's libraries use __filename, too.
const emulatorShim = `${requireShim} import { fileURLToPath as __fileURLToPath } from 'node:url'; const __filename = __fileURLToPath(import.meta.url);`;

/** Takes the shim out of the chunks that call no require(): nearly all of them. */
function dropShim(files) {
  for (const file of files) {
    const source = readFileSync(file, 'utf8');
    const rest = source.replace(`${requireShim}\n`, '');
    if (rest !== source && !/\brequire\b/.test(rest)) writeFileSync(file, rest);
  }
}

const bundles = [
  // The extension host's code: ES modules in chunks, each loaded on first use.
  {
    ...common,
    entryPoints: { extension: 'src/extension.ts' },
    outdir: 'dist',
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    external: ['vscode'],
    banner: { js: requireShim },
    plugins: slimming,
  },
  // The emulator: its own process, its own libraries.
  { ...common, entryPoints: { emulator: 'src/emulator/main.ts' }, outdir: 'dist', banner: { js: emulatorShim } },
  // The emulator's database: a thread that can be stopped; its WebAssembly lies beside it.
  {
    ...common,
    entryPoints: { database: 'src/emulator/data/databaseThread.ts' },
    outfile: 'dist/database.cjs',
    format: 'cjs',
    loader: { '.wasm': 'file' },
    assetNames: '[name]',
  },
  // The pages the emulator embeds: browser code as one script, one style and its letters, read as files.
  {
    ...common,
    entryPoints: { page: 'src/emulator/embedded/page/main.ts', style: 'src/emulator/embedded/page/style.css' },
    outdir: 'dist/embedded',
    platform: 'browser',
    target: 'es2022',
    format: 'iife',
    loader: { '.ttf': 'file' },
    assetNames: '[name]',
  },
  // The host page of a dashboard, for a webview and for the outside browser.
  {
    ...common,
    platform: 'browser',
    target: 'es2023',
    format: 'iife',
    entryPoints: { host: 'src/webview/page/main.ts' },
    outdir: 'dist/webview',
    sourcemap: false,
  },
  { ...common, entryPoints: { host: 'src/webview/page/host.css' }, outdir: 'dist/webview', sourcemap: false },
  // The schema compiler: a child process that can be killed.
  { ...compilerBundle(common), outfile: 'dist/compiler.cjs' },
];
if (!production) {
  bundles.push({
    ...common,
    entryPoints: { emulator: 'src/cli/emulator.ts', checkModel: 'src/cli/checkModel.ts', sync: 'src/cli/sync.ts' },
    outdir: 'dist/cli',
    banner: { js: emulatorShim },
  });
}
if (flags.has('--tests')) {
  bundles.push({
    ...common,
    entryPoints: { index: 'test/editor/index.ts' },
    outdir: 'dist/test/editor',
    // A chunk a suite: source maps are switched on before one is loaded.
    splitting: true,
    external: ['vscode'],
    banner: { js: requireShim },
  });
}

/** The bundles with those of their entries that exist. */
const existing = bundles.flatMap((bundle) => {
  const entries = Object.entries(bundle.entryPoints).filter(([, entry]) => existsSync(entry));
  return entries.length > 0 ? [{ ...bundle, entryPoints: Object.fromEntries(entries) }] : [];
});

if (flags.has('--watch')) {
  for (const bundle of existing) await (await esbuild.context(bundle)).watch();
} else {
  const stale = ['dist/chunks', ...(flags.has('--tests') ? ['dist/test'] : [])];
  for (const chunks of stale) rmSync(chunks, { recursive: true, force: true });
  const built = await Promise.all(existing.map((bundle) => esbuild.build(bundle)));
  if (production) dropShim(Object.keys(built[0].metafile.outputs));
  // What is shipped says whose work it holds.
  if (production)
    writeFileSync('dist/THIRD-PARTY-NOTICES.md', thirdPartyNotices(built.map(({ metafile }) => metafile)));
  // The pages are drawn into files by this.
  mkdirSync('dist/embedded', { recursive: true });
  cpSync('node_modules/@resvg/resvg-wasm/index_bg.wasm', 'dist/embedded/resvg.wasm');
  // The sample's files are read as files.
  rmSync('dist/sample', { recursive: true, force: true });
  cpSync('src/emulator/sample', 'dist/sample', { recursive: true, filter: (file) => !file.endsWith('.ts') });
}
