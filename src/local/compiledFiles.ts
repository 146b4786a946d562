/** The files of a model as the compiler sees them: metadata, who may read what, and queries of the data API as SQL, without a server. */

import { createHash } from 'node:crypto';
import { type CompileResult, type ModelFile, withTemplate } from '../compiler/compileResult.ts';
import type { Compiler } from '../compiler/compiler.ts';
import type {
  Dialects,
  ModelAccess,
  ModelMeta,
  ModelQuery,
  ModelRequest,
  ModelResponse,
  QueryPlan,
  SecurityContext,
} from '../compiler/modelRequest.ts';
import { RefusedQuery } from '../query/run/queryErrors.ts';
import { localErrors } from './localErrors.ts';
import { modelAccess } from './modelAccess.ts';

interface PlanOptions {
  signal?: AbortSignal | undefined;
  /** By data source. Without them, all data sources are one DuckDB. */
  dialects?: Dialects | undefined;
  /** `hidden`: members that are not public are as public ones; `policies`: no access policy applies; `all`: both. */
  opens?: 'hidden' | 'policies' | 'all' | undefined;
}

interface MetaOptions {
  signal?: AbortSignal | undefined;
  opens?: 'policies' | undefined;
}

export class CompiledFiles {
  /** The same for the same files. */
  readonly key: string;
  readonly #compiler: Compiler;
  readonly #files: readonly ModelFile[];
  readonly #line: { line?: string };

  /** `isApart`: these files have a process of their own, so that their code cannot change what the compiler says of others. */
  constructor(compiler: Compiler, files: readonly ModelFile[], { isApart = false } = {}) {
    this.#compiler = compiler;
    this.#files = files;
    this.key = createHash('sha256').update(JSON.stringify(files)).digest('hex');
    this.#line = isApart ? { line: this.key } : {};
  }

  /** Compiles the model, which the compiler keeps for the queries. @throws as `Compiler.compile` does */
  compile(options: { signal?: AbortSignal; deadlineMs?: number } = {}): Promise<CompileResult> {
    return this.#compiler.compile({ files: this.#files, model: this.key, ...this.#line }, options);
  }

  /** @throws RefusedQuery; UserError `model-broken`, or if the compiler fails; CancelledError */
  async plan(
    query: ModelQuery,
    securityContext: SecurityContext,
    { signal, dialects, opens }: PlanOptions = {},
  ): Promise<QueryPlan> {
    const open = {
      ...((opens === 'all' || opens === 'policies') && { unrestricted: true }),
      ...((opens === 'all' || opens === 'hidden') && { includesHidden: true }),
    };
    const request = { kind: 'query', query, securityContext, ...open, ...(dialects && { dialects }) } as const;
    return (await this.ask(request, signal)).plan;
  }

  /** Cubes and views with the members that a user with this context sees. @throws as `plan` does */
  async meta(securityContext: SecurityContext, { signal, opens }: MetaOptions = {}): Promise<ModelMeta> {
    const open = opens && { unrestricted: true };
    return (await this.ask({ kind: 'meta', securityContext, ...open }, signal)).meta;
  }

  /** What callers with these groups may read, as the access policies say. @throws as `plan` does */
  access(callers: readonly (readonly string[])[], signal?: AbortSignal): Promise<ModelAccess> {
    const ask = (asked: typeof callers, compileGroups: readonly string[]) =>
      this.#ask([this.key, ...compileGroups].join(' '), accessRequest(asked, compileGroups), signal);
    return modelAccess(ask, this.#files, callers);
  }

  /** @throws as `plan` does */
  ask<Kind extends ModelRequest['kind']>(
    request: Extract<ModelRequest, { kind: Kind }>,
    signal?: AbortSignal,
  ): Promise<Extract<ModelResponse, { kind: Kind }>> {
    return this.#ask(this.key, request, signal);
  }

  async #ask<Kind extends ModelRequest['kind']>(
    model: string,
    request: Extract<ModelRequest, { kind: Kind }>,
    signal: AbortSignal | undefined,
  ): Promise<Extract<ModelResponse, { kind: Kind }>> {
    const files = async () => this.#files;
    const options = signal ? { signal } : {};
    const answer = await this.#compiler.queryModel({ model, ...this.#line, files, request }, options);
    if (answer.kind === 'refused') throw new RefusedQuery(answer.message);
    if (answer.kind === 'broken') {
      const [first, second] = answer.errors.map(withTemplate);
      const where = second ? undefined : (first?.fileName ?? undefined);
      throw localErrors.error('model-broken', [answer.errors.map(({ message }) => message).join('\n')], { where });
    }
    if (answer.kind !== request.kind) throw localErrors.error('no-plan');
    return answer as Extract<ModelResponse, { kind: Kind }>;
  }
}

function accessRequest(callers: readonly (readonly string[])[], compileGroups: readonly string[]) {
  return { kind: 'access', callers, compileGroups, securityContext: {} } as const;
}
