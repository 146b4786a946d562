/** A published version of the schema compiler other than the built-in one: installed from npm once, and built like ours. */

import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { BuildOptions } from 'esbuild';
import { UserError } from '../base/errors.ts';
import { makeFolder } from '../base/files/makeFolder.ts';
import { defaultStateFolder } from '../base/stateFolder.ts';
import { Compiler } from '../compiler/compiler.ts';
import { showProgress } from './program/progress.ts';

const packageName = '@cubejs-backend/schema-compiler';
const timeoutMs = 300_000;

export interface PublishedCompiler {
  version: string;
  /** The file of its child process, as `Compiler` takes it. */
  bundlePath: string;
}

/**
 * The newest version of a range such as `1.6.x`.
 * @throws UserError for a range that no version matches; Error if npm fails
 */
export async function publishedCompiler(range: string): Promise<PublishedCompiler> {
  // npm takes addresses and folders as versions, too.
  if (!/^[\dx*^~][\dx.*]{0,19}$/.test(range))
    throw new UserError(`--compiler must be a version such as 1.6.x, not “${range}”.`);
  const root = repositoryRoot();
  const version = await newestVersion(range);
  const folder = path.join(defaultStateFolder(), 'compilers', version);
  const bundlePath = path.join(folder, 'compiler.cjs');
  const key = await keyOf(root);
  if (!(await isWhole(folder, key))) {
    showProgress(`Installing the compiler ${version} …`);
    await install(version, folder, root, key);
  }
  return { version, bundlePath };
}

/** Our part of the compiler's process is built from its source. @throws UserError in a package without it */
function repositoryRoot(): string {
  const here = path.dirname(fileURLToPath(import.meta.url));
  const found = ['../..', '../../..']
    .map((up) => path.join(here, up))
    .find((folder) => existsSync(path.join(folder, 'src/compiler/bundle.mjs')));
  if (found) return found;
  throw new UserError('--compiler needs a clone of the project: another compiler is built from its source.');
}

async function newestVersion(range: string): Promise<string> {
  const said = await npm(['view', `${packageName}@${range}`, 'version', '--json'], '.');
  const versions: unknown = said.trim() === '' ? [] : JSON.parse(said);
  const newest = Array.isArray(versions) ? versions.at(-1) : versions;
  if (typeof newest === 'string' && /^\d+\.\d+\.\d+$/.test(newest)) return newest;
  throw new UserError(`npm has no version ${range} of ${packageName}.`);
}

/** Increase it when the way of building changes. */
const recipe = 1;

/** Changes with our own part, so that a newer one is built again. */
async function keyOf(root: string): Promise<string> {
  const built = await readFile(path.join(root, 'dist/compiler.cjs'));
  return createHash('sha256').update(`${recipe} `).update(built).digest('hex');
}

interface Installed {
  key: string;
  /** SHA-256 by file. */
  files: Record<string, string>;
}

const templates = 'minijinja_js_bg.wasm';

async function isWhole(folder: string, key: string): Promise<boolean> {
  try {
    const { key: builtFor, files } = JSON.parse(await readFile(path.join(folder, 'built.json'), 'utf8')) as Installed;
    if (builtFor !== key) return false;
    for (const file of ['compiler.cjs', templates]) {
      if ((await hashOf(path.join(folder, file))) !== files[file]) return false;
    }
    return true;
  } catch {
    return false;
  }
}

async function hashOf(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
}

/** In a folder that no other process uses; npm compares each package with the hash that the registry publishes. */
async function install(version: string, folder: string, root: string, key: string): Promise<void> {
  const fresh = `${folder}.${randomUUID()}`;
  await makeFolder(fresh);
  try {
    await writeFile(path.join(fresh, 'package.json'), '{ "private": true }\n');
    await npm(
      ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--save-exact', `${packageName}@${version}`],
      fresh,
    );
    await bundle(root, fresh);
    await tryOut(version, path.join(fresh, 'compiler.cjs'));
    const files = Object.fromEntries(
      await Promise.all(['compiler.cjs', templates].map(async (file) => [file, await hashOf(path.join(fresh, file))])),
    );
    await writeFile(path.join(fresh, 'built.json'), JSON.stringify({ key, files } satisfies Installed));
    await rm(path.join(fresh, 'node_modules'), { recursive: true });
    await rm(folder, { recursive: true, force: true });
    await rename(fresh, folder);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

async function bundle(root: string, folder: string): Promise<void> {
  const { build } = await import('esbuild');
  const { compilerBundle } = (await import(pathToFileURL(path.join(root, 'src/compiler/bundle.mjs')).href)) as {
    compilerBundle(common: BuildOptions): BuildOptions;
  };
  const options = compilerBundle({ bundle: true, platform: 'node', target: 'node20', charset: 'utf8' });
  const found = {};
  await build({
    ...options,
    absWorkingDir: root,
    outfile: path.join(folder, 'compiler.cjs'),
    logLevel: 'silent',
    plugins: [
      {
        name: 'other-version',
        setup({ onResolve, resolve }) {
          // Its companion package may lack a file that ours has.
          onResolve(
            { filter: /^@cubejs-backend\/(schema-compiler|shared\/)/ },
            async ({ path: name, kind, pluginData }) => {
              if (pluginData === found) return undefined;
              const other = await resolve(name, { kind, resolveDir: folder, pluginData: found });
              return other.errors.length === 0 ? other : undefined;
            },
          );
        },
      },
      ...(options.plugins ?? []),
    ],
  });
}

/** Our part of the process needs parts of the compiler that an old one does not have. @throws Error */
async function tryOut(version: string, bundlePath: string): Promise<void> {
  const compiler = new Compiler({ bundlePath });
  const files = [{ fileName: 'one.yml', content: 'cubes:\n  - name: one\n    sql_table: one\n' }];
  try {
    await compiler.compile({ files });
  } catch {
    throw new Error(`The compiler ${version} is too old: it does not run here.`);
  } finally {
    compiler.dispose();
  }
}

/** The output of npm. @throws Error with its message */
async function npm(args: readonly string[], folder: string): Promise<string> {
  const { npm_execpath: script } = process.env;
  const [command, first] = script ? [process.execPath, [script]] : ['npm', []];
  const run = promisify(execFile);
  try {
    const { stdout } = await run(command, [...first, ...args], {
      cwd: folder,
      timeout: timeoutMs,
      maxBuffer: 16 * 1024 * 1024,
      // On Windows, npm is a script of the shell. The arguments have no characters that it reads.
      shell: process.platform === 'win32' && !script,
    });
    return stdout;
  } catch (failure) {
    const { stdout = '', stderr = '', message } = failure as Error & { stdout?: string; stderr?: string };
    if (/\bE404\b|ETARGET|No match/.test(stdout + stderr)) return '';
    throw new Error(`npm ${args[0]} failed: ${stderr.trim().split('\n').slice(0, 3).join(' ') || message}`);
  }
}
