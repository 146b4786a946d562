/** Checks lists, and groups of named items such as `measures`. */

import { namedItems } from '../index/definitions.ts';
import type { Rule } from '../rules/rule.ts';
import { problemCatalog } from '../source/problemCatalog.ts';
import type { Span } from '../source/range.ts';
import { entryOf, type ValueNode } from '../source/tree.ts';
import { type CheckValue, isName, problem, type ShapeProblem, shownKey, wrongValue } from './shapeProblems.ts';
import { namesAsList, type ShapeContext } from './shapeRules.ts';

/** A list of items with `name` in YAML, a map by name in JavaScript. */
export function checkNamedItems(
  context: ShapeContext,
  node: ValueNode,
  rule: Rule,
  checkValue: CheckValue,
): ShapeProblem[] {
  if (node.kind !== (namesAsList(context) ? 'list' : 'map')) return wrongValue(context, node, { named: rule });
  const found: ShapeProblem[] = [];
  for (const item of namedItems(node)) {
    const inner = { ...context, owner: item.nameSpan, path: [...context.path, item.name] };
    if (isName(item.name)) found.push(...checkValue(inner, item.node, rule));
    else found.push(problem(inner, item.nameSpan, problemCatalog.badName(item.name)));
  }
  if (node.kind !== 'list') return found;
  for (const item of node.items.filter(hasDynamicName)) {
    const owner = item.kind === 'map' ? (item.entries[0]?.keySpan ?? item) : item;
    found.push(...checkValue({ ...context, owner, path: [...context.path, '*'] }, item, rule));
  }
  return [...found, ...node.items.flatMap((item) => checkItemName(context, item))];
}

/** Whether a template tag writes the name of the item. */
function hasDynamicName(item: ValueNode): boolean {
  const name = entryOf(item, 'name')?.value;
  return name?.kind === 'scalar' && name.dynamic;
}

function checkItemName(context: ShapeContext, item: ValueNode): ShapeProblem[] {
  const group = shownKey(context.language, String(context.path.at(-1)));
  if (item.kind === 'scalar' && !item.dynamic) {
    const span = item.end > item.start ? item : context.owner;
    const message = `Each item of \`${group}\` is a block of keys that starts with \`name\`.`;
    return [problem(context, span, problemCatalog.missingName(message))];
  }
  if (item.kind !== 'map') return [];
  const name = entryOf(item, 'name');
  if (name && ['map', 'list'].includes(name.value.kind)) {
    return [problem(context, name.keySpan, problemCatalog.wrongValue('A `name` must be text.'))];
  }
  if (name || item.open) return [];
  const first = item.entries[0]?.keySpan ?? item;
  return [problem(context, first, problemCatalog.missingName(`This item of \`${group}\` has no \`name\`.`))];
}

export function checkList(
  context: ShapeContext,
  node: ValueNode,
  rule: Extract<Rule, { list: unknown }>,
  checkValue: CheckValue,
): ShapeProblem[] {
  if (node.kind !== 'list') return wrongValue(context, node, rule);
  const found: ShapeProblem[] = [];
  const itemRule: Rule = rule.list.length === 1 ? rule.list[0]! : { one: rule.list };
  node.items.forEach((item, i) => {
    if (rule.list.length === 0) return;
    const name = entryOf(item, 'name')?.value;
    const owner = name && name.end > name.start ? name : ownerOf(item, context.owner);
    found.push(...checkValue({ ...context, owner, path: [...context.path, i] }, item, itemRule));
  });
  const minimum = rule.min ?? (rule.items === 'required' ? 1 : 0);
  if (node.items.length < minimum && !node.open) {
    const message = `\`${shownKey(context.language, String(context.path.at(-1)))}\` needs at least one item.`;
    found.push(problem(context, context.owner, problemCatalog.wrongValue(message)));
  }
  if (rule.items === 'links') found.push(...checkLinks(context, node.items));
  return found;
}

/** Links of a dimension must have unique names and at most one primary link. */
function checkLinks(context: ShapeContext, items: readonly ValueNode[]): ShapeProblem[] {
  const found: ShapeProblem[] = [];
  const seen = new Set<unknown>();
  let primaries = 0;
  for (const item of items) {
    const name = entryOf(item, 'name')?.value;
    if (name?.kind === 'scalar' && !name.dynamic) {
      if (seen.has(name.value)) found.push(problem(context, name, problemCatalog.duplicateName(String(name.value))));
      seen.add(name.value);
    }
    const primary = entryOf(item, 'primary');
    if (primary?.value.kind === 'scalar' && primary.value.value === true) {
      primaries += 1;
      if (primaries > 1)
        found.push(
          problem(context, primary.keySpan, problemCatalog.conflictingKeys('Only one link can be the primary link.')),
        );
    }
  }
  return found;
}

function ownerOf(node: ValueNode, fallback: Span): Span {
  if (node.kind === 'map') return node.entries[0]?.keySpan ?? fallback;
  return node.kind === 'scalar' && node.end > node.start ? node : fallback;
}
