/** Converts the compiler's Joi schemas to rules. */

import type { Limits, Rule } from '../../../src/model/rules/rule.ts';

// biome-ignore lint/suspicious/noExplicitAny: the description of a schema has no fixed shape
type Description = any;

export interface Schema {
  validate(value: unknown, options?: object): { error?: unknown };
  describe(): Description;
}

const customFormats: readonly [string, Rule][] = [
  ['Arbitrary intervals cannot be used', { format: 'alignedInterval' }],
  ['(second|minute|hour|day|week)s?$/', { format: 'everyInterval' }],
  ['(minute|hour|day|week|month|quarter|year)s?$/', { format: 'timeInterval' }],
  ['CronParser', { format: 'cron' }],
  ['unknown timezone', { format: 'timezone' }],
  ['Invalid strptime format', { format: 'timeFormat' }],
  ['Invalid numeric format', { format: 'numericFormat' }],
  ['NAMED_NUMERIC_FORMATS', { format: 'namedFormat' }],
  ['KNOWN_CURRENCY_CODES', { format: 'currency' }],
  ['Origin should be valid', { format: 'date' }],
  ['property can only be used with dimensions', { forbidden: 'it belongs to dimensions of type `number`' }],
];

/** The smallest sets of one or two keys that fulfil a predicate on the keys of a map, which Joi does not describe. */
function probe(method: (value: unknown, helper: unknown) => unknown, keys: readonly string[]): string[][] {
  const failed = Symbol('failed');
  const holds = (present: readonly string[]) =>
    method(Object.fromEntries(present.map((key) => [key, 1])), { message: () => failed }) !== failed;
  if (holds([])) throw new Error('The predicate holds for an empty map');
  const singles = keys.filter((key) => holds([key]));
  const rest = keys.filter((key) => !singles.includes(key));
  const pairs = rest.flatMap((a, i) => rest.slice(i + 1).flatMap((b) => (holds([a, b]) ? [[a, b]] : [])));
  return [...singles.map((key) => [key]), ...pairs];
}

const candidateKeys = new Set<string>();

/** Collects the keys that `probe` tries. */
function collectKeys(description: Description): void {
  if (Array.isArray(description)) description.forEach(collectKeys);
  else if (description && typeof description === 'object') {
    for (const key of Object.keys(description.keys ?? {})) candidateKeys.add(key);
    Object.values(description).forEach(collectKeys);
  }
}

/** Rules that Joi shares by id. */
const known: Record<string, Rule> = {};

function allowed(description: Description): (string | boolean)[] {
  return (description.allow ?? []).filter((value: unknown) => typeof value === 'string' || typeof value === 'boolean');
}

/** The rule of one branch. Marks a key that is required in this branch only. */
function branch(description: Description, enclosing: string[]): Rule {
  const rule = ruleOf(description, enclosing);
  const scalar = description.type === 'function' || description.type === 'array';
  return description.flags?.presence === 'required' && scalar ? { must: rule } : rule;
}

function caseOf(match: Description, enclosing: string[]): readonly [readonly (string | boolean)[], Rule] {
  return [allowed(match.is), ruleOf(match.then, enclosing)];
}

function choice(matches: Description[], enclosing: string[]): Rule {
  const [first, ...rest] = matches;
  if (matches.every((match) => match.schema)) return { one: matches.map((match) => ruleOf(match.schema, enclosing)) };
  const next = rest.length > 0 ? choice(rest, enclosing) : undefined;
  const last = [first, ...(first.switch ?? [])].findLast((part) => part.otherwise);
  const otherwise = last ? ruleOf(last.otherwise, enclosing) : next;
  if (first.is?.type === 'array') return { single: ruleOf(first.then, enclosing), otherwise: otherwise! };
  const custom = first.is?.rules?.[0]?.args?.method;
  if (custom)
    return { has: probe(custom, [...candidateKeys]), holds: ruleOf(first.then, enclosing), otherwise: otherwise! };
  const cases = (first.switch ?? [first]).map((part: Description) => caseOf(part, enclosing));
  const own = first.ref.path[0];
  return { own, cases, ...(otherwise ? { otherwise } : {}) };
}

function objectRule(description: Description, enclosing: string[]): Rule {
  const pattern = description.patterns?.[0];
  if (pattern) return { named: ruleOf(pattern.rule, enclosing) };
  if (!description.keys) return { keys: {} };
  const id: string | undefined =
    description.flags?.id ?? (description.keys.or ? `conditions${Object.keys(known).length}` : undefined);
  const inside = id ? [...enclosing, id] : enclosing;
  const keys: Record<string, Rule> = {};
  const required: string[] = [];
  for (const [key, value] of Object.entries<Description>(description.keys)) {
    keys[key] = ruleOf(value, inside);
    if (value.flags?.presence === 'required' && key !== 'fileName') required.push(key);
  }
  const limits: Limits[] = (description.dependencies ?? []).map((dependency: Description) => ({
    rel: dependency.rel,
    keys: dependency.key ? [dependency.key, ...dependency.peers] : dependency.peers,
  }));
  const rule: Rule = { keys, ...(required.length ? { required } : {}), ...(limits.length ? { limits } : {}) };
  for (const shared of description.shared ?? []) ruleOf(shared, inside);
  if (!id) return rule;
  known[id] = rule;
  return { ref: id };
}

function scalarRule(description: Description): Rule {
  for (const check of description.rules ?? []) {
    if (check.name === 'pattern') {
      const label = check.args.options?.name ?? 'form';
      if (!(description.rules.length > 1)) return { pattern: check.args.regex.slice(1, -1), label };
    }
    if (check.name === 'custom') {
      const source = String(check.args.method);
      const found = customFormats.find(([text]) => source.includes(text));
      if (!found) throw new Error(`Unknown custom check: ${source}`);
      return found[1];
    }
  }
  if (description.type === 'boolean') return description.preferences?.convert === false ? 'flag' : 'boolean';
  return description.type as Rule;
}

function ruleOf(description: Description, enclosing: string[]): Rule {
  if (description.flags?.presence === 'forbidden') {
    const message: string | undefined = description.preferences?.messages?.['any.unknown']?.template ?? undefined;
    return { forbidden: message ? 'it belongs to numeric measures' : '' };
  }
  if (description.whens) {
    const [when] = description.whens;
    const cases = (when.switch ?? [when]).map((part: Description) => caseOf(part, enclosing));
    const last = [when, ...(when.switch ?? [])].findLast((part: Description) => part.otherwise);
    return { sibling: when.ref.path[0], cases, ...(last ? { otherwise: branch(last.otherwise, enclosing) } : {}) };
  }
  if (description.flags?.only) return { enum: allowed(description) };
  switch (description.type) {
    case 'object':
      return objectRule(description, enclosing);
    case 'alternatives':
      return choice(description.matches, enclosing);
    case 'array': {
      const items = (description.items ?? []).map((item: Description) => ruleOf(item, enclosing));
      const min = description.rules?.find((rule: Description) => rule.name === 'min')?.args.limit;
      const links = description.rules?.some((rule: Description) =>
        /Duplicate link name/.test(String(rule.args?.method)),
      );
      const required = description.items?.some((item: Description) => item.flags?.presence === 'required');
      return {
        list: items,
        ...(min ? { min } : {}),
        ...(links ? { items: 'links' as const } : required ? { items: 'required' as const } : {}),
      };
    }
    case 'link': {
      const [id] = description.link.ref.path;
      return { ref: id && id !== '...' ? id : enclosing.at(-1)! };
    }
    default:
      return scalarRule(description);
  }
}

export interface Schemas {
  cube: Schema;
  view: Schema;
  viewGroup: Schema;
}

/** The rules of the schemas, and all rules that they refer to. */
export function rulesOfSchemas(schemas: Schemas): Record<string, Rule> {
  for (const name of Object.keys(known)) delete known[name];
  for (const schema of Object.values<Schema>({ ...schemas })) collectKeys(schema.describe());
  const top = Object.fromEntries(
    Object.entries<Schema>({ ...schemas }).map(([name, schema]) => [name, ruleOf(schema.describe(), [])]),
  );
  // The schema of view groups has an id, so its rule is in `known`.
  if (typeof top.viewGroup === 'object' && 'ref' in top.viewGroup) top.viewGroup = known[top.viewGroup.ref]!;
  return { ...top, ...known } as Record<string, Rule>;
}
