/** Reads the keys of a join from its condition: equalities of one expression of each side. */

export interface JoinKeys {
  /** Expressions of one cube each, in pairs. */
  from: readonly string[];
  to: readonly string[];
}

/** A longer condition is not read. */
const longest = 20_000;

interface Scan {
  /** The text, with strings and the contents of brackets replaced by blanks. */
  outer: string;
  /** The text, with strings replaced by blanks. */
  code: string;
}

/** @param aliases of both cubes, as the condition writes them */
export function joinKeys(sql: string, aliases: { from: string; to: string }): JoinKeys | { reason: string } {
  if (sql.length > longest) return { reason: `its condition has more than ${longest} characters` };
  const parts = conjuncts(sql);
  if (!parts) return { reason: 'its condition has a comment, or brackets or quotes that are not closed' };
  const from: string[] = [];
  const to: string[] = [];
  for (const part of parts) {
    const sides = equality(part);
    if (!sides) return { reason: `\`${shortened(part)}\` is not an equality of two columns` };
    const [left, right] = sides.map((side) => ({ side, of: cubesIn(side, aliases) }));
    if (left!.of === 'from' && right!.of === 'to') {
      from.push(left!.side);
      to.push(right!.side);
    } else if (left!.of === 'to' && right!.of === 'from') {
      from.push(right!.side);
      to.push(left!.side);
    } else return { reason: `\`${shortened(part)}\` does not compare columns of both cubes, named with their cubes` };
  }
  return { from, to };
}

function conjuncts(sql: string): string[] | undefined {
  const text = withoutBrackets(sql);
  const scan = scanned(text);
  if (!scan) return undefined;
  const parts: string[] = [];
  let start = 0;
  for (const { index, 0: word } of scan.outer.matchAll(/\bAND\b/gi)) {
    parts.push(text.slice(start, index));
    start = index + word.length;
  }
  parts.push(text.slice(start));
  if (parts.length === 1) return [text];
  const inner = parts.map(conjuncts);
  return inner.includes(undefined) ? undefined : inner.flatMap((some) => some!);
}

/** Both sides of the only comparison. */
function equality(part: string): [string, string] | undefined {
  const { outer = '' } = scanned(part) ?? {};
  if (/\b(OR|NOT|IS|IN|LIKE|ILIKE|BETWEEN|SIMILAR|CASE|EXISTS|COLLATE)\b|[<>!~]|==/i.test(outer)) return undefined;
  const at = outer.indexOf('=');
  if (at < 0 || outer.indexOf('=', at + 1) >= 0) return undefined;
  const [left, right] = [part.slice(0, at).trim(), part.slice(at + 1).trim()];
  return left === '' || right === '' ? undefined : [left, right];
}

/** The only cube whose alias the expression names; undefined for none or both. */
function cubesIn(side: string, aliases: { from: string; to: string }): 'from' | 'to' | undefined {
  const { code = '' } = scanned(side) ?? {};
  const names = (alias: string) => {
    const bare = alias.replace(/^["`[]|["`\]]$/g, '');
    const escaped = [alias, bare].map((one) => one.replace(/[^\w\s]/g, '\\$&'));
    return new RegExp(`(?<![\\w."\`])(?:${escaped.join('|')})\\s*\\.`, 'i').test(code);
  };
  // A subquery has names of its own.
  if (/\bSELECT\b/i.test(code)) return undefined;
  if (names(aliases.from)) return names(aliases.to) ? undefined : 'from';
  return names(aliases.to) ? 'to' : undefined;
}

function withoutBrackets(sql: string): string {
  let text = sql.trim();
  while (
    text.startsWith('(') &&
    text.endsWith(')') &&
    scanned(text)?.outer.trim() === `(${' '.repeat(text.length - 2)})`
  )
    text = text.slice(1, -1).trim();
  return text;
}

function scanned(text: string): Scan | undefined {
  if (/--|\/\*|\$\$/.test(text)) return undefined;
  let outer = '';
  let code = '';
  let depth = 0;
  for (let i = 0; i < text.length; i += 1) {
    const char = text[i]!;
    if (char === "'" || char === '"' || char === '`') {
      const end = text.indexOf(char, i + 1);
      if (end < 0) return undefined;
      const quoted = text.slice(i, end + 1);
      const blank = ' '.repeat(quoted.length);
      // Words in a quoted name are not operators.
      outer += blank;
      code += char === "'" ? blank : quoted;
      i = end;
      continue;
    }
    if (char === ')') depth -= 1;
    if (depth < 0) return undefined;
    outer += depth === 0 ? char : ' ';
    code += char;
    if (char === '(') depth += 1;
  }
  return depth === 0 ? { outer, code } : undefined;
}

function shortened(part: string): string {
  const text = part.trim().replace(/\s+/g, ' ');
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
