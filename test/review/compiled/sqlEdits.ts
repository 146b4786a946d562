/** Random edits of a model's lines, most of which change SQL and leave a model that compiles. */

import type { Texts } from '../../model/models.ts';
import { pick, type Random } from '../../model/mutation/mutant.ts';

interface Line {
  file: string;
  index: number;
  text: string;
}

type LineEdit = (line: Line, lines: readonly string[], random: Random) => string[] | undefined;

const indentOf = (text: string) => /^\s*/.exec(text)![0].length;

/** The lines of a YAML list item. */
function itemAt(lines: readonly string[], index: number): number {
  const indent = indentOf(lines[index]!);
  let end = index + 1;
  while (end < lines.length && (lines[end]!.trim() === '' || indentOf(lines[end]!) > indent)) end += 1;
  return end;
}

function replaceLine(lines: readonly string[], index: number, ...by: string[]): string[] {
  return [...lines.slice(0, index), ...by, ...lines.slice(index + 1)];
}

const edits: Readonly<Record<string, LineEdit>> = {
  /** A column, a table, a number or a literal of SQL; also in macros and in programs. */
  sql({ text, index }, lines, random) {
    if (!/sql|\$\{|`|macro|set |const|=>/.test(text)) return undefined;
    const words = [...text.matchAll(/(?<=[\s"'`}.])([a-z_]\w*|\d+)(?=["'`\s,)]*$|\s*[<>=])/g)];
    const word = pick(random, words);
    if (!word) return undefined;
    const to = /^\d/.test(word[0]) ? `${Number(word[0]) + 1}` : `${word[0]}_2`;
    return replaceLine(lines, index, text.slice(0, word.index) + to + text.slice(word.index + word[0].length));
  },
  relationship({ text, index }, lines, random) {
    const to = pick(random, ['one_to_many', 'many_to_one', 'one_to_one'])!;
    const camel = to.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    const changed = text
      .replace(/(relationship:\s*["'`]?)[a-z]+_[a-z_]+/, `$1${to}`)
      .replace(/(relationship:\s*["'`]?)(?:[a-z]+[A-Z]\w+)/, `$1${camel}`);
    return changed === text ? undefined : replaceLine(lines, index, changed);
  },
  aggregate({ text, index }, lines, random) {
    if (!/type:\s*["'`]?(sum|avg|min|max)\b/.test(text)) return undefined;
    return replaceLine(lines, index, text.replace(/sum|avg|min|max/, pick(random, ['sum', 'avg', 'min', 'max'])!));
  },
  primaryKey({ text, index }, lines) {
    return /primary_?[kK]ey:\s*true/.test(text) ? replaceLine(lines, index) : undefined;
  },
  hide({ text, index, file }, lines) {
    if (!/^\s*type: \w+$/.test(text) || file.endsWith('.js')) return undefined;
    return replaceLine(lines, index, text, `${' '.repeat(indentOf(text))}public: false`);
  },
  show({ text, index }, lines) {
    return /(public|shown):\s*false/.test(text) ? replaceLine(lines, index, text.replace('false', 'true')) : undefined;
  },
  removeItem({ text, index, file }, lines) {
    if (!/^\s*- (name|group|role|member|sql)\b/.test(text) || file.endsWith('.js')) return undefined;
    return [...lines.slice(0, index), ...lines.slice(itemAt(lines, index))];
  },
  removeJoin({ text, index, file }, lines) {
    const isJoin = lines.slice(index, itemAt(lines, index)).some((line) => /^\s*(- )?relationship:/.test(line));
    if (!/^\s*- /.test(text) || file.endsWith('.js') || !isJoin) return undefined;
    return [...lines.slice(0, index), ...lines.slice(itemAt(lines, index))];
  },
  joinSide({ text, index }, lines) {
    const swapped = text.replace(/^(\s*(?:- )?sql:.*?)(\S+)( = )([^\s"'`]+)/, '$1$4$3$2');
    const hasJoin = lines.slice(Math.max(0, index - 3), index + 4).some((line) => /relationship/.test(line));
    return !hasJoin || swapped === text || /["'`]/.test(text.slice(0, text.indexOf(' = ')).slice(-3))
      ? undefined
      : replaceLine(lines, index, swapped);
  },
  prefix({ text, index }, lines) {
    if (/^\s*prefix: (true|false)$/.test(text))
      return replaceLine(
        lines,
        index,
        text.replace(/true|false/, (value) => `${value === 'false'}`),
      );
    if (!/^\s*- join_path: \S+$/.test(text)) return undefined;
    return replaceLine(lines, index, text, `${' '.repeat(indentOf(text) + 2)}prefix: true`);
  },
  dataType({ text, index }, lines, random) {
    if (!/^\s*type: (string|number|boolean)$/.test(text)) return undefined;
    return replaceLine(lines, index, text.replace(/\w+$/, pick(random, ['string', 'number', 'boolean', 'time'])!));
  },
  excludes({ text, index }, lines) {
    return /^\s*includes: "?\*"?$/.test(text)
      ? replaceLine(lines, index, text, `${' '.repeat(indentOf(text))}excludes: [count]`)
      : undefined;
  },
  policy({ text, index, file }, lines, random) {
    if (!/^\s+sql(_table)?: \S+.*$/.test(text) || file.endsWith('.js') || /[|>]\s*$/.test(text)) return undefined;
    const pad = ' '.repeat(indentOf(text));
    const includes = random() < 0.5 ? '[]' : '"*"';
    const policy = [
      `${pad}access_policy:`,
      `${pad}  - group: "*"`,
      `${pad}    member_level:`,
      `${pad}      includes: ${includes}`,
    ];
    return replaceLine(lines, index, text, ...policy);
  },
};

/** @returns the new texts, and what was done; undefined if no line fits */
export function editSql(texts: Texts, random: Random): { texts: Texts; done: string } | undefined {
  let name = '';
  for (let tries = 0; tries < 600; tries += 1) {
    // Few lines fit some edits.
    if (tries % 100 === 0) name = pick(random, Object.keys(edits))!;
    const file = pick(random, Object.keys(texts))!;
    const lines = texts[file]!.split('\n');
    const index = Math.floor(random() * lines.length);
    const edited = edits[name]!({ file, index, text: lines[index]! }, lines, random);
    if (!edited || edited.join('\n') === texts[file]) continue;
    return { texts: { ...texts, [file]: edited.join('\n') }, done: `${name} ${file}:${index + 1} ${lines[index]}` };
  }
  return undefined;
}
