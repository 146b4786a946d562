/** Holds every cube, view and view group against the rules of the model: keys, values, what `type` allows what. */

import type { Definition } from '../index/definitions.ts';
import type { ModelFile } from '../index/modelIndex.ts';
import type { Rule } from '../rules/rule.ts';
import { rules } from '../rules/ruleTable.ts';
import type { Span } from '../source/range.ts';
import { entryOf, type ValueNode } from '../source/tree.ts';
import type { Findings } from './findings.ts';
import type { ShapeProblem } from './shapeProblems.ts';
import { checkShape } from './shapes.ts';

const ruleNames = { cube: 'cube', view: 'view', view_group: 'viewGroup' } as const;
const mayBeEmpty = new Set(['measures', 'dimensions', 'segments', 'preAggregations', 'hierarchies', 'joins', 'meta']);

/** A child may leave out what its parent says, and a name is no key in JavaScript. */
function isExcused(definition: Definition, problem: ShapeProblem): boolean {
  if (problem.code !== 'missing-key') return false;
  if (problem.path.length === 0 && entryOf(definition.node, 'extends')) return true;
  return definition.language === 'javascript' && problem.path.length === 1 && problem.path[0] === 'name';
}

function ruleFor(definition: Definition): Rule {
  const rule = rules[ruleNames[definition.kind]]!;
  if (definition.language === 'yaml' || typeof rule === 'string' || !('keys' in rule)) return rule;
  return rule;
}

/** A definition never changes once it is read, so what is wrong with its shape is found once. */
const found = new WeakMap<Definition, readonly ShapeProblem[]>();

function shapeProblems(definition: Definition): readonly ShapeProblem[] {
  let problems = found.get(definition);
  if (!problems) {
    const context = { language: definition.language, owner: definition.nameSpan, path: [] };
    problems = checkShape(context, definition.node, ruleFor(definition)).filter((one) => !isExcused(definition, one));
    found.set(definition, problems);
  }
  return problems;
}

export function checkDefinitionShape(file: ModelFile, definition: Definition, findings: Findings): void {
  for (const problem of shapeProblems(definition)) {
    const { span, code, message } = problem;
    // Of a view group in YAML the compiler reads the keys it knows and never looks at others.
    const unread = definition.kind === 'view_group' && definition.language === 'yaml' && code === 'unknown-key';
    const severity = unread ? 'warning' : problem.severity;
    findings.add({ file: file.path, span, code, message, ...(severity ? { severity } : {}) });
    if (problem.value) findings.suppress(file.path, problem.value);
  }
  if (
    !/^[_a-zA-Z][_a-zA-Z0-9]*$/.test(definition.name) &&
    definition.language === 'javascript' &&
    definition.kind !== 'view_group'
  ) {
    findings.add({
      file: file.path,
      span: definition.nameSpan,
      code: 'bad-name',
      message: `\`${definition.name}\` cannot be a name: only letters, digits and \`_\` are allowed, and no digit first.`,
    });
  }
  if (definition.language === 'yaml' && definition.kind !== 'view_group') findEmpty(file, definition.node, findings, 0);
}

/** The compiler gives up on the whole model at an empty value. */
function findEmpty(file: ModelFile, node: ValueNode, findings: Findings, depth: number): void {
  if (node.kind === 'map') {
    for (const entry of node.entries) {
      if (entry.name === 'meta' || (depth === 0 && entry.name === 'name')) continue;
      if (depth === 0 && mayBeEmpty.has(entry.name) && entry.value.kind === 'scalar' && entry.value.value === null)
        continue;
      reportEmpty(file, entry.value, entry.keySpan, `\`${entry.key}\` has no value.`, findings);
      findEmpty(file, entry.value, findings, depth + 1);
    }
  } else if (node.kind === 'list') {
    for (const item of node.items) {
      reportEmpty(file, item, item, 'This item is empty.', findings);
      findEmpty(file, item, findings, depth + 1);
    }
  }
}

function reportEmpty(file: ModelFile, node: ValueNode, span: Span, message: string, findings: Findings): void {
  if (node.kind !== 'scalar' || node.value !== null || node.dynamic) return;
  findings.add({
    file: file.path,
    span,
    code: 'empty-value',
    message: `${message} The whole model fails to compile until it has one or the line is removed.`,
  });
}
