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
  window with`.split(/\s+/),
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

/** Writes columns in the quotes of a dbt adapter’s database. */
export class Quoting {
  readonly #quote: string;

  constructor(adapter: string | null | undefined) {
    this.#quote = backtickAdapters.has(adapter ?? '') ? '`' : '"';
  }

  /** A column of `{CUBE}` or of another cube. */
  column(cube: string, name: string, isQuoted = false): string {
    const plain = !isQuoted && plainName.test(name) && !sqlWords.has(name.toLowerCase());
    const quoted = `${this.#quote}${literal(name).replaceAll(this.#quote, this.#quote.repeat(2))}${this.#quote}`;
    return `{${cube}}.${plain ? name : quoted}`;
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
