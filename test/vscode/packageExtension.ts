/**
 * `npm run package [-- --target linux-x64]`: writes what `.vscodeignore` allows to a VSIX, for any system without the emulator's
 * database, or for one system with it. Packages a copy of these files, because the packaging tool compares every file of its
 * folder with every pattern, and this repository can contain a whole VS Code.
 */

import { existsSync } from 'node:fs';
import { cp, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { messageOf } from '../../src/base/errors.ts';
import { repository, vsix } from './locations.ts';
import { runProgram } from './process/runProgram.ts';
import { temporaryFolder } from './process/temporaryFolder.ts';

/** The systems of the marketplaces, and the system in the name of the database's package. */
const databaseSystems = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'alpine-x64': 'linux-x64-musl',
  'alpine-arm64': 'linux-arm64-musl',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'win32-x64',
  'win32-arm64': 'win32-arm64',
} as const;
type Target = keyof typeof databaseSystems;

const packager = path.join(repository, 'node_modules/@vscode/vsce/vsce');

/** Names at the top of the repository that contain allowed files. */
async function allowedNames(): Promise<Set<string>> {
  const rules = (await readFile(path.join(repository, '.vscodeignore'), 'utf8')).split(/\r?\n/);
  const allowed = rules.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1).split('/')[0]!);
  return new Set(['.vscodeignore', ...allowed]);
}

async function hasRepository(): Promise<boolean> {
  const manifest = JSON.parse(await readFile(path.join(repository, 'package.json'), 'utf8')) as {
    repository?: unknown;
  };
  return manifest.repository !== undefined;
}

/** The target of this system; of any system if the database does not exist for this one. */
function ownTarget(): Target | 'universal' {
  const installed = Object.entries(databaseSystems).find(([, system]) =>
    existsSync(path.join(repository, 'node_modules', bindingOf(system))),
  );
  return (installed?.[0] as Target | undefined) ?? 'universal';
}

function bindingOf(system: string): string {
  return `@duckdb/node-bindings-${system}`;
}

/** Adds the native part of the database. npm installs only that of its own system, so it gets the others here. */
async function addDatabase(stage: string, target: Target): Promise<void> {
  const modules = path.join(repository, 'node_modules');
  const loader = '@duckdb/node-bindings';
  const binding = bindingOf(databaseSystems[target]);
  const into = path.join(stage, 'dist/node_modules');
  for (const name of [loader, 'detect-libc']) {
    await cp(path.join(modules, name), path.join(into, name), { recursive: true });
  }
  if (existsSync(path.join(modules, binding))) {
    await cp(path.join(modules, binding), path.join(into, binding), { recursive: true });
    return;
  }
  const { version } = JSON.parse(await readFile(path.join(modules, loader, 'package.json'), 'utf8')) as {
    version: string;
  };
  const folder = temporaryFolder('database');
  try {
    const args = [
      'install',
      '--prefix',
      folder.path,
      '--force',
      '--no-save',
      '--ignore-scripts',
      `${binding}@${version}`,
    ];
    await runProgram(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, { cwd: folder.path });
    await cp(path.join(folder.path, 'node_modules', binding), path.join(into, binding), { recursive: true });
  } finally {
    folder.remove();
  }
}

/** Writes the built extension to `file` as a VSIX. */
export async function packageExtension(file: string, target: Target | 'universal' = ownTarget()): Promise<void> {
  const stage = temporaryFolder('package');
  try {
    for (const name of await allowedNames()) {
      await cp(path.join(repository, name), path.join(stage.path, name), {
        recursive: true,
        filter: (source) => !source.endsWith('.map'),
      });
    }
    const args = ['--no-dependencies'];
    if (target !== 'universal') {
      await addDatabase(stage.path, target);
      args.push('--target', target);
    }
    // The packager makes README's links absolute by the address of the repository.
    if (!(await hasRepository())) args.push('--allow-missing-repository', '--no-rewrite-relative-links');
    const packed = path.join(path.dirname(file), `.${process.pid}.vsix`);
    args.push('--out', packed);
    await runProgram(process.execPath, [packager, 'package', ...args], { cwd: stage.path });
    // Readers never see an incomplete file.
    await rename(packed, file);
  } finally {
    stage.remove();
  }
}

function readTarget(args: readonly string[]): Target | 'universal' {
  const { target = 'universal' } = parseArgs({ args: [...args], options: { target: { type: 'string' } } }).values;
  if (target === 'own') return ownTarget();
  if (target === 'universal' || Object.hasOwn(databaseSystems, target)) return target as Target | 'universal';
  throw new Error(`--target: “${target}” is not one of own, universal, ${Object.keys(databaseSystems).join(', ')}.`);
}

async function main(): Promise<void> {
  await packageExtension(vsix, readTarget(process.argv.slice(2)));
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  main().catch((failure: unknown) => {
    process.stderr.write(`${messageOf(failure)}\n`);
    process.exitCode = 1;
  });
}
