/** The requests to the process that answers queries on this machine, and those that it sends back. */

import type { DataSources } from '../../database/source/dataSource.ts';
import type { ProjectFolder } from '../../model/project/findProject.ts';
import type { Problem } from '../../model/source/problem.ts';
import type { DatabaseCheck } from '../check/checkDatabase.ts';
import type { DoctorReport } from '../doctor/report.ts';
import type { ReportMarks } from '../doctor/reportMarks.ts';
import type { LocalAnswer, LocalQuestion } from '../localQuestion.ts';

/** A model on disk, with its databases. The sources contain passwords. */
export interface ModelOnData {
  folder: ProjectFolder;
  sources: DataSources;
}

export interface CheckAnswer extends Omit<DatabaseCheck, 'problems'> {
  /** Those that the database reports. */
  problems: readonly Problem[];
  /** Why the model, or that of a tenant, does not compile; its SQL was not checked then. */
  compileError: Problem | undefined;
}

export interface ExamineAnswer extends ReportMarks {
  report: DoctorReport;
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
};

/** How far the running request is. */
export interface LocalProgress {
  done: number;
  all: number;
  /** What is examined next. */
  what?: string;
}

/** Requests to the process that started it. */
export type LocalReplies = {
  progress(progress: LocalProgress): void;
};
