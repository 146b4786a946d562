/** The rules of the model as a JSON Schema of YAML sources without templates, for tools that check and complete with one. */

import { mayBeEmpty } from '../checks/checkDefinitionShape.ts';
import { internalKeys } from '../checks/checkKeys.ts';
import { deref, type KeysRule, nameListGroups } from '../checks/shapeRules.ts';
import { days, months } from '../rules/cron.ts';
import { everyInterval, numericTypes, timeInterval, timeSpecifiers, whole } from '../rules/formats.ts';
import type { Format, Limits, Rule } from '../rules/rule.ts';
import { bareFields, currencies, namedFormats } from '../rules/ruleTable.ts';
import { snakeCase } from '../source/names.ts';

type Schema = boolean | { readonly [keyword: string]: unknown };
type Value = string | boolean;

interface Place {
  /** In the compiler's camelCase; `*` for an item. */
  path: readonly string[];
  /** The value is an item of a group such as `measures`: it has a name. */
  isNamed?: boolean;
  /** The key may have no value. */
  mayBeEmpty?: boolean;
}

const notEmpty: Schema = { not: { type: 'null' } };
const name: Schema = { type: 'string', pattern: '^[_a-zA-Z][_a-zA-Z0-9]*$' };
const booleanTexts = [true, false, 'true', 'false'];

/** The schema, draft-07. Keys are snake_case; the compiler's camelCase is accepted, too. */
export function modelSchema(): object {
  const writer = new SchemaWriter();
  const list = (rule: string): Schema => ({ type: ['array', 'null'], items: writer.ref(rule, { path: [] }) });
  const properties = { cubes: list('cube'), views: list('view'), view_groups: list('viewGroup') };
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Data model',
    description: 'Cubes and views in YAML. Templates are checked by their output only.',
    type: ['object', 'null'],
    properties,
    additionalProperties: false,
    definitions: writer.definitions,
  };
}

class SchemaWriter {
  readonly definitions: Record<string, Schema> = {};

  ref(rule: string, place: Place): Schema {
    const target = deref({ ref: rule });
    if (typeof target === 'string' || 'enum' in target || 'pattern' in target || 'format' in target)
      return this.#of(target, place);
    // Flags and references depend on their key.
    const key = 'keys' in target ? '' : `.${place.path.at(-1)}`;
    const id = `${rule}${key}${place.isNamed ? '.named' : ''}`;
    if (!Object.hasOwn(this.definitions, id)) {
      this.definitions[id] = true;
      this.definitions[id] = this.#of(target, place);
    }
    return { $ref: `#/definitions/${id}` };
  }

  #of(rule: Rule, place: Place): Schema {
    const key = place.path.at(-1) ?? '';
    switch (rule) {
      case 'any':
        return key === 'meta' || notEmpty;
      case 'string':
        return { type: 'string', minLength: 1 };
      case 'number':
        return { anyOf: [{ type: 'number' }, { type: 'string', pattern: '^\\s*[+-]?\\.?\\d' }] };
      case 'flag':
        return bareFields.includes(key) ? { enum: booleanTexts } : { type: 'boolean' };
      case 'boolean':
        return { enum: booleanTexts };
      case 'function':
        return { type: typesOfReference(key) };
    }
    if ('ref' in rule) return this.ref(rule.ref, place);
    if ('enum' in rule) return { enum: spellings(rule.enum, place.path) };
    if ('format' in rule) return { type: 'string', pattern: formatPatterns[rule.format] };
    if ('pattern' in rule) return { type: 'string', pattern: rule.pattern };
    if ('must' in rule) return this.#of(rule.must, place);
    if ('forbidden' in rule) return false;
    if ('list' in rule) return this.#list(rule, place);
    if ('named' in rule)
      return {
        type: listType(place.mayBeEmpty),
        items: this.#of(rule.named, { path: [...place.path, '*'], isNamed: true }),
      };
    if ('keys' in rule) return this.#keys(rule, place);
    if ('own' in rule) return this.#byOwnKey(rule, place);
    if ('has' in rule) {
      const sets = rule.has.map((keys) => allOf(keys.map(hasKey)));
      return this.#choice({ type: 'object', anyOf: sets }, rule, place);
    }
    if ('single' in rule) {
      const isSingle = { type: 'array', minItems: 1, maxItems: 1 };
      return this.#choice(isSingle, { holds: rule.single, otherwise: rule.otherwise }, place);
    }
    if ('one' in rule) {
      // In YAML a group without a list of names has no form as a map.
      const forms = rule.one.filter((one) => !(typeof one === 'object' && 'named' in one && !nameListGroups.has(key)));
      const schemas = forms.map((one) => this.#of(one, place));
      return schemas.length === 1 ? schemas[0]! : { anyOf: schemas };
    }
    return true;
  }

  #choice(condition: Schema, { holds, otherwise }: { holds: Rule; otherwise: Rule }, place: Place): Schema {
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    return { if: condition, then: this.#of(holds, place), else: this.#of(otherwise, place) };
  }

  #list(rule: Extract<Rule, { list: unknown }>, { path, mayBeEmpty }: Place): Schema {
    const minItems = rule.min ?? (rule.items === 'required' ? 1 : 0);
    const items = rule.list.map((one) => this.#of(one, { path: [...path, '*'] }));
    return {
      type: listType(mayBeEmpty),
      items: items.length === 0 ? notEmpty : items.length === 1 ? items[0]! : { anyOf: items },
      ...(minItems > 0 ? { minItems } : {}),
    };
  }

  #byOwnKey(rule: Extract<Rule, { own: unknown }>, place: Place): Schema {
    const { own, cases, otherwise } = rule;
    // A pre-aggregation without a type is a rollup.
    const isOptional = place.path.join('.') === 'preAggregations.*';
    const last = otherwise === undefined ? true : this.#undecided(deref(otherwise), own, place);
    return cases.reduceRight<Schema>((rest, [values, selected]) => {
      const isDefault = isOptional && values.includes('rollup');
      const condition = is(own, spellings(values, [...place.path, own]), isDefault);
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      return { if: condition, then: this.#of(selected, place), else: rest };
    }, last);
  }

  /** If the key that decides has a wrong value, only that key is wrong. */
  #undecided(rule: Rule, own: string, place: Place): Schema {
    const isOnlyKey = typeof rule === 'object' && 'keys' in rule && Object.keys(rule.keys).join() === own;
    if (!isOnlyKey) return this.#of(rule, place);
    return {
      type: 'object',
      properties: { [own]: this.#of(rule.keys[own]!, { path: [...place.path, own] }) },
      required: [own],
    };
  }

  #keys(rule: KeysRule, { path, isNamed }: Place): Schema {
    const properties: Record<string, Schema> = {};
    const patternProperties: Record<string, Schema> = {};
    const conditions: Schema[] = [];
    const isTop = path.length === 0;
    if (isNamed) properties.name = name;
    for (const [key, value] of Object.entries(rule.keys)) {
      if (internalKeys.has(key)) continue;
      const resolved = deref(value);
      const inside = { path: [...path, key], mayBeEmpty: isTop && mayBeEmpty.has(key) };
      let schema: Schema = true;
      if (typeof resolved === 'object' && 'sibling' in resolved) conditions.push(this.#bySibling(resolved, inside));
      else schema = this.#of(value, inside);
      Object.assign(properties, { [snakeCase(key)]: schema });
      if (snakeCase(key) !== key) patternProperties[`^${key}$`] = schema;
    }
    const required = (rule.required ?? []).filter((key) => !(key === 'type' && path.join('.') === 'preAggregations.*'));
    const needs = [...required.map(hasKey), ...(rule.limits ?? []).flatMap(needed)];
    // A child may inherit what is required.
    if (needs.length > 0) conditions.push(isTop ? { anyOf: [hasKey('extends'), allOf(needs)] } : allOf(needs));
    conditions.push(...(rule.limits ?? []).flatMap(exclusive));
    return {
      type: 'object',
      properties,
      ...(Object.keys(patternProperties).length > 0 ? { patternProperties } : {}),
      additionalProperties: false,
      ...(isNamed || isTop ? { required: ['name'] } : {}),
      ...(conditions.length > 0 ? { allOf: conditions } : {}),
    };
  }

  /** The schema of this key that follows from the value of another key of the same map. */
  #bySibling({ sibling, cases, otherwise }: Extract<Rule, { sibling: unknown }>, place: Place): Schema {
    const key = place.path.at(-1)!;
    const about = (rule: Rule): Schema => {
      if (typeof rule === 'object' && 'forbidden' in rule) return { not: hasKey(key) };
      const schema = this.#of(rule, place);
      const found = { properties: { [snakeCase(key)]: schema, [key]: schema } };
      return typeof rule === 'object' && 'must' in rule ? allOf([found, hasKey(key)]) : found;
    };
    const last = otherwise === undefined ? true : about(deref(otherwise));
    return cases.reduceRight<Schema>((rest, [values, selected]) => {
      const condition = is(sibling, spellings(values, [...place.path.slice(0, -1), sibling]));
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      return { if: condition, then: about(deref(selected)), else: rest };
    }, last);
  }
}

function listType(mayBeEmpty = false): string | string[] {
  return mayBeEmpty ? ['array', 'null'] : 'array';
}

/** SQL may be any scalar; the compiler accepts other values elsewhere, too, but they are not references. */
function typesOfReference(key: string): string | string[] {
  if (key === 'extends' || key === 'joinPath') return 'string';
  return /^sql|^(values|if|url|value)$/.test(key) ? ['string', 'number', 'boolean', 'array'] : ['string', 'array'];
}

/** The compiler accepts snake_case for the types of members and the relationships of joins. */
function spellings(values: readonly Value[], path: readonly string[]): Value[] {
  const key = path.at(-1);
  const isEither = path.length === 3 && (key === 'type' || key === 'relationship');
  const snake = (value: Value) => (typeof value === 'string' ? snakeCase(value) : value);
  return isEither ? [...new Set([...values.map(snake), ...values])] : [...values];
}

/** Whether a key has one of the values, in either of its spellings. */
function is(key: string, values: readonly Value[], isDefault = false): Schema {
  const spelt = (one: string) => ({
    properties: { [one]: { enum: values } },
    ...(isDefault ? {} : { required: [one] }),
  });
  return snakeCase(key) === key ? spelt(key) : { anyOf: [spelt(snakeCase(key)), spelt(key)] };
}

function hasKey(key: string): Schema {
  const snake = snakeCase(key);
  return snake === key ? { required: [key] } : { anyOf: [{ required: [snake] }, { required: [key] }] };
}

function allOf(schemas: readonly Schema[]): Schema {
  return schemas.length === 1 ? schemas[0]! : { allOf: schemas };
}

/** Schemas for keys that must be there. */
function needed({ rel, keys }: Limits): Schema[] {
  const all = keys.map(hasKey);
  if (rel === 'xor' || rel === 'or') return [{ anyOf: all }];
  if (rel === 'and') return [{ anyOf: [{ not: { anyOf: all } }, { allOf: all }] }];
  return rel === 'with' ? [{ anyOf: [{ not: all[0] }, { allOf: all }] }] : [];
}

/** Schemas for keys that must not be there together. */
function exclusive({ rel, keys }: Limits): Schema[] {
  if (rel !== 'xor' && rel !== 'oxor' && rel !== 'nand') return [];
  return keys.flatMap((key, i) => keys.slice(i + 1).map((other) => ({ not: allOf([hasKey(key), hasKey(other)]) })));
}

const eitherCase = (text: string) => text.replace(/[a-z]/gi, (one) => `[${one.toUpperCase()}${one.toLowerCase()}]`);

function alignedIntervals(): string {
  const units = Object.entries(whole).map(([unit, count]) => {
    const divisors = Array.from({ length: count }, (_, i) => i + 1).filter((divisor) => count % divisor === 0);
    return `(?:${divisors.join('|')}) ${unit}s?`;
  });
  return `^(?:\\d+ years?|${units.join('|')})$`;
}

const specifier = `%[${timeSpecifiers}]`;
const cronField = `(?:[\\d*?/,LW#-]|${[...months, ...days].map(eitherCase).join('|')})+`;

/** For tools that know only patterns. Every valid text matches; few others do. */
export const formatPatterns: Readonly<Record<Format, string>> = {
  alignedInterval: alignedIntervals(),
  cron: `^(?:@(?:yearly|monthly|weekly|daily|hourly)|\\s*${cronField}(?:\\s+${cronField}){0,5}\\s*)$`,
  currency: `^(?:${currencies.map(eitherCase).join('|')})$`,
  // Texts with a digit, except those that name a month that does not exist.
  date: '^(?!\\d{4}-(?:00|1[3-9]|[2-9]\\d)).*\\d',
  everyInterval: everyInterval.source,
  namedFormat: `^(?:${namedFormats.join('|')})$`,
  numericFormat: `^(?:.?[<>=^])?(?=.)[+\\-( ]?[$#]?0?\\d*,?(?:\\.\\d+)?~?[${eitherCase(numericTypes).replace(/[[\]]/g, '')}]?$`,
  timeFormat: `^(?:[^%]|%%|${specifier})*${specifier}(?:[^%]|%%|${specifier})*$`,
  timeInterval: timeInterval.source,
  timezone: '^[A-Za-z][\\w+/-]*$',
};
