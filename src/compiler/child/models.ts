/** The models this process has compiled last, ready to be asked. Only the compiler's child process loads it. */

import type { ModelFile } from '../compileResult.ts';
import { type CompiledModel, compileModel } from './compileModel.ts';
import { RecentMap } from './memo.ts';

/** Two people's branches and production; a large model takes hundreds of megabytes. */
const models = new RecentMap<CompiledModel>(4);

/** Compiles a model; one with a name is kept under it. */
export async function compileAs(model: string | null, files: readonly ModelFile[]): Promise<CompiledModel> {
  const compiled = await compileModel(files);
  if (model !== null) models.set(model, compiled);
  return compiled;
}

/** The model of that name, compiled now unless it is held; undefined where there is nothing to compile it from. */
export async function modelNamed(
  model: string,
  files: readonly ModelFile[] | null,
): Promise<CompiledModel | undefined> {
  return models.get(model) ?? (files === null ? undefined : compileAs(model, files));
}
