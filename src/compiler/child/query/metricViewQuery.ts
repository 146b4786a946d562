/** Writes the SQL of members as a Databricks metric view expects it: columns of `source`, and of joins by their names. */

import type { FinishedJoinTree } from '@cubejs-backend/schema-compiler/dist/src/compiler/JoinGraph.js';
import type { Compiler as Compilers } from '@cubejs-backend/schema-compiler/dist/src/compiler/PrepareCompiler.js';
import { failureText } from '../../failureText.ts';
import type { MetricViewJoin } from '../../modelRequest.ts';
import { DatabricksQuery, dependsOnCaller } from './databricksDialect.ts';
import { QueryRefused } from './queryRefused.ts';

/** Properties that the query has at run time; its declarations leave them out. */
interface Evaluation {
  join: FinishedJoinTree | null;
  paramAllocator: { buildSqlAndParams(sql: string): [string, unknown[]] };
  evaluateSymbolSql(cube: string, name: string, definition: unknown): string;
  evaluateSql(cube: string, sql: unknown): string;
  collectMemberNamesFor(evaluate: () => string): string[];
  collectCubeNamesFor(evaluate: () => string): string[];
  cubeSql(cube: string): string;
}

export interface MemberNames {
  measures: readonly string[];
  dimensions: readonly string[];
}

export class MetricViewQuery {
  readonly #compilers: Compilers;
  readonly #query: Evaluation;
  /** In the condition of a join, cubes are named without the path to them. */
  #inCondition = false;

  /** @throws QueryRefused for members that no join connects */
  constructor(compilers: Compilers, { measures, dimensions }: MemberNames) {
    const context = { contextSymbols: { securityContext: {} }, timezone: 'UTC' };
    const options = { measures, dimensions, ...context, useNativeSqlPlanner: false };
    this.#compilers = compilers;
    try {
      const query = new DatabricksQuery(compilers as never, options as never);
      query.nameOfCube = (cube) => this.#nameOf(cube);
      this.#query = query as unknown as Evaluation;
    } catch (failure) {
      throw new QueryRefused(failureText(failure));
    }
  }

  get root(): string {
    return this.#query.join?.root ?? '';
  }

  /** Cubes whose rows multiply those of the root. */
  get multiplying(): Set<string> {
    const found = new Set<string>();
    for (const { originalFrom, originalTo, join } of this.#joins) {
      if (join.relationship === 'hasMany' || found.has(originalFrom)) found.add(originalTo);
    }
    return found;
  }

  /** Joins of the cube and, inside each, those of the joined cube. */
  joinsOf(cube: string = this.root): MetricViewJoin[] {
    return this.#joins
      .filter(({ originalFrom }) => originalFrom === cube)
      .map(({ originalTo, join }) => {
        this.#inCondition = true;
        const on = this.#plain(this.#query.evaluateSql(cube, join.sql));
        this.#inCondition = false;
        const joins = this.joinsOf(originalTo);
        return { name: originalTo, source: this.sourceOf(originalTo), on, ...(joins.length > 0 && { joins }) };
      });
  }

  /** A table, or a query. */
  sourceOf(cube: string): string {
    const sql = this.#plain(this.#query.cubeSql(cube));
    return sql.startsWith('(') && sql.endsWith(')') ? sql.slice(1, -1).trim() : sql;
  }

  /** @throws QueryRefused for SQL that depends on the query or on the user */
  sqlOf(member: string): string {
    return this.#plain(this.#sql(member));
  }

  /** The member and those that it refers to. */
  membersIn(member: string): string[] {
    return [member, ...this.#query.collectMemberNamesFor(() => this.#sql(member))];
  }

  cubesIn(member: string): string[] {
    return this.#query.collectCubeNamesFor(() => this.#sql(member));
  }

  get #joins() {
    return this.#query.join?.joins ?? [];
  }

  #nameOf(cube: string): string {
    const path = [cube];
    for (let from = this.#parent(cube); from !== undefined && from !== this.root; from = this.#parent(from)) {
      path.unshift(from);
    }
    if (cube === this.root) return 'source';
    return this.#inCondition ? cube : path.join('.');
  }

  #parent(cube: string): string | undefined {
    return this.#joins.find(({ originalTo }) => originalTo === cube)?.originalFrom;
  }

  #sql(member: string): string {
    const [cube = '', name = ''] = member.split('.');
    return this.#query.evaluateSymbolSql(cube, name, this.#compilers.cubeEvaluator.byPathAnyType(member));
  }

  #plain(sql: string): string {
    const [text, params] = this.#query.paramAllocator.buildSqlAndParams(sql);
    if (params.length > 0) throw new QueryRefused(dependsOnCaller);
    return text.trim();
  }
}
