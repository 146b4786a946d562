/** A database of its own with known tables: the answers of the data API are compared with SQL that is written by hand. */

import { readdirSync } from 'node:fs';
import path from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';

const sampleTables = path.join(import.meta.dirname, '../../../src/emulator/sample/data/shop');

/** Fills a database with the sample's tables. */
export function sampleScript(): string {
  const tables = readdirSync(sampleTables).map((name) => {
    return `CREATE TABLE shop.${path.parse(name).name} AS FROM '${path.join(sampleTables, name)}';`;
  });
  return `CREATE SCHEMA shop; ${tables.join(' ')}`;
}

/** As the emulator opens it: this optimizer loses values, see `duckDb.ts`. */
const settings = { disabled_optimizers: 'common_subplan' };

export class ByHand {
  readonly #connection: DuckDBConnection;

  private constructor(connection: DuckDBConnection) {
    this.#connection = connection;
  }

  /** @param script the SQL that fills it */
  static async open(script: string): Promise<ByHand> {
    const connection = await (await DuckDBInstance.create(':memory:', settings)).connect();
    await connection.run(`SET TimeZone = 'UTC'; ${script}`);
    return new ByHand(connection);
  }

  /** The sample's tables, of the same files. */
  static ofSample(): Promise<ByHand> {
    return ByHand.open(sampleScript());
  }

  /** Rows as lists of texts, as in a response. */
  async rows(sql: string): Promise<(string | null)[][]> {
    const reader = await this.#connection.runAndReadAll(sql);
    return reader.getRowsJson().map((row) => row.map((value) => (value === null ? null : String(value))));
  }

  close(): void {
    this.#connection.closeSync();
  }
}
