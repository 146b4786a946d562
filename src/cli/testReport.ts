/** The results of tests: lines for the user, one JSON object for programs. */

import { printableName } from '../base/terminal.ts';
import { type BranchBuild, buildObject } from '../platform/branchBuild.ts';
import type { TestResult, TestStatus } from '../query/tests/testResult.ts';
import { exits } from './exitCodes.ts';

function countOf(results: readonly TestResult[], status: TestStatus): number {
  return results.filter((result) => result.status === status).length;
}

export function reportLines(results: readonly TestResult[], ms: number): string[] {
  const lines = results.flatMap(({ file, line, name, status, message }) => [
    `${printableName(file)}:${line} ${[printableName(name), status === 'passed' ? '✓' : '✗'].filter(Boolean).join(' ')}`,
    ...(message === '' ? [] : message.split('\n').map((text) => `    ${text}`)),
  ]);
  const [passed, failed, errors] = (['passed', 'failed', 'error'] as const).map((status) => countOf(results, status));
  lines.push(`${passed} passed, ${failed} failed, ${errors} could not be run (${ms} ms).`);
  return lines;
}

/**
 * The object that `--json` prints.
 * @param builds of the tested branch, then of those that tests compare it with
 */
export function jsonReport(results: readonly TestResult[], [build, ...others]: readonly BranchBuild[]) {
  return {
    build: build && buildObject(build),
    ...(others.length > 0 && {
      otherBuilds: Object.fromEntries(others.map((other) => [other.branchName, buildObject(other)])),
    }),
    tests: results.map(({ file, name, line, status, message, expected, actual, ms }) => {
      return { file, name, line, status, message, expected, actual, ms };
    }),
    passed: countOf(results, 'passed'),
    failed: countOf(results, 'failed'),
    errors: countOf(results, 'error'),
  };
}

export function exitCodeOf(results: readonly TestResult[]): number {
  const codes = exits['test-model'];
  if (countOf(results, 'error') > 0) return codes.notRun.code;
  return (countOf(results, 'failed') > 0 ? codes.failing : codes.done).code;
}
