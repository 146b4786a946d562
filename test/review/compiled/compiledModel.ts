/** The published compiler as the platform of a review: metadata, and the SQL of queries. */

import assert from 'node:assert/strict';
import type { JoinRelation } from '../../../src/compiler/modelRequest.ts';
import type { DataMeta } from '../../../src/contract/dataApi.ts';
import { InvalidQuery } from '../../../src/local/invalidQuery.ts';
import { readQueries } from '../../../src/local/queryInput.ts';
import type { QueryObject, QueryViewer } from '../../../src/model/documents/queryDocument.ts';
import { PlatformError } from '../../../src/platform/platformError.ts';
import type { QuerySql } from '../../../src/query/run/runQuery.ts';
import type { AccessAnswer, CompiledSide } from '../../../src/review/compiled/askedSides.ts';
import { onlyPublic } from '../../../src/review/compiled/publicParts.ts';
import { asFiles, sharedCompiler } from '../../compiler/compilerUnderTest.ts';
import type { Texts } from '../../model/models.ts';

function contextOf(as: QueryViewer | undefined) {
  return as && 'groups' in as ? { groups: as.groups } : {};
}

function refusal(message: string): PlatformError {
  return new PlatformError('rejected-because', ['the compiler', message], {
    host: 'the compiler',
    operation: 'data.sql',
    status: 400,
    serverMessage: message,
  });
}

export class CompiledModel implements CompiledSide {
  readonly meta: DataMeta;
  /** Number of statements that were asked for. */
  asked = 0;
  readonly #texts: Texts;

  /** Undefined if the model does not compile. */
  static async of(texts: Texts): Promise<CompiledModel | undefined> {
    const answer = await ask(texts, { kind: 'meta', securityContext: {} });
    return answer.kind === 'meta' ? new CompiledModel(texts, answer.meta as unknown as DataMeta) : undefined;
  }

  constructor(texts: Texts, meta: DataMeta) {
    this.#texts = texts;
    this.meta = onlyPublic(meta);
  }

  /** Everything that is public, whatever access policies say. */
  async withoutPolicies(): Promise<Pick<CompiledSide, 'meta' | 'sql' | 'metaFor'>> {
    const answer = await ask(this.#texts, { kind: 'meta', securityContext: {}, unrestricted: true });
    assert.ok(answer.kind === 'meta');
    return {
      meta: onlyPublic(answer.meta as unknown as DataMeta),
      metaFor: (as) => this.metaFor(as),
      sql: (query) => this.#sql(query, undefined, true),
    };
  }

  async access(callers: readonly (readonly string[])[]): Promise<AccessAnswer> {
    const answer = await ask(this.#texts, { kind: 'access', callers, compileGroups: [], securityContext: {} });
    assert.ok(answer.kind === 'access');
    return answer.access;
  }

  /** The joins of all cubes. */
  async joins(): Promise<readonly JoinRelation[]> {
    const answer = await ask(this.#texts, { kind: 'relations', securityContext: {} });
    assert.ok(answer.kind === 'relations');
    return answer.relations.joins;
  }

  async metaFor(as: QueryViewer): Promise<DataMeta> {
    const answer = await ask(this.#texts, { kind: 'meta', securityContext: contextOf(as) });
    return onlyPublic((answer.kind === 'meta' ? answer.meta : { cubes: [] }) as unknown as DataMeta);
  }

  sql(query: QueryObject, as?: QueryViewer): Promise<QuerySql> {
    this.asked += 1;
    return this.#sql(query, as, false);
  }

  async #sql(query: QueryObject, as: QueryViewer | undefined, unrestricted: boolean): Promise<QuerySql> {
    const planned = this.#read(query);
    const answer = await ask(this.#texts, {
      kind: 'query',
      query: planned,
      securityContext: contextOf(as),
      unrestricted,
    });
    if (answer.kind !== 'query') throw refusal(answer.kind === 'refused' ? answer.message : answer.kind);
    return { text: answer.plan.sql, parameters: answer.plan.params };
  }

  #read(query: QueryObject) {
    try {
      return readQueries(query, 0).queries[0]!.query;
    } catch (failure) {
      throw failure instanceof InvalidQuery ? refusal(failure.message) : failure;
    }
  }
}

function ask(texts: Texts, request: Parameters<ReturnType<typeof sharedCompiler>['queryModel']>[0]['request']) {
  const files = asFiles(texts);
  return sharedCompiler().queryModel({ model: JSON.stringify(files), files: async () => files, request });
}
