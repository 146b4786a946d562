/** Finds the names in a template that nothing defines: they write nothing, and loops over them have no items. */

import { type JinjaTag, maskJinja } from './jinja.ts';
import { contains, type Span } from './range.ts';
import type { ChainPart } from './tree.ts';

const known = new Set(
  (
    'and as block break by call caller context continue cycler debug defined dict do elif else endautoescape endblock endcall endfilter ' +
    'endfor endif endmacro endraw endset endwith env_var extends false False filter for from if ignore import in include is joiner kwargs ' +
    'lipsum loop macro missing namespace none None not or range raw recursive scoped self set super true True varargs with without ' +
    'autoescape COMPILE_CONTEXT'
  ).split(' '),
);

/** The names that a statement defines, as the text of a list. */
const definitions = [
  /^[-+]?\s*set\s+([\w\s,]+?)\s*(?:=|[-+]?%\}|$)/,
  /^[-+]?\s*for\s+([\w\s,()]+?)\s+in\b/,
  /^[-+]?\s*call\s*(\(.*\))/s,
  /^[-+]?\s*macro\s*(\w+)/,
  /^[-+]?\s*import\b.*\bas\s+(\w+)/s,
  /^[-+]?\s*from\b.*?\bimport\s+(.*)$/s,
  /^[-+]?\s*(?:with|block|filter|autoescape)\s+(.*)$/s,
];

/** A macro, from its first tag to its last. */
export interface Macro extends Span {
  name: string;
  parameters: readonly { name: string; required: boolean }[];
  body: Span;
}

export function macrosOf(text: string, tags = maskJinja(text).tags): Macro[] {
  return tags.flatMap(({ keyword, start, end }, i) => {
    const match = keyword === 'macro' && /macro\s+(\w+)\s*\((.*)\)/s.exec(text.slice(start, end));
    if (!match) return [];
    const close = tags.slice(i).find((tag) => tag.keyword === 'endmacro');
    const parameters = match[2]!.split(',').flatMap((one) => {
      const name = /^\s*(\w+)/.exec(one)?.[1];
      return name ? [{ name, required: !one.includes('=') }] : [];
    });
    const body = { start: end, end: close?.start ?? text.length };
    return [{ name: match[1]!, parameters, start, end: close?.end ?? text.length, body }];
  });
}

/** The names that the statements of a template define: variables, macros and imports. */
export function declaredNames(text: string): string[] {
  return maskJinja(text).tags.flatMap(({ start, end }) =>
    definitions.flatMap((pattern) => pattern.exec(text.slice(start + 2, end - 2))?.[1]?.match(/\w+/g) ?? []),
  );
}

/** Names that the template only tests, such as `x` in `x is defined`, are not among them. */
export function undefinedNames(text: string, all: readonly JinjaTag[]): ChainPart[] {
  if (all.length === 0) return [];
  const tags = all.filter(({ kind, keyword }) => kind !== 'comment' && keyword !== 'if' && keyword !== 'elif');
  const macros = macrosOf(text, all);
  const sources = tags.map(({ start, end }) => ({
    start: start + 2,
    code: text.slice(start + 2, end - 2).replace(/"[^"\n]*"|'[^'\n]*'/g, (quoted) => ' '.repeat(quoted.length)),
  }));
  const declared = new Set(known);
  for (const { code } of sources) {
    const statement = code.replace(/\s+/g, ' ');
    for (const pattern of definitions) {
      for (const [name] of pattern.exec(statement)?.[1]?.matchAll(/\w+/g) ?? []) declared.add(name);
    }
  }
  return sources.flatMap(({ start, code }) =>
    [
      ...code.matchAll(
        /(?=[A-Za-z_])(?<![\w.]|[|]\s*|\bis\s+(?:not\s+)?)[A-Za-z_]\w*(?!\w|\s*=[^=]|\s+is\b|\s*\|\s*(?:default|d)\b)/g,
      ),
    ]
      .map(({ 0: name, index }) => ({ name, start: start + index, end: start + index + name.length }))
      .filter((one) => !declared.has(one.name) && !macros.some((macro) => isParameter(macro, one))),
  );
}

function isParameter(macro: Macro, name: ChainPart): boolean {
  return contains(macro, name) && macro.parameters.some((one) => one.name === name.name);
}
