/** Projects of any size for the benchmarks of synchronisation, the same for the same numbers. Knows no platform. */

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Files in one folder; models are kept in folders of a few dozen. */
const inFolder = 50;

/**
 * The path of file `index`. Its ending is one that no compiler reads: a build of thousands of cubes on this machine would
 * take the processor from what is measured, and on a platform it happens elsewhere.
 */
export function pathOf(index: number, folder = 'model/cubes'): string {
  return `${folder}/area_${Math.floor(index / inFolder)}/cube_${index}.txt`;
}

/** About 1.4 kB in the shape of a cube; every `version` of every file is another text. */
export function textOf(index: number, version: string | number): string {
  const lines = ['cubes:', `  - name: cube_${index}`, `    sql_table: warehouse.table_${index}`, '    measures:'];
  for (let at = 0; at < 14; at += 1) {
    lines.push(`      - name: measure_${at}`, `        sql: "{CUBE}.column_${at}"`, '        type: sum');
  }
  lines.push(`    description: version ${version}`, '');
  return lines.join('\n');
}

/** Writes the files `from` to `to` (excluded) in this version; makes folders where they are missing. */
export function writeFiles(
  root: string,
  { from = 0, to, version = 0, folder }: { from?: number; to: number; version?: string | number; folder?: string },
): void {
  const made = new Set<string>();
  for (let index = from; index < to; index += 1) {
    const file = path.join(root, pathOf(index, folder));
    const parent = path.dirname(file);
    if (!made.has(parent)) mkdirSync(parent, { recursive: true });
    made.add(parent);
    writeFileSync(file, textOf(index, version));
  }
}

/** A project of `files` files, `cube.js` among them. */
export function writeProject(root: string, files: number): void {
  writeFileSync(path.join(root, 'cube.js'), 'module.exports = {};\n');
  writeFiles(root, { to: files - 1 });
}
