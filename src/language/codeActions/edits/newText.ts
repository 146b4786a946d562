/** Writes new parts of a source: keys with their values, in YAML or JavaScript. */

import { javaScriptText } from '../../../model/source/quotes.ts';
import type { Language } from '../../../model/source/tree.ts';

/** A string is the source text of a value; its further lines are indented below its key. */
export type NewValue = string | { items: readonly NewValue[] } | { entries: readonly NewEntry[] };

export interface NewEntry {
  key: string;
  value: NewValue;
  /** Texts of comments, for lines above the entry. */
  comments?: readonly string[];
  /** The text of a comment behind a value on one line. */
  trailing?: string;
  /** Texts of comments below the entry. */
  after?: readonly string[];
  /** A blank line comes before it, unless it is the first one. */
  apart?: boolean;
}

/** The texts that YAML reads as a string of the same characters, also between brackets. */
const plain = /^(?!(?:true|false|null|yes|no|on|off|y|n)$)[A-Za-z_](?:[\w .()/*+=<>|&%$^-]*[\w)*])?$/i;

/** A text as a YAML value on one line. */
export function yamlText(text: string): string {
  return plain.test(text) ? text : quotedYaml(text);
}

/** Characters that double quotes cannot contain, or that readers change. */
const special = /[\\"\u0000-\u001f\u007f-\u00a0\u2028\u2029\ufeff]/g;

const shortEscapes: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n', '\t': '\\t' };

export function quotedYaml(text: string): string {
  const escaped = text.replace(
    special,
    (char) => shortEscapes[char] ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `"${escaped}"`;
}

/** The characters between quotes of that kind for a text on one line. */
export function inQuotes(language: Language, text: string, quote: string): string {
  if (language === 'javascript') return javaScriptText(text, quote).slice(1, -1);
  return quote === "'" ? text.replaceAll("'", "''") : quotedYaml(text).slice(1, -1);
}

/** A text as a YAML value: one of several lines as a block, if that keeps all its characters. */
export function yamlBlock(text: string): string {
  const lines = text.split('\n');
  const fits = lines.every((line) => !/[ \t]$|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff]/.test(line));
  const isBlock = lines.length > 1 && fits && /^\S/.test(lines[0]!) && lines.at(-1) !== '';
  return isBlock ? ['|-', ...lines].join('\n') : yamlText(text);
}

/** SQL with `{references}`, as a YAML or JavaScript value. */
export function sqlText(language: Language, sql: string): string {
  if (language === 'yaml') return yamlText(sql);
  return javaScriptText(sql).replace(/\{([^{}]*)\}/g, (_, name) => `\${${name}}`);
}

export function linesOf(language: Language, entries: readonly NewEntry[], indent: string): string[] {
  return language === 'yaml' ? yamlLines(entries, indent) : javaScriptLines(entries, indent);
}

/** An item between brackets. */
export function itemLines(language: Language, item: NewValue, indent: string): string[] {
  if (language === 'javascript') return javaScriptValue(item, indent);
  return [
    typeof item === 'string'
      ? item
      : javaScriptValue(item, '')
          .map((line) => line.trim())
          .join(' ')
          .replace(/, \}/g, ' }'),
  ];
}

function yamlLines(entries: readonly NewEntry[], indent: string): string[] {
  const comment = (one: string) => `${indent}# ${one}`.trimEnd();
  return entries.flatMap(({ key, value, comments = [], trailing, after = [], apart }, i) => [
    ...(apart && i > 0 ? [''] : []),
    ...comments.map(comment),
    ...yamlValue(`${indent}${key}:`, value, trailing === undefined ? '' : ` # ${trailing}`, indent),
    ...after.map(comment),
  ]);
}

function yamlValue(head: string, value: NewValue, behind: string, indent: string): string[] {
  if (typeof value === 'string') {
    const [first, ...rest] = value.split('\n');
    return [`${head} ${first}${behind}`, ...rest.map((line) => (line === '' ? '' : `${indent}  ${line}`))];
  }
  if ('items' in value) {
    if (value.items.length === 0) return [`${head} []${behind}`];
    return [`${head}${behind}`, ...value.items.flatMap((item) => yamlItem(item, `${indent}  `))];
  }
  if (value.entries.length === 0) return [`${head} {}${behind}`];
  return [`${head}${behind}`, ...yamlLines(value.entries, `${indent}  `)];
}

/** An item of a list, the dash at `indent`. */
export function yamlItem(item: NewValue, indent: string): string[] {
  if (typeof item === 'string' || 'items' in item) return yamlValue(`${indent}-`, item, '', indent);
  const [first, ...rest] = item.entries;
  if (!first) return [`${indent}- {}`];
  const lines = yamlLines([{ ...first, comments: [] }, ...rest], `${indent}  `);
  return [
    ...(first.comments ?? []).map((one) => `${indent}# ${one}`.trimEnd()),
    `${indent}- ${lines[0]!.trimStart()}`,
    ...lines.slice(1),
  ];
}

function javaScriptLines(entries: readonly NewEntry[], indent: string): string[] {
  const comment = (one: string) => `${indent}// ${one}`.trimEnd();
  return entries.flatMap(({ key, value, comments = [], trailing, after = [], apart }, i) => {
    const behind = trailing === undefined ? '' : ` // ${trailing}`;
    const [first, ...rest] = javaScriptValue(value, indent);
    const name = /^[A-Za-z_$][\w$]*$/.test(key) ? key : javaScriptText(key, "'");
    const lines = [`${indent}${name}: ${first}`, ...rest];
    lines.push(`${lines.pop()},${behind}`);
    const blank = apart && i > 0 ? [''] : [];
    return [...blank, ...comments.map(comment), ...lines, ...after.map(comment)];
  });
}

function javaScriptValue(value: NewValue, indent: string): string[] {
  if (typeof value === 'string') return value.split('\n');
  const inner = `${indent}  `;
  if ('entries' in value) {
    if (value.entries.length === 0) return ['{}'];
    return ['{', ...javaScriptLines(value.entries, inner), `${indent}}`];
  }
  const items = value.items.map((item) => javaScriptValue(item, inner));
  if (items.every(({ length }) => length === 1)) return [`[${items.map(([line]) => line).join(', ')}]`];
  return [
    '[',
    ...items.flatMap(([first, ...rest]) =>
      [`${inner}${first}`, ...rest].map((line, i, all) => (i === all.length - 1 ? `${line},` : line)),
    ),
    `${indent}]`,
  ];
}
