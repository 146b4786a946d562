/** Which folder of src may import which, checked by a scan of the sources. */

import path from 'node:path';

interface Rule {
  /** Folders, or single files, of src. */
  from: readonly string[];
  /** Packages. A name that ends in `/` allows its submodules only, not its index. */
  packages?: readonly string[];
}

const libraryFolders = [
  'base',
  'contract',
  'model',
  'language',
  'platform',
  'compiler',
  'database',
  'local',
  'sync',
  'query',
  'review',
  'session',
];

/** The import table of the architecture. Every folder may also import itself and Node's modules. */
const importTable: Readonly<Record<string, Rule>> = {
  base: { from: [] },
  contract: { from: [], packages: ['zod'] },
  model: { from: ['base'], packages: ['yaml', 'acorn', 'acorn-loose', 'sql-formatter'] },
  language: { from: ['base', 'model'], packages: ['yaml'] },
  platform: { from: ['base', 'contract'], packages: ['undici/'] },
  compiler: {
    from: ['base'],
    packages: ['@cubejs-backend/', '@babel/', 'minijinja-js', 'minijinja.wasm', 'lru-cache', 'esbuild'],
  },
  database: { from: ['base', 'model'], packages: ['@duckdb/node-api', 'pg', '@cubejs-backend/dotenv'] },
  local: {
    from: ['base', 'contract', 'model', 'language', 'compiler', 'database', 'platform', 'query', 'review'],
    packages: ['chrono-node', 'fast-check', 'zod'],
  },
  emulator: {
    from: ['base', 'contract', 'model', 'compiler', 'database', 'local'],
    packages: [
      'hono',
      '@hono/node-server',
      'isomorphic-git',
      'diff3',
      'zod',
      'echarts',
      '@resvg/resvg-wasm',
      'lru-cache',
      'fflate',
      'yaml',
    ],
  },
  sync: { from: ['base', 'contract', 'platform'], packages: ['chokidar', 'ignore'] },
  query: { from: ['base', 'contract', 'platform', 'model'] },
  review: { from: ['base', 'contract', 'platform', 'model', 'query'], packages: ['diff', 'diff3'] },
  session: { from: ['base', 'contract', 'platform', 'model', 'database', 'sync', 'query', 'review'] },
  webview: {
    from: [
      ...['base/browser', 'base/channel.ts', 'base/decimal.ts', 'base/errors.ts', 'base/redact.ts'],
      ...['base/spreadsheet.ts', 'contract/messages'],
    ],
    packages: ['zod', '@dagrejs/dagre', '@tanstack/virtual-core'],
  },
  ui: { from: libraryFolders, packages: ['vscode'] },
  cli: {
    from: [...libraryFolders, 'emulator'],
    packages: [
      ...['vscode-languageserver', 'vscode-languageserver-textdocument', 'node-sarif-builder', 'esbuild'],
      ...['@modelcontextprotocol/sdk', 'minisearch', 'diff', 'zod'],
    ],
  },
  'extension.ts': { from: [...libraryFolders, 'emulator', 'ui'], packages: ['vscode'] },
};

const imports = [
  /^\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s*)?['"]([^'"]+)['"]/gm,
  /^\s*import['"]([^'"]+)['"]/gm,
  /\bimport\(\s*['"]([^'"]+)['"]/g,
];

/** Returns what a source imports, including types: `import`, `export … from` and `import(…)`. */
export function importsOf(source: string): string[] {
  return imports.flatMap((pattern) => [...source.matchAll(pattern)].map(([, specifier]) => specifier!));
}

/** Returns how each package that loads together with `start` is reached, as `a → b → package`. Types and `import(…)` load nothing. */
export function loadedPackages(sources: Sources, start: string): string[] {
  const trails = new Map([[start, start]]);
  const found = new Map<string, string>();
  for (const [file, trail] of trails) {
    const source = (sources.get(file) ?? '').replace(/^(?:import|export) type [^;]*;/gm, '');
    for (const specifier of imports
      .slice(0, 2)
      .flatMap((pattern) => [...source.matchAll(pattern)].map(([, one]) => one!))) {
      if (specifier.startsWith('node:')) continue;
      const target = specifier.startsWith('.') ? resolve(file, specifier) : specifier;
      const reached = target === specifier ? found : trails;
      if (!reached.has(target)) reached.set(target, `${trail} → ${target}`);
    }
  }
  return [...found.values()];
}

/** Sources of src by path relative to it. */
export type Sources = ReadonlyMap<string, string>;

function resolve(file: string, specifier: string): string {
  return path.posix.join(path.posix.dirname(file), specifier);
}

function ruleFor(file: string): [string, Rule | undefined] {
  const home = file.split('/')[0]!;
  return [home, importTable[home]];
}

function packageAllowed(specifier: string, allowed: readonly string[]): boolean {
  return allowed.some((name) =>
    name.endsWith('/') ? specifier.startsWith(name) : specifier === name || specifier.startsWith(`${name}/`),
  );
}

/** Folders that read and write no files, except the reader of a project's files. */
const withoutFiles = ['contract', 'model', 'language', 'query', 'review', 'webview'];
const projectReader = 'model/project/';

/** Returns one line for every import that the table does not allow. */
export function forbiddenImports(sources: Sources): string[] {
  const findings: string[] = [];
  for (const [file, source] of sources) {
    const [home, rule] = ruleFor(file);
    if (!rule) {
      findings.push(`${file} is in no folder of the import table`);
      continue;
    }
    for (const specifier of importsOf(source)) {
      const isFiles = /^node:fs(\/|$)/.test(specifier);
      if (isFiles && withoutFiles.includes(home) && !file.startsWith(projectReader))
        findings.push(`${file} imports ${specifier}`);
      if (specifier.startsWith('node:')) continue;
      if (!specifier.startsWith('.')) {
        if (!packageAllowed(specifier, rule.packages ?? [])) findings.push(`${file} imports the package ${specifier}`);
        continue;
      }
      const target = resolve(file, specifier);
      if (target.startsWith('../')) findings.push(`${file} imports ${specifier}, outside src`);
      else if (path.posix.extname(target) === '') findings.push(`${file} imports ${specifier} without its ending`);
      else if (
        target.split('/')[0] !== home &&
        !rule.from.some((one) => target === one || target.startsWith(`${one}/`))
      )
        findings.push(`${file} imports ${target}`);
    }
  }
  return findings;
}

/** Returns each import cycle once, as `a → b → a`. */
export function importCycles(sources: Sources): string[] {
  const cycles: string[] = [];
  const done = new Set<string>();
  const trail: string[] = [];
  const visit = (file: string) => {
    const start = trail.indexOf(file);
    if (start >= 0) cycles.push([...trail.slice(start), file].join(' → '));
    if (start >= 0 || done.has(file)) return;
    trail.push(file);
    for (const specifier of importsOf(sources.get(file) ?? '')) {
      if (specifier.startsWith('.')) visit(resolve(file, specifier));
    }
    trail.pop();
    done.add(file);
  };
  for (const file of sources.keys()) visit(file);
  return cycles;
}

/** The arrows between the top-level parts of src, as `ui --> session`; without those to base. */
export function topLevelArrows(sources: Sources): string[] {
  const arrows = new Set<string>();
  for (const [file, source] of sources) {
    const from = file.split('/')[0]!;
    for (const specifier of importsOf(source)) {
      if (!specifier.startsWith('.')) continue;
      const to = resolve(file, specifier).split('/')[0]!;
      if (to !== from && to !== 'base') arrows.add(`${from} --> ${to}`);
    }
  }
  return [...arrows].sort();
}
