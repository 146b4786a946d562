/** The join doctor: examines the joins and keys of a project's model on the data of its data sources. */

import { hash } from 'node:crypto';
import { posix } from 'node:path';
import { UserError } from '../../base/errors.ts';
import type { Compiler } from '../../compiler/compiler.ts';
import type { ModelRequest } from '../../compiler/modelRequest.ts';
import type { Database } from '../../database/database.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import type { BudgetLimits } from '../../query/run/budget.ts';
import { dialectsOf } from '../dialectsOf.ts';
import { examine } from './examine.ts';
import { RelationPlaces } from './relationPlaces.ts';
import type { DoctorReport } from './report.ts';

export interface DoctorOptions {
  index: ModelIndex;
  compiler: Compiler;
  /** By the name of the data source. */
  databases: ReadonlyMap<string, Pick<Database, 'query' | 'dialect'>>;
  limits?: BudgetLimits;
  signal?: AbortSignal;
  onProgress?: (done: number, all: number, what: string) => void;
}

/** @throws UserError if the model does not compile; CancelledError */
export async function examineModel({ index, compiler, databases, ...options }: DoctorOptions): Promise<DoctorReport> {
  const { modelFolder, globals } = index;
  const files = [...index.files, ...(globals ? [globals] : [])].map(({ path, text }) => {
    return { fileName: posix.relative(modelFolder, path), content: text };
  });
  const model = hash('sha256', JSON.stringify(files));
  const ask = async (request: ModelRequest, signal: AbortSignal | undefined) => {
    const response = await compiler.queryModel({ model, files: async () => files, request }, signal ? { signal } : {});
    if (response.kind === 'broken') {
      const [{ message, fileName } = { message: '', fileName: null }] = response.errors;
      throw new UserError(`The model does not compile: ${message}`, { where: fileName ?? undefined });
    }
    if (response.kind === 'refused') throw new UserError(response.message);
    return response;
  };
  const noUser = { securityContext: {}, dialects: dialectsOf(databases) };
  const first = await ask({ kind: 'relations', ...noUser }, options.signal);
  if (first.kind !== 'relations') throw new Error(first.kind);
  const run = async (dataSource: string, sql: string, params: readonly unknown[], signal: AbortSignal) => {
    const database = databases.get(dataSource);
    if (!database) throw new UserError(`there is no data source “${dataSource}”`);
    const { values } = await database.query('doctor', { sql, params }, signal);
    return values[0] ?? [];
  };
  const places = new RelationPlaces(index);
  return examine(
    {
      relations: first.relations,
      row: (dataSource, sql, signal) => run(dataSource, sql, [], signal),
      total: async (query, dataSource, signal) => {
        const response = await ask({ kind: 'total', query, ...noUser }, signal);
        if (response.kind !== 'total') throw new Error(response.kind);
        const [total] = await run(dataSource, response.statement.sql, response.statement.params, signal);
        return total;
      },
      placeOfJoin: (join) => places.ofJoin(join, first.relations),
      placeOfCube: (cube, key) => places.ofCube(cube, key),
    },
    options,
  );
}
