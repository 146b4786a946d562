/** Cubes for the tables of databases, as files: new ones, and those of cubes that get something new. Writes nothing. */

import path from 'node:path';
import type { Statement } from '../../database/source/databaseRequests.ts';
import { addToCube } from '../../language/generate/addToCubes.ts';
import type { Catalog, CatalogTable } from '../../model/catalog/catalog.ts';
import { CatalogLookup } from '../../model/catalog/catalogLookup.ts';
import { cubeYaml } from '../../model/generate/cubeYaml.ts';
import { draftCubes, type LeftOut } from '../../model/generate/draftCubes.ts';
import { existingCubes } from '../../model/generate/existingCubes.ts';
import { NameSet } from '../../model/generate/nameSet.ts';
import { Quoting } from '../../model/generate/sqlText.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { examineTables } from './examineTables.ts';

/** The budget of the statements that count keys. */
const limits = { statements: 2_000, seconds: 120 };

export interface GeneratedFile {
  /** Relative to the project folder. */
  path: string;
  content: string;
  /** The content that it replaces; undefined: there is no file yet. */
  replaces?: string;
}

export interface GenerateReport {
  /** Relative to the project folder. */
  files: { path: string; status: 'new' | 'changed' | 'unchanged' }[];
  /** New ones. */
  cubes: number;
  /** New ones, also in cubes that exist. */
  joins: number;
  /** New dimensions and measures in cubes that exist. */
  members: number;
  skipped: { table: string; column: string | null; reason: string; dataSource?: string }[];
}

export interface Generated {
  report: GenerateReport;
  /** Those that are new or changed. */
  files: GeneratedFile[];
  /** Some keys could not be counted. */
  isCut: boolean;
}

interface Request {
  /** By the name of the data source. */
  databases: ReadonlyMap<string, QueriedDatabase>;
  catalogs: ReadonlyMap<string, Catalog>;
  /** Tables of the catalogs. */
  chosen: ReadonlySet<CatalogTable>;
  /** All files are read. It is changed. */
  model: ModelIndex;
  /** Where new cubes belong, relative to the project folder. */
  cubeFolder: string;
  signal?: AbortSignal;
  onProgress?(done: number, all: number, what: string): void;
}

/** A database as far as keys are counted with it. */
interface QueriedDatabase {
  query(
    branch: string,
    statement: Statement,
    signal?: AbortSignal,
  ): Promise<{ values: readonly (readonly unknown[])[] }>;
}

/** @throws UserError, CancelledError */
export async function generateCubes(request: Request): Promise<Generated> {
  const { databases, catalogs, chosen, model, cubeFolder, signal, onProgress } = request;
  const fileOf = (cube: string) => path.posix.join(cubeFolder, `${cube}.yml`);
  model.catalogs = new Map([...catalogs].map(([source, catalog]) => [source, new CatalogLookup(catalog)]));
  const before = new Map([...model.files].map((file) => [file.path, file.text]));
  const names = new NameSet({ ignoreCase: true });
  for (const definition of model.definitions) names.reserve(definition.name);
  for (const { path: file } of model.texts) names.reserve(path.posix.parse(file).name);
  const kept = new Set<string>();
  const fresh = new Map<string, string>();
  const report: GenerateReport = { files: [], cubes: 0, joins: 0, members: 0, skipped: [] };
  let isCut = false;
  for (const [dataSource, catalog] of catalogs) {
    const existing = existingCubes(model, catalog);
    // A new cube is also joined to cubes that exist, which stay as they are.
    const tables = catalog.tables.filter((table) => chosen.has(table) || existing.has(table));
    const examined = await examineTables(tables, {
      quoting: new Quoting(catalog.dialect),
      limits,
      signal,
      onProgress,
      knownKey: (table) => existing.get(table)?.key ?? [],
      isKnown: ({ from, to }) => {
        if (!chosen.has(from)) return true;
        const [one, other] = [existing.get(from), existing.get(to)];
        return one !== undefined && other !== undefined && one.joins.has(other.name);
      },
      row: async (sql, until) =>
        (await databases.get(dataSource)!.query('keys', { sql, params: [] }, until)).values[0]!,
    });
    isCut ||= examined.isCut;
    const { cubes, leftOut } = draftCubes({ catalog, tables, ...examined, names, existing });
    const unchanged: LeftOut[] = [];
    for (const [table, draft] of cubes) {
      if (!chosen.has(table)) continue;
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
      const reason = addToCube(model, draft);
      if (reason !== undefined) {
        unchanged.push({ table, reason: `the cube ${cube.name} has it, and gets nothing new: ${reason}` });
        continue;
      }
      report.members += members;
      report.joins += draft.joins.length;
    }
    for (const { table, column = null, reason } of [...unchanged, ...examined.leftOut, ...leftOut]) {
      if (!chosen.has(table)) continue;
      const source = dataSource === 'default' ? {} : { dataSource };
      report.skipped.push({ table: `${table.schema}.${table.name}`, column, reason, ...source });
    }
  }
  const files: GeneratedFile[] = [...fresh].map(([file, content]) => ({ path: file, content }));
  for (const file of kept) {
    const { text } = model.file(file)!;
    const replaces = before.get(file)!;
    const status = text === replaces ? 'unchanged' : 'changed';
    report.files.push({ path: file, status });
    if (status === 'changed') files.push({ path: file, content: text, replaces });
  }
  report.files.push(...[...fresh.keys()].map((file) => ({ path: file, status: 'new' as const })));
  report.files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { report, files, isCut };
}

/** `left out main.orders.tags: no dimension has the type VARCHAR[]` */
export function skippedText({ table, column, reason, dataSource }: GenerateReport['skipped'][number]): string {
  const place = `${table}${column === null ? '' : `.${column}`}${dataSource ? ` of ${dataSource}` : ''}`;
  return `left out ${place}: ${reason}`;
}
