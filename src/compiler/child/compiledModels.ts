/**
 * The models that this process compiled last, in memory for requests. A model that reads the security context while it is
 * compiled exists once for each context.
 */

import { LRUCache } from 'lru-cache';
import type { ModelFile } from '../compileResult.ts';
import type { SecurityContext } from '../modelRequest.ts';
import { type CompiledModel, compileModel } from './compileModel.ts';

/** Enough for a few branches; a large model takes hundreds of megabytes. */
const models = new LRUCache<string, CompiledModel>({ max: 4 });
/** Whether the model with a key reads the security context while it is compiled. */
const contextReaders = new LRUCache<string, boolean>({ max: 1000 });

/** Code that composes this name at run time reads an empty context, never that of another caller. */
const contextName = 'COMPILE_CONTEXT';

/** The platform validates a model without a user. */
const noUser: SecurityContext = {};

/** Compiles a model without a user and keeps it under its key, if it has one. */
export function compileAndKeep(key: string | null, files: readonly ModelFile[]): Promise<CompiledModel> {
  return key === null ? compileModel(files, noUser) : compileFor(key, files, noUser);
}

/** The model with that key for a context, compiled now if it is not in memory; undefined if it is not and `files` is null. */
export async function findOrCompile(
  key: string,
  files: readonly ModelFile[] | null,
  securityContext: SecurityContext,
): Promise<CompiledModel | undefined> {
  const known = models.get(keyFor(key, securityContext));
  return known ?? (files === null ? undefined : compileFor(key, files, securityContext));
}

async function compileFor(
  key: string,
  files: readonly ModelFile[],
  securityContext: SecurityContext,
): Promise<CompiledModel> {
  const readsContext = files.some(({ content }) => content.includes(contextName));
  contextReaders.set(key, readsContext);
  const compiled = await compileModel(files, readsContext ? securityContext : noUser);
  models.set(keyFor(key, securityContext), compiled);
  return compiled;
}

/** A model that is not known to read the context is in memory under its own key, or not at all. */
function keyFor(key: string, securityContext: SecurityContext): string {
  return contextReaders.get(key) ? `${key} ${JSON.stringify(securityContext)}` : key;
}
