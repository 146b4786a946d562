/** The test suites: which files each one runs, and what must be built before. */

/** `bundles`: what users get, in dist. `editorTests`: the tests that run inside VS Code. `package`: the VSIX. */
export type Requirement = 'bundles' | 'editorTests' | 'package' | 'browser';

export interface Suite {
  name: string;
  requires: readonly Requirement[];
  /** It installs VS Code, if it is not yet there. */
  downloads?: boolean;
  /** Arguments of Node; `jobs` is the number of processes it may use. */
  command(jobs: number): string[];
}

const folders = 'test/!(bench|editor)/**';

function mocha(patterns: readonly string[], jobs: number): string[] {
  const parallel = jobs > 1 ? ['--parallel', '--jobs', String(jobs)] : [];
  return [
    'node_modules/mocha/bin/mocha.js',
    ...parallel,
    '--ignore',
    'test/vscode/tool/**',
    '--ignore',
    'test/database/driver/installed/**',
    '--ignore',
    'test/cli/mcp/publicPrograms/**',
    ...patterns,
  ];
}

/** In the order in which `npm test` starts them: the longest first, and last the one that keeps two processors busy by itself. */
export const suites: readonly Suite[] = [
  {
    // Random tests, the real compiler, a language server over the whole source, slow queries and connections.
    name: 'slow',
    requires: ['bundles'],
    command: (jobs) => mocha(['--ignore', 'test/sync/**', `${folders}/*.slow.test.ts`], jobs),
  },
  {
    // The packaged extension in a web build of VS Code, and `npm start`.
    name: 'person',
    requires: ['bundles', 'package', 'browser'],
    downloads: true,
    command: () => ['--import', 'tsx', 'test/run/personSuite.ts'],
  },
  {
    // The extension host of a real VS Code.
    name: 'editor',
    requires: ['bundles', 'editorTests'],
    downloads: true,
    command: () => ['--import', 'tsx', 'test/run/editorSuite.ts'],
  },
  {
    // Web pages in a headless browser.
    name: 'browser',
    requires: ['bundles', 'browser'],
    command: (jobs) => mocha([`${folders}/*.browser.test.ts`], jobs),
  },
  {
    // Fast tests on Node: the files that no other suite has.
    name: 'unit',
    requires: ['bundles'],
    command: (jobs) =>
      mocha(
        ['--ignore', 'test/person/**', '--ignore', 'test/**/*.{slow,browser}.test.ts', `${folders}/*.test.ts`],
        jobs,
      ),
  },
  {
    // Simulated and killed processes, files of many contents and names, the trash.
    name: 'sync',
    requires: ['bundles'],
    command: (jobs) => mocha(['test/sync/**/*.slow.test.ts'], jobs),
  },
];
