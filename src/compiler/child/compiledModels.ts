/** The models that this process compiled last, in memory for requests. All of them are for the same caller's rights. */

import { LRUCache } from 'lru-cache';
import type { ModelFile } from '../compileResult.ts';
import type { SecurityContext } from '../modelRequest.ts';
import { type CompiledModel, compileModel } from './compileModel.ts';

/** Room for the models that a branch serves and builds, and some more; a large model takes hundreds of megabytes. */
const models = new LRUCache<string, CompiledModel>({ max: 3 });

/** The platform validates a model without a user. */
export const noUser: SecurityContext = {};

/** Compiles a model and keeps it under its key, if it has one. */
export async function compileAndKeep(
  key: string | null,
  files: readonly ModelFile[],
  securityContext: SecurityContext,
): Promise<CompiledModel> {
  const compiled = await compileModel(files, securityContext);
  if (key !== null) models.set(key, compiled);
  return compiled;
}

/** The model with that key, compiled now if it is not in memory; undefined if it is not and `files` is null. */
export async function findOrCompile(
  key: string,
  files: readonly ModelFile[] | null,
  securityContext: SecurityContext,
): Promise<CompiledModel | undefined> {
  const known = models.get(key);
  return known ?? (files === null ? undefined : compileAndKeep(key, files, securityContext));
}
