/** The command `generate-model`: cubes for the tables of a database. */

import path from 'node:path';
import { UserError } from '../base/errors.ts';
import { print, printableName } from '../base/terminal.ts';
import type { Database } from '../database/database.ts';
import { addToCube } from '../language/generate/addToCubes.ts';
import { examineTables } from '../local/generate/examineTables.ts';
import type { Catalog, CatalogTable } from '../model/catalog/catalog.ts';
import { CatalogLookup } from '../model/catalog/catalogLookup.ts';
import { cubeYaml } from '../model/generate/cubeYaml.ts';
import { draftCubes, type LeftOut } from '../model/generate/draftCubes.ts';
import { existingCubes } from '../model/generate/existingCubes.ts';
import { NameSet } from '../model/generate/nameSet.ts';
import { Quoting } from '../model/generate/sqlText.ts';
import { ProjectModel } from '../model/project/projectModel.ts';
import { isFolder } from './modelFolder.ts';
import { openSources, sourceUsage } from './openSources.ts';
import { readArguments, required, userFolder } from './platformCommand.ts';
import { exits } from './program/exitCodes.ts';
import type { Command } from './program/runCommand.ts';
import { requireProject } from './requireProject.ts';
import { type WrittenFile, writeFiles } from './writeFiles.ts';

const name = 'generate-model';

/** The budget of the statements that count keys. */
const limits = { statements: 2_000, seconds: 120 };

const usage = `Usage: generate-model --out DIR [--source PATH|URL] [--schema S]... [--table T]... [--dry-run] [--json]

Writes a cube for each table that has none yet: key, joins, dimensions and measures. A cube that exists gets dimensions and
sums of columns that its SQL does not name, and new joins. Joins follow foreign keys, and names such as customer_id where the
data agrees. No row leaves the database.

${sourceUsage}
  --out DIR            the project; new cubes are written to its model folder
  --schema S           only the tables of this schema; can be repeated
  --table T            only this table, NAME or SCHEMA.NAME; can be repeated
  --dry-run            write nothing
  --json               print one object {files, cubes, joins, members, skipped} instead of lines
`;

interface Report {
  /** Relative to DIR. */
  files: { path: string; status: 'new' | 'changed' | 'unchanged' }[];
  /** New ones. */
  cubes: number;
  /** New ones, also in cubes that exist. */
  joins: number;
  /** New dimensions and measures in cubes that exist. */
  members: number;
  skipped: { table: string; column: string | null; reason: string; dataSource?: string }[];
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
    const catalogs = new Map<string, Catalog>();
    for (const [source, database] of databases) catalogs.set(source, await database.catalog());
    const chosen = chosenTables([...catalogs.values()], values.schema, values.table);
    const { report, files, isCut } = await generate({ databases, catalogs, chosen, projectFolder });
    if (!values['dry-run']) await writeFiles(files);
    print(values.json ? `${JSON.stringify(report)}\n` : `${linesOf(report).map(printableName).join('\n')}\n`);
    const isCatalogCut = [...catalogs.values()].some((one) => one.isCut);
    return (isCut || isCatalogCut ? exits[name].partly : exits[name].done).code;
  } finally {
    for (const one of databases.values()) one.dispose();
  }
}

/** @throws UserError for a schema or table that does not exist */
function chosenTables(
  catalogs: readonly Catalog[],
  schemas: readonly string[],
  names: readonly string[],
): ReadonlySet<CatalogTable> {
  const tables = catalogs.flatMap((one) => one.tables);
  const more = catalogs.some(({ isCut }) => isCut) ? ' The database may have tables that are not listed.' : '';
  const isNamed = (table: CatalogTable, one: string) => one === table.name || one === `${table.schema}.${table.name}`;
  for (const schema of schemas) {
    if (!tables.some((table) => table.schema === schema))
      throw new UserError(`There is no table in a schema ${schema}.${more}`);
  }
  const ofSchemas = tables.filter(({ schema }) => schemas.length === 0 || schemas.includes(schema));
  for (const one of names) {
    if (!ofSchemas.some((table) => isNamed(table, one))) throw new UserError(`There is no table ${one}.${more}`);
  }
  return new Set(ofSchemas.filter((table) => names.length === 0 || names.some((one) => isNamed(table, one))));
}

interface Request {
  /** By the name of the data source. */
  databases: ReadonlyMap<string, Database>;
  catalogs: ReadonlyMap<string, Catalog>;
  chosen: ReadonlySet<CatalogTable>;
  projectFolder: string;
}

async function generate({ databases, catalogs, chosen, projectFolder }: Request) {
  const hasFolder = await isFolder(path.join(projectFolder, 'model'));
  const project = new ProjectModel({ projectFolder, modelFolder: hasFolder ? 'model' : '.' });
  try {
    await project.load();
    const { saved } = project;
    const folder = !hasFolder && [...saved.files].length > 0 ? '.' : 'model/cubes';
    const fileOf = (cube: string) => path.posix.join(folder, `${cube}.yml`);
    saved.catalogs = new Map([...catalogs].map(([source, catalog]) => [source, new CatalogLookup(catalog)]));
    const before = new Map([...saved.files].map((file) => [file.path, file.text]));
    const names = new NameSet({ ignoreCase: true });
    for (const definition of saved.definitions) names.reserve(definition.name);
    for (const { path: file } of saved.texts) names.reserve(path.posix.parse(file).name);
    const kept = new Set<string>();
    const fresh = new Map<string, string>();
    const report: Report = { files: [], cubes: 0, joins: 0, members: 0, skipped: [] };
    let isCut = false;
    for (const [dataSource, catalog] of catalogs) {
      const tables = catalog.tables.filter((table) => chosen.has(table));
      const existing = existingCubes(saved, catalog);
      const examined = await examineTables(tables, {
        quoting: new Quoting(catalog.dialect),
        limits,
        knownKey: (table) => existing.get(table)?.key ?? [],
        isKnown: ({ from, to }) => {
          const [one, other] = [existing.get(from), existing.get(to)];
          return one !== undefined && other !== undefined && one.joins.has(other.name);
        },
        row: async (sql, signal) =>
          (await databases.get(dataSource)!.query('keys', { sql, params: [] }, signal)).values[0]!,
      });
      isCut ||= examined.isCut;
      const { cubes, leftOut } = draftCubes({ catalog, tables, ...examined, names, existing });
      const unchanged: LeftOut[] = [];
      for (const [table, draft] of cubes) {
        const cube = existing.get(table);
        if (!cube) {
          draft.dataSource = dataSource === 'default' ? null : dataSource;
          fresh.set(fileOf(draft.name), cubeYaml(draft));
          report.cubes += 1;
          report.joins += draft.joins.length;
          continue;
        }
        kept.add(cube.definition.file);
        const members = draft.dimensions.length + draft.measures.length;
        if (members + draft.joins.length === 0) continue;
        const reason = addToCube(saved, draft);
        if (reason !== undefined) {
          unchanged.push({ table, reason: `the cube ${cube.name} has it, and gets nothing new: ${reason}` });
          continue;
        }
        report.members += members;
        report.joins += draft.joins.length;
      }
      for (const { table, column = null, reason } of [...unchanged, ...examined.leftOut, ...leftOut]) {
        const source = dataSource === 'default' ? {} : { dataSource };
        report.skipped.push({ table: `${table.schema}.${table.name}`, column, reason, ...source });
      }
    }
    const files: WrittenFile[] = [...fresh].map(([file, content]) => ({
      path: path.join(projectFolder, file),
      content,
    }));
    for (const file of kept) {
      const { text } = saved.file(file)!;
      const replaces = before.get(file)!;
      const status = text === replaces ? 'unchanged' : 'changed';
      report.files.push({ path: file, status });
      if (status === 'changed') files.push({ path: path.join(projectFolder, file), content: text, replaces });
    }
    report.files.push(...[...fresh.keys()].map((file) => ({ path: file, status: 'new' as const })));
    report.files.sort((a, b) => (a.path < b.path ? -1 : 1));
    return { report, files, isCut };
  } finally {
    project.dispose();
  }
}

function linesOf({ files, cubes, joins, members, skipped }: Report): string[] {
  return [
    ...files.map((file) => `${file.status} ${file.path}`),
    ...skipped.map(({ table, column, reason, dataSource }) => {
      const place = `${table}${column === null ? '' : `.${column}`}${dataSource ? ` of ${dataSource}` : ''}`;
      return `left out ${place}: ${reason}`;
    }),
    `New: ${cubes} cubes, ${joins} joins; in existing cubes, ${members} dimensions and measures.`,
  ];
}

export const command: Command = { name, usage, run };
