/** The compiler's query in the dialect of its data source. */

import type { Compiler as Compilers } from '@cubejs-backend/schema-compiler/dist/src/compiler/PrepareCompiler.js';
import type { Dialects } from '../../modelRequest.ts';
import { DuckDbQuery } from './duckDbDialect.ts';
import { MySqlQuery } from './mySqlDialect.ts';
import { PostgresQuery } from './postgresDialect.ts';
import { publishedDialect } from './publishedDialect.ts';
import { QueryRefused } from './queryRefused.ts';
import type { StagedQuery } from './stagedQuery.ts';

const corrected: Readonly<Record<string, ReturnType<typeof publishedDialect>>> = {
  postgres: PostgresQuery,
  mysql: MySqlQuery,
  mysqlauroraserverless: MySqlQuery,
};

/** Without dialects, all data sources are one DuckDB. @throws UserError of the compiler for cubes of two data sources, QueryRefused */
export function queryOf(
  compilers: Compilers,
  dialects: Dialects | undefined,
  options: object,
): { query: StagedQuery; dataSource: string } {
  const embedded = new DuckDbQuery(compilers as never, options as never);
  if (!dialects) return { query: embedded, dataSource: 'default' };
  const { dataSource = 'default' } = embedded as unknown as { dataSource?: string };
  return { query: queryIn(compilers, dialects, dataSource, options), dataSource };
}

/** A query of one data source. @throws QueryRefused for one that there is not */
export function queryIn(
  compilers: Compilers,
  dialects: Dialects | undefined,
  dataSource: string,
  options: object,
): StagedQuery {
  if (!dialects) return new DuckDbQuery(compilers as never, options as never);
  const dialect = Object.hasOwn(dialects, dataSource) ? dialects[dataSource]! : undefined;
  if (dialect === undefined) {
    const known = Object.keys(dialects).join(', ');
    throw new QueryRefused(`There is no data source '${dataSource}' here. The data sources are: ${known}`);
  }
  if (dialect === 'duckdb') return new DuckDbQuery(compilers as never, options as never);
  const Query = corrected[dialect] ?? publishedDialect(dialect);
  return new Query(compilers as never, options as never) as StagedQuery;
}
