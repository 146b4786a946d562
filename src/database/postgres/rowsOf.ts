import { type ClientBase, Query, type QueryArrayConfig, type ResultBuilder } from 'pg';
import { BoundedRows } from '../source/boundedRows.ts';
import type { Rows } from '../source/databaseRequests.ts';
import { valueTypes } from './postgresTypes.ts';

type Row = Rows['values'][number];

/** The rows of one statement. @throws DatabaseError; UserError for too many, and the connection cannot be used again */
export function rowsOf(client: ClientBase, sql: string, params: readonly unknown[]): Promise<Rows> {
  const config: QueryArrayConfig & { queryMode: 'extended' } = {
    text: sql,
    values: params.map((value) => value ?? null),
    rowMode: 'array',
    // This protocol accepts one statement.
    queryMode: 'extended',
    types: valueTypes as never,
  };
  return new Promise((resolve, reject) => {
    let rows: BoundedRows | undefined;
    let isRefused = false;
    const begun = (result: ResultBuilder | undefined) => {
      rows ??= new BoundedRows(result?.fields.map(({ name }) => name) ?? []);
      return rows;
    };
    const onRow = (row: unknown, result?: ResultBuilder) => {
      if (isRefused) return;
      try {
        begun(result).add(row as Row);
      } catch (failure) {
        isRefused = true;
        reject(failure);
      }
    };
    client
      .query(new Query(config))
      .on('row', onRow)
      .on('error', reject)
      .on('end', (result) => resolve(begun(result)));
  });
}
