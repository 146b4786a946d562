/** Checks cubes, views and view groups against the rules of the model: keys, values, and what each `type` allows. */

import type { Definition } from '../index/definitions.ts';
import type { IndexedFile } from '../index/modelIndex.ts';
import { prefixTexts } from '../index/prefixTexts.ts';
import { rules } from '../rules/ruleTable.ts';
import type { Fix } from '../source/problem.ts';
import { problemCatalog } from '../source/problemCatalog.ts';
import type { Span } from '../source/range.ts';
import { entryOf, type ValueNode } from '../source/tree.ts';
import { checkShape } from './checkShape.ts';
import type { Findings } from './findings.ts';
import { isName, type ShapeProblem } from './shapeProblems.ts';

const ruleNames = { cube: 'cube', view: 'view', view_group: 'viewGroup' } as const;
/** Keys of a definition. */
export const mayBeEmpty: ReadonlySet<string> = new Set([
  'measures',
  'dimensions',
  'segments',
  'preAggregations',
  'hierarchies',
  'joins',
  'meta',
]);

/** A child may inherit required keys, and in JavaScript the name is not a key. */
function isExcused(definition: Definition, problem: ShapeProblem): boolean {
  if (problem.code !== problemCatalog.missingKey.code) return false;
  if (problem.path.length === 0 && entryOf(definition.node, 'extends')) return true;
  return definition.language === 'javascript' && problem.path.length === 1 && problem.path[0] === 'name';
}

/** Cached, because a definition does not change after it was read, while other files of the model do. */
const cache = new WeakMap<Definition, readonly ShapeProblem[]>();

function shapeProblems(definition: Definition, text: string): readonly ShapeProblem[] {
  let problems = cache.get(definition);
  if (!problems) {
    const context = { language: definition.language, owner: definition.nameSpan, path: [] };
    const rule = rules[ruleNames[definition.kind]]!;
    const found = checkShape(context, definition.node, rule).filter((one) => !isExcused(definition, one));
    const isOnlyOne = ({ span }: ShapeProblem) => !found.some((one) => one.span.start === span.start);
    const hasEmptyValues = definition.language === 'yaml' && definition.kind !== 'view_group';
    problems = hasEmptyValues
      ? [...found, ...emptyValues(definition.node, 0), ...stringPrefixes(definition, text).filter(isOnlyOne)]
      : found;
    cache.set(definition, problems);
  }
  return problems;
}

export function checkDefinitionShape(file: IndexedFile, definition: Definition, findings: Findings): void {
  for (const problem of shapeProblems(definition, file.text)) {
    const { span, code, message } = problem;
    // In YAML the compiler ignores unknown keys of a view group.
    const ignored =
      definition.kind === 'view_group' && definition.language === 'yaml' && code === problemCatalog.unknownKey.code;
    const severity = ignored ? 'warning' : problem.severity;
    const { value, fix } = problem;
    findings.add({
      file: file.path,
      span,
      code,
      message,
      severity,
      ...(value ? { value } : {}),
      ...(fix ? { fix } : {}),
    });
    if (value) findings.suppress(file.path, value);
  }
  const { name, nameSpan, language, kind } = definition;
  if (!isName(name) && language === 'javascript' && kind !== 'view_group') {
    findings.add({ file: file.path, span: nameSpan, ...problemCatalog.badName(name) });
  }
}

/** The compiler cannot read a text such as `F`. In braces and quotes it has the same value. */
function stringPrefixes(definition: Definition, source: string): ShapeProblem[] {
  return prefixTexts(definition).map(({ node: { start, end }, text, kind }) => {
    const before = source[start - 1];
    const quote = before === '"' || before === "'" ? before : '';
    const meant = kind === 'sql' ? `{CUBE}.${text}` : quote === "'" ? `{''${text}''}` : `{'${text}'}`;
    const isBlock = quote === '' && /[|>][-+\d]*[ \t]*(?:#.*)?\r?\n[ \t]*$/.test(source.slice(0, start));
    const written = quote === '' && !isBlock ? `"${meant}"` : meant;
    const advice = kind === 'name' ? 'Choose another name.' : `Write \`${written}\`.`;
    const fix: Fix = { kind: 'replace', texts: [written] };
    return {
      span: { start, end },
      ...problemCatalog.stringPrefix(text, advice),
      path: [],
      weight: 1,
      ...(kind === 'name' ? {} : { fix }),
    };
  });
}

/** An empty value stops the compile of the whole model. */
function emptyValues(node: ValueNode, depth: number): ShapeProblem[] {
  if (node.kind === 'list')
    return node.items.flatMap((item) => [
      ...emptyValue(item, item, 'This item is empty.'),
      ...emptyValues(item, depth + 1),
    ]);
  if (node.kind !== 'map') return [];
  return node.entries.flatMap(({ key, name, keySpan, value }) => {
    if (name === 'meta' || (depth === 0 && name === 'name')) return [];
    if (depth === 0 && mayBeEmpty.has(name) && value.kind === 'scalar' && value.value === null) return [];
    return [...emptyValue(value, keySpan, `\`${key}\` has no value.`), ...emptyValues(value, depth + 1)];
  });
}

function emptyValue(node: ValueNode, { start, end }: Span, reason: string): ShapeProblem[] {
  if (node.kind !== 'scalar' || node.value !== null || node.dynamic) return [];
  return [{ span: { start, end }, ...problemCatalog.emptyValue(reason), path: [], weight: 1 }];
}
