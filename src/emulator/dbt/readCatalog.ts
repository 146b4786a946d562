/** Reads the column types of a dbt catalog. */

import * as z from 'zod';
import { record } from '../../contract/definition/record.ts';

const Catalog = z.object({
  nodes: record(
    z.string(),
    z.object({ columns: record(z.string(), z.object({ name: z.string(), type: z.string() })) }),
  ),
});

export class ColumnTypes {
  readonly #types = new Map<string, string>();

  /** Undefined for a text that is not a catalog. */
  static read(text: string): ColumnTypes | undefined {
    const types = new ColumnTypes();
    try {
      const { nodes } = Catalog.parse(JSON.parse(text));
      for (const [id, { columns }] of Object.entries(nodes)) {
        for (const { name, type } of Object.values(columns)) types.#types.set(keyOf(id, name), type);
      }
    } catch {
      return undefined;
    }
    return types;
  }

  of(modelId: string, column: string): string | undefined {
    return this.#types.get(keyOf(modelId, column));
  }
}

/** Some databases report the names of columns in upper case. */
function keyOf(modelId: string, column: string): string {
  return `${modelId} ${column.toLowerCase()}`;
}
