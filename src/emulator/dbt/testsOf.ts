/** The generic tests of dbt models: what they state about columns. */

import type { Manifest, ManifestNode } from './manifestSchema.ts';

/** A column of one model that refers to a column of another. */
export interface Relationship {
  from: string;
  column: string;
  to: string;
  field: string;
}

export interface ModelTests {
  unique: ReadonlySet<string>;
  notNull: ReadonlySet<string>;
  /** Columns that are unique together. */
  combinations: readonly (readonly string[])[];
}

interface CollectedTests {
  unique: Set<string>;
  notNull: Set<string>;
  combinations: string[][];
}

export class TestedColumns {
  readonly #manifest: Manifest;
  readonly #byModel = new Map<string, CollectedTests>();
  readonly relationships: Relationship[] = [];

  constructor(manifest: Manifest) {
    this.#manifest = manifest;
    for (const node of Object.values(manifest.nodes)) if (node.resource_type === 'test') this.#add(node);
    for (const [id, node] of Object.entries(manifest.nodes))
      if (node.resource_type === 'model') this.#addForeignKeys(id, node);
  }

  of(modelId: string): ModelTests {
    return this.#collected(modelId);
  }

  #collected(modelId: string): CollectedTests {
    let found = this.#byModel.get(modelId);
    if (!found) {
      found = { unique: new Set(), notNull: new Set(), combinations: [] };
      this.#byModel.set(modelId, found);
    }
    return found;
  }

  #add(test: ManifestNode): void {
    const { name = '', kwargs } = test.test_metadata ?? {};
    const model = this.#testedModel(test);
    // A test of some of the rows states nothing about the others.
    if (model === undefined || test.config?.where) return;
    const column = test.column_name ?? textOf(kwargs?.column_name);
    if (name === 'unique_combination_of_columns') {
      const columns = kwargs?.combination_of_columns;
      if (Array.isArray(columns)) this.#collected(model).combinations.push(columns.map(String));
    }
    if (column === undefined) return;
    if (name === 'unique') this.#collected(model).unique.add(column);
    if (name === 'not_null') this.#collected(model).notNull.add(column);
    const field = textOf(kwargs?.field);
    if (name !== 'relationships' || field === undefined) return;
    const to = this.#findModel(textOf(kwargs?.to), test.depends_on?.nodes ?? []);
    if (to !== undefined) this.relationships.push({ from: model, column, to, field });
  }

  /** Older manifests do not name the model of a test that depends on one model only. */
  #testedModel({ attached_node, depends_on }: ManifestNode): string | undefined {
    if (attached_node) return attached_node;
    const models = (depends_on?.nodes ?? []).filter((id) => id.startsWith('model.'));
    return models.length === 1 ? models[0] : undefined;
  }

  #addForeignKeys(modelId: string, { columns, depends_on }: ManifestNode): void {
    for (const { name, constraints } of Object.values(columns ?? {})) {
      for (const { type, to, to_columns: fields } of constraints ?? []) {
        if (type !== 'foreign_key' || fields?.length !== 1) continue;
        const target = this.#findModel(to ?? undefined, depends_on?.nodes ?? []);
        if (target !== undefined)
          this.relationships.push({ from: modelId, column: name, to: target, field: fields[0]! });
      }
    }
  }

  /** The model that `ref('customers')`, `ref('shop', 'customers')` or a relation names. */
  #findModel(reference: string | undefined, preferred: readonly string[]): string | undefined {
    if (reference === undefined) return undefined;
    const { nodes } = this.#manifest;
    const known = (id: string) => Object.hasOwn(nodes, id) && nodes[id]!.resource_type === 'model';
    const call = /\bref\s*\(([^)]*)\)/.exec(reference)?.[1];
    if (call === undefined) return Object.keys(nodes).find((id) => known(id) && nodes[id]!.relation_name === reference);
    const [first, second] = [...call.matchAll(/(?<!=\s*)(['"])(.*?)\1/g)].map(([, , name]) => name!);
    const name = second ?? first;
    const matches = (id: string) =>
      known(id) && nodes[id]!.name === name && (second === undefined || nodes[id]!.package_name === first);
    return preferred.find(matches) ?? Object.keys(nodes).find(matches);
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
