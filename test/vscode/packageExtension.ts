/**
 * `npm run package [-- --target linux-x64]`: writes what `.vscodeignore` allows to a VSIX, for any system without the emulator's
 * database, or for one system with it. Packages a copy of these files, because the packaging tool compares every file of its
 * folder with every pattern, and this repository can contain a whole VS Code.
 */

import { existsSync } from 'node:fs';
import { chmod, cp, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { messageOf } from '../../src/base/errors.ts';
import { linksTo, repositoryAddress } from '../release/repositoryAddress.ts';
import { filesBelow } from './filesBelow.ts';
import { repository, vsix } from './locations.ts';
import { runProgram } from './process/runProgram.ts';
import { temporaryFolder } from './process/temporaryFolder.ts';

/** The systems of the marketplaces, and the system in the name of the database's package. */
export const databaseSystems = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'alpine-x64': 'linux-x64-musl',
  'alpine-arm64': 'linux-arm64-musl',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'win32-x64',
  'win32-arm64': 'win32-arm64',
} as const;
export type Target = keyof typeof databaseSystems;

const packager = path.join(repository, 'node_modules/@vscode/vsce/vsce');

/** Names at the top of the repository that contain allowed files. */
async function allowedNames(): Promise<Set<string>> {
  const rules = (await readFile(path.join(repository, '.vscodeignore'), 'utf8')).split(/\r?\n/);
  const allowed = rules.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1).split('/')[0]!);
  return new Set(['.vscodeignore', ...allowed]);
}

interface Commit {
  id: string;
  /** Seconds since 1970. All files of the package have this time, so that two builds of a commit are the same bytes. */
  time: string;
}

/** The commit that is packed. Without git, links lead to the default branch. */
export async function packagedCommit(): Promise<Commit> {
  const output = await runProgram('git', ['log', '-1', '--format=%H %ct'], { cwd: repository }).catch(() => '');
  const [, id = 'HEAD', time = '946684800'] = /^(\w+) (\d+)$/.exec(output.trim()) ?? [];
  return { id, time };
}

/** The packager compresses as this process does, and writes times in its time zone. */
function packagerEnvironment({ time }: Commit): NodeJS.ProcessEnv {
  return { ...process.env, SOURCE_DATE_EPOCH: time, TZ: 'UTC', LC_ALL: 'C' };
}

/** An odd minor version is a pre-release. */
export function isPreRelease(version: string): boolean {
  return Number(version.split('.')[1]) % 2 === 1;
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
  // Types are for compilers.
  const filter = (source: string) => !source.endsWith('.d.ts');
  for (const name of [loader, 'detect-libc']) {
    await cp(path.join(modules, name), path.join(into, name), { recursive: true, filter });
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

/** Writes the built extension to `file` as a VSIX. @param address where the links and pictures of README lead */
export async function packageExtension(
  file: string,
  target: Target | 'universal' = ownTarget(),
  address = repositoryAddress(),
): Promise<void> {
  const stage = temporaryFolder('package');
  try {
    for (const name of await allowedNames()) {
      await cp(path.join(repository, name), path.join(stage.path, name), {
        recursive: true,
        filter: (source) => !/\.(?:map|vsix)$/.test(source),
      });
    }
    const commit = await packagedCommit();
    const { content, pictures, fields } = linksTo(address, commit.id);
    const manifestFile = path.join(stage.path, 'package.json');
    const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as { version: string };
    await writeFile(manifestFile, `${JSON.stringify({ ...manifest, ...fields }, undefined, 2)}\n`);
    const args = ['--no-dependencies', '--baseContentUrl', content, '--baseImagesUrl', pictures];
    args.push('--no-gitHubIssueLinking', '--no-gitLabIssueLinking');
    if (isPreRelease(manifest.version)) args.push('--pre-release');
    if (target !== 'universal') {
      await addDatabase(stage.path, target);
      args.push('--target', target);
    }
    // The mode of a copy depends on the machine.
    for (const name of filesBelow(stage.path)) await chmod(path.join(stage.path, name), 0o644);
    const packed = path.join(path.dirname(file), `.${process.pid}.vsix`);
    args.push('--out', packed);
    await runProgram(process.execPath, [packager, 'package', ...args], {
      cwd: stage.path,
      env: packagerEnvironment(commit),
    });
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
