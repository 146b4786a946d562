/** Searches rows that break a law of a model on disk. Its own databases are not needed. */

import type { Database } from '../../database/database.ts';
import { ProjectModel } from '../../model/project/projectModel.ts';
import { findCounterexamples, searchDefaults } from '../laws/findCounterexamples.ts';
import { lawProblem } from '../laws/lawProblem.ts';
import { LocalModel } from '../localModel.ts';
import type { ModelOnDisk, SearchAnswer } from './localRequests.ts';
import type { Options } from './onData.ts';

/** @throws UserError if the model does not compile, CancelledError */
export async function searchOnDisk(
  { folder }: ModelOnDisk,
  scratch: Database,
  { compiler, onProgress, signal }: Options,
): Promise<SearchAnswer> {
  const project = new ProjectModel(folder, signal);
  await project.load();
  const { broken, ...rest } = await findCounterexamples({
    model: new LocalModel(project.saved, compiler),
    scratch,
    seed: searchDefaults.seed,
    limitMs: searchDefaults.seconds * 1000,
    signal,
    onProgress: (what, done, all) => onProgress({ done, all, what }),
  });
  return { ...rest, problems: broken.map(lawProblem) };
}
