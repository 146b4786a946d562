/** Checks a project on disk with our analyser, the compiler, and perhaps its databases. */

import { posix } from 'node:path';
import { UserError } from '../../base/errors.ts';
import { withTemplate } from '../../compiler/compileResult.ts';
import type { Compiler } from '../../compiler/compiler.ts';
import type { Catalogs } from '../../model/catalog/catalogLookup.ts';
import { tenantsOf } from '../../model/checks/tenants.ts';
import { compareLocations, diagnose, problemsOfUnread } from '../../model/diagnose.ts';
import type { IndexedText, ModelIndex } from '../../model/index/modelIndex.ts';
import { rulesFileProblems } from '../../model/lint/checkRules.ts';
import { ProjectModel } from '../../model/project/projectModel.ts';
import { isInModelFolder, projectFiles, rulesFileName } from '../../model/source/modelSource.ts';
import { type Problem, startOfFile } from '../../model/source/problem.ts';
import { problemCatalog } from '../../model/source/problemCatalog.ts';
import { LocalModel } from '../localModel.ts';
import { type CheckedDatabase, checkDatabase, readCatalogs } from './checkDatabase.ts';
import type { DatabaseCheck } from './checkMembers.ts';

interface FolderResult {
  /** The folder of one model, relative to the project folder. */
  folder: string;
  problems: Problem[];
  compiles: boolean;
  cubes: number;
  views: number;
  /** With databases: what they prepared. */
  database?: Omit<DatabaseCheck, 'problems'>;
}

export interface CheckResult {
  /** About the project, not about one of the models. */
  problems: Problem[];
  /** One for each model folder, or for each tenant in it. */
  folders: FolderResult[];
}

interface NamedText {
  path: string;
  /** Relative to the folder of the model. */
  name: string;
  text: string;
}

export interface ModelsToCheck {
  projectFolder: string;
  /** At least one. Relative to the project folder, POSIX; `.` for the folder itself. */
  modelFolders: readonly string[];
  timeoutMs: number;
}

interface Options extends Pick<ModelsToCheck, 'timeoutMs'> {
  /** Undefined: only our own problems. */
  compiler: Compiler | undefined;
  /** By the name of the data source. */
  databases?: ReadonlyMap<string, CheckedDatabase>;
  onProgress?: (done: number, all: number) => void;
  signal?: AbortSignal;
}

/** @throws UserError if the project has no model, or a database cannot be reached */
export async function checkProject(
  { projectFolder, modelFolders, ...models }: ModelsToCheck,
  given: Omit<Options, 'timeoutMs'>,
): Promise<CheckResult> {
  const options: Options & { catalogs?: Catalogs } = { ...given, timeoutMs: models.timeoutMs };
  if (given.databases) options.catalogs = await readCatalogs(given.databases, given.signal);
  const result: CheckResult = { problems: [], folders: [] };
  for (const modelFolder of modelFolders) {
    const project = new ProjectModel({ projectFolder, modelFolder });
    await project.load();
    if (options.catalogs) project.saved.catalogs = options.catalogs;
    const { problems, folders } = await checkSources(options, project);
    result.problems.push(...problems);
    result.folders.push(...folders);
  }
  return result;
}

/** Checks what was read of one model folder. @throws as `checkProject` does */
export async function checkSources(
  options: Options,
  { folder, saved }: Pick<ProjectModel, 'folder' | 'saved'>,
): Promise<CheckResult> {
  const { projectFolder, modelFolder } = folder;
  if (modelFolder === '.' && [...saved.files].length === 0) {
    throw new UserError(`There is no data model in ${projectFolder}: no folder “model” and no sources.`);
  }
  const tenants = tenantsOf(saved);
  if (!tenants) return { problems: [], folders: [await checkModel(options, saved, modelFolder, modelFolder)] };
  const projectTexts = saved.texts.filter(({ path }) => projectFiles.includes(path));
  const folders: FolderResult[] = [];
  for (const [tenantFolder, index] of tenants.models) {
    for (const text of projectTexts) if (!text.unread) index.add(text);
    folders.push(await checkModel(options, index, tenantFolder, modelFolder));
  }
  // The file of rules is that of the project.
  const ofFolders = folders.map((one) => ({ ...one, problems: one.problems.filter((found) => !isInRules(found)) }));
  const unread = [...projectTexts, ...(saved.rulesFile ? [saved.rulesFile] : [])].flatMap(problemsOfUnread);
  return { problems: [...unread, ...rulesFileProblems(saved), tenants.problem], folders: ofFolders };
}

function isInRules({ file }: Problem): boolean {
  return file === rulesFileName;
}

/** `folder` has the files of this model, `modelFolder` those that it shares with others. */
async function checkModel(
  options: Options,
  index: ModelIndex,
  folder: string,
  modelFolder: string,
): Promise<FolderResult> {
  const { compiler, databases, timeoutMs, signal } = options;
  const local = diagnose(index, undefined);
  const none = (reason: string) => (databases ? { database: notChecked(reason) } : {});
  const notCompiled = reasonNotToCompile(local);
  if (notCompiled || !compiler) {
    return {
      folder,
      problems: notCompiled ? [notCompiled, ...local] : [...local],
      compiles: false,
      cubes: 0,
      views: 0,
      ...none('the model is not compiled'),
    };
  }
  const named = namesOf(namedTexts(index, folder, modelFolder));
  const model = new LocalModel(index, compiler, named.files);
  try {
    const { errors, cubes, views } = await model.compile({ deadlineMs: timeoutMs, ...(signal && { signal }) });
    const problems = diagnose(
      index,
      errors.map(withTemplate).map((one) => ({ ...one, fileName: named.pathOf(one.fileName) })),
    );
    const compiles = errors.length === 0;
    if (!databases) return { folder, problems, compiles, cubes, views };
    if (!compiles) return { folder, problems, compiles, cubes, views, ...none('it does not compile') };
    const { problems: found, ...database } = await checkDatabase(model, { ...options, databases });
    return { folder, problems: [...problems, ...found].sort(compareLocations), compiles, cubes, views, database };
  } catch (failure) {
    if (!(failure instanceof UserError) || databases) throw failure;
    const failed: Problem = {
      file: index.projectFile,
      range: startOfFile,
      ...problemCatalog.unread(failure.describe()),
      source: 'compiler',
    };
    return { folder, problems: [failed, ...local], compiles: false, cubes: 0, views: 0 };
  }
}

function notChecked(reason: string): FolderResult['database'] {
  return { checked: 0, notChecked: [{ name: 'the model', reason }] };
}

/** If two files have the same name, the compiler gets the file of `folder` under it. */
function namedTexts(index: ModelIndex, folder: string, modelFolder: string): NamedText[] {
  const { globals } = index;
  const texts = [...index.files, ...(globals ? [globals] : [])].sort((a, b) => (a.path < b.path ? -1 : 1));
  const isOwn = ({ path }: IndexedText) => isInModelFolder(path, folder);
  const named = (below: string) => (one: IndexedText) => ({
    path: one.path,
    text: one.text,
    name: posix.relative(below, one.path),
  });
  return [...texts.filter(isOwn).map(named(folder)), ...texts.filter((one) => !isOwn(one)).map(named(modelFolder))];
}

/** The information that the compiler does not get this model; undefined if it does. */
function reasonNotToCompile(local: readonly Problem[]): Problem | undefined {
  const { nestedTooDeep, unread, notCompiled } = problemCatalog;
  const reason = local.find(
    ({ code, file }) =>
      code === nestedTooDeep.code || (code === unread.code && !projectFiles.includes(file) && file !== rulesFileName),
  );
  if (!reason) return undefined;
  const why =
    reason.code === unread.code
      ? 'would report everything that depends on what cannot be read here'
      : 'could fail at this file without a message';
  return { file: reason.file, range: reason.range, ...notCompiled(why), source: 'compiler' };
}

/** The files as the compiler gets them, and the paths of the names in its errors. */
function namesOf(texts: readonly NamedText[]) {
  const byName = new Map<string, NamedText>();
  for (const one of texts) byName.set(byName.has(one.name) ? one.path : one.name, one);
  const files = [...byName].map(([fileName, { text }]) => ({ fileName, content: text }));
  const pathOf = (name: string | null) => (name === null ? null : (byName.get(name)?.path ?? name));
  return { files, pathOf };
}
