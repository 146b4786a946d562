/** Parentheses around the SQL of a member where it becomes a part of other SQL: `a + b` in `{sum} * 2` is one value. */

import type { BaseFilter } from '@cubejs-backend/schema-compiler/dist/src/adapter/BaseFilter.js';
import type { BaseQuery } from '@cubejs-backend/schema-compiler/dist/src/adapter/BaseQuery.js';

// Comments, strings, quoted names, placeholders of values, words, numbers, anything else.
const tokens =
  /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\$\d+\$|[\p{L}_][\p{L}\p{N}_$]*|\d[\d.]*|\S/gu;

/** Longer SQL always gets parentheses. */
const longest = 100_000;

/** The SQL as an operand of any operator. What is not one expression, such as a list, stays as it is. */
export function asOperand(sql: string): string {
  if (!isCompound(sql)) return sql;
  return sql.includes('--') ? `(${sql}\n)` : `(${sql})`;
}

function isCompound(sql: string): boolean {
  if (sql.length > longest) return true;
  const outer: string[] = [];
  let depth = 0;
  let hasComment = false;
  for (const [token] of sql.matchAll(tokens)) {
    if (token.startsWith('--') || token.startsWith('/*')) hasComment = true;
    else if (token === '(' || token === '[') {
      if (depth === 0) outer.push(token);
      depth += 1;
    } else if (token === ')' || token === ']') depth -= 1;
    else if (depth === 0) outer.push(/^[\p{L}_]/u.test(token) ? token.toLowerCase() : token);
    if (depth < 0) return false;
  }
  if (depth > 0 || outer.length === 0) return false;
  if (outer.includes(',') || outer.includes(';') || outer[0] === 'distinct') return false;
  if (outer.includes("'") || outer.includes('"') || outer.includes('`')) return false;
  return hasComment || !isPrimary(outer);
}

const isName = (token: string | undefined) => token !== undefined && /^[\p{L}_"`]/u.test(token);

/** A literal, a column, a call, brackets, or `CASE … END`. Brackets are their opening only. */
function isPrimary(outer: readonly string[]): boolean {
  const [first = ''] = outer;
  if (outer.length === 1) return true;
  if (first === 'case') {
    let level = 0;
    return outer.every((token, at) => {
      if (token === 'case') level += 1;
      else if (token === 'end') level -= 1;
      return level > 0 || at === outer.length - 1;
    });
  }
  if (!isName(first) || first === 'not') return false;
  let at = 1;
  while (outer[at] === '.' && (isName(outer[at + 1]) || outer[at + 1] === '*')) at += 2;
  if (outer[at] === '(') at += 1;
  return at === outer.length;
}

// biome-ignore lint/suspicious/noExplicitAny: a mixin has to accept all arguments.
export type Dialect = new (...given: any[]) => BaseQuery;

/** A dialect that takes the SQL of each member as one value. The published one puts texts next to each other. */
export function withOperands<Base extends Dialect>(base: Base) {
  return class OperandQuery extends base {
    override evaluateSymbolSql(...given: Parameters<BaseQuery['evaluateSymbolSql']>): unknown {
      return operandOf(super.evaluateSymbolSql(...given));
    }

    override autoPrefixAndEvaluateSql(...given: Parameters<BaseQuery['autoPrefixAndEvaluateSql']>): unknown {
      return operandOf(super.autoPrefixAndEvaluateSql(...given));
    }

    override convertTz(field: string): string {
      return super.convertTz(asOperand(field));
    }

    override timeStampCast(value: string): string {
      return super.timeStampCast(asOperand(value));
    }

    /** `FILTER_PARAMS` gives a filter any SQL. */
    override newFilter(filter: unknown): BaseFilter {
      const made: BaseFilter = super.newFilter(filter);
      const condition = made.conditionSql.bind(made);
      made.conditionSql = (column: string) => condition(asOperand(column));
      return made;
    }

    /** A table with a condition stays a subquery. The compiler would join the condition with the one of the join as texts. */
    override rewriteInlineCubeSql(cube: string): [string, string] {
      return [this.cubeSql(cube), this.cubeAlias(cube)];
    }
  };
}

/** A member that is only looked for can have no SQL. */
function operandOf(sql: unknown): unknown {
  return typeof sql === 'string' ? asOperand(sql) : sql;
}
