/** SQL and texts in the YAML of a cube. */

/** Escapes what the compiler would evaluate: texts are templates with `{…}`, and a pair of braces makes a file a Jinja template. */
export function literal(text: string): string {
  return text.replace(/[\\{}]/g, (character) => `\\x${character.charCodeAt(0).toString(16)}`);
}

const plainName = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** Words that are not column names without quotes in common databases. */
const sqlWords = new Set(
  `all alter and any as asc between by case cast check column constraint create cross current_date current_timestamp
  current_user default delete desc distinct drop else end except exists false fetch for foreign from full grant group
  having in index inner insert intersect into is join left like limit natural not null offset on or order outer primary
  references right select set some table then to transaction true union unique update user using values view when where
  window with analyze array asof anti asymmetric authorization binary collate collation concurrently current_catalog
  current_date current_role current_schema current_time deferrable describe do freeze ilike initially isnull lambda lateral
  leading localtime localtimestamp notnull only overlaps pivot pivot_longer pivot_wider placing positional qualify returning
  semi session_user show similar some summarize symmetric tablesample trailing unpivot variadic verbose`.split(/\s+/),
);
const backtickAdapters = new Set([
  'bigquery',
  'databricks',
  'spark',
  'mysql',
  'mariadb',
  'hive',
  'clickhouse',
  'impala',
]);

function isPlain(name: string, foldsCase: boolean): boolean {
  return (foldsCase ? /^[a-z_][a-z0-9_]*$/ : plainName).test(name) && !sqlWords.has(name.toLowerCase());
}

/** Whether a name of the database needs no quotes in the dialect of a `CUBEJS_DB_TYPE`. */
export function isPlainIn(dialect: string, name: string): boolean {
  return isPlain(name, dialect !== 'duckdb');
}

/** Writes names in the quotes of a database: of a dbt adapter, or of a `CUBEJS_DB_TYPE`. */
export class Quoting {
  readonly #quote: string;

  constructor(adapter: string | null | undefined) {
    this.#quote = backtickAdapters.has(adapter ?? '') ? '`' : '"';
  }

  /** A column of `{CUBE}` or of another cube. */
  column(cube: string, name: string, isQuoted = false): string {
    const plain = !isQuoted && plainName.test(name) && !sqlWords.has(name.toLowerCase());
    return `{${cube}}.${plain ? name : literal(this.quoted(name))}`;
  }

  /** A name as the database has it. */
  quoted(name: string): string {
    return `${this.#quote}${name.replaceAll(this.#quote, this.#quote.repeat(2))}${this.#quote}`;
  }

  /** A table, in quotes where it needs them. The words are those of a FROM clause, too. */
  table(parts: readonly string[], foldsCase: boolean): string {
    return parts.map((name) => (isPlain(name, foldsCase) ? name : this.quoted(name))).join('.');
  }

  /** An expression of a semantic model: a column, or SQL. */
  expression(text: string): string {
    const trimmed = text.trim();
    return isColumnName(trimmed) ? this.column('CUBE', trimmed) : literal(trimmed);
  }
}

/** Whether an expression is only the name of a column. */
export function isColumnName(expression: string): boolean {
  return plainName.test(expression) && !/^(?:true|false|null)$/i.test(expression);
}
