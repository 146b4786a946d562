/** The capability of the tools, over one project on disk and its database. What they need starts with the first of them. */

import { bundlePath } from '../../base/bundlePath.ts';
import { systemClock } from '../../base/clock.ts';
import { isCancellation, messageOf, UserError } from '../../base/errors.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import { thisMachine } from '../../base/machine.ts';
import { defaultStateFolder } from '../../base/stateFolder.ts';
import { compilerVersion } from '../../compiler/compilerVersion.ts';
import { Database } from '../../database/database.ts';
import { ProjectDocuments } from '../../language/queries/projectDocuments.ts';
import { checkSources } from '../../local/check/checkProject.ts';
import { dialectsOf } from '../../local/dialectsOf.ts';
import { examineModels, mergedReport } from '../../local/doctor/examineModels.ts';
import type { DoctorReport } from '../../local/doctor/report.ts';
import { chosenTables } from '../../local/generate/chosenTables.ts';
import { generateCubes } from '../../local/generate/generateCubes.ts';
import { LocalAnswers } from '../../local/localAnswers.ts';
import { contextOf, LocalModel } from '../../local/localModel.ts';
import { readQueries } from '../../local/queryInput.ts';
import { CatalogLookup } from '../../model/catalog/catalogLookup.ts';
import { ModelIndex } from '../../model/index/modelIndex.ts';
import type { ProjectFolder } from '../../model/project/findProject.ts';
import { ProjectModel } from '../../model/project/projectModel.ts';
import { partOf } from '../../model/project/readProject.ts';
import type { Review } from '../../review/review.ts';
import { TextCache } from '../../session/review/listedBranch.ts';
import { openTrash } from '../../sync/local/folderStore.ts';
import { syncReasons } from '../../sync/plan/syncReasons.ts';
import { FolderVersion } from '../folders/folderVersion.ts';
import { commitOf, filesOfCommit } from '../folders/gitFiles.ts';
import { reviewFolders } from '../folders/reviewFolders.ts';
import { PatientCompiler } from './patientCompiler.ts';
import type { GeneratedCubes, PlatformReads, ReadCapability, RowLevel, WriteCapability } from './shared/capability.ts';
import { stillCompiling } from './shared/checked.ts';
import { ProjectState } from './shared/projectState.ts';
import { ProjectWriter } from './shared/projectWriter.ts';
import { Proposals } from './shared/proposals.ts';

interface SessionOptions {
  folder: ProjectFolder;
  rows: RowLevel;
  /** Those of the project by name; empty if nothing names one. @throws UserError */
  databases(): Promise<ReadonlyMap<string, Database>>;
  platform: PlatformReads | undefined;
  log: Log;
  /** How long a call waits for the compiler, in milliseconds. */
  waitMs?: number;
  /** How long edits that are not saved may be compiled, if the project itself was not compiled for longer. Milliseconds. */
  whatIfMs?: number;
}

/** Milliseconds. A call has 30 seconds, of which it waits so long for the compiler. */
const defaultWait = 22_000;
/** A compile goes on when its call ends. */
const compileLimit = 120_000;
/** An endless loop in edits does not hold the compiler for longer than a call. */
const defaultWhatIf = 30_000;
/** Each of SQL, certificate and values of a review has this time. What is not compared then is counted. */
const reviewLimit = 7_000;
/** Joins and keys that are not examined in this time are unknown. */
const examineLimits = { statements: 500, seconds: 20 };
/** The most slices of a certificate, and those whose values are compared. */
const reviewedSlices = 5_000;
const reviewedValues = 100;

export class Session extends Lifetime {
  readonly read: ReadCapability;
  readonly write: WriteCapability;
  readonly #options: SessionOptions;
  readonly #model: ProjectModel;
  readonly #documents: ProjectDocuments;
  readonly #compiler: PatientCompiler;
  readonly #scratch: Database;
  #databases: Promise<ReadonlyMap<string, Database>> | undefined;
  #notChecked: Promise<string | undefined> | undefined;

  constructor(options: SessionOptions) {
    super();
    const { folder, rows, log } = options;
    this.#options = options;
    this.#model = this.add(new ProjectModel(folder, this.signal));
    this.#documents = new ProjectDocuments(folder, this.signal);
    // The code of models runs in the restricted child process of the compiler only.
    this.#compiler = this.add(new PatientCompiler({ bundlePath: bundlePath('compiler.cjs'), log }));
    this.#scratch = this.add(new Database({ bundlePath: bundlePath('database.cjs'), source: { kind: 'duckdb' }, log }));
    const read: ReadCapability = {
      rows,
      proposals: new Proposals(),
      state: () => this.#state(),
      baseState: (name) => this.#baseState(name),
      check: (state, signal) => this.#check(state, signal),
      plan: async (state, query, as, signal) => {
        const [first] = readQueries(query, Date.now()).queries;
        const dialects = dialectsOf(await this.#sources());
        const model = new LocalModel(state.index, this.#compiler);
        const plan = await this.#inTime(signal, (until) =>
          model.plan(first!.query, contextOf(as), {
            signal: until,
            ...(Object.keys(dialects).length > 0 && { dialects }),
          }),
        );
        if (!plan) throw new UserError(stillCompiling);
        return plan;
      },
      answer: (state, question, signal) => this.#answers(state).load(question, signal),
      examine: (state, signal) => this.#examine(state, signal),
      review: (before, after, { values }, signal) => this.#review(before, after, values, signal),
      generate: (state, tables, signal) => this.#generate(state, tables, signal),
      platform: options.platform,
      catalog: async (signal) => (await this.#sources()).get('default')?.catalog(signal),
    };
    this.read = Object.freeze(read);
    const keep = async (path: string, text: string) => {
      const { trash, ownFolder } = await openTrash(
        folder.projectFolder,
        defaultStateFolder(),
        systemClock,
        thisMachine(),
      );
      await thisMachine().disk.makeFolder(ownFolder);
      await trash.put(Buffer.from(text), { path, reason: syncReasons.message('assistant'), side: 'local' });
    };
    this.write = Object.freeze({ ...read, writer: new ProjectWriter(folder, { keep }) });
  }

  override dispose(): void {
    super.dispose();
    this.#databases?.then(
      (all) => {
        for (const one of all.values()) one.dispose();
      },
      () => {},
    );
  }

  async #state(): Promise<ProjectState> {
    // Once: what the model knows of its database must not depend on the calls before.
    this.#notChecked ??= this.#sources().then(() => undefined, messageOf);
    await Promise.all([this.#model.reload(), this.#documents.load(), this.#notChecked]);
    // The index itself, not a copy: it keeps what is derived from unchanged files. One call runs at a time.
    return new ProjectState(this.#options.folder, this.#model.saved, this.#documents.all);
  }

  async #baseState(name: string): Promise<ProjectState> {
    const { folder } = this.#options;
    const { projectFolder, modelFolder } = folder;
    const commit = await commitOf(name, projectFolder);
    if (commit === undefined)
      throw new UserError('There is no such commit or branch in the git repository of the project.', { where: name });
    const files = await filesOfCommit(commit, projectFolder, (path) => partOf(path, modelFolder) !== undefined);
    const texts = new Map([...files].map(([path, bytes]) => [path, bytes.toString('utf8')] as const));
    return new ProjectState(folder, new ModelIndex(folder), []).with(texts);
  }

  async #check(state: ProjectState, signal: AbortSignal) {
    const { index, folder } = state;
    const { saved } = this.#model;
    const check = (compiler: PatientCompiler | undefined, timeoutMs: number, until: AbortSignal, of = index) =>
      checkSources({ compiler, timeoutMs, signal: until }, { folder, saved: of });
    const compiled = await this.#inTime(signal, async (until) => {
      if (index === saved) return check(this.#compiler, compileLimit, until);
      // The project first: edits of it may take as long.
      if (this.#compiler.longestMs === 0) await check(this.#compiler, compileLimit, until, saved);
      return check(this.#compiler, this.#whatIfLimit, until);
    });
    const checked = compiled ?? (await check(undefined, compileLimit, signal));
    const problems = [
      ...checked.problems,
      ...checked.folders.flatMap((one) => one.problems),
      ...state.documentProblems,
    ];
    const compiles = compiled?.folders.every((one) => one.compiles);
    return { problems, compiles, notChecked: await this.#notChecked };
  }

  /** Milliseconds. */
  get #whatIfLimit(): number {
    const { whatIfMs = defaultWhatIf } = this.#options;
    const needed = Math.max(whatIfMs, 2 * this.#compiler.longestMs);
    return Math.min(compileLimit, 1_000 * Math.ceil(needed / 1_000));
  }

  async #examine(state: ProjectState, signal: AbortSignal): Promise<DoctorReport | undefined> {
    const databases = await this.#sources();
    if (databases.size === 0) return undefined;
    const options = { compiler: this.#compiler, databases, limits: examineLimits };
    const found = await this.#inTime(signal, (until) => examineModels(state.index, { ...options, signal: until }));
    if (!found) throw new UserError(stillCompiling);
    return mergedReport(found);
  }

  async #review(before: ProjectState, after: ProjectState, wantsValues: boolean, signal: AbortSignal): Promise<Review> {
    const { modelFolder } = this.#options.folder;
    const databases = await this.#sources();
    const shared = {
      compiler: this.#compiler,
      modelFolder,
      texts: new TextCache(),
      databases: databases.size > 0 ? databases : undefined,
      now: Date.now(),
    };
    const version = (name: string, { texts }: ProjectState) =>
      new FolderVersion({ ...shared, name }, new Map([...texts].map(([path, text]) => [path, Buffer.from(text)])));
    return reviewFolders(version('base', before), version('the project', after), {
      slices: reviewedSlices,
      values: wantsValues && databases.size > 0 ? reviewedValues : undefined,
      ms: reviewLimit,
      signal,
      compiler: compilerVersion,
    });
  }

  async #generate(state: ProjectState, names: readonly string[], signal: AbortSignal): Promise<GeneratedCubes> {
    const databases = await this.#sources();
    if (databases.size === 0) throw new UserError('The project has no data source, so there are no tables.');
    const read = [...databases].map(async ([name, one]) => [name, await one.catalog(signal)] as const);
    const catalogs = new Map(await Promise.all(read));
    const chosen = chosenTables([...catalogs.values()], { tables: names });
    const { modelFolder } = state.folder;
    const { files, report } = await generateCubes({
      databases,
      catalogs,
      chosen,
      // It is changed.
      model: state.with(new Map()).index,
      cubeFolder: modelFolder === '.' ? '.' : `${modelFolder}/cubes`,
      signal,
    });
    return {
      files: files.map(({ path, content, replaces }) => ({ path, before: replaces, after: content })),
      leftOut: report.skipped.map(
        ({ table, column, reason }) => `${[table, column ?? []].flat().join('.')}: ${reason}`,
      ),
    };
  }

  #answers(state: ProjectState): LocalAnswers {
    return new LocalAnswers({
      model: new LocalModel(state.index, this.#compiler),
      projectFolder: this.#options.folder.projectFolder,
      scratch: this.#scratch,
      sources: async () => {
        const databases = await this.#sources();
        return databases.size > 0 ? databases : undefined;
      },
    });
  }

  /** Empty without a data source. A failure is not kept: the next call tries again. */
  #sources(): Promise<ReadonlyMap<string, Database>> {
    this.#databases ??= this.#openSources().catch((failure) => {
      this.#databases = undefined;
      throw failure;
    });
    return this.#databases;
  }

  async #openSources(): Promise<ReadonlyMap<string, Database>> {
    const databases = await this.#options.databases();
    try {
      const catalogs = await Promise.all(
        [...databases].map(async ([name, database]) => [name, new CatalogLookup(await database.catalog())] as const),
      );
      await this.#model.setCatalogs(new Map(catalogs));
      return databases;
    } catch (failure) {
      for (const one of databases.values()) one.dispose();
      throw failure;
    }
  }

  /** Undefined if the work takes longer than a call waits for the compiler. @throws what `work` throws */
  async #inTime<T>(signal: AbortSignal, work: (until: AbortSignal) => Promise<T>): Promise<T | undefined> {
    const late = AbortSignal.timeout(this.#options.waitMs ?? defaultWait);
    try {
      return await work(AbortSignal.any([signal, late]));
    } catch (failure) {
      // A compile that two calls wait for is cancelled with the first of them.
      if (!signal.aborted && (late.aborted || isCancellation(failure))) return undefined;
      throw failure;
    }
  }
}
