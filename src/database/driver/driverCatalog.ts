import type { Catalog, CatalogTable } from '../../model/catalog/catalog.ts';
import { catalogLimits } from '../source/engine.ts';
import { kindOf } from './driverTypes.ts';
import type { DriverColumn, PublishedDriver } from './published/publishedDriver.ts';

type Listed = Awaited<ReturnType<PublishedDriver['tablesSchema']>>;

/** @param isWhole the driver lists all tables that need no prefix; others list what they choose to */
export function catalogOf(listed: Listed, driver: PublishedDriver, dialect: string, isWhole: boolean): Catalog {
  const tables: CatalogTable[] = [];
  let isCut = !isWhole;
  let columnsLeft = catalogLimits.columns;
  for (const [schema, ofSchema] of Object.entries(listed)) {
    for (const [name, columns] of Object.entries(ofSchema)) {
      if (tables.length >= catalogLimits.tables || columns.length > columnsLeft) {
        isCut = true;
        continue;
      }
      columnsLeft -= columns.length;
      tables.push(tableOf(schema, name, columns, driver));
    }
  }
  return {
    dialect,
    searchPath: Object.keys(listed),
    tables,
    isCut,
    readAt: new Date().toISOString(),
  };
}

function tableOf(
  schema: string,
  name: string,
  columns: readonly DriverColumn[],
  driver: PublishedDriver,
): CatalogTable {
  return {
    schema,
    name,
    columns: columns.map(({ name: column, type }) => ({
      name: column,
      type,
      kind: kindOf(driver.toGenericType?.(type) ?? type),
      nullable: true,
    })),
    primaryKey: columns.filter(({ attributes }) => attributes?.includes('primaryKey')).map((column) => column.name),
    foreignKeys: columns.flatMap(({ name: column, foreign_keys: keys = [] }) =>
      keys.map((key) => ({ columns: [column], schema, table: key.target_table, references: [key.target_column] })),
    ),
  };
}
