/** Fixtures for compiler tests: the built compiler and models. */

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { CompileResult, ModelFile } from '../../src/compiler/compileResult.ts';
import { Compiler, type CompilerOptions } from '../../src/compiler/compiler.ts';

export const bundlePath = join(import.meta.dirname, '../../dist/compiler.cjs');

export function makeCompiler(options: Partial<CompilerOptions> = {}): Compiler {
  checkBundle();
  return new Compiler({ bundlePath, ...options });
}

function checkBundle(): void {
  if (!existsSync(bundlePath)) throw new Error(`${bundlePath} is missing. Run “node esbuild.mjs” first.`);
}

/**
 * For tests that do not attack each other: the models of all branches share a process, because a new one takes a second until it
 * has compiled its first model.
 */
class SharedCompiler extends Compiler {
  override compile(...[input, options]: Parameters<Compiler['compile']>) {
    return super.compile({ ...input, line: '' }, options);
  }

  override queryModel(...[input, options]: Parameters<Compiler['queryModel']>) {
    return super.queryModel({ ...input, line: '' }, options);
  }
}

let shared: Compiler | undefined;

/** One for all tests of this process. It ends with this process. */
export function sharedCompiler(): Compiler {
  checkBundle();
  shared ??= new SharedCompiler({ bundlePath });
  return shared;
}

export function asFiles(texts: Record<string, string>): ModelFile[] {
  return Object.entries(texts).map(([fileName, content]) => ({ fileName, content }));
}

/** A compile result without its duration. */
export function findings({ errors, cubes, views }: CompileResult): Omit<CompileResult, 'ms'> {
  return { errors, cubes, views };
}

const corpusFolder = join(import.meta.dirname, '../../../shared/corpus');

export interface CorpusSet {
  name: string;
  files: ModelFile[];
  expected: { cubes: number; views: number; errors: string[]; fatal: string | null };
}

/** Public models with the results of the published compiler; undefined if they are not next to this checkout. */
export function readCorpus(): CorpusSet[] | undefined {
  const resultsFile = join(corpusFolder, 'verdicts.json');
  if (!existsSync(resultsFile)) return undefined;
  const { sets } = JSON.parse(readFileSync(resultsFile, 'utf8')) as { sets: Record<string, CorpusSet['expected']> };
  return Object.entries(sets).map(([name, expected]) => ({
    name,
    expected,
    files: readFolder(join(corpusFolder, name)),
  }));
}

function readFolder(folder: string, prefix = ''): ModelFile[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return readFolder(path, `${prefix}${name}/`);
    if (name === 'SOURCE.txt') return [];
    return [{ fileName: prefix + name, content: readFileSync(path, 'utf8') }];
  });
}
