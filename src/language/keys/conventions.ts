/** The order of keys in models, query and test documents, and which values are SQL. */

import { queryShape } from '../../model/documents/queryShape.ts';
import { fieldOf, type Shape } from '../../model/documents/shape.ts';
import { testDocumentShape } from '../../model/documents/testShape.ts';
import { commonDialects, type SqlDialect } from '../../model/format/sqlFormatter.ts';
import { camelCase } from '../../model/source/names.ts';
import { isDocumentedKey, orderOf } from './keyDocs.ts';

/** A place in a document: a map, a list or a value. */
export interface Place {
  /** Where a key goes among the others; undefined: this map keeps its order. */
  rank?(key: string): number;
  below(key: string): Place;
  /** The items of a list, if they are not at the same place. */
  items?: Place;
  /** The dialects of the SQL in a text; undefined for another text. */
  sql?: readonly SqlDialect[];
}

/** Data of the user. */
const free: Place = { below: () => free };

/**
 * The first and the last keys of a map; the others follow each other as they are offered. By the last parts of its path. Keys with
 * `|` between them keep their order: some projects have measures first, some dimensions.
 */
const ends: Readonly<Record<string, readonly [first: string, last: string]>> = {
  cube: [
    'name sqlAlias extends dataSource sqlTable sql title description public shown refreshKey meta',
    'joins dimensions|hierarchies|segments|measures preAggregations accessPolicy',
  ],
  view: [
    'name extends title description public shown meta',
    'cubes includes excludes dimensions|measures|segments folders viewGroup viewGroups defaultFilters accessPolicy',
  ],
  viewGroup: ['name title description public meta views includes', ''],
  'view.cubes': ['joinPath alias prefix split includes excludes', ''],
  preAggregations: [
    'name type measures dimensions segments timeDimension timeDimensions granularity partitionGranularity refreshKey',
    '',
  ],
  'dimensions.granularities': ['name title interval offset origin', ''],
  'measures.timeShift': ['name timeDimension interval type', ''],
  'links.params': ['key value', ''],
};

const member = ['name title description multiStage sql type primaryKey subQuery public shown format', 'meta'] as const;
const members = new Set(['measures', 'dimensions', 'segments']);

const definitions: Readonly<Record<string, string>> = { cubes: 'cube', views: 'view', viewGroups: 'viewGroup' };

/** `keys` lead from the kind of the definition. */
function modelPlace(keys: readonly string[]): Place {
  const last = keys.at(-1)!;
  const path = keys.slice(-2).join('.');
  const isMember = members.has(last) && keys.length === 2;
  const found = isMember ? member : (ends[path] ?? (keys.length === 2 || keys.length === 1 ? ends[last] : undefined));
  const [first, final] = (found ?? ['', '']).map((one) => one.split(' ').map((names) => names.split('|')));
  const placeIn = (all: readonly string[][], name: string) => all.findIndex((names) => names.includes(name));
  return {
    rank(key) {
      const name = camelCase(key);
      if (!isDocumentedKey(name)) return 2000;
      const [atStart, atEnd] = [placeIn(first!, name), placeIn(final!, name)];
      if (atStart >= 0) return atStart;
      return atEnd >= 0 ? 3000 + atEnd : 1000 + orderOf([...keys, name]);
    },
    below(key) {
      const name = camelCase(key);
      return name === 'meta' || !isDocumentedKey(name) ? free : modelPlace([...keys, name]);
    },
    ...(last === 'sql' && { sql: commonDialects }),
  };
}

/** The file: `cubes:` and `views:` keep their order. */
export const modelFile: Place = {
  below(key) {
    const kind = definitions[camelCase(key)];
    return kind === undefined ? free : modelPlace([kind]);
  },
};

function shapePlace(shapes: readonly Shape[]): Place {
  const all = shapes.flatMap((shape): readonly Shape[] => (shape.kind === 'oneOf' ? shape.shapes : [shape]));
  const lists = all.flatMap((shape) => (shape.kind === 'list' ? [shape.items] : []));
  const items = lists.length > 0 ? shapePlace(lists) : free;
  const map = all.find((shape) => shape.kind === 'map');
  const record = all.find((shape) => shape.kind === 'record');
  if (!map) return { items, below: () => (record ? shapePlace([record.values]) : free) };
  const order = Object.keys(map.fields);
  return {
    items,
    rank: (key) => (order.includes(key) ? order.indexOf(key) : order.length),
    below(key) {
      const field = fieldOf(map.fields, key);
      // The tables of a test are in a database of our own.
      if (map.name === 'givenSql' && key === 'sql') return { ...free, sql: ['duckdb'] };
      return field ? shapePlace([field.shape]) : free;
    },
  };
}

export const queryFile: Place = shapePlace([queryShape]);
export const testFile: Place = shapePlace([testDocumentShape]);
