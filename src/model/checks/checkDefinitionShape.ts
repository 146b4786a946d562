/** Checks cubes, views and view groups against the rules of the model: keys, values, and what each `type` allows. */

import type { Definition } from '../index/definitions.ts';
import type { IndexedFile } from '../index/modelIndex.ts';
import { rules } from '../rules/ruleTable.ts';
import type { Span } from '../source/range.ts';
import { entryOf, type ValueNode } from '../source/tree.ts';
import { checkShape } from './checkShape.ts';
import type { Findings } from './findings.ts';
import { badNameMessage, isName, type ShapeProblem } from './shapeProblems.ts';

const ruleNames = { cube: 'cube', view: 'view', view_group: 'viewGroup' } as const;
const mayBeEmpty = new Set(['measures', 'dimensions', 'segments', 'preAggregations', 'hierarchies', 'joins', 'meta']);

/** A child may inherit required keys, and in JavaScript the name is not a key. */
function isExcused(definition: Definition, problem: ShapeProblem): boolean {
  if (problem.code !== 'missing-key') return false;
  if (problem.path.length === 0 && entryOf(definition.node, 'extends')) return true;
  return definition.language === 'javascript' && problem.path.length === 1 && problem.path[0] === 'name';
}

/** Cached, because a definition does not change after it was read, while other files of the model do. */
const cache = new WeakMap<Definition, readonly ShapeProblem[]>();

function shapeProblems(definition: Definition): readonly ShapeProblem[] {
  let problems = cache.get(definition);
  if (!problems) {
    const context = { language: definition.language, owner: definition.nameSpan, path: [] };
    const rule = rules[ruleNames[definition.kind]]!;
    problems = checkShape(context, definition.node, rule).filter((one) => !isExcused(definition, one));
    cache.set(definition, problems);
  }
  return problems;
}

export function checkDefinitionShape(file: IndexedFile, definition: Definition, findings: Findings): void {
  for (const problem of shapeProblems(definition)) {
    const { span, code, message } = problem;
    // In YAML the compiler ignores unknown keys of a view group.
    const ignored = definition.kind === 'view_group' && definition.language === 'yaml' && code === 'unknown-key';
    const severity = ignored ? 'warning' : problem.severity;
    const { value } = problem;
    findings.add({
      file: file.path,
      span,
      code,
      message,
      ...(severity ? { severity } : {}),
      ...(value ? { value } : {}),
    });
    if (value) findings.suppress(file.path, value);
  }
  const { name, nameSpan, language, kind } = definition;
  if (!isName(name) && language === 'javascript' && kind !== 'view_group') {
    findings.add({ file: file.path, span: nameSpan, code: 'bad-name', message: badNameMessage(name) });
  }
  if (language === 'yaml' && kind !== 'view_group') findEmptyValues(file, definition.node, findings, 0);
}

/** An empty value stops the compile of the whole model. */
function findEmptyValues(file: IndexedFile, node: ValueNode, findings: Findings, depth: number): void {
  if (node.kind === 'map') {
    for (const entry of node.entries) {
      if (entry.name === 'meta' || (depth === 0 && entry.name === 'name')) continue;
      if (depth === 0 && mayBeEmpty.has(entry.name) && entry.value.kind === 'scalar' && entry.value.value === null)
        continue;
      reportEmpty(file, entry.value, entry.keySpan, `\`${entry.key}\` has no value.`, findings);
      findEmptyValues(file, entry.value, findings, depth + 1);
    }
  } else if (node.kind === 'list') {
    for (const item of node.items) {
      reportEmpty(file, item, item, 'This item is empty.', findings);
      findEmptyValues(file, item, findings, depth + 1);
    }
  }
}

function reportEmpty(file: IndexedFile, node: ValueNode, span: Span, message: string, findings: Findings): void {
  if (node.kind !== 'scalar' || node.value !== null || node.dynamic) return;
  findings.add({
    file: file.path,
    span,
    code: 'empty-value',
    message: `${message} The whole model fails to compile until it has one or the line is removed.`,
  });
}
