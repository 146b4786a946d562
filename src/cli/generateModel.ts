/** The command `generate-model`: cubes for the tables of a database. */

import path from 'node:path';
import { UserError } from '../base/errors.ts';
import { print, printableName } from '../base/terminal.ts';
import type { Database } from '../database/database.ts';
import { chosenTables } from '../local/generate/chosenTables.ts';
import { type Generated, type GenerateReport, generateCubes, skippedText } from '../local/generate/generateCubes.ts';
import type { Catalog, CatalogTable } from '../model/catalog/catalog.ts';
import { ProjectModel } from '../model/project/projectModel.ts';
import { isFolder } from './folders/modelFolder.ts';
import { requireProject } from './folders/requireProject.ts';
import { writeFiles } from './folders/writeFiles.ts';
import { closeSources, openSources, sourceOptions, sourceUsage } from './openSources.ts';
import { readArguments, required, userFolder } from './platformCommand.ts';
import { exits } from './program/exitCodes.ts';
import type { Command } from './program/runCommand.ts';

const name = 'generate-model';

const usage = `Usage: generate-model --out DIR [--source PATH|URL] [--schema S]... [--table T]... [--dry-run] [--json]
                      [--trust-model]

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

async function run(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, {
    ...sourceOptions,
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
  const databases = await openSources(values, { currentFolder, projectFolder });
  try {
    const catalogs = new Map<string, Catalog>();
    for (const [source, database] of databases) catalogs.set(source, await database.catalog());
    const chosen = chosenTables([...catalogs.values()], { schemas: values.schema, tables: values.table });
    const { report, files, isCut } = await generate(databases, catalogs, chosen, projectFolder);
    if (!values['dry-run'])
      await writeFiles(files.map((file) => ({ ...file, path: path.join(projectFolder, file.path) })));
    print(values.json ? `${JSON.stringify(report)}\n` : `${linesOf(report).map(printableName).join('\n')}\n`);
    const isCatalogCut = [...catalogs.values()].some((one) => one.isCut);
    return (isCut || isCatalogCut ? exits[name].partly : exits[name].done).code;
  } finally {
    closeSources(databases);
  }
}

async function generate(
  databases: ReadonlyMap<string, Database>,
  catalogs: ReadonlyMap<string, Catalog>,
  chosen: ReadonlySet<CatalogTable>,
  projectFolder: string,
): Promise<Generated> {
  const hasFolder = await isFolder(path.join(projectFolder, 'model'));
  const project = new ProjectModel({ projectFolder, modelFolder: hasFolder ? 'model' : '.' });
  try {
    await project.load();
    const { saved: model } = project;
    const cubeFolder = !hasFolder && [...model.files].length > 0 ? '.' : 'model/cubes';
    return await generateCubes({ databases, catalogs, chosen, model, cubeFolder });
  } finally {
    project.dispose();
  }
}

function linesOf({ files, cubes, joins, members, skipped }: GenerateReport): string[] {
  return [
    ...files.map((file) => `${file.status} ${file.path}`),
    ...skipped.map(skippedText),
    `New cubes: ${cubes}, new joins: ${joins}, dimensions and measures added to cubes: ${members}`,
  ];
}

export const command: Command = { name, usage, run };
