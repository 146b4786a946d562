/** Holds one node of a source against a rule of the model and says, node by node, what does not fit. */

import { namedItems } from '../index/definitions.ts';
import { matchesFormat } from '../rules/formats.ts';
import type { Limits, Rule } from '../rules/rule.ts';
import { bareFields } from '../rules/ruleTable.ts';
import { camelCase, closest } from '../source/names.ts';
import type { Span } from '../source/range.ts';
import { entryOf, type MapNode, type ScalarNode, type ValueNode } from '../source/tree.ts';
import { problem, type ShapeProblem, shownKey, soften, wrongValue } from './shapeProblems.ts';
import {
  deref,
  type KeysRule,
  nameListGroups,
  namesAsList,
  type ShapeContext,
  selectRule,
  siblingOf,
} from './shapeRules.ts';

const internal = new Set([
  'fileName',
  'allDefinitions',
  'rawFolders',
  'rawCubes',
  'isView',
  'includesMembers',
  'excludesMembers',
  'memberReference',
  'keyReference',
]);
/** Keys of older versions and what they are called now. */
const renamed: Readonly<Record<string, string>> = { role: 'group', shown: 'public', visible: 'public' };

function checkScalar(context: ShapeContext, node: ScalarNode, rule: Rule): ShapeProblem[] {
  const key = String(context.path.at(-1) ?? '');
  const { value } = node;
  const bad = () => wrongValue(context, node, rule);
  if (typeof rule === 'string') {
    switch (rule) {
      case 'any':
        return [];
      case 'string':
        return typeof value === 'string' && value !== '' ? [] : bad();
      case 'number':
        return typeof value === 'number' ||
          (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)))
          ? []
          : bad();
      case 'flag':
      case 'boolean': {
        if (typeof value === 'boolean') return [];
        const text =
          typeof value === 'string' &&
          (rule === 'boolean' || (context.language === 'yaml' && bareFields.includes(key)));
        return text && /^(true|false)$/.test(value) ? [] : bad();
      }
      default:
        // The compiler makes a function of anything that has a value; a reference it still is not.
        if (typeof value === 'string' || context.language === 'javascript' || /^sql|^(values|if|url|value)$/.test(key))
          return [];
        return bad().map(isPath(key) ? (one) => one : soften);
    }
  }
  if ('enum' in rule) {
    if (typeof value === 'boolean') return rule.enum.includes(value) ? [] : bad();
    if (typeof value !== 'string') return bad();
    if (rule.enum.includes(true)) return value === 'true' && bareFields.includes(key) ? [] : bad();
    return rule.enum.includes(value) ||
      (isCamelised(context) && value.includes('_') && rule.enum.includes(camelCase(value)))
      ? []
      : bad();
  }
  if ('format' in rule) return typeof value === 'string' && matchesFormat(rule.format, value) ? [] : bad();
  if ('pattern' in rule) return typeof value === 'string' && new RegExp(rule.pattern).test(value) ? [] : bad();
  return bad();
}

function isPath(key: string): boolean {
  return key === 'joinPath' || key === 'extends';
}

/** The compiler accepts snake_case for the types of members and the relationships of joins. */
function isCamelised(context: ShapeContext): boolean {
  const key = context.path.at(-1);
  return context.path.length === 3 && (key === 'type' || key === 'relationship');
}

function score(problems: readonly ShapeProblem[]): number {
  return problems.reduce((sum, one) => sum + one.weight, 0);
}

/** Everything about `node` that does not fit `rule`; nothing about parts whose value is only known at run time. */
export function checkShape(context: ShapeContext, node: ValueNode, rule: Rule): ShapeProblem[] {
  if (node.kind === 'code' || (node.kind === 'scalar' && (node.dynamic || (node.chains && deref(rule) !== 'any'))))
    return [];
  const real = selectRule(context, node, rule);
  if (real === undefined || real === 'any') return [];
  if (typeof real === 'object' && 'must' in real) return checkShape(context, node, real.must);
  if (typeof real === 'object' && 'forbidden' in real) {
    const why = real.forbidden ? `: ${real.forbidden}` : ' here';
    const key = shownKey(context.language, String(context.path.at(-1)));
    return [problem(context, context.owner, 'unknown-key', `\`${key}\` is not allowed${why}.`)];
  }
  if (typeof real === 'object' && 'one' in real) return checkAlternatives(context, node, real);
  // An empty value has a message of its own.
  if (node.kind === 'scalar' && node.value === null && context.language === 'yaml') return [];
  if (typeof real === 'object' && 'keys' in real)
    return node.kind === 'map' ? checkKeys(context, node, real) : wrongValue(context, node, rule);
  if (typeof real === 'object' && 'named' in real) return checkNamed(context, node, real.named);
  if (typeof real === 'object' && 'list' in real) return checkList(context, node, real);
  if (node.kind === 'scalar') return checkScalar(context, node, real);
  if (real === 'function') {
    if (node.kind === 'list' || context.language === 'javascript') return [];
    // It compiles, but means nothing.
    return wrongValue(context, node, rule).map(soften);
  }
  return wrongValue(context, node, rule);
}

function checkAlternatives(
  context: ShapeContext,
  node: ValueNode,
  rule: Extract<Rule, { one: unknown }>,
): ShapeProblem[] {
  const single = rule.one.map(onlyKeyOf);
  if (node.kind === 'map' && single.every((key) => key !== undefined)) {
    // The compiler knows no shape without one of these keys: the others are not what is wrong.
    if (node.open || single.some((key) => entryOf(node, key))) return [];
    const list = single.map((key) => `\`${shownKey(context.language, key)}\``).join(' or ');
    return [problem(context, context.owner, 'missing-key', `One of ${list} is missing.`)];
  }
  const alternatives = node.kind === 'scalar' ? rule.one : rule.one.filter((one) => fitsKind(context, node, one));
  let best: ShapeProblem[] | undefined;
  for (const alternative of alternatives) {
    const found = checkShape(context, node, alternative);
    if (found.length === 0) return [];
    if (!best || score(found) < score(best)) best = found;
  }
  if (node.kind !== 'scalar') return best ?? wrongValue(context, node, rule);
  return node.value === null && context.language === 'yaml' ? [] : wrongValue(context, node, rule);
}

/** The key of a shape that is nothing but "this key must be there". */
function onlyKeyOf(rule: Rule): string | undefined {
  const real = deref(rule);
  if (typeof real !== 'object' || !('keys' in real)) return undefined;
  const keys = Object.entries(real.keys);
  return keys.length === 1 && keys[0]![1] === 'any' ? keys[0]![0] : undefined;
}

function fitsKind(context: ShapeContext, node: ValueNode, rule: Rule): boolean {
  const real = selectRule(context, node, rule);
  if (real === undefined || real === 'any') return true;
  if (real === 'function') return node.kind === 'list' || context.language === 'javascript';
  if (typeof real !== 'object') return false;
  if ('one' in real) return real.one.some((alternative) => fitsKind(context, node, alternative));
  if ('named' in real) return node.kind === (namesAsList(context) ? 'list' : 'map');
  return node.kind === 'map' ? 'keys' in real : 'list' in real;
}

/** A name out of a template tag. */
function hasUnseenName(item: ValueNode): boolean {
  const name = entryOf(item, 'name')?.value;
  return name?.kind === 'scalar' && name.dynamic;
}

function checkNamed(context: ShapeContext, node: ValueNode, rule: Rule): ShapeProblem[] {
  const group = String(context.path.at(-1));
  if (node.kind !== (namesAsList(context) ? 'list' : 'map')) return wrongValue(context, node, { named: rule });
  const found: ShapeProblem[] = [];
  for (const item of namedItems(node)) {
    const inner = { ...context, owner: item.nameSpan, path: [...context.path, item.name] };
    if (!/^[_a-zA-Z][_a-zA-Z0-9]*$/.test(item.name)) {
      found.push(
        problem(
          inner,
          item.nameSpan,
          'bad-name',
          `\`${item.name}\` cannot be a name: only letters, digits and \`_\` are allowed, and no digit first.`,
        ),
      );
      continue;
    }
    found.push(...checkShape(inner, item.node, rule));
  }
  for (const item of node.kind === 'list' ? node.items.filter(hasUnseenName) : []) {
    const owner = item.kind === 'map' ? (item.entries[0]?.keySpan ?? item) : item;
    found.push(...checkShape({ ...context, owner, path: [...context.path, '*'] }, item, rule));
  }
  if (node.kind === 'list') {
    for (const item of node.items) {
      if (item.kind === 'scalar' && !item.dynamic) {
        found.push(
          problem(
            context,
            item.end > item.start ? item : context.owner,
            'missing-name',
            `Each item of \`${shownKey(context.language, group)}\` is a block of keys that starts with \`name\`.`,
          ),
        );
      } else if (item.kind === 'map' && ['map', 'list'].includes(entryOf(item, 'name')?.value.kind ?? '')) {
        const name = entryOf(item, 'name')!;
        found.push(problem(context, name.keySpan, 'wrong-value', 'A `name` must be text.'));
      } else if (item.kind === 'map' && !item.open && !entryOf(item, 'name')) {
        const first = item.entries[0]?.keySpan ?? item;
        found.push(
          problem(
            context,
            first,
            'missing-name',
            `This item of \`${shownKey(context.language, group)}\` has no \`name\`.`,
          ),
        );
      }
    }
  }
  return found;
}

function checkList(context: ShapeContext, node: ValueNode, rule: Extract<Rule, { list: unknown }>): ShapeProblem[] {
  if (node.kind !== 'list') return wrongValue(context, node, rule);
  const found: ShapeProblem[] = [];
  const item: Rule = rule.list.length === 1 ? rule.list[0]! : { one: rule.list };
  node.items.forEach((value, i) => {
    if (rule.list.length === 0) return;
    const name = entryOf(value, 'name')?.value;
    const owner = name && name.end > name.start ? name : ownerOf(value, context.owner);
    found.push(...checkShape({ ...context, owner, path: [...context.path, i] }, value, item));
  });
  const few = rule.min ?? (rule.items === 'required' ? 1 : 0);
  if (node.items.length < few && !node.open) {
    found.push(
      problem(
        context,
        context.owner,
        'wrong-value',
        `\`${shownKey(context.language, String(context.path.at(-1)))}\` needs at least one item.`,
      ),
    );
  }
  if (rule.items === 'links') found.push(...checkLinks(context, node.items));
  return found;
}

function checkLinks(context: ShapeContext, items: readonly ValueNode[]): ShapeProblem[] {
  const found: ShapeProblem[] = [];
  const seen = new Set<unknown>();
  let primaries = 0;
  for (const item of items) {
    const name = entryOf(item, 'name')?.value;
    if (name?.kind === 'scalar' && !name.dynamic) {
      if (seen.has(name.value))
        found.push(problem(context, name, 'duplicate-name', `There is already a link \`${name.value}\`.`));
      seen.add(name.value);
    }
    const primary = entryOf(item, 'primary');
    if (primary?.value.kind === 'scalar' && primary.value.value === true) {
      primaries += 1;
      if (primaries > 1)
        found.push(problem(context, primary.keySpan, 'conflicting-keys', 'Only one link can be the primary one.'));
    }
  }
  return found;
}

function ownerOf(node: ValueNode, fallback: Span): Span {
  if (node.kind === 'map') return node.entries[0]?.keySpan ?? fallback;
  return node.kind === 'scalar' && node.end > node.start ? node : fallback;
}

interface KeyFacts {
  known: readonly string[];
  /** Keys that depend on a neighbour, and on which. */
  siblings: ReadonlyMap<string, string>;
}

const keyFacts = new WeakMap<KeysRule, KeyFacts>();

function factsOf(rule: KeysRule): KeyFacts {
  let facts = keyFacts.get(rule);
  if (!facts) {
    const siblings = new Map<string, string>();
    for (const [name, value] of Object.entries(rule.keys)) {
      const sibling = siblingOf(value);
      if (sibling !== undefined) siblings.set(name, sibling);
    }
    facts = { known: Object.keys(rule.keys).filter((name) => !internal.has(name)), siblings };
    keyFacts.set(rule, facts);
  }
  return facts;
}

function checkKeys(context: ShapeContext, node: MapNode, rule: KeysRule): ShapeProblem[] {
  const found: ShapeProblem[] = [];
  const { known: names, siblings } = factsOf(rule);
  const named =
    context.language === 'yaml' &&
    typeof context.path.at(-1) === 'string' &&
    nameListGroups.has(String(context.path.at(-2)));
  const explained = new Set<string>();
  const depends = (name: string) => siblings.has(name);
  const entries =
    siblings.size > 0 && node.entries.some((one) => depends(one.name))
      ? node.entries.toSorted((a, b) => Number(depends(a.name)) - Number(depends(b.name)))
      : node.entries;
  const wrong = new Set<string | number | undefined>();
  for (const entry of entries) {
    if (entry.dynamic) continue;
    const sibling = siblings.get(entry.name);
    const undecided = sibling !== undefined && rule.required?.includes(sibling) && !entryOf(node, sibling);
    if (sibling !== undefined && (wrong.has(sibling) || undecided)) continue;
    const before = found.length;
    const inner: ShapeContext = { ...context, owner: entry.keySpan, path: [...context.path, entry.name], parent: node };
    const own = rule.keys[entry.name];
    if (own !== undefined) {
      found.push(...checkShape(inner, entry.value, own));
    } else if (!(named && entry.key === 'name')) {
      const meant =
        (renamed[entry.name] && names.includes(renamed[entry.name]!) ? renamed[entry.name] : undefined) ??
        closest(
          entry.name,
          names.filter((name) => !entryOf(node, name)),
        );
      if (meant) explained.add(meant);
      const hint = meant ? ` Did you mean \`${shownKey(context.language, meant)}\`?` : '';
      const message = `\`${entry.key}\` is not a known key here.${hint}`;
      found.push({ ...problem(inner, entry.keySpan, 'unknown-key', message, 1.1), value: entry.value });
    }
    if (found.length > before) wrong.add(entry.name);
  }
  if (node.open) return found;
  const required = new Set(rule.required);
  for (const [name, sibling] of siblings) {
    if (wrong.has(sibling)) continue;
    const settled = selectRule(
      { ...context, path: [...context.path, name], parent: node },
      undefined,
      rule.keys[name]!,
    );
    if (typeof settled === 'object' && 'must' in settled) required.add(name);
  }
  for (const name of required) {
    if (entryOf(node, name) || explained.has(name)) continue;
    // A pre-aggregation is a rollup unless it says otherwise.
    if (name === 'type' && context.path.length === 2 && context.path[0] === 'preAggregations') continue;
    const weight = name === 'sql' ? 1.15 : 1.2;
    found.push(
      problem(
        { ...context, path: [...context.path, name] },
        context.owner,
        'missing-key',
        `\`${shownKey(context.language, name)}\` is missing.`,
        weight,
      ),
    );
  }
  for (const limit of rule.limits ?? []) found.push(...checkLimit(context, node, limit, explained));
  return found;
}

function checkLimit(
  context: ShapeContext,
  node: MapNode,
  limit: Limits,
  explained: ReadonlySet<string>,
): ShapeProblem[] {
  const present = limit.keys.flatMap((key) => entryOf(node, key) ?? []);
  const last = present.toSorted((a, b) => a.keySpan.start - b.keySpan.start).at(-1);
  const list = (keys: readonly string[], word: string) =>
    keys.map((key) => `\`${shownKey(context.language, key)}\``).join(` ${word} `);
  const missing = limit.keys.filter((key) => !entryOf(node, key));
  const exclusive = limit.rel === 'xor' || limit.rel === 'nand' || limit.rel === 'oxor';
  if (exclusive && present.length > 1 && last) {
    return [problem(context, last.keySpan, 'conflicting-keys', `Use either ${list(limit.keys, 'or')}, not both.`)];
  }
  if (
    (limit.rel === 'xor' || limit.rel === 'or') &&
    present.length === 0 &&
    !limit.keys.some((key) => explained.has(key))
  ) {
    return [problem(context, context.owner, 'missing-key', `One of ${list(limit.keys, 'or')} is missing.`)];
  }
  if (limit.rel === 'and' && present.length > 0 && missing.length > 0) {
    return [problem(context, present[0]!.keySpan, 'missing-key', `${list(missing, 'and')} must be set too.`)];
  }
  if (limit.rel === 'with' && entryOf(node, limit.keys[0]!) && missing.length > 0) {
    return [
      problem(
        context,
        present[0]!.keySpan,
        'missing-key',
        `\`${shownKey(context.language, limit.keys[0]!)}\` needs ${list(missing, 'and')}.`,
      ),
    ];
  }
  return [];
}
