/** Completes names in the tags of templates: variables, macros, functions of `globals.py` and filters. */

import type { IndexedFile, ModelIndex } from '../../../model/index/modelIndex.ts';
import { type TemplateName, templateNamesAt } from '../../../model/index/templateNames.ts';
import { filters, isTemplate } from '../../../model/source/jinja.ts';
import type { Span } from '../../../model/source/range.ts';
import { templateDeclaration } from '../../hover/hover.ts';
import type { CompletionItem } from '../../protocol/protocol.ts';
import { wordAt } from './patch.ts';

/** Undefined outside of tags, and at the start of a statement. */
export function templateNameCompletion(index: ModelIndex, path: string, offset: number): CompletionItem[] | undefined {
  const file = index.file(path);
  if (file?.source.language !== 'yaml' || !isTemplate(path, file.text)) return undefined;
  const word = wordAt(file.text, offset);
  const code = codeBefore(file.text, word.start);
  if (code === undefined || /^\{%[-+]?\s*$/.test(code)) return undefined;
  const range = file.lines.rangeOf(word);
  const names = namesFor(index, file, word, code);
  const sorted = names.sort((a, b) => a.rank - b.rank || (a.name < b.name ? -1 : 1));
  return sorted.map(({ name, rank, isFunction, ...rest }) => {
    const isCall = isFunction && file.text[word.end] !== '(';
    return {
      label: name,
      ...rest,
      sortText: `${rank} ${name}`,
      ...(isCall ? { insertTextFormat: 2 } : {}),
      textEdit: { range, newText: isCall ? `${name}($0)` : name },
    };
  });
}

interface Name extends Pick<CompletionItem, 'kind' | 'detail' | 'documentation'> {
  name: string;
  rank: number;
  isFunction?: boolean;
}

/** The tag up to the word, with its first two characters; undefined outside of a tag. */
function codeBefore(text: string, at: number): string | undefined {
  const before = text.slice(0, at);
  const open = Math.max(before.lastIndexOf('{{'), before.lastIndexOf('{%'));
  if (open < 0) return undefined;
  const code = before.slice(open);
  if (/[%}]\}/.test(code)) return undefined;
  const next = /[%}]\}|\{[{%]/.exec(text.slice(at))?.[0];
  return /[\r\n]/.test(code) && (next === undefined || next.startsWith('{')) ? undefined : code;
}

function namesFor(index: ModelIndex, file: IndexedFile, word: Span, code: string): Name[] {
  const inside = code.slice(2).replace(/"[^"]*"|'[^']*'/g, (quoted) => '_'.repeat(quoted.length));
  if (/["']/.test(inside)) return [];
  if (
    /^[-+]?\s*(?:set|for|macro|block|import)\s+$|,\s*$/.test(inside) &&
    /^[-+]?\s*(?:set|for|macro|block|import)\b(?!.*(?:=|\sin\b))/.test(inside)
  )
    return [];
  if (/\|\s*$/.test(inside)) return filters.map((name) => ({ name, rank: 0, kind: 3, detail: 'filter' }));
  const from = /^\{%[-+]?\s*from\s+["'](.*?)["']\s+import\b/.exec(code)?.[1];
  if (from !== undefined) return macrosOf(index, from);
  if (/\.\s*$/.test(inside)) return attributes(index, file, word.start, /(\w+)\s*\.\s*$/.exec(inside)?.[1] ?? '');
  const names = templateNamesAt(index, file, word.start).map(({ name, target }) => nameOf(index, name, target));
  return [
    ...names,
    { name: 'env_var', rank: 3, kind: 3, detail: 'environment variable', isFunction: true },
    { name: 'COMPILE_CONTEXT', rank: 3, kind: 6, detail: 'defined by the compiler' },
  ];
}

const ranks = { variable: 0, macro: 1, function: 2 };

function nameOf(index: ModelIndex, name: string, target: TemplateName | undefined): Name {
  const kind = target?.kind ?? 'function';
  return {
    name,
    rank: ranks[kind],
    kind: kind === 'variable' ? 6 : 3,
    detail: kind === 'function' ? 'function of globals.py' : kind,
    isFunction: kind !== 'variable',
    ...(target ? { documentation: { kind: 'markdown', value: templateDeclaration(index, target) } } : {}),
  };
}

function macrosOf(index: ModelIndex, from: string): Name[] {
  const file = index.fileBySuffix(from);
  if (!file) return [];
  return templateNamesAt(index, file, file.text.length).flatMap(({ name, target }) =>
    target?.kind === 'macro' ? [{ ...nameOf(index, name, target), isFunction: false }] : [],
  );
}

function attributes(index: ModelIndex, file: IndexedFile, at: number, holder: string): Name[] {
  if (holder === 'COMPILE_CONTEXT')
    return [{ name: 'security_context', rank: 0, kind: 10, detail: 'security context' }];
  if (holder === 'loop')
    return ['first', 'last', 'index', 'index0', 'length'].map((name) => ({
      name,
      rank: 0,
      kind: 10,
      detail: 'of the loop',
    }));
  return templateNamesAt(index, file, at, holder).map(({ name, target }) => nameOf(index, name, target));
}
