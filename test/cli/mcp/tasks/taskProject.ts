/**
 * The project of the tasks: the sample with its data, and in the same model folder the cubes of a company whose database is not
 * there, because a real model is larger than a task.
 */

import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { put } from '../../../sync/temporary.ts';
import { repository } from '../../../vscode/locations.ts';
import { commitAll } from '../projects.ts';

const sample = path.join(repository, 'src/emulator/sample');
const company = path.join(import.meta.dirname, '../search/company');

export interface TaskProject {
  folder: string;
  data: string;
}

/** A change of one file of the project. */
export type Planted = readonly [file: string, before: string | RegExp, after: string];

/** @param edits are made after the commit */
export function makeTaskProject(
  root: string,
  planted: readonly Planted[],
  files: Readonly<Record<string, string>>,
  edits: readonly Planted[] = [],
): TaskProject {
  const project: TaskProject = { folder: path.join(root, 'project'), data: path.join(sample, 'data') };
  cpSync(path.join(sample, 'project'), project.folder, { recursive: true });
  for (const [file, text] of companyFiles()) put(project.folder, `model/company/${file}`, text);
  for (const [file, text] of Object.entries(files)) put(project.folder, file, text);
  for (const one of planted) plant(project, one);
  commitAll(project.folder);
  for (const one of edits) plant(project, one);
  return project;
}

function plant({ folder }: TaskProject, [file, before, after]: Planted): void {
  const at = path.join(folder, file);
  const text = readFileSync(at, 'utf8');
  const changed = text.replace(before, after);
  if (changed === text) throw new Error(`${file} does not have ${String(before)}`);
  writeFileSync(at, changed);
}

/** Its names begin with `erp_`, because the sample has cubes of the same name. */
function companyFiles(): (readonly [string, string])[] {
  const names = readdirSync(company, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.yml'));
  const texts = names.map((name) => [name, readFileSync(path.join(company, name), 'utf8')] as const);
  const cubes = texts.flatMap(([, text]) => [...text.matchAll(/^ {2}- name: (\w+)$/gm)].map(([, name]) => name!));
  const own = new RegExp(
    `(^ {2}- name: |\\{ name: (?=\\w+, sql: "\\{CUBE\\})|\\{|join_path: |\\.)(${cubes.join('|')})\\b`,
    'gm',
  );
  return texts.map(([name, text]) => [
    name.split(path.sep).join('/'),
    text.replace(own, '$1erp_$2').replace(/^( +)(sql_table: .*)$/gm, '$1$2\n$1data_source: erp'),
  ]);
}
