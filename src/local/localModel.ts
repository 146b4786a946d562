/** The model of a project's folder as the compiler sees it: turns queries of the data API into SQL, without a server. */

import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import type { CompileResult, ModelFile } from '../compiler/compileResult.ts';
import type { Compiler } from '../compiler/compiler.ts';
import type {
  Dialects,
  ModelMeta,
  ModelQuery,
  ModelRequest,
  QueryPlan,
  SecurityContext,
} from '../compiler/modelRequest.ts';
import type { QueryViewer } from '../model/documents/queryDocument.ts';
import type { ModelIndex } from '../model/index/modelIndex.ts';
import { RefusedQuery } from '../query/run/queryErrors.ts';
import { localErrors } from './localErrors.ts';

interface PlanOptions {
  signal?: AbortSignal | undefined;
  /** By data source. Without them, all data sources are one DuckDB. */
  dialects?: Dialects | undefined;
  /** `hidden`: members that are not public are as public ones; `all`: no access policy applies, either. */
  opens?: 'hidden' | 'all' | undefined;
}

export class LocalModel {
  readonly index: ModelIndex;
  readonly #compiler: Compiler;
  readonly #files: readonly ModelFile[];
  readonly #key: string;

  /** `files` have other names than in the index if the model is one of several tenants. */
  constructor(index: ModelIndex, compiler: Compiler, files: readonly ModelFile[] = filesOf(index)) {
    this.index = index;
    this.#compiler = compiler;
    this.#files = files;
    this.#key = createHash('sha256').update(JSON.stringify(files)).digest('hex');
  }

  /** Compiles the model, which the compiler keeps for the queries. @throws as `Compiler.compile` does */
  compile(options: { signal?: AbortSignal; deadlineMs?: number } = {}): Promise<CompileResult> {
    return this.#compiler.compile({ files: this.#files, model: this.#key }, options);
  }

  /** @throws RefusedQuery; UserError `model-broken`, or if the compiler fails; CancelledError */
  async plan(
    query: ModelQuery,
    securityContext: SecurityContext,
    { signal, dialects, opens }: PlanOptions = {},
  ): Promise<QueryPlan> {
    const open = opens ? { unrestricted: opens === 'all', includesHidden: true } : {};
    const request = { kind: 'query', query, securityContext, ...open, ...(dialects && { dialects }) } as const;
    const answer = await this.#ask(request, signal);
    if (answer.kind === 'refused') throw new RefusedQuery(answer.message);
    if (answer.kind !== 'query') throw localErrors.error('no-plan');
    return answer.plan;
  }

  /** Cubes and views with the members that a user of these groups sees. @throws as `plan` does */
  meta(signal?: AbortSignal, groups: readonly string[] = []): Promise<ModelMeta> {
    return this.metaFor({ groups }, signal);
  }

  /** @throws as `plan` does */
  async metaFor(securityContext: SecurityContext, signal?: AbortSignal): Promise<ModelMeta> {
    const answer = await this.#ask({ kind: 'meta', securityContext }, signal);
    if (answer.kind === 'refused') throw new RefusedQuery(answer.message);
    if (answer.kind !== 'meta') throw localErrors.error('no-plan');
    return answer.meta;
  }

  async #ask(request: ModelRequest, signal: AbortSignal | undefined) {
    const files = async () => this.#files;
    const answer = await this.#compiler.queryModel({ model: this.#key, files, request }, signal ? { signal } : {});
    if (answer.kind !== 'broken') return answer;
    throw localErrors.error('model-broken', [answer.errors.map(({ message }) => message).join('\n')]);
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
