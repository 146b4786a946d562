/** The requests to the process that answers queries on this machine. */

import type { ProjectFolder } from '../model/project/findProject.ts';
import type { LocalAnswer, LocalQuestion } from './localQuestion.ts';

/** A type instead of an interface, because `Channel` requires a closed set of requests. */
export type LocalRequests = {
  /** Reads the files of a project. Questions are about the project that was opened last. */
  open(folder: ProjectFolder): Promise<void>;
  load(question: LocalQuestion, signal: AbortSignal): Promise<LocalAnswer>;
};
