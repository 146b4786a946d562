/** Models for tests: our own fixtures, public models if they are next to this checkout, and the errors of the compiler. */

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ModelIndex } from '../../src/model/index/modelIndex.ts';
import type { Problem } from '../../src/model/source/problem.ts';
import { asFiles, sharedCompiler } from '../compiler/compilerUnderTest.ts';

/** File name, relative to the model folder → text. */
export type Texts = Record<string, string>;

const fixturesFolder = join(import.meta.dirname, 'fixtures');
const corpusFolder = join(import.meta.dirname, '../../../shared/corpus');

function readFolder(folder: string, prefix = ''): Texts {
  const texts: Texts = {};
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) Object.assign(texts, readFolder(path, `${prefix}${name}/`));
    else if (/\.(ya?ml|js|jinja)$/.test(name)) texts[prefix + name] = readFileSync(path, 'utf8');
  }
  return texts;
}

export function fixtures(): { name: string; texts: Texts }[] {
  return readdirSync(fixturesFolder).map((name) => ({ name, texts: readFolder(join(fixturesFolder, name)) }));
}

export function fixture(name: string): Texts {
  return readFolder(join(fixturesFolder, name));
}

/** Public models, and whether they compile without errors; undefined if they are not next to this checkout. */
export function corpus(): { name: string; texts: Texts; clean: boolean }[] | undefined {
  const resultsFile = join(corpusFolder, 'verdicts.json');
  if (!existsSync(resultsFile)) return undefined;
  const { sets } = JSON.parse(readFileSync(resultsFile, 'utf8')) as {
    sets: Record<string, { errors: string[]; fatal: unknown }>;
  };
  return Object.entries(sets).map(([name, { errors, fatal }]) => ({
    name,
    texts: readFolder(join(corpusFolder, name)),
    clean: errors.length === 0 && fatal === null,
  }));
}

/** The texts as files of a project whose model folder is `model`. */
export function indexOf(texts: Texts): ModelIndex {
  const index = new ModelIndex();
  for (const [name, text] of Object.entries(texts)) index.set(`model/${name}`, text);
  return index;
}

export function markedText(index: ModelIndex, { file, range }: Pick<Problem, 'file' | 'range'>): string {
  const text = index.text(file)?.text ?? '';
  return text.slice(index.offsetAt(file, range.start), index.offsetAt(file, range.end));
}

/** `cubes/orders.yml:12:9 error unknown-member «totl» …`, for the messages of failing tests. */
export function show(index: ModelIndex, problems: readonly Problem[]): string {
  return problems
    .map((one) => {
      const place = `${one.file}:${one.range.start.line + 1}:${one.range.start.character + 1}`;
      return `${place} ${one.severity} ${one.source} ${one.code} «${markedText(index, one)}» ${one.message}`;
    })
    .join('\n');
}

/** The errors of the real compiler. */
export async function compile(texts: Texts): Promise<{ message: string; fileName: string | null }[]> {
  return (await sharedCompiler().compile({ files: asFiles(texts) })).errors;
}
