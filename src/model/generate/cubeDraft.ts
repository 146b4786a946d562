/** A cube while it is assembled, from a table or a dbt model. */

import { NameSet } from './nameSet.ts';

export type DimensionType = 'string' | 'number' | 'boolean' | 'time';

export interface Dimension {
  name: string;
  sql: string;
  type: DimensionType;
  title: string | null;
  description: string | null;
  primaryKey: boolean;
}

export interface Measure {
  name: string;
  type: string;
  sql: string | null;
  title: string | null;
  description: string | null;
  filters: readonly string[];
  /** A period before the date of each value, `unbounded`, or the start of a period. */
  window: { trailing: string } | { toDate: string } | null;
}

export interface Join {
  /** The joined cube. */
  name: string;
  sql: string;
  relationship: 'many_to_one' | 'one_to_one';
}

export class CubeDraft {
  readonly name: string;
  /** What it is made from: dbt’s id of the model, or the name of the table. */
  readonly sourceId: string;
  readonly relation: string;
  readonly description: string | null;
  title: string | null = null;
  /** Only if it is not the default one. */
  dataSource: string | null = null;
  readonly dimensions: Dimension[] = [];
  readonly measures: Measure[] = [];
  readonly joins: Join[] = [];
  readonly names = new NameSet();
  /** Dimensions by the column they show, in lower case. */
  readonly #byColumn = new Map<string, Dimension>();

  constructor({
    name,
    sourceId,
    relation,
    description,
  }: Pick<CubeDraft, 'name' | 'sourceId' | 'relation' | 'description'>) {
    this.name = name;
    this.sourceId = sourceId;
    this.relation = relation;
    this.description = description;
  }

  dimensionOf(column: string): Dimension | undefined {
    return this.#byColumn.get(column.toLowerCase());
  }

  /** Adds a dimension with the next free name. With `column`, it can be found by it. */
  addDimension(name: string, rest: Partial<Dimension> & Pick<Dimension, 'sql'>, column?: string): Dimension {
    const dimension: Dimension = {
      type: 'string',
      title: null,
      description: null,
      primaryKey: false,
      ...rest,
      name: this.names.take(name),
    };
    this.dimensions.push(dimension);
    if (column !== undefined) this.#byColumn.set(column.toLowerCase(), dimension);
    return dimension;
  }

  /** Adds a measure with the first free name. */
  addMeasure(names: readonly string[], rest: Partial<Measure> & Pick<Measure, 'type'>): Measure {
    const measure: Measure = {
      sql: null,
      title: null,
      description: null,
      filters: [],
      window: null,
      ...rest,
      name: this.names.take(...names),
    };
    this.measures.push(measure);
    return measure;
  }
}

/** A condition that the user should know about: what was left out, and why. */
export type Warn = (message: string) => void;
