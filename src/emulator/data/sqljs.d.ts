/** The part of sql.js that is used here; the package has no types. */

declare module 'sql.js' {
  export interface Statement {
    bind(params: readonly (string | number | null)[]): boolean;
    step(): boolean;
    get(params?: null, config?: { useBigInt: boolean }): unknown[];
    getColumnNames(): string[];
    free(): void;
  }

  export interface Database {
    run(sql: string): Database;
    exec(sql: string): { columns: string[]; values: unknown[][] }[];
    prepare(sql: string): Statement;
    create_function(name: string, run: (...args: never[]) => unknown): Database;
    close(): void;
  }

  // biome-ignore lint/style/noDefaultExport: how the package exports it
  export default function initSqlJs(options: { wasmBinary: Uint8Array }): Promise<{ Database: new () => Database }>;
}

declare module 'sql.js/dist/sql-wasm.wasm' {
  /** Path of the copied file, relative to the bundle. */
  const path: string;
  // biome-ignore lint/style/noDefaultExport: how the bundler exports it
  export default path;
}
