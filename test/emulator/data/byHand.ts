/** A database of its own with known tables: the answers of the data API are compared with SQL that is written by hand. */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';

const sampleScript = path.join(import.meta.dirname, '../../../src/emulator/sample/data.sql');

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

  /** The sample's tables, filled by the same script. */
  static ofSample(): Promise<ByHand> {
    return ByHand.open(readFileSync(sampleScript, 'utf8'));
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
