import { UserError } from '../../base/errors.ts';

const skipped = /^(?:\s|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/|\()*/;

/** For databases that do not say what a statement does before it runs. @throws UserError unless it begins as a query does */
export function requireReading(sql: string): void {
  const [start] = skipped.exec(sql)!;
  const rest = sql.slice(start.length);
  // MySQL executes what is in such a comment.
  if (/\/\*M?!/.test(start) || !/^(?:SELECT|WITH|VALUES|TABLE)\b/i.test(rest))
    throw new UserError('The SQL of a query can only read.');
}
