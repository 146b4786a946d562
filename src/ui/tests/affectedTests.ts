/** The tests whose queries use what changed between the parent branch and the folder. */

import { posix } from 'node:path';
import type * as vscode from 'vscode';
import type { QueryDocument } from '../../model/documents/queryDocument.ts';
import { affectedBy } from '../../query/tests/affected.ts';
import { namesIn } from '../../query/tests/memberGraph.ts';
import type { TestCase } from '../../query/tests/testCases.ts';
import type { BoundFolder } from '../../session/folders.ts';
import { readParentModel } from '../../session/tests/parentModel.ts';
import type { FollowedBranch } from '../folders/followedBranch.ts';
import type { ProjectTests } from './projectTests.ts';
import { readQueryOf } from './queryDocuments.ts';

export async function affectedTests(
  items: readonly vscode.TestItem[],
  project: ProjectTests,
  { session }: FollowedBranch,
  signal: AbortSignal,
): Promise<vscode.TestItem[]> {
  // A program may have changed files a moment ago.
  await session.reloadModel();
  const isAffected = affectedBy(await readParentModel(session, signal), session.model.project.saved);
  const isChosen = await Promise.all(
    items.map(async (item) => {
      const shown = project.shownTest(item);
      return !shown || isAffected(await membersOf(shown.test, project));
    }),
  );
  return items.filter((_, i) => isChosen[i]);
}

/** The members that a test names, also in query documents. */
export async function membersOf(test: TestCase, { folder }: ProjectTests): Promise<Set<string>> {
  const documents = await documentsOf(test, folder);
  return namesIn([test.query, test.expect, ...documents.map((one) => one?.query)]);
}

/** The query and the expectations of a test, also in query documents. */
export async function definitionOf(test: TestCase, { folder }: ProjectTests): Promise<string> {
  const documents = await documentsOf(test, folder);
  return JSON.stringify([test.query, test.expect, test.as, ...documents.map((one) => one && [one.query, one.as])]);
}

/** The query documents that a test names. */
async function documentsOf(
  { file, query, expect }: TestCase,
  folder: BoundFolder,
): Promise<(QueryDocument | undefined)[]> {
  const queryOf = readQueryOf(folder);
  return Promise.all(
    [query, expect.same_as].flatMap((source) =>
      source && 'path' in source ? [queryOf(posix.join(posix.dirname(file), source.path))] : [],
    ),
  );
}
