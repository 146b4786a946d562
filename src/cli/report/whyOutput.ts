/** Explains the result of a query document on a branch, with places in the project that has the document. */

import { posix, relative, sep } from 'node:path';
import { UserError } from '../../base/errors.ts';
import type { QueryDocument, QueryObject } from '../../model/documents/queryDocument.ts';
import { ProjectModel } from '../../model/project/projectModel.ts';
import type { QueryRunner } from '../../query/run/runQuery.ts';
import { explainResult } from '../../query/why/explainResult.ts';
import { type ExplanationObject, explanationObject } from '../../query/why/explanationObject.ts';
import { platformProber } from '../../query/why/platformProber.ts';
import { answeringModel } from '../../session/query/answeringModel.ts';
import type { BranchReads } from '../../sync/remote/branchPort.ts';
import { projectAround } from '../folders/projectAround.ts';

/** @param path absolute. @throws UserError if the document is in no project; as `QueryRunner` does */
export async function whyOutput(
  path: string,
  { root, text, query }: Pick<QueryDocument, 'root' | 'text'> & { query: QueryObject },
  branch: BranchReads,
  runner: QueryRunner,
  author: QueryRunner | undefined,
): Promise<ExplanationObject> {
  const folder = await projectAround(path, 'model');
  if (!folder) throw new UserError('--why needs the model: FILE must be in the folder of a project.');
  const model = new ProjectModel(folder);
  await model.load();
  const { index, warnings } = await answeringModel(branch, model.saved, new AbortController().signal);
  const name = relative(folder.projectFolder, path).split(sep).join(posix.sep);
  const explanation = await explainResult(query, platformProber(runner, author), {
    index,
    warnings,
    document: { name, root, text },
    showsValues: true,
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  return explanationObject(explanation);
}
