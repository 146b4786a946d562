/** The models that this process compiled last, in memory for requests. */

import { LRUCache } from 'lru-cache';
import type { ModelFile } from '../compileResult.ts';
import { type CompiledModel, compileModel } from './compileModel.ts';

/** Enough for a few branches; a large model takes hundreds of megabytes. */
const models = new LRUCache<string, CompiledModel>({ max: 4 });

/** Compiles a model and keeps it under its key, if it has one. */
export async function compileAndKeep(key: string | null, files: readonly ModelFile[]): Promise<CompiledModel> {
  const compiled = await compileModel(files);
  if (key !== null) models.set(key, compiled);
  return compiled;
}

/** The model with that key, compiled now if it is not in memory; undefined if it is not and `files` is null. */
export async function findOrCompile(
  key: string,
  files: readonly ModelFile[] | null,
): Promise<CompiledModel | undefined> {
  return models.get(key) ?? (files === null ? undefined : compileAndKeep(key, files));
}
