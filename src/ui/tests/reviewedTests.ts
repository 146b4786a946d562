/** The tests of a folder as the review of its branch shows them: the results for the reviewed files, and which tests wait for a run. */

import type * as vscode from 'vscode';
import { throwIfAborted } from '../../base/async.ts';
import type { Event } from '../../base/event.ts';
import { affectedBy } from '../../query/tests/affected.ts';
import type { TestOutcome } from '../../review/review.ts';
import type { BoundFolder } from '../../session/folders.ts';
import type { BranchReading } from '../../session/review/readReview.ts';
import { definitionOf, membersOf } from './affectedTests.ts';
import type { TestExplorer } from './testExplorer.ts';

interface Branches {
  branchName: string;
  target: string;
}

interface FoundTest {
  item: vscode.TestItem;
  isAffected: boolean;
  outcome: TestOutcome;
}

/** The affected tests, and others that have run on the reviewed files. */
export class ReviewedTests {
  readonly #explorer: TestExplorer;
  readonly #folder: BoundFolder;
  readonly #branches: Branches;

  constructor(explorer: TestExplorer, folder: BoundFolder, branches: Branches) {
    this.#explorer = explorer;
    this.#folder = folder;
    this.#branches = branches;
  }

  /** When results may have changed. */
  get onDidRun(): Event<void> {
    return this.#explorer.onDidRun;
  }

  async read(reading: BranchReading): Promise<readonly TestOutcome[]> {
    return (await this.#find(reading)).map(({ outcome }) => outcome);
  }

  /** Runs the affected tests. @throws CancelledError */
  async run(reading: BranchReading, signal: AbortSignal): Promise<void> {
    const affected = (await this.#find(reading)).filter(({ isAffected }) => isAffected);
    await this.#explorer.run(
      affected.map(({ item }) => item),
      signal,
    );
    throwIfAborted(signal);
  }

  async #find({ models, before, after }: BranchReading): Promise<FoundTest[]> {
    const project = this.#explorer.projectOf(this.#folder);
    await project?.ready;
    const items = project?.testsOf() ?? [];
    if (!project || items.length === 0) return [];
    const { branchName, target } = this.#branches;
    const tested = {
      branchName,
      files: new Map([
        [branchName, after],
        [target, before],
      ]),
    };
    const isAffected = affectedBy(models.before, models.after);
    const found = await Promise.all(
      items.map(async (item): Promise<FoundTest[]> => {
        const shown = project.shownTest(item);
        if (!shown?.test.test) return [];
        const { test, rangeOf } = shown;
        const known = project.results.of(test, await definitionOf(test, project), tested);
        const isWaiting = isAffected(await membersOf(test, project));
        if (!known && !isWaiting) return [];
        const place = { file: test.file, range: rangeOf(shown.test.test.nameSpan), side: 'after' } as const;
        const outcome = { name: item.label, place, result: known?.result, at: known?.at };
        return [{ item, isAffected: isWaiting, outcome }];
      }),
    );
    return found.flat();
  }
}
