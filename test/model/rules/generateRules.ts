/**
 * Reads the rules of the model out of the published compiler and writes them as `src/model/rules/rules.ts`.
 * Run it after a change of the compiler's version: `node --import tsx test/model/rules/generateRules.ts`.
 */

import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Limits, Rule } from '../../../src/model/rules/rule.ts';

const require = createRequire(import.meta.url);
const compilerFolder = '@cubejs-backend/schema-compiler/dist/src/compiler';

// biome-ignore lint/suspicious/noExplicitAny: the description of a schema is a tree of anything
type Description = any;
type Schema = { validate(value: unknown, options?: object): { error?: unknown }; describe(): Description };

/** The compiler keeps its schemas to itself; they are seen when it uses them. */
function captureSchemas(): { cube: Schema; view: Schema; viewGroup: Schema } {
  const compilerRequire = createRequire(require.resolve(`${compilerFolder}/CubeValidator`));
  const joi = compilerRequire('joi');
  const { CubeValidator } = compilerRequire('./CubeValidator');
  let owner = Object.getPrototypeOf(joi.object());
  while (!Object.hasOwn(owner, 'validate')) owner = Object.getPrototypeOf(owner);
  const seen: Schema[] = [];
  const original = owner.validate;
  owner.validate = function (this: Schema, ...args: unknown[]) {
    seen.push(this);
    return original.apply(this, args);
  };
  const reporter = { error() {}, inContext: () => reporter };
  const validator = new CubeValidator({ cubeList: [] });
  try {
    validator.validate({ name: 'a' }, reporter);
    validator.validate({ name: 'a', isView: true }, reporter);
    validator.validateViewGroup({ name: 'a' }, reporter);
  } finally {
    owner.validate = original;
  }
  const [cube, view, viewGroup] = seen;
  return { cube: cube!, view: view!, viewGroup: viewGroup! };
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

/** Which keys must be there for a hidden predicate on the keys of a map to hold: every least set of one or two keys. */
function probe(method: (value: unknown, helper: unknown) => unknown, keys: readonly string[]): string[][] {
  const failed = Symbol('failed');
  const holds = (present: readonly string[]) =>
    method(Object.fromEntries(present.map((key) => [key, 1])), { message: () => failed }) !== failed;
  if (holds([])) throw new Error('A predicate that holds for an empty map');
  const singles = keys.filter((key) => holds([key]));
  const rest = keys.filter((key) => !singles.includes(key));
  const pairs = rest.flatMap((a, i) => rest.slice(i + 1).flatMap((b) => (holds([a, b]) ? [[a, b]] : [])));
  return [...singles.map((key) => [key]), ...pairs];
}

const candidateKeys = new Set<string>();

function collectKeys(description: Description): void {
  if (Array.isArray(description)) description.forEach(collectKeys);
  else if (description && typeof description === 'object') {
    for (const key of Object.keys(description.keys ?? {})) candidateKeys.add(key);
    Object.values(description).forEach(collectKeys);
  }
}

const known: Record<string, Rule> = {};

function allowed(description: Description): (string | boolean)[] {
  return (description.allow ?? []).filter((value: unknown) => typeof value === 'string' || typeof value === 'boolean');
}

/** The rule of one branch; a key that must be there only in this branch is marked. */
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
      if (!found) throw new Error(`A check this script does not know: ${source}`);
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

/** Joi describes regular expressions as text but keeps functions, which the probes need. */
function generate(): { rules: Record<string, Rule>; data: Record<string, unknown> } {
  const schemas = captureSchemas();
  const compilerRequire = createRequire(require.resolve(`${compilerFolder}/CubeValidator`));
  for (const schema of Object.values(schemas)) collectKeys(schema.describe());
  const top = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, ruleOf(schema.describe(), [])]),
  );
  // A view group has an id of its own, so it is already among the known ones.
  if (typeof top.viewGroup === 'object' && 'ref' in top.viewGroup) top.viewGroup = known[top.viewGroup.ref]!;
  const { NAMED_NUMERIC_FORMATS } = compilerRequire('./named-numeric-formats');
  const { transpiledFieldsPatterns } = compilerRequire('./transpilers/CubePropContextTranspiler');
  const { nonStringFields } = compilerRequire('./CubeValidator');
  return {
    rules: { ...top, ...known } as Record<string, Rule>,
    data: {
      namedFormats: Object.keys(NAMED_NUMERIC_FORMATS),
      currencies: currencies(schemas.cube),
      referenceFields: transpiledFieldsPatterns.map((pattern: RegExp) => pattern.source),
      bareFields: [...nonStringFields],
    },
  };
}

function currencies(cube: Schema): string[] {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  const codes = [...letters].flatMap((a) => [...letters].flatMap((b) => [...letters].map((c) => a + b + c)));
  const measures = Object.fromEntries(codes.map((code) => [code, { type: 'count', currency: code }]));
  const { error } = cube.validate({ name: 'a', fileName: 'a', sql: () => '', measures }, { abortEarly: false });
  const refused = new Set((error as { details: { path: string[] }[] }).details.map((detail) => detail.path[1]));
  return codes.filter((code) => !refused.has(code));
}

/** Parts that occur more than once get a name, which makes the table a fifth of its size. */
function share(rules: Record<string, Rule>): Record<string, Rule> {
  const counts = new Map<string, number>();
  const count = (rule: unknown) => {
    if (typeof rule !== 'object' || rule === null) return;
    const text = JSON.stringify(rule);
    const seen = (counts.get(text) ?? 0) + 1;
    counts.set(text, seen);
    if (seen === 1) Object.values(rule).forEach(count);
  };
  count(rules);
  const names = new Map<string, string>();
  const shared: Record<string, Rule> = {};
  const kinds = ['keys', 'list', 'named', 'own', 'sibling', 'has', 'single', 'one', 'enum', 'pattern'];
  const replace = (rule: unknown, top = false): unknown => {
    if (typeof rule !== 'object' || rule === null) return rule;
    if (Array.isArray(rule)) return rule.map((item) => replace(item));
    const text = JSON.stringify(rule);
    const isRule = kinds.some((kind) => kind in rule) && !('rel' in rule);
    const inner = () => Object.fromEntries(Object.entries(rule).map(([key, value]) => [key, replace(value)]));
    if (top || !isRule || counts.get(text)! < 2 || text.length < 50) return inner();
    let name = names.get(text);
    if (!name) {
      name = `part${names.size + 1}`;
      names.set(text, name);
      shared[name] = inner() as Rule;
    }
    return { ref: name };
  };
  const result = Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, replace(rule, true) as Rule]));
  return { ...result, ...shared };
}

/** The whole of `src/model/rules/rules.ts`, before formatting: the version it came from and its tables. */
export function readRules(): { version: string; rules: Record<string, Rule>; data: Record<string, unknown> } {
  const { version } = require('@cubejs-backend/schema-compiler/package.json');
  for (const name of Object.keys(known)) delete known[name];
  const { rules, data } = generate();
  return { version, rules: share(rules), data };
}

function print(): string {
  const { version, rules, data } = readRules();
  const constants = Object.entries(data).map(
    ([name, value]) =>
      `// biome-ignore format: generated\nexport const ${name}: readonly string[] = ${JSON.stringify(value)};\n`,
  );
  const lines = Object.entries(rules).map(([name, rule]) => `  ${name}: ${JSON.stringify(rule)},`);
  return [
    '/** Generated by test/model/rules/generateRules.ts out of the published compiler: do not edit. */\n',
    "import type { Rule } from './rule.ts';\n",
    `export const compilerVersion = ${JSON.stringify(version)};\n`,
    '// biome-ignore format: one line a rule',
    `export const rules: Readonly<Record<string, Rule>> = {\n${lines.join('\n')}\n};\n`,
    ...constants,
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL('../../../src/model/rules/rules.ts', import.meta.url), print());
}
