/** The requests to the process that answers queries on this machine, and those that it sends back. */

import type { ModelFile } from '../../compiler/compileResult.ts';
import type { DataMeta } from '../../contract/dataApi.ts';
import type { DataSources } from '../../database/source/dataSource.ts';
import type { Catalog } from '../../model/catalog/catalog.ts';
import type { QueryObject, QueryViewer } from '../../model/documents/queryDocument.ts';
import type { ReportedError } from '../../model/placement/placeErrors.ts';
import type { ProjectFolder } from '../../model/project/findProject.ts';
import type { Problem } from '../../model/source/problem.ts';
import type { QuerySql } from '../../query/run/runQuery.ts';
import type { AccessAnswer } from '../../review/compiled/askedSides.ts';
import type { DatabaseCheck } from '../check/checkMembers.ts';
import type { DoctorReport } from '../doctor/report.ts';
import type { ReportMarks } from '../doctor/reportMarks.ts';
import type { Generated } from '../generate/generateCubes.ts';
import type { Search } from '../laws/findCounterexamples.ts';
import type { LocalAnswer, LocalQuestion } from '../localQuestion.ts';
import type { MemberProfile, ProfiledMember } from '../profile/profileMember.ts';

/** A model on disk, with its databases. The sources contain passwords. */
export interface ModelOnData {
  folder: ProjectFolder;
  sources: DataSources;
}

/** A model that need not be on disk, with a name for the questions about it. */
interface ModelOfFiles {
  name: string;
  files: readonly ModelFile[];
  modelFolder: string;
  /** Milliseconds since the epoch: what relative dates mean. */
  now: number;
}

/** The model without what is asked for later, or why it does not compile. `open`: whatever access policies say. */
type CompiledModel =
  | { kind: 'errors'; errors: readonly ReportedError[] }
  | { kind: 'compiled'; compiler: string; meta: DataMeta; open: DataMeta };

type SqlQuestion = { query: QueryObject; as: QueryViewer | undefined; isOpen: boolean };

interface OfModel {
  name: string;
}

export interface CheckAnswer extends DatabaseCheck {
  /** Why the model, or that of a tenant, does not compile; its SQL was not checked then. */
  compileError: Problem | undefined;
}

/** A model on disk, without databases. */
export type ModelOnDisk = Pick<ModelOnData, 'folder'>;

export interface SearchAnswer extends Pick<Search, 'laws' | 'skipped' | 'isCut'> {
  /** One for each broken law. */
  problems: readonly Problem[];
}

export interface ExamineAnswer extends ReportMarks {
  report: DoctorReport;
}

export interface GenerateRequest extends ModelOnData {
  /** By the name of the data source. */
  catalogs: ReadonlyMap<string, Catalog>;
  /** Those of a data source, by the place in its catalog. */
  chosen: ReadonlyMap<string, readonly number[]>;
  /** Where new cubes belong, relative to the project folder. */
  cubeFolder: string;
}

export interface ProfileRequest extends ModelOnData {
  member: ProfiledMember;
}

/** A type instead of an interface, because `Channel` requires a closed set of requests. */
export type LocalRequests = {
  /** Reads the files of a project. Questions are about the project that was opened last. */
  open(folder: ProjectFolder): Promise<void>;
  load(question: LocalQuestion, signal: AbortSignal): Promise<LocalAnswer>;
  /** Has the databases prepare the SQL of each member and join. */
  check(model: ModelOnData, signal: AbortSignal): Promise<CheckAnswer>;
  /** Counts joins and keys on the data. */
  examine(model: ModelOnData, signal: AbortSignal): Promise<ExamineAnswer>;
  /** What the data says about a member. */
  profile(request: ProfileRequest, signal: AbortSignal): Promise<MemberProfile>;
  /** Cubes of tables. Writes nothing. */
  generate(request: GenerateRequest, signal: AbortSignal): Promise<Generated>;
  /** Searches rows that break a law of the measures. */
  search(model: ModelOnDisk, signal: AbortSignal): Promise<SearchAnswer>;
  /** Compiles a model and keeps it for the next three requests. */
  compile(model: ModelOfFiles, signal: AbortSignal): Promise<CompiledModel>;
  modelMeta(question: OfModel & { as: QueryViewer }, signal: AbortSignal): Promise<DataMeta>;
  /** The SQL of a query, or why the model refuses it. */
  modelSql(question: OfModel & SqlQuestion, signal: AbortSignal): Promise<QuerySql | { refused: string }>;
  modelAccess(
    question: OfModel & { callers: readonly (readonly string[])[] },
    signal: AbortSignal,
  ): Promise<AccessAnswer>;
};

/** How far the running request is. */
export interface LocalProgress {
  done: number;
  all: number;
  /** What is examined next, or the step of the work. */
  what?: string;
}

/** Requests to the process that started it. */
export type LocalReplies = {
  progress(progress: LocalProgress): void;
};
