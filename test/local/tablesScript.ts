/** Tables with random rows for a model, as SQL for DuckDB and Postgres. */

import { type TablePlan, tablePlans } from '../../src/local/laws/generatedTables.ts';
import type { CatalogColumn, ColumnKind } from '../../src/model/catalog/catalog.ts';
import type { ModelIndex } from '../../src/model/index/modelIndex.ts';
import { pick, type Random } from '../model/mutation/mutant.ts';

const types: Partial<Record<ColumnKind, string>> = { time: 'TIMESTAMP', number: 'NUMERIC', boolean: 'BOOLEAN' };

/** By table and column: what templates and programs of our own models name. */
const generated: Readonly<Record<string, Readonly<Record<string, ColumnKind>>>> = {
  'shop.customers': { region_id: 'number', kind: 'text' },
  'shop.regions': { id: 'number', name: 'text' },
  'clinic.rooms': { closed_at: 'time' },
  'clinic.visits': {
    ...{ id: 'number', patient_id: 'number', reason: 'text', visited_at: 'time' },
    ...{ urgency: 'number', fee: 'number', refund: 'number' },
  },
  'ferry.crossings': { crossing_id: 'number', passengers: 'number', cars: 'number' },
  'fleet.vans': { fuel: 'text' },
  'fleet.trips': {
    ...{ id: 'number', van_id: 'number', driver_id: 'number', purpose: 'number', purpose_text: 'text' },
    ...{ started_at: 'time', ended_at: 'time', metres: 'number', late: 'boolean' },
  },
};

/** Each of them also with `_old` behind its name, and other rows. */
export function tablesScript(index: ModelIndex, random: Random, rows = 40): string {
  const plans = tablePlans(index);
  const schemas = new Set(plans.map(({ name }) => name.split('.').slice(0, -1).join('.')));
  const missing = Object.keys(generated).filter(
    (name) => schemas.has(name.split('.')[0]!) && plans.every((plan) => plan.name !== name),
  );
  const none: Omit<TablePlan, 'name'> = { columns: [], key: ['id'], joined: new Set(), literals: new Map() };
  return [...plans, ...missing.map((name): TablePlan => ({ ...none, name }))]
    .map(withGenerated)
    .flatMap((plan) => [plan, { ...plan, name: `${plan.name}_old` }])
    .map((plan) => tableScript(plan, random, rows))
    .join('\n');
}

function withGenerated(plan: TablePlan): TablePlan {
  const known = new Set(plan.columns.map(({ name }) => name.toLowerCase()));
  const more = Object.entries(generated[plan.name] ?? {}).filter(([name]) => !known.has(name));
  const columns = more.map(([name, kind]): CatalogColumn => ({ name, kind, type: kind, nullable: true }));
  const joined = new Set([...plan.joined, ...more.flatMap(([name]) => (name.endsWith('_id') ? [name] : []))]);
  return { ...plan, joined, columns: [...plan.columns, ...columns] };
}

function tableScript(plan: TablePlan, random: Random, rows: number): string {
  const { name, columns } = plan;
  const schema = name.includes('.') ? `CREATE SCHEMA IF NOT EXISTS ${name.split('.')[0]}; ` : '';
  const list = columns.map((column) => `"${column.name.toLowerCase()}" ${types[column.kind] ?? 'VARCHAR(100)'}`);
  const tuples = Array.from({ length: rows }, (_, row) => {
    const cells = columns.map((column) => cellOf(plan, column, { random, row, rows }));
    return `(${cells.join(', ')})`;
  });
  return `${schema}CREATE TABLE ${name} (${list.join(', ')}); INSERT INTO ${name} VALUES ${tuples.join(', ')};`;
}

interface Place {
  random: Random;
  row: number;
  rows: number;
}

/** The rows of a key are numbered, and what a join compares with it is one of these numbers. */
function cellOf(plan: TablePlan, column: CatalogColumn, { random, row, rows }: Place): string {
  const name = column.name.toLowerCase();
  const isKey = plan.key.includes(name);
  const isCompared = isKey || plan.joined.has(name);
  const number = isKey ? row : Math.floor(random() * rows);
  // Some are certain: a condition on NULL must hold for several rows.
  if (!isKey && (random() < 0.1 || (row + name.length) % 13 === 0)) return 'NULL';
  switch (column.kind) {
    case 'time':
      // Near the ends of months: an hour more makes some of them another month.
      return `'${new Date(Date.UTC(2024, number, 1, -1 - (number % 3), 30)).toISOString().slice(0, 19)}'`;
    case 'boolean':
      return String(random() < 0.5);
    case 'number':
      return String(isCompared ? number + 1 : number * 3 + 2);
    default: {
      const text = isCompared ? String(number + 1) : pick(random, [...(plan.literals.get(name) ?? []), 'a', 'b', ''])!;
      return `'${text.replaceAll("'", "''")}'`;
    }
  }
}
