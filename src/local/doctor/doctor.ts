/** The join doctor: examines the joins and keys of a project's model on the data of its data sources. */

import type { Compiler } from '../../compiler/compiler.ts';
import type { Database } from '../../database/database.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import type { BudgetLimits } from '../../query/run/budget.ts';
import { databaseNamed } from '../databaseNamed.ts';
import { dialectsOf } from '../dialectsOf.ts';
import { LocalModel } from '../localModel.ts';
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
  const model = new LocalModel(index, compiler);
  const noUser = { securityContext: {}, dialects: dialectsOf(databases) };
  const { relations } = await model.ask({ kind: 'relations', ...noUser }, options.signal);
  const run = async (dataSource: string, sql: string, params: readonly unknown[], signal: AbortSignal) => {
    const { values } = await databaseNamed(databases, dataSource).query('doctor', { sql, params }, signal);
    return values[0] ?? [];
  };
  const places = new RelationPlaces(index);
  return examine(
    {
      relations,
      row: (dataSource, sql, signal) => run(dataSource, sql, [], signal),
      total: async (query, dataSource, signal) => {
        const { statement } = await model.ask({ kind: 'total', query, ...noUser }, signal);
        const [total] = await run(dataSource, statement.sql, statement.params, signal);
        return total;
      },
      placeOfJoin: (join) => places.ofJoin(join, relations),
      placeOfCube: (cube, key) => places.ofCube(cube, key),
    },
    options,
  );
}
