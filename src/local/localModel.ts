/** The model of a project's folder, as its sources say and as the compiler sees it. */

import { posix } from 'node:path';
import type { ModelFile } from '../compiler/compileResult.ts';
import type { Compiler } from '../compiler/compiler.ts';
import type { SecurityContext } from '../compiler/modelRequest.ts';
import type { QueryViewer } from '../model/documents/queryDocument.ts';
import type { ModelIndex } from '../model/index/modelIndex.ts';
import { CompiledFiles } from './compiledFiles.ts';
import { localErrors } from './localErrors.ts';

export class LocalModel extends CompiledFiles {
  readonly index: ModelIndex;

  /** `files` have other names than in the index if the model is one of several tenants. */
  constructor(index: ModelIndex, compiler: Compiler, files: readonly ModelFile[] = filesOf(index)) {
    super(compiler, files);
    this.index = index;
  }
}

/** As the compiler reads them: named relative to the model folder. */
export function filesOf(index: ModelIndex): ModelFile[] {
  const { modelFolder, globals } = index;
  return [...index.files, ...(globals ? [globals] : [])]
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, text }) => ({ fileName: posix.relative(modelFolder, path), content: text }));
}

/**
 * What the model sees of a viewer. User attributes are those of a user without values.
 * @throws UserError for a user or tenant without `groups`, because only the platform knows theirs
 */
export function contextOf(as: QueryViewer | undefined): SecurityContext {
  if (!as) return {};
  const { securityContext, tenant, user, groups } = as;
  const name = user ?? tenant;
  const given = securityContext?.groups;
  if (name !== undefined && !groups && !given) throw localErrors.error('unknown-groups', [name]);
  const all = [...(groups ?? []), ...(Array.isArray(given) ? given : [])];
  return {
    ...(tenant !== undefined && { embedTenant: tenant }),
    externalId: user ?? 'editor',
    userAttributes: {},
    tenantGroups: [],
    ...securityContext,
    ...(all.length > 0 && { groups: all }),
  };
}
