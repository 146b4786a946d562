/** Checks that the tables of a test have what its query needs. */

import type { ModelIndex } from '../index/modelIndex.ts';
import { tableKey } from '../index/tableColumns.ts';
import type { Fix, TextProblem } from '../source/problem.ts';
import { problemCatalog } from '../source/problemCatalog.ts';
import type { Entry, MapNode, ValueNode } from '../source/tree.ts';
import { problemAt } from './checkQuery.ts';
import { instantOf } from './given.ts';
import { type NeededTable, neededTables } from './neededTables.ts';
import { placeholdersIn } from './placeholders.ts';
import { entryWith, readValue, valueWith } from './readShape.ts';
import type { ModelTest } from './testDocument.ts';

/** @param expand the texts that one text becomes in the runs of the test */
export function checkGiven(
  index: ModelIndex,
  text: string,
  { node, mentions }: ModelTest,
  expand: (text: string) => readonly string[],
): TextProblem[] {
  const given = entryWith(node, 'given');
  const problems = checkInstant(text, valueWith(node, 'at'), expand);
  if (given?.value.kind !== 'map') return problems;
  const tables = new Map(given.value.entries.map((entry) => [tableKey(entry.key), entry]));
  const asked = mentions.filter(({ role }) => role !== 'column' && role !== 'shown');
  const names = asked.flatMap(({ name, role }) => expand(name).map((one) => ({ name: one, role })));
  for (const [key, needed] of neededTables(index, names)) {
    const table = tables.get(key);
    if (table) problems.push(...checkColumns(text, table, needed));
    else {
      const listed = [...needed.columns.values()].map((column) => `${column}: null`);
      const row = listed.length > 0 ? `[{ ${listed.join(', ')} }]` : '[]';
      const fix = insertion(`Add the table '${needed.name}'`, [addEntry(text, given.value, `${needed.name}: ${row}`)]);
      problems.push(problemAt(given.keySpan, problemCatalog.givenLacksTable(needed.name), fix));
    }
  }
  return problems;
}

function checkInstant(
  text: string,
  node: ValueNode | undefined,
  expand: (text: string) => readonly string[],
): TextProblem[] {
  const value = node && readValue(text, node);
  if (!node || typeof value !== 'string') return [];
  const wrong = expand(value).find((one) => instantOf(one) === undefined && placeholdersIn(one).length === 0);
  return wrong === undefined ? [] : [problemAt(node, problemCatalog.noInstant(wrong))];
}

/** Rows of a file or a statement are not known here. */
function checkColumns(text: string, { keySpan, value }: Entry, { name, columns }: NeededTable): TextProblem[] {
  if (value.kind !== 'list' || value.items.length === 0) return [];
  const rows = value.items.filter((item): item is MapNode => item.kind === 'map');
  if (rows.length < value.items.length) return [];
  const known = new Set(rows.flatMap(({ entries }) => entries.map(({ key }) => key.toLowerCase())));
  return [...columns].flatMap(([key, column]) => {
    if (known.has(key)) return [];
    const edits = rows.map((row) => addEntry(text, row, `${column}: null`));
    return [
      problemAt(keySpan, problemCatalog.givenLacksColumn(column, name), insertion(`Add the column '${column}'`, edits)),
    ];
  });
}

function insertion(title: string, edits: readonly { at: number; text: string }[]): { fix: Fix } {
  return { fix: { kind: 'insert', title, edits } };
}

/** An entry behind the others of a map, in its style. */
function addEntry(text: string, map: MapNode, entry: string): { at: number; text: string } {
  const last = map.entries.at(-1);
  if (text[map.start] === '{') {
    const at = last ? last.value.end : map.start + 1;
    return { at, text: last ? `, ${entry}` : ` ${entry} ` };
  }
  const first = map.entries[0]?.keySpan.start ?? map.start;
  const indent = first - (text.lastIndexOf('\n', first - 1) + 1);
  const end = Math.max(last?.value.end ?? map.end, last?.keySpan.end ?? 0);
  // A comment behind the last value stays with it.
  const line = text.indexOf('\n', end);
  const isBlock = last?.value.kind === 'map' || last?.value.kind === 'list';
  const at = isBlock ? text.slice(0, end).trimEnd().length : line < 0 ? text.length : line;
  return { at, text: `\n${' '.repeat(indent)}${entry}` };
}
