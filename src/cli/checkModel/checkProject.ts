/** Checks a project on disk with our analyser and the compiler. */

import { posix } from 'node:path';
import { UserError } from '../../base/errors.ts';
import type { CompileResult } from '../../compiler/compileResult.ts';
import type { Compiler } from '../../compiler/compiler.ts';
import { checkSyntax } from '../../model/checks/checkSyntax.ts';
import { tenantsOf } from '../../model/checks/tenants.ts';
import { diagnose } from '../../model/diagnose.ts';
import { ModelIndex } from '../../model/index/modelIndex.ts';
import type { Problem } from '../../model/source/problem.ts';
import { problemCatalog } from '../../model/source/problemCatalog.ts';
import type { CheckRequest } from './checkRequest.ts';
import { type ModelText, readModel, type UnreadSource } from './readModel.ts';

interface FolderResult {
  /** The folder of one model, relative to the project folder. */
  folder: string;
  problems: Problem[];
  cubes: number;
  views: number;
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

type Options = Pick<CheckRequest, 'projectFolder' | 'timeoutMs'> & { compiler: Compiler };

/** @throws UserError if the project has no model */
export async function checkProject(
  { modelFolders, ...request }: Omit<CheckRequest, 'json' | 'trustModel'>,
  compiler: Compiler,
): Promise<CheckResult> {
  const result: CheckResult = { problems: [], folders: [] };
  for (const folder of modelFolders) {
    const { problems, folders } = await checkFolder({ ...request, compiler }, folder);
    result.problems.push(...problems);
    result.folders.push(...folders);
  }
  return result;
}

async function checkFolder(options: Options, modelFolder: string): Promise<CheckResult> {
  const { projectFolder } = options;
  const text = await readModel(projectFolder, modelFolder);
  if (modelFolder === '.' && text.sources.length + text.unread.length === 0) {
    throw new UserError(`There is no data model in ${projectFolder}: no folder “model” and no sources.`);
  }
  const index = new ModelIndex({ modelFolder });
  for (const { path, text: content } of [...text.projectFiles, ...text.sources]) index.set(path, content);
  const tenants = text.unread.length === 0 ? tenantsOf(index) : undefined;
  if (!tenants) return { problems: [], folders: [await checkText(options, text, modelFolder, index)] };
  const isShared = ({ path }: ModelText['sources'][number]) =>
    ![...tenants.models.keys()].some((folder) => path.startsWith(`${folder}/`));
  const shared = text.sources.filter(isShared).map((one) => ({ ...one, name: posix.relative(modelFolder, one.path) }));
  const folders: FolderResult[] = [];
  for (const [folder, tenantIndex] of tenants.models) {
    // A tenant may have its own `globals.py`.
    const own = await readModel(projectFolder, folder);
    for (const { path, text: content } of [...text.projectFiles, ...own.sources]) tenantIndex.set(path, content);
    folders.push(await checkText(options, own, folder, tenantIndex, shared));
  }
  return { problems: [tenants.problem], folders };
}

/** `shared`: files outside of the folder, with their names for the compiler. */
async function checkText(
  { compiler, timeoutMs }: Options,
  { sources, unread }: ModelText,
  folder: string,
  index: ModelIndex,
  shared: readonly NamedText[] = [],
): Promise<FolderResult> {
  if (unread.length > 0) {
    // Only syntax: definitions of the unread files would be reported as missing in every use.
    const syntax = sources.flatMap(({ path, text }) => checkSyntax(path, text));
    return { folder, problems: [...unread.map(asProblem), ...syntax], cubes: 0, views: 0 };
  }
  const nested = diagnose(index, undefined).find(({ code }) => code === problemCatalog.nestedTooDeep.code);
  if (nested) {
    const notCompiled = { ...nested, ...problemCatalog.notCompiled() };
    return { folder, problems: [notCompiled, ...diagnose(index, undefined)], cubes: 0, views: 0 };
  }
  try {
    const own = sources.map((one) => ({ ...one, name: posix.relative(folder, one.path) }));
    const { errors, cubes, views } = await compile(compiler, [...own, ...shared], timeoutMs);
    return { folder, problems: diagnose(index, errors), cubes, views };
  } catch (failure) {
    if (!(failure instanceof UserError)) throw failure;
    const unread = { path: index.projectFile, line: 0, character: 0, message: failure.describe() };
    const problems = [{ ...asProblem(unread), source: 'compiler' as const }, ...diagnose(index, undefined)];
    return { folder, problems, cubes: 0, views: 0 };
  }
}

/** The errors name files by their paths. @throws UserError if the compiler exceeds its time limit or its process ends */
async function compile(compiler: Compiler, texts: readonly NamedText[], deadlineMs: number): Promise<CompileResult> {
  const byName = new Map<string, NamedText>();
  for (const one of texts) byName.set(byName.has(one.name) ? one.path : one.name, one);
  const files = [...byName].map(([fileName, { text }]) => ({ fileName, content: text }));
  const result = await compiler.compile({ files }, { deadlineMs });
  const pathOf = (name: string | null) => (name === null ? null : (byName.get(name)?.path ?? name));
  return { ...result, errors: result.errors.map((one) => ({ ...one, fileName: pathOf(one.fileName) })) };
}

function asProblem({ path, line, character, message }: UnreadSource): Problem {
  const position = { line, character };
  return {
    file: path,
    range: { start: position, end: position },
    ...problemCatalog.unread(message),
    source: 'data-model',
  };
}
