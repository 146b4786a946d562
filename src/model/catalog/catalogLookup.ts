/** Tables and columns of a catalog by name, as far as a name in SQL surely means one of them or none. */

import { KnownNames } from '../source/names.ts';
import type { Catalog, CatalogColumn, CatalogTable } from './catalog.ts';

/** The catalogs by the name of their data source. Cubes that name none use `default`. */
export type Catalogs = ReadonlyMap<string, CatalogLookup>;

export const noCatalogs: Catalogs = new Map();

/** What a table name in SQL means. `unsure`: the database may know more than the catalog. */
export type FoundTable = { table: CatalogTable } | { near: readonly string[] } | 'unsure';
export type FoundColumn = { column: CatalogColumn } | { near: readonly string[] };

/** A plain name with one or two parts. Others are not looked up: quotes, templates, other databases. */
const plainTable = /^(?:([A-Za-z_]\w*)\.)?([A-Za-z_]\w*)$/;

/** Schemas and tables of the database itself, which catalogs do not list. */
const isInternal = (name: string) => /^(?:information_schema$|pg_|duckdb_|sqlite_|sys$|temp$|svv?_)/.test(name);

/** In these dialects a name with two parts is always one of a schema and a table. */
const withoutDatabaseNames = new Set(['postgres', 'redshift', 'materialize', 'cratedb']);

export class CatalogLookup {
  readonly catalog: Catalog;
  /** Whether it was kept from an earlier time, so that messages have to say from when. */
  readonly isKept: boolean;
  readonly #byName = new Map<string, CatalogTable>();
  readonly #columns = new WeakMap<CatalogTable, ReadonlyMap<string, CatalogColumn>>();
  #names: KnownNames | undefined;

  constructor(catalog: Catalog, isKept = false) {
    this.catalog = catalog;
    this.isKept = isKept;
    for (const table of catalog.tables) this.#byName.set(keyOf(table.schema, table.name), table);
  }

  /** When it was read, for people. */
  get readAt(): string {
    return `${this.catalog.readAt.slice(0, 16).replace('T', ' ')} UTC`;
  }

  /** The shortest name that SQL can use. */
  nameOf({ schema, name }: CatalogTable): string {
    const { searchPath } = this.catalog;
    const first = searchPath.find((one) => this.#byName.has(keyOf(one, name)));
    return first === schema ? name : `${schema}.${name}`;
  }

  /** `name` as it is written in SQL. */
  table(name: string): FoundTable {
    const [, schema, table] = plainTable.exec(name.trim()) ?? [];
    if (table === undefined || isInternal((schema ?? table).toLowerCase())) return 'unsure';
    const { isCut, searchPath } = this.catalog;
    for (const one of schema === undefined ? searchPath : [schema]) {
      const found = this.#byName.get(keyOf(one, table));
      if (found) return { table: found };
    }
    if (isCut || (schema !== undefined && !this.#isSchema(schema))) return 'unsure';
    return { near: this.#near(schema, table) };
  }

  column(table: CatalogTable, name: string): FoundColumn {
    const found = this.#columnsOf(table).get(name.toLowerCase());
    if (found) return { column: found };
    return { near: new KnownNames(table.columns.map((one) => one.name)).similar(name).filter(isPlain).slice(0, 3) };
  }

  #columnsOf(table: CatalogTable): ReadonlyMap<string, CatalogColumn> {
    let columns = this.#columns.get(table);
    if (!columns) {
      columns = new Map(table.columns.map((one) => [one.name.toLowerCase(), one]));
      this.#columns.set(table, columns);
    }
    return columns;
  }

  #isSchema(name: string): boolean {
    const { dialect, tables } = this.catalog;
    return (
      withoutDatabaseNames.has(dialect) || tables.some(({ schema }) => schema.toLowerCase() === name.toLowerCase())
    );
  }

  /** The same name in another schema first. */
  #near(schema: string | undefined, table: string): string[] {
    const { tables } = this.catalog;
    const same = tables.filter(({ name }) => name.toLowerCase() === table.toLowerCase());
    if (same.length > 0)
      return same
        .map((one) => this.nameOf(one))
        .filter(isPlainTable)
        .slice(0, 3);
    this.#names ??= new KnownNames(tables.flatMap((one) => [this.nameOf(one), `${one.schema}.${one.name}`]));
    const wanted = schema === undefined ? table : `${schema}.${table}`;
    return this.#names.closest(wanted).filter(isPlainTable).slice(0, 3);
  }
}

function keyOf(schema: string, name: string): string {
  return `${schema}.${name}`.toLowerCase();
}

/** Others need quotes, and perhaps escapes. */
function isPlain(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name);
}

function isPlainTable(name: string): boolean {
  return plainTable.test(name);
}
