/** The latest result of each test of a project, with what was tested: a result says nothing about other files or another test. */

import { branchesOf, type TestCase } from '../../query/tests/testCases.ts';
import type { TestResult } from '../../query/tests/testResult.ts';
import type { Tree } from '../../sync/plan/tree.ts';
import { isSameTree } from '../review/forkPoints.ts';

interface TestedBranches {
  branchName: string;
  /** By the names of branches: of the tested one, and of those that tests compare it with. */
  files: ReadonlyMap<string, Tree>;
}

interface Known {
  tested: TestedBranches;
  result: TestResult;
  at: Date;
}

export class LatestResults {
  readonly #known = new Map<string, Known>();

  /** @param definition what the test asks and expects */
  record(test: TestCase, definition: string, known: Known): void {
    this.#known.set(keyOf(test, definition), known);
  }

  /** Undefined if the test, or a branch that it queries, was another one when it ran last. */
  of(
    test: TestCase,
    definition: string,
    { branchName, files }: TestedBranches,
  ): Pick<Known, 'result' | 'at'> | undefined {
    const known = this.#known.get(keyOf(test, definition));
    if (known?.tested.branchName !== branchName) return undefined;
    const isSame = branchesOf(test, branchName).every((name) => {
      const [before, now] = [known.tested.files.get(name), files.get(name)];
      return before && now && isSameTree(before, now);
    });
    return isSame ? known : undefined;
  }
}

function keyOf({ file, name }: TestCase, definition: string): string {
  return JSON.stringify([file, name, definition]);
}
