/** The tests whose queries use what changed between the parent branch and the folder. */

import { posix } from 'node:path';
import type * as vscode from 'vscode';
import { affectedBy } from '../../query/tests/affected.ts';
import { namesIn } from '../../query/tests/memberGraph.ts';
import type { TestCase } from '../../query/tests/testCases.ts';
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
  const isAffected = affectedBy(await readParentModel(session, signal), session.model.saved);
  const isChosen = await Promise.all(
    items.map(async (item) => {
      const shown = project.shownTest(item);
      return !shown || isAffected(await membersOf(shown.test, project));
    }),
  );
  return items.filter((_, i) => isChosen[i]);
}

/** The members that a test names, also in query documents. */
export async function membersOf({ file, query, expect }: TestCase, { folder }: ProjectTests): Promise<Set<string>> {
  const names = namesIn([query, expect]);
  const queryOf = readQueryOf(folder);
  for (const source of [query, expect.same_as]) {
    if (!source || !('path' in source)) continue;
    const document = await queryOf(posix.join(posix.dirname(file), source.path));
    namesIn(document?.query, names);
  }
  return names;
}
