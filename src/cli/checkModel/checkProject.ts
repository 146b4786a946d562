/** Checks a project on disk with our analyser and the compiler. */

import { posix } from 'node:path';
import { UserError } from '../../base/errors.ts';
import type { CompileResult } from '../../compiler/compileResult.ts';
import type { Compiler } from '../../compiler/compiler.ts';
import { checkSyntax } from '../../model/checks/checkSyntax.ts';
import { diagnose } from '../../model/diagnose.ts';
import { ModelIndex } from '../../model/index/modelIndex.ts';
import type { Problem } from '../../model/source/problem.ts';
import type { CheckRequest } from './checkRequest.ts';
import { type ModelText, readModel, type UnreadSource } from './readModel.ts';

export interface CheckResult {
  problems: Problem[];
  cubes: number;
  views: number;
}

/** @throws UserError if the project has no model */
export async function checkProject(
  { projectFolder, modelFolder, timeoutMs }: Omit<CheckRequest, 'json' | 'trustModel'>,
  compiler: Compiler,
): Promise<CheckResult> {
  const text = await readModel(projectFolder, modelFolder);
  if (modelFolder === '.' && text.sources.length + text.unread.length === 0) {
    throw new UserError(`There is no data model in ${projectFolder}: no folder “model” and no sources.`);
  }
  if (text.unread.length > 0) {
    // Only syntax: definitions of the unread files would be reported as missing in every use.
    const syntax = text.sources.flatMap(({ path, text }) => checkSyntax(path, text));
    return { problems: [...text.unread.map(asProblem), ...syntax], cubes: 0, views: 0 };
  }
  const index = new ModelIndex({ modelFolder });
  for (const { path, text: content } of [...text.projectFiles, ...text.sources]) index.set(path, content);
  try {
    const { errors, cubes, views } = await compile(compiler, text, modelFolder, timeoutMs);
    return { problems: diagnose(index, errors), cubes, views };
  } catch (failure) {
    if (!(failure instanceof UserError)) throw failure;
    const unread = { path: index.projectFile, line: 0, character: 0, message: failure.describe() };
    return {
      problems: [{ ...asProblem(unread), source: 'compiler' as const }, ...diagnose(index, undefined)],
      cubes: 0,
      views: 0,
    };
  }
}

/** @throws UserError if the compiler exceeds its time limit or its process ends */
async function compile(
  compiler: Compiler,
  { sources }: ModelText,
  modelFolder: string,
  deadlineMs: number,
): Promise<CompileResult> {
  const files = sources.map(({ path, text }) => ({ fileName: posix.relative(modelFolder, path), content: text }));
  return await compiler.compile({ files }, { deadlineMs });
}

function asProblem({ path, line, character, message }: UnreadSource): Problem {
  const position = { line, character };
  return {
    file: path,
    range: { start: position, end: position },
    severity: 'error',
    message,
    code: 'unread',
    source: 'data-model',
  };
}
