/** The command `generate-model`: cubes for the tables of a database. */

import { stat } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../base/errors.ts';
import { print, printableName } from '../base/terminal.ts';
import type { Database } from '../database/database.ts';
import { examineTables } from '../local/generate/examineTables.ts';
import type { Catalog, CatalogTable } from '../model/catalog/catalog.ts';
import { CatalogLookup } from '../model/catalog/catalogLookup.ts';
import { cubeYaml } from '../model/generate/cubeYaml.ts';
import { draftCubes, type LeftOut } from '../model/generate/draftCubes.ts';
import { existingCubes } from '../model/generate/existingCubes.ts';
import { NameSet } from '../model/generate/nameSet.ts';
import { Quoting } from '../model/generate/sqlText.ts';
import { ProjectModel } from '../model/project/projectModel.ts';
import { openSources, sourceUsage } from './openSources.ts';
import { readArguments, required, userFolder } from './platformCommand.ts';
import { exits } from './program/exitCodes.ts';
import type { Command } from './program/runCommand.ts';
import { requireProject } from './requireProject.ts';
import { writeNewFiles } from './writeNewFiles.ts';

const name = 'generate-model';

/** The budget of the statements that count keys. */
const limits = { statements: 2_000, seconds: 120 };

const usage = `Usage: generate-model --out DIR [--source PATH|URL] [--schema S]... [--table T]... [--dry-run] [--json]

Writes a cube for each table that has none yet: key, joins, dimensions and measures. Joins follow foreign keys, and names
such as customer_id where the data agrees. Existing files are left as they are. No row leaves the database.

${sourceUsage}
  --out DIR            the project; the cubes are written to its model folder
  --schema S           only the tables of this schema; can be repeated
  --table T            only this table, NAME or SCHEMA.NAME; can be repeated
  --dry-run            write nothing
  --json               print one object {files, cubes, joins, skipped} instead of lines
`;

interface Report {
  /** Relative to DIR. */
  files: { path: string; status: 'new' | 'unchanged' }[];
  /** New ones. */
  cubes: number;
  joins: number;
  skipped: { table: string; column: string | null; reason: string }[];
}

async function run(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, {
    source: { type: 'string' },
    out: { type: 'string' },
    schema: { type: 'string', multiple: true, default: [] },
    table: { type: 'string', multiple: true, default: [] },
    'dry-run': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  });
  if (positionals.length > 0) throw new UserError('Unexpected argument. The folder follows --out.');
  const currentFolder = userFolder(name);
  const projectFolder = path.resolve(currentFolder, required(values.out, '--out'));
  if (await isFolder(projectFolder)) await requireProject(projectFolder, 'model');
  const databases = await openSources({ source: values.source, currentFolder, projectFolder });
  try {
    const database = databases.get('default');
    if (!database) throw new UserError('There is no data source “default” in the .env file. Name one with --source.');
    const catalog = await database.catalog();
    const chosen = chosenTables(catalog, values.schema, values.table);
    const { report, files, isCut } = await generate(database, catalog, chosen, projectFolder);
    if (!values['dry-run']) await writeNewFiles(files);
    print(values.json ? `${JSON.stringify(report)}\n` : `${linesOf(report).map(printableName).join('\n')}\n`);
    return (isCut || catalog.isCut ? exits[name].partly : exits[name].done).code;
  } finally {
    for (const one of databases.values()) one.dispose();
  }
}

/** @throws UserError for a schema or table that does not exist */
function chosenTables(
  { tables, isCut }: Catalog,
  schemas: readonly string[],
  names: readonly string[],
): CatalogTable[] {
  const more = isCut ? ' Not all tables were read: there are too many.' : '';
  const isNamed = (table: CatalogTable, one: string) => one === table.name || one === `${table.schema}.${table.name}`;
  for (const schema of schemas) {
    if (!tables.some((table) => table.schema === schema))
      throw new UserError(`There is no table in a schema ${schema}.${more}`);
  }
  const ofSchemas = tables.filter(({ schema }) => schemas.length === 0 || schemas.includes(schema));
  for (const one of names) {
    if (!ofSchemas.some((table) => isNamed(table, one))) throw new UserError(`There is no table ${one}.${more}`);
  }
  return ofSchemas.filter((table) => names.length === 0 || names.some((one) => isNamed(table, one)));
}

async function generate(database: Database, catalog: Catalog, chosen: readonly CatalogTable[], projectFolder: string) {
  const hasFolder = await isFolder(path.join(projectFolder, 'model'));
  const project = new ProjectModel({ projectFolder, modelFolder: hasFolder ? 'model' : '.' });
  try {
    await project.load();
    const { saved } = project;
    const folder = !hasFolder && [...saved.files].length > 0 ? '.' : 'model/cubes';
    saved.catalogs = new Map([['default', new CatalogLookup(catalog)]]);
    const existing = existingCubes(saved, catalog);
    const leftOut: LeftOut[] = [];
    const kept = new Set<string>();
    const tables = chosen.filter((table) => {
      const cube = existing.get(table);
      if (!cube) return true;
      kept.add(cube.file);
      leftOut.push({ table, reason: `the cube ${cube.name} has it; existing cubes get no members and no joins` });
      return false;
    });
    const names = new NameSet({ ignoreCase: true });
    for (const definition of saved.definitions) names.reserve(definition.name);
    for (const { path: file } of saved.texts) names.reserve(path.posix.parse(file).name);
    const examined = await examineTables(tables, {
      quoting: new Quoting(catalog.dialect),
      limits,
      row: async (sql, signal) => (await database.query('keys', { sql, params: [] }, signal)).values[0]!,
    });
    const { cubes, leftOut: notDrafted } = draftCubes({ catalog, tables, ...examined, names });
    const fileOf = (cube: string) => path.posix.join(folder, `${cube}.yml`);
    const report: Report = {
      files: [
        ...cubes.map((cube) => ({ path: fileOf(cube.name), status: 'new' as const })),
        ...[...kept].map((file) => ({ path: file, status: 'unchanged' as const })),
      ].sort((a, b) => (a.path < b.path ? -1 : 1)),
      cubes: cubes.length,
      joins: cubes.reduce((sum, { joins }) => sum + joins.length, 0),
      skipped: [...leftOut, ...examined.leftOut, ...notDrafted].map(({ table, column = null, reason }) => ({
        table: `${table.schema}.${table.name}`,
        column,
        reason,
      })),
    };
    const files = new Map(cubes.map((cube) => [path.join(projectFolder, fileOf(cube.name)), cubeYaml(cube)]));
    return { report, files, isCut: examined.isCut };
  } finally {
    project.dispose();
  }
}

function linesOf({ files, cubes, joins, skipped }: Report): string[] {
  return [
    ...files.map((file) => `${file.status} ${file.path}`),
    ...skipped.map(({ table, column, reason }) => `left out ${table}${column === null ? '' : `.${column}`}: ${reason}`),
    `New: ${cubes} cubes with ${joins} joins.`,
  ];
}

function isFolder(folder: string): Promise<boolean> {
  return stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

export const command: Command = { name, usage, run };
