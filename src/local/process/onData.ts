/** What the local process does with a model on disk and its databases. The databases are open as long as it takes. */

import { bundlePath } from '../../base/bundlePath.ts';
import type { Compiler } from '../../compiler/compiler.ts';
import { Database } from '../../database/database.ts';
import type { DataSources } from '../../database/source/dataSource.ts';
import { tenantsOf } from '../../model/checks/tenants.ts';
import { ProjectModel } from '../../model/project/projectModel.ts';
import { checkProject } from '../check/checkProject.ts';
import { distinct, examineModels, mergedReport } from '../doctor/examineModels.ts';
import { marksOf } from '../doctor/reportMarks.ts';
import { type Generated, generateCubes } from '../generate/generateCubes.ts';
import { LocalModel } from '../localModel.ts';
import { type MemberProfile, profileMember } from '../profile/profileMember.ts';
import type {
  CheckAnswer,
  ExamineAnswer,
  GenerateRequest,
  LocalProgress,
  ModelOnData,
  ProfileRequest,
} from './localRequests.ts';

export interface Options {
  compiler: Compiler;
  onProgress(progress: LocalProgress): void;
  signal: AbortSignal;
}

/** Milliseconds that the compiler may take. */
const timeoutMs = 120_000;

/** @throws UserError, CancelledError */
export function checkOnData({ folder, sources }: ModelOnData, options: Options): Promise<CheckAnswer> {
  return withDatabases(sources, async (databases) => {
    const { projectFolder, modelFolder } = folder;
    const { compiler, signal } = options;
    const onProgress = (done: number, all: number) => options.onProgress({ done, all });
    const models = { projectFolder, modelFolders: [modelFolder], timeoutMs };
    const { folders } = await checkProject(models, { compiler, databases, signal, onProgress });
    // Tenants share files.
    const problems = distinct(folders.flatMap((one) => one.problems));
    const broken = folders.find(({ compiles }) => !compiles);
    return {
      problems: problems.filter(({ source }) => source === 'database'),
      compileError: broken?.problems.find(({ severity }) => severity === 'error') ?? broken?.problems[0],
      checked: folders.reduce((sum, { database }) => sum + (database?.checked ?? 0), 0),
      notChecked: folders.flatMap(({ database }) => database?.notChecked ?? []),
    };
  });
}

/** @throws UserError if the model does not compile, CancelledError */
export function examineOnData({ folder, sources }: ModelOnData, options: Options): Promise<ExamineAnswer> {
  return withDatabases(sources, async (databases) => {
    const { compiler, signal } = options;
    const project = new ProjectModel(folder, signal);
    await project.load();
    const onProgress = (done: number, all: number, what: string) => options.onProgress({ done, all, what });
    const examined = await examineModels(project.saved, { compiler, databases, signal, onProgress });
    const found = examined.map(({ index, report }) => marksOf(index, report));
    return {
      report: mergedReport(examined),
      problems: distinct(found.flatMap(({ problems }) => problems)),
      marks: distinct(found.flatMap(({ marks }) => marks)),
    };
  });
}

/** @throws UserError, CancelledError */
export function generateOnData(request: GenerateRequest, options: Options): Promise<Generated> {
  const { folder, sources, catalogs, cubeFolder } = request;
  return withDatabases(sources, async (databases) => {
    const { signal } = options;
    const project = new ProjectModel(folder, signal);
    await project.load();
    const chosen = [...catalogs].flatMap(([name, { tables }]) =>
      (request.chosen.get(name) ?? []).flatMap((at) => tables[at] ?? []),
    );
    return generateCubes({
      databases,
      catalogs,
      chosen: new Set(chosen),
      model: project.saved,
      cubeFolder,
      signal,
      onProgress: (done, all, what) => options.onProgress({ done, all, what }),
    });
  });
}

/** @throws UserError if the model does not compile, or the member cannot be read; CancelledError */
export function profileOnData({ folder, sources, member }: ProfileRequest, options: Options): Promise<MemberProfile> {
  return withDatabases(sources, async (databases) => {
    const { compiler, signal } = options;
    const project = new ProjectModel(folder, signal);
    await project.load();
    const { saved } = project;
    const holder = member.name.slice(0, member.name.indexOf('.'));
    const models = [...(tenantsOf(saved)?.models.values() ?? [saved])];
    const index = models.find(({ definitions }) => definitions.some(({ name }) => name === holder)) ?? models[0]!;
    return profileMember(member, { model: new LocalModel(index, compiler), databases, signal });
  });
}

async function withDatabases<T>(
  sources: DataSources,
  work: (databases: ReadonlyMap<string, Database>) => Promise<T>,
): Promise<T> {
  const file = bundlePath('database.cjs');
  const databases = new Map([...sources].map(([name, source]) => [name, new Database({ bundlePath: file, source })]));
  try {
    return await work(databases);
  } finally {
    for (const database of databases.values()) database.dispose();
  }
}
