/** Values without parts, from one language to the other: texts, SQL with references, names, numbers. */

import type { IndexedFile } from '../../../model/index/modelIndex.ts';
import { scalarText } from '../../../model/index/scalarText.ts';
import { bareFields, referenceFields } from '../../../model/rules/ruleTable.ts';
import { snakeCase } from '../../../model/source/names.ts';
import { javaScriptText } from '../../../model/source/quotes.ts';
import { endOfSql } from '../../../model/source/sqlScan.ts';
import type { ScalarNode, ValueNode } from '../../../model/source/tree.ts';
import { yamlBlock, yamlText } from '../edits/newText.ts';

/** The texts that both languages read alike between the braces: a dotted name, or calls with texts. */
const simple = /^\s*[A-Za-z_][\w.]*(?:\((?:[\w.,\s()]|'[^'"`\\{}]*')*\))?\s*$/;

function fieldOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

/** Whether the text of a field is SQL or another text with references in braces. */
function isTemplate(path: string): boolean {
  return (
    /^(sql|sqlTable|values|url|value)$/.test(fieldOf(path)) && (referenceFields.test(path) || fieldOf(path) !== 'value')
  );
}

/** Whether a field has names of other parts instead of texts. */
function isName(path: string): boolean {
  if (path === 'extends' || fieldOf(path) === 'joinPath') return true;
  return referenceFields.test(path) && !isTemplate(path) && !/^(accessPolicy|defaultFilters)\./.test(path);
}

/** Fields whose values have a spelling for each language. */
function isEnumerated(path: string): boolean {
  return /^(type|relationship)$/.test(fieldOf(path)) && !/(^|\.)meta\./.test(path);
}

export function toYamlLeaf(file: IndexedFile, node: ValueNode, path: string): string | undefined {
  if (node.kind === 'code') {
    const [chain, ...others] = node.chains;
    const text = file.text.slice(node.start, node.end);
    const isBare = chain?.start === node.start && chain.end === node.end && others.length === 0 && !chain.called;
    if (!isBare || !/^[\w.]+$/.test(text)) return undefined;
    if (isTemplate(path)) return fieldOf(path) === 'sql' ? undefined : `"{${text}}"`;
    return isName(path) || /^(accessPolicy|defaultFilters)\..*(member|unless)$/.test(path) ? text : undefined;
  }
  if (node.kind !== 'scalar') return undefined;
  if (typeof node.value !== 'string') return node.value instanceof Date ? undefined : String(node.value);
  if (!node.chains) {
    if (/[{}\\]/.test(node.value)) return undefined;
    if (isEnumerated(path)) return yamlText(snakeCase(node.value));
    return yamlScalar(node.value, isTemplate(path));
  }
  if (!isTemplate(path)) return undefined;
  const source = scalarText(file, node);
  if (source === undefined) return undefined;
  const parts = source.split(/(?<!\\)\$\{([^{}]*)\}/);
  let text = '';
  for (const [i, part] of parts.entries()) {
    const reference = part.replace(/`/g, "'");
    if (i % 2 === 1 ? !simple.test(reference) : /[{}]|\\[^`]/.test(part)) return undefined;
    text += i % 2 === 1 ? `{${reference.trim()}}` : part.replace(/\\`/g, '`');
  }
  return yamlScalar(text, true);
}

/** SQL of several lines becomes a block; its indentation has no meaning. */
function yamlScalar(text: string, isSql: boolean): string {
  const lines = text.replace(/^\s*\n|\s+$/g, '').split(/\r?\n/);
  if (!isSql || lines.length < 2) return yamlText(isSql ? text.trim() : text);
  // The lines of a string are data, and so is their indentation.
  if (endOfSql(text).hasBreakInString) return yamlText(text);
  const indents = lines.filter((line) => line.trim() !== '').map((line) => /^\s*/.exec(line)![0].length);
  const common = Math.min(...indents);
  const first = /^\s*/.exec(lines[0]!)![0].length;
  const dedented = lines.map((line, i) =>
    i === 0 ? line.trim() : line.slice(Math.min(common || first, /^\s*/.exec(line)![0].length)).trimEnd(),
  );
  return yamlBlock(dedented.join('\n')).replace(/^\|-/, '|');
}

export function toJavaScriptLeaf(_file: IndexedFile, node: ValueNode, path: string): string | undefined {
  if (node.kind !== 'scalar' || node.dynamic || node.value instanceof Date) return undefined;
  const { value } = node;
  if (typeof value !== 'string') return value === null ? undefined : String(value);
  if (bareFields.includes(fieldOf(path)) && /^(true|false)$/.test(value)) return value;
  if (isName(path)) return value === '*' ? javaScriptText(value) : /^[A-Za-z_][\w.]*$/.test(value) ? value : undefined;
  // In YAML, the compiler reads texts like those of Python: a backslash is an escape.
  if (value.includes('\\')) return undefined;
  return isTemplate(path) ? template(node, value) : /[{}]/.test(value) ? undefined : javaScriptText(value);
}

function template({ chains }: ScalarNode, value: string): string | undefined {
  if (chains) return undefined;
  const whole = /^\{([A-Za-z_][\w.]*)\}$/.exec(value)?.[1];
  if (
    whole !== undefined &&
    /^(securityContext|security_context|SECURITY_CONTEXT|userAttributes|user_attributes|groups)\b/.test(whole)
  )
    return whole;
  const parts = value.replace(/\n$/, '').split(/\{([^{}]*)\}/);
  let text = '';
  for (const [i, part] of parts.entries()) {
    if (i % 2 === 1 ? !simple.test(part) || /\blambda\b/.test(part) : /[{}]/.test(part)) return undefined;
    text += i % 2 === 1 ? `\${${part}}` : javaScriptText(part).slice(1, -1);
  }
  return `\`${text}\``;
}
