/** Generates projects of any size for the sync benchmarks. The same arguments give the same files. */

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Files per folder; real models have a few dozen. */
const inFolder = 50;

/** The path of file `index`. The compiler ignores its ending, so that builds on this machine do not disturb the measurement. */
export function pathOf(index: number, folder = 'model/cubes'): string {
  return `${folder}/area_${Math.floor(index / inFolder)}/cube_${index}.txt`;
}

/** About 1.4 kB in the form of a cube. Each `version` of each file has a different text. */
export function textOf(index: number, version: string | number): string {
  const lines = ['cubes:', `  - name: cube_${index}`, `    sql_table: warehouse.table_${index}`, '    measures:'];
  for (let at = 0; at < 14; at += 1) {
    lines.push(`      - name: measure_${at}`, `        sql: "{CUBE}.column_${at}"`, '        type: sum');
  }
  lines.push(`    description: version ${version}`, '');
  return lines.join('\n');
}

/** Writes the files `from` to `to` (excluded) in this version. Creates missing folders. */
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

/** Writes a project of `files` files, including `cube.js`. */
export function writeProject(root: string, files: number): void {
  writeFileSync(path.join(root, 'cube.js'), 'module.exports = {};\n');
  writeFiles(root, { to: files - 1 });
}
