// Builds the bundles that changed. --production builds all, minified; --tests adds the suites that run inside VS Code; --watch rebuilds all on every change;
// --quiet says nothing but errors; --sbom, with --production, also writes the list of the packages in the bundles.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { buildChanged } from './build/buildChanged.mjs';
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
};

const logLevel = flags.has('--quiet') ? 'error' : 'info';

// Libraries written for CommonJS call require() even in an ES module bundle.
const requireShim =
  "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);";

// The emulator's libraries use __filename, too.
const emulatorShim = `${requireShim} import { fileURLToPath as __fileURLToPath } from 'node:url'; const __filename = __fileURLToPath(import.meta.url);`;

/** Takes the shim out of the chunks that call no require(): nearly all of them. */
function withoutShim(source) {
  const rest = source.replace(`${requireShim}\n`, '');
  return /\brequire\b/.test(rest) ? source : rest;
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
  // The process of a database. Its native part is a package for each system.
  {
    ...common,
    entryPoints: { database: 'src/database/databaseProcess.ts' },
    outfile: 'dist/database.cjs',
    format: 'cjs',
    external: ['@duckdb/node-bindings'],
  },
  // Answers queries of local tests for the editor: its own process, with the libraries that the editor does not load.
  {
    ...common,
    entryPoints: { local: 'src/local/process/localMain.ts' },
    outfile: 'dist/local.mjs',
    banner: { js: requireShim },
  },
  // The pages the emulator embeds: browser code as one script, one style and its letters, read as files.
  {
    ...common,
    entryPoints: { page: 'src/emulator/pages/browser/main.ts', style: 'src/emulator/pages/browser/style.css' },
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
    entryPoints: { host: 'src/webview/dashboard/main.ts' },
    outdir: 'dist/webview',
    sourcemap: false,
  },
  { ...common, entryPoints: { host: 'src/webview/dashboard/host.css' }, outdir: 'dist/webview', sourcemap: false },
  // The language server of other editors, and the command of the package. Runs from any folder, so its name says that it is a module.
  {
    ...common,
    entryPoints: { languageServer: 'src/cli/languageServer.ts' },
    outfile: 'dist/languageServer.mjs',
    banner: { js: requireShim },
    plugins: slimming,
  },
  // The server of tools for assistants: one file, which other programs start from any folder.
  {
    ...common,
    entryPoints: { mcpServer: 'src/cli/mcpServer.ts' },
    outfile: 'dist/mcpServer.mjs',
    // Builds another version of the compiler, in a clone.
    external: ['esbuild'],
    banner: { js: requireShim },
  },
  // The model map, and the worker that arranges it.
  {
    ...common,
    platform: 'browser',
    target: 'es2023',
    format: 'iife',
    entryPoints: { map: 'src/webview/map/main.ts', mapWorker: 'src/webview/map/layout/worker.ts' },
    outdir: 'dist/webview',
    sourcemap: false,
  },
  { ...common, entryPoints: { map: 'src/webview/map/map.css' }, outdir: 'dist/webview', sourcemap: false },
  // The panel with the result of a query.
  {
    ...common,
    platform: 'browser',
    target: 'es2023',
    format: 'iife',
    entryPoints: { query: 'src/webview/query/main.ts' },
    outdir: 'dist/webview',
    sourcemap: false,
  },
  { ...common, entryPoints: { query: 'src/webview/query/query.css' }, outdir: 'dist/webview', sourcemap: false },
  // The review before a commit or merge.
  {
    ...common,
    platform: 'browser',
    target: 'es2023',
    format: 'iife',
    entryPoints: { review: 'src/webview/review/main.ts' },
    outdir: 'dist/webview',
    sourcemap: false,
  },
  { ...common, entryPoints: { review: 'src/webview/review/review.css' }, outdir: 'dist/webview', sourcemap: false },
  // The health of a connection.
  {
    ...common,
    platform: 'browser',
    target: 'es2023',
    format: 'iife',
    entryPoints: { health: 'src/webview/health/main.ts' },
    outdir: 'dist/webview',
    sourcemap: false,
  },
  { ...common, entryPoints: { health: 'src/webview/health/health.css' }, outdir: 'dist/webview', sourcemap: false },
  // The profile of a member, which has no script.
  { ...common, entryPoints: { profile: 'src/webview/profile/profile.css' }, outdir: 'dist/webview', sourcemap: false },
  // The schema compiler: a child process that can be killed.
  { ...compilerBundle(common), outfile: 'dist/compiler.cjs' },
];
if (!production) {
  bundles.push({
    ...common,
    entryPoints: { dataModel: 'src/cli/dataModel.ts' },
    outdir: 'dist/cli',
    splitting: true,
    // Builds another version of the compiler, in a clone.
    external: ['esbuild'],
    chunkNames: '[name]-[hash]',
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

const metafiles = [];

async function bundle(options) {
  const esbuild = await import('esbuild');
  const { metafile, outputFiles } = await esbuild.build({ ...options, logLevel, metafile: true, write: false });
  metafiles.push(metafile);
  const drop = production && options.banner?.js === requireShim;
  const files = outputFiles.map(({ path, contents, text }) => [
    relative('.', path),
    drop ? withoutShim(text) : contents,
  ]);
  return { inputs: Object.keys(metafile.inputs), files };
}

/** A folder of chunks has names that change: what the last build left there is removed. */
function stepOf(options) {
  const { entryPoints, splitting, outdir, chunkNames = '' } = options;
  const owns = splitting ? join(outdir, dirname(chunkNames)) : undefined;
  return { name: Object.values(entryPoints).join(), key: options, owns, build: () => bundle(options) };
}

const copy = (pairs) => ({
  inputs: pairs.map(([from]) => from),
  files: pairs.map(([from, to]) => [to, readFileSync(from)]),
});

/** A document that a function of our own code makes, as JSON. */
async function writtenBy(source, name, file) {
  const { inputs, files } = await bundle({
    ...common,
    entryPoints: [source],
    outfile: `${name}.mjs`,
    sourcemap: false,
  });
  const code = Buffer.from(files[0][1]).toString('base64');
  const made = await import(`data:text/javascript;base64,${code}`);
  return { inputs, files: [[join('dist', file), JSON.stringify(made[name]())]] };
}

// The API document of platforms that have none of their own, written by the contract.
const openApi = () => writtenBy('src/contract/openApi.ts', 'openApiDocument', 'openapi.json');
// For tools that check and complete YAML with a schema.
const modelSchema = () => writtenBy('src/model/schema/modelSchema.ts', 'modelSchema', 'model.schema.json');
const querySchema = () => writtenBy('src/model/schema/documentSchemas.ts', 'querySchema', 'query.schema.json');
const testSchema = () => writtenBy('src/model/schema/documentSchemas.ts', 'testSchema', 'test.schema.json');
const rulesSchema = () => writtenBy('src/model/schema/documentSchemas.ts', 'rulesSchema', 'rules.schema.json');

// The pages are drawn into files by this.
const rasterizer = [['node_modules/@resvg/resvg-wasm/index_bg.wasm', join('dist', 'embedded', 'resvg.wasm')]];

// The sample's files are read as files.
const sampleFolder = 'src/emulator/sample';
const sample = readdirSync(sampleFolder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !entry.name.endsWith('.ts'))
  .map((entry) => join(entry.parentPath, entry.name))
  .map((file) => [file, join('dist', 'sample', relative(sampleFolder, file))]);

if (flags.has('--watch')) {
  const esbuild = await import('esbuild');
  for (const options of bundles) await (await esbuild.context({ ...options, logLevel })).watch();
} else {
  const steps = [
    ...bundles.map(stepOf),
    { name: 'openapi', key: common, build: openApi },
    { name: 'model schema', key: common, build: modelSchema },
    { name: 'query schema', key: common, build: querySchema },
    { name: 'test schema', key: common, build: testSchema },
    { name: 'rules schema', key: common, build: rulesSchema },
    { name: 'rasterizer', key: rasterizer, build: () => copy(rasterizer) },
    { name: 'sample', key: sample, owns: join('dist', 'sample'), build: () => copy(sample) },
  ];
  const own = readdirSync('build').map((name) => join('build', name));
  const shared = [
    'esbuild.mjs',
    ...own,
    'src/compiler/bundle.mjs',
    'package-lock.json',
    'node_modules/.package-lock.json',
  ];
  const built = await buildChanged(steps, { dist: 'dist', shared, all: production });
  // The package names the authors of the libraries in it.
  if (production) writeFileSync('dist/THIRD-PARTY-NOTICES.md', thirdPartyNotices(metafiles));
  if (production && flags.has('--sbom')) {
    const { sbomOf } = await import('./build/sbom.mjs');
    writeFileSync('dist/sbom.cdx.json', await sbomOf(metafiles, Number(process.env.SOURCE_DATE_EPOCH)));
  }
  if (built.length === 0 && !flags.has('--quiet')) console.log('Nothing changed.');
}
