/**
 * Recognises a model folder that has the models of several tenants: `repositoryFactory` in the project file chooses one of its
 * folders for each request, so folders next to each other define the same names. Each of them is checked as a model of its own.
 */

import { posix } from 'node:path';
import { type IndexedFile, ModelIndex } from '../index/modelIndex.ts';
import { globalsPath, rulesFileName } from '../source/modelSource.ts';
import { type Problem, type RelatedLocation, startOfFile } from '../source/problem.ts';
import { problemCatalog } from '../source/problemCatalog.ts';
import { duplicateDefinitions } from './checkDuplicates.ts';
import { describe } from './findings.ts';

/** As many duplicates as this are rather tenants than mistakes, even without `repositoryFactory`. */
const manyNames = 5;

/** Files outside of the folders times folders: each of them is checked with every folder. */
const mostShared = 100_000;

export interface Tenants {
  /** The recognised folders, and how to check otherwise. An error if nothing says that the folders belong to tenants. */
  problem: Problem;
  /** Relative to the project folder, sorted. Each model has the files of the folder and those outside of all of these folders. */
  models: ReadonlyMap<string, ModelIndex>;
}

interface Folders {
  folders: readonly string[];
  problem: Problem;
}

const known = new WeakMap<ModelIndex, { generation: number; tenants: Tenants | undefined }>();

/** The models of the tenants; undefined for all other models. Found once for each state of the sources. */
export function tenantsOf(index: ModelIndex): Tenants | undefined {
  const { generation } = index;
  const before = known.get(index);
  if (before?.generation === generation) return before.tenants;
  const found = findFolders(index);
  const tenants = found && { problem: found.problem, models: modelsOf(index, found.folders, before?.tenants) };
  known.set(index, { generation, tenants });
  return tenants;
}

/** Gives a copy of an index what is known about the tenants of the original, so that only changed files are checked again. */
export function takeTenants(copy: ModelIndex, original: ModelIndex): void {
  const tenants = tenantsOf(original);
  if (!tenants) return;
  const models = [...tenants.models].map(([folder, model]): [string, ModelIndex] => {
    const same = new ModelIndex(model);
    for (const file of [...model.files, ...model.texts]) same.add(file);
    same.catalogs = model.catalogs;
    same.namedInDocuments = model.namedInDocuments;
    same.takeDerived(model);
    return [folder, same];
  });
  known.set(copy, { generation: -1, tenants: { problem: tenants.problem, models: new Map(models) } });
}

function modelsOf(
  index: ModelIndex,
  folders: readonly string[],
  before: Tenants | undefined,
): ReadonlyMap<string, ModelIndex> {
  const { globals } = index;
  const models = new Map<string, ModelIndex>();
  for (const folder of folders) {
    // Functions for the templates of all tenants are in the model folder; a tenant may have its own.
    const modelFolder = globals && !index.text(globalsPath(folder)) ? index.modelFolder : folder;
    const same = before?.models.get(folder);
    models.set(folder, same?.modelFolder === modelFolder ? same : new ModelIndex({ modelFolder }));
  }
  const { own, shared } = filesOf(index, folders);
  for (const [folder, model] of models) {
    const files = [...own.get(folder)!, ...shared];
    const paths = new Set(files.map(({ path }) => path));
    for (const { path } of [...model.files]) if (!paths.has(path)) model.delete(path);
    for (const file of files) model.add(file);
    const functions = index.text(globalsPath(folder)) ?? globals;
    if (functions) model.add(functions);
    else model.delete(globalsPath(model.modelFolder));
    if (index.rulesFile) model.add(index.rulesFile);
    else model.delete(rulesFileName);
    model.catalogs = index.catalogs;
    model.namedInDocuments = index.namedInDocuments;
  }
  return models;
}

/** The files of each folder, and those outside of them. All folders have the same parent folder. */
function filesOf(index: ModelIndex, folders: readonly string[]) {
  const own = new Map(folders.map((one): [string, IndexedFile[]] => [one, []]));
  const depth = folders[0]!.split('/').length;
  const shared: IndexedFile[] = [];
  for (const file of index.files) {
    const folder = file.path.split('/', depth).join('/');
    (own.get(folder) ?? shared).push(file);
  }
  return { own, shared };
}

function findFolders(index: ModelIndex): Folders | undefined {
  const duplicates = duplicateDefinitions(index);
  if (duplicates.length === 0) return undefined;
  const common = commonFolder(duplicates.flat().map(({ file }) => posix.dirname(file)));
  const start = common === '' ? '' : `${common}/`;
  const folderOf = (file: string) => {
    const end = file.indexOf('/', start.length);
    return end < 0 ? undefined : file.slice(0, end);
  };
  const across = duplicates.filter((same) => new Set(same.flatMap(({ file }) => folderOf(file) ?? [])).size > 1);
  const folders = [...new Set(across.flat().flatMap(({ file }) => folderOf(file) ?? []))].sort();
  // Folders that share few of their names are parts of one model with mistakes.
  const { own, shared } = folders.length < 2 ? { own: undefined, shared: [] } : filesOf(index, folders);
  const inFolders = [...(own?.values() ?? [])].flat().reduce((sum, { definitions }) => sum + definitions.length, 0);
  if (!own || 2 * across.flat().length < inFolders) return undefined;
  if (folders.length * shared.length > mostShared) return undefined;
  const chooser = index.projectFile;
  const [, option] =
    /^(?!\s*(?:\/\/|#|\*)).*(repositoryFactory|repository_factory)/m.exec(index.text(chooser)?.text ?? '') ?? [];
  if (option !== undefined) return { folders, problem: chosenProblem(index, option, folders, across.length) };
  const isEach = across.every((same) => new Set(same.map(({ file }) => folderOf(file) ?? '')).size === same.length);
  const isEvery = across.length === duplicates.length && isEach;
  return isEvery && across.length >= manyNames ? { folders, problem: likelyProblem(index, folders) } : undefined;
}

function commonFolder(folders: readonly string[]): string {
  const [first = [], ...others] = folders.map((one) => (one === '.' ? [] : one.split('/')));
  const length = first.findIndex((part, i) => others.some((other) => other[i] !== part));
  return (length < 0 ? first : first.slice(0, length)).join('/');
}

const otherFolders = 'To check other folders, use `check-model` with `--model-folder` for each of them.';

function chosenProblem(
  { projectFile: file }: ModelIndex,
  option: string,
  folders: readonly string[],
  names: number,
): Problem {
  const same = names === 1 ? 'one name' : `${names} names`;
  return {
    file,
    range: startOfFile,
    ...problemCatalog.tenantFolders(
      `${listed(folders)} have ${same} in common, and \`${file}\` sets \`${option}\`, so each of these folders is checked as the model of one tenant, together with the files outside of them. ${otherFolders}`,
    ),
    severity: 'information',
    source: 'data-model',
  };
}

function likelyProblem(index: ModelIndex, folders: readonly string[]): Problem {
  const duplicates = duplicateDefinitions(index);
  const [first, second] = duplicates.sort((a, b) => a[1]!.file.localeCompare(b[1]!.file))[0]!;
  const related: RelatedLocation = {
    file: first!.file,
    range: index.rangeOf(first!.file, first!.nameSpan),
    message: `The first ${describe(first!)}.`,
  };
  return {
    file: second!.file,
    range: index.rangeOf(second!.file, second!.nameSpan),
    ...problemCatalog.tenantFolders(
      `There is already a ${describe(first!)} in \`${first!.file}\`. ${listed(folders)} have ${duplicates.length} names in common, as the models of tenants do, so each of these folders is checked on its own. Neither \`cube.js\` nor \`cube.py\` of the project chooses between them by \`repositoryFactory\`, and in one model names must be unique. ${otherFolders}`,
    ),
    source: 'data-model',
    unsure: true,
    related: [related],
  };
}

function listed(folders: readonly string[]): string {
  const shown = folders.slice(0, 3).map((one) => `\`${one}\``);
  if (folders.length > 3) shown.push(folders.length === 4 ? '1 more folder' : `${folders.length - 3} more folders`);
  return `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)!}`;
}
