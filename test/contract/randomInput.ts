/** Random values that a schema of the API document allows. */

export interface JsonSchema {
  $ref?: string;
  anyOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  type?: string;
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  required?: string[];
  items?: JsonSchema;
  minItems?: number;
  minimum?: number;
  maximum?: number;
}

const texts = [
  ...['', ' ', 'x', 'main', 'a/b', '__proto__', 'constructor', '\0', '\ud800', '..', 'ü😀', 'A1', 'https://a.b'],
  ...['x'.repeat(255), 'a@b.c', '2026-01-01', 'toString', 'model/cubes/a.yml'],
];

/** `known` returns a value for a field by its name, or undefined. `next` returns numbers in [0, 1). */
export class RandomInput {
  readonly #next: () => number;
  readonly #resolve: (reference: string) => JsonSchema;
  readonly #known: (name: string) => unknown;

  constructor(next: () => number, resolve: (reference: string) => JsonSchema, known: (name: string) => unknown) {
    this.#next = next;
    this.#resolve = resolve;
    this.#known = known;
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#next() * list.length)]!;
  }

  of(schema: JsonSchema, depth = 0): unknown {
    const { $ref, anyOf, enum: values, const: only, type } = schema;
    if ($ref) return this.of(this.#resolve($ref), depth);
    if (anyOf) return this.of(this.pick(anyOf), depth);
    if (only !== undefined || values) return only ?? this.pick(values!);
    if (type === 'object') return this.#object(schema, depth);
    if (type === 'array') return this.#list(schema, depth);
    if (type === 'string') return this.pick(texts);
    if (type === 'boolean') return this.#next() < 0.5;
    if (type === 'null') return null;
    if (type === 'integer' || type === 'number')
      return this.pick([1, 2, 60, schema.minimum ?? 0, schema.maximum ?? 2 ** 53 - 1, type === 'number' ? 0.5 : 7]);
    return this.pick([null, 1, true, [], {}, { a: [1] }, ...texts]);
  }

  #object({ properties = {}, required = [], additionalProperties }: JsonSchema, depth: number): object {
    const often = depth > 4 ? 0.1 : 0.5;
    const names = Object.keys(properties).filter((name) => required.includes(name) || this.#next() < often);
    const fields = names.map((name) => {
      const known = this.#next() < 0.8 ? this.#known(name) : undefined;
      return [name, known ?? this.of(properties[name]!, depth + 1)] as const;
    });
    const more = typeof additionalProperties === 'object' && this.#next() < 0.6;
    const extra = more ? [[this.pick(texts), this.of(additionalProperties, depth + 1)] as const] : [];
    // Defines `__proto__` as a field, too.
    return Object.fromEntries([...fields, ...extra]);
  }

  #list({ items = {}, minItems = 0 }: JsonSchema, depth: number): unknown[] {
    const length = Math.max(minItems, depth > 5 ? 0 : Math.floor(this.#next() * 3));
    return Array.from({ length }, () => this.of(items, depth + 1));
  }
}
