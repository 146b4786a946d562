/** The names inside the tags of templates: macros, variables, imports, and the functions of `globals.py`. */

import { isTemplate, type JinjaTag, maskJinja } from '../source/jinja.ts';
import { contains, type Span } from '../source/range.ts';
import type { ChainPart } from '../source/tree.ts';
import type { IndexedFile, ModelIndex } from './modelIndex.ts';

export interface TemplateName {
  kind: 'macro' | 'variable' | 'function';
  name: string;
  file: string;
  nameSpan: Span;
  /** The tag that declares it; a macro up to its last tag. */
  span: Span;
  /** The part of its file that can use it. */
  scope: Span;
}

interface Import {
  from: string;
  /** The name after `as` of an `import`. */
  space?: string;
  /** After `from … import`: the macro by the name that this file uses. */
  macros: ReadonlyMap<string, string>;
}

type Use = ChainPart & { space?: string };

interface TemplateFile {
  declared: readonly TemplateName[];
  uses: readonly Use[];
  /** The names of arguments in calls. */
  keywords: readonly { call: Use; name: ChainPart }[];
  imports: readonly Import[];
}

/** `before`, then a list of names that the statement declares. */
const declarations = [/^[-+]?\s*set\s+/, /^[-+]?\s*for\s+/, /^[-+]?\s*import\b.*\bas\s+/s];
const blocks = new Map([
  ['for', 'endfor'],
  ['macro', 'endmacro'],
]);

function endOfBlock(tags: readonly JinjaTag[], at: number, length: number): number {
  const { keyword } = tags[at]!;
  const close = blocks.get(keyword);
  if (!close) return length;
  let depth = 0;
  for (const tag of tags.slice(at)) {
    if (tag.keyword === keyword) depth += 1;
    if (tag.keyword === close) depth -= 1;
    if (depth === 0) return tag.end;
  }
  return length;
}

/** Names from `start` on: a list with commas, at most in brackets, or the parameters of a macro. */
function namesAt(text: string, start: number, end: number, pattern: RegExp): ChainPart[] {
  return [...text.slice(start, end).matchAll(pattern)].map((match) => {
    const name = match[1]!;
    const at = start + match.index + match[0].length - name.length;
    return { name, start: at, end: at + name.length };
  });
}

function declaredIn(file: string, text: string, tags: readonly JinjaTag[]): TemplateName[] {
  return tags.flatMap(({ start, end, keyword }, i): TemplateName[] => {
    const code = text.slice(start + 2, end - 2);
    const blockEnd = endOfBlock(tags, i, text.length);
    const make = (kind: TemplateName['kind'], span: Span, scope: Span) => (part: ChainPart) => ({
      kind,
      name: part.name,
      file,
      nameSpan: { start: part.start, end: part.end },
      span,
      scope,
    });
    const tag = { start, end };
    const macro = keyword === 'macro' && /^[-+]?\s*macro\s+/.exec(code);
    if (macro) {
      const at = start + 2 + macro[0].length;
      const whole = { start, end: blockEnd };
      const file = { start: 0, end: text.length };
      return [
        ...namesAt(text, at, end, /^(\w+)/g).map(make('macro', whole, file)),
        ...namesAt(text, at, end, /[(,]\s*(\w+)/g).map(make('variable', tag, whole)),
      ];
    }
    const before = declarations.map((pattern) => pattern.exec(code)?.[0]).find((found) => found !== undefined);
    if (before === undefined) return [];
    const at = start + 2 + before.length;
    const list =
      /^[\w\s,()]+?(?=\s+in\b|\s*=|\s*[-+]?%\}|$)/.exec(text.slice(at, Math.min(end, at + maximumList)))?.[0] ?? '';
    return namesAt(text, at, at + list.length, /(\w+)/g).map(make('variable', tag, { start, end: blockEnd }));
  });
}

function importsIn(text: string, tags: readonly JinjaTag[]): Import[] {
  return tags.flatMap(({ start, end, keyword }) => {
    if (keyword !== 'import' && keyword !== 'from') return [];
    const code = text.slice(start, end);
    const from = /["'](.*?)["']/.exec(code)?.[1];
    if (from === undefined) return [];
    const space = keyword === 'import' ? /\bas\s+(\w+)/.exec(code)?.[1] : undefined;
    const list = keyword === 'from' ? (/["']\s*import\s+(.*)/s.exec(code)?.[1] ?? '') : '';
    const macros = [...list.matchAll(/(\w+)(?:\s+as\s+(\w+))?/g)].flatMap(([, name, alias]): [string, string][] => [
      [name!, name!],
      [alias ?? name!, name!],
    ]);
    return [{ from, ...(space === undefined ? {} : { space }), macros: new Map(macros) }];
  });
}

function withoutStrings(code: string): string {
  return code.replace(/"[^"\n]*"|'[^'\n]*'/g, (quoted) => ' '.repeat(quoted.length));
}

/** Characters of the names that one tag declares. */
const maximumList = 1000;

/** Names that are not attributes, filters or keyword arguments; or `space.name`. */
const used = /(?=[A-Za-z_])(?<![\w.]|\|\s*)(?:([A-Za-z_]\w*)\.)?([A-Za-z_]\w*)(?!\w|\s*=[^=])/g;

function usesIn(text: string, tags: readonly JinjaTag[], spaces: ReadonlySet<string>): TemplateFile['uses'] {
  return tags.flatMap(({ start, end }) => {
    const code = withoutStrings(text.slice(start + 2, end - 2));
    return [...code.matchAll(used)].flatMap(({ 0: whole, 1: space, 2: last, index }) => {
      const from = start + 2 + index;
      const part = (name: string, at: number) => ({ name, start: at, end: at + name.length });
      if (space === undefined) return [part(last!, from)];
      const after = { ...part(last!, from + whole.length - last!.length), space };
      return spaces.has(space) ? [part(space, from), after] : [part(space, from)];
    });
  });
}

/** `name=` in the brackets after a name, but not in brackets inside them. */
function keywordsIn(text: string, tags: readonly JinjaTag[], uses: readonly Use[]): TemplateFile['keywords'] {
  return uses.flatMap((call) => {
    const tag = tags.find((one) => contains(one, call));
    if (!tag || !/^\s*\(/.test(text.slice(call.end, tag.end))) return [];
    const code = withoutStrings(text.slice(call.end, tag.end));
    const found: { call: Use; name: ChainPart }[] = [];
    let depth = 0;
    for (const { 0: token, 1: name, index } of code.matchAll(/[([{]|[)\]}]|(?<![\w.])([A-Za-z_]\w*)\s*=(?!=)/g)) {
      const start = call.end + index;
      if (name === undefined) depth += '([{'.includes(token) ? 1 : -1;
      else if (depth === 1) found.push({ call, name: { name, start, end: start + name.length } });
      if (depth <= 0) break;
    }
    return found;
  });
}

/** Cached, because a file does not change after it was read. */
const cache = new WeakMap<IndexedFile, TemplateFile>();

function templateFile(file: IndexedFile): TemplateFile | undefined {
  const { path, text, isOpen } = file;
  if (!isOpen || path.endsWith('.js') || !isTemplate(path, text)) return undefined;
  const template = cache.get(file) ?? readTemplate(path, text);
  cache.set(file, template);
  return template;
}

function readTemplate(path: string, text: string): TemplateFile {
  const tags = maskJinja(text).tags.filter(({ kind }) => kind !== 'comment');
  const imports = importsIn(text, tags);
  const spaces = new Set(imports.flatMap(({ space }) => space ?? []));
  const uses = usesIn(text, tags, spaces);
  return { declared: declaredIn(path, text, tags), uses, keywords: keywordsIn(text, tags, uses), imports };
}

/** A function that `globals.py` defines. */
function globalFunction({ globals }: ModelIndex, name: string): TemplateName | undefined {
  const match = globals && new RegExp(`^[ \\t]*(?:async\\s+)?def\\s+(${name})\\s*\\(.*`, 'm').exec(globals.text);
  if (!match) return undefined;
  const start = match.index + match[0].indexOf(name, match[0].indexOf('def') + 3);
  const span = { start: match.index, end: match.index + match[0].length };
  return {
    kind: 'function',
    name,
    file: globals.path,
    nameSpan: { start, end: start + name.length },
    span,
    scope: span,
  };
}

export interface TemplateOccurrence {
  span: Span;
  target: TemplateName;
}

/** Every name in the tags of a file with its declaration, here or in another file. */
export function templateNamesIn(index: ModelIndex, file: IndexedFile): TemplateOccurrence[] {
  const template = templateFile(file);
  if (!template) return [];
  const { declared, imports, uses, keywords } = template;
  const imported = new Map(
    imports.map(({ from }) => {
      const target = index.fileBySuffix(from);
      return [from, target ? (templateFile(target)?.declared ?? []) : []];
    }),
  );
  const macroIn = (from: string, name: string) =>
    imported.get(from)?.find((one) => one.kind === 'macro' && one.name === name);
  const resolveUse = ({ name, space, start, end }: TemplateFile['uses'][number]): TemplateName | undefined => {
    if (space !== undefined) {
      const from = imports.find((one) => one.space === space)?.from;
      return from === undefined ? undefined : macroIn(from, name);
    }
    const own = declared.filter((one) => one.name === name && contains(one.scope, { start, end }));
    const listed = imports.find(({ macros }) => macros.has(name));
    return own.at(-1) ?? (listed && macroIn(listed.from, listed.macros.get(name)!)) ?? globalFunction(index, name);
  };
  const names = declared.map((target) => ({ span: target.nameSpan, target }));
  const known = new Set(names.map(({ span }) => span.start));
  return [
    ...names,
    ...uses.flatMap((use) => {
      const target = known.has(use.start) ? undefined : resolveUse(use);
      return target ? [{ span: { start: use.start, end: use.end }, target }] : [];
    }),
    ...keywords.flatMap(({ call, name: { name, start, end } }) => {
      const macro = known.has(call.start) ? undefined : resolveUse(call);
      const target = macro && parameterOf(index, macro, name);
      return target ? [{ span: { start, end }, target }] : [];
    }),
  ];
}

function parameterOf(index: ModelIndex, macro: TemplateName, name: string): TemplateName | undefined {
  const file = macro.kind === 'macro' ? index.file(macro.file) : undefined;
  const declared = file ? (templateFile(file)?.declared ?? []) : [];
  return declared.find((one) => one.kind === 'variable' && one.name === name && one.span.start === macro.span.start);
}

/** `name` is that of this file, which an import may change. */
export interface UsableName {
  name: string;
  target?: TemplateName;
}

const templateFunction = /^[ \t]*@template\.function\b(?:\(\s*["'](\w+)["'])?[^\n]*\n\s*(?:async\s+)?def\s+(\w+)/gm;

/** The names that a tag at an offset can use. After `space.`: the macros of that import. */
export function templateNamesAt(index: ModelIndex, file: IndexedFile, offset: number, space?: string): UsableName[] {
  const template = templateFile(file);
  if (!template) return [];
  const { declared, imports } = template;
  const macrosOf = (from: string) => {
    const target = index.fileBySuffix(from);
    return (target ? (templateFile(target)?.declared ?? []) : []).filter(({ kind }) => kind === 'macro');
  };
  const named = (target: TemplateName): UsableName => ({ name: target.name, target });
  if (space !== undefined) {
    return imports.filter((one) => one.space === space).flatMap(({ from }) => macrosOf(from).map(named));
  }
  const here = { start: offset, end: offset };
  const own = declared.filter(({ scope, span }) => contains(scope, here) && !contains(span, here));
  const listed = imports.flatMap(({ from, macros }) =>
    [...macros].flatMap(([name, original]) => {
      const isRenamed = name === original && [...macros].some(([other, same]) => same === name && other !== name);
      const target = isRenamed ? undefined : macrosOf(from).find((one) => one.name === original);
      return target ? [{ name, target }] : [];
    }),
  );
  const functions = [...(index.globals?.text ?? '').matchAll(templateFunction)].map(([, name, defined]): UsableName => {
    const target = globalFunction(index, defined!);
    return { name: name ?? defined!, ...(target ? { target } : {}) };
  });
  return [...new Map([...functions, ...listed, ...own.map(named)].map((one) => [one.name, one])).values()];
}
