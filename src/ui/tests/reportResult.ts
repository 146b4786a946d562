/** Reports the result of one test: a failure as expected and actual values on the line of the expectation. */

import * as vscode from 'vscode';
import type { BrokenExpectation } from '../../query/tests/evaluate.ts';
import type { TestResult } from '../../query/tests/testResult.ts';
import { errorText, messageText } from '../shell/errorText.ts';
import type { OtherVersion } from '../sync/pendingFiles.ts';
import type { ProjectTests } from './projectTests.ts';

/** The context value of messages about another version than that in the editor. */
const otherVersionContext = 'dataModelOtherVersion';

export function reportResult(
  run: vscode.TestRun,
  item: vscode.TestItem,
  project: ProjectTests,
  { status, broken, reason, cause, ms }: TestResult,
  otherVersion: OtherVersion | undefined,
): void {
  if (status === 'passed') {
    run.passed(item, ms);
    return;
  }
  const shown = project.shownTest(item);
  const placed = (message: vscode.TestMessage, key?: string) => {
    const test = shown?.test.test;
    const span = test && ((key === undefined ? undefined : test.expectSpans[key]) ?? test.nameSpan);
    if (otherVersion) {
      message.message = `${message.message as string}\n${otherVersion.message}`;
      if (otherVersion.canPush) message.contextValue = otherVersionContext;
    }
    if (span) message.location = new vscode.Location(item.uri!, shown.rangeOf(span));
    return message;
  };
  if (status === 'failed') {
    run.failed(
      item,
      broken.map((one) => placed(messageOf(one), one.key)),
      ms,
    );
    return;
  }
  const text = reason ? messageText(reason, vscode.l10n) : errorText(cause, vscode.l10n);
  run.errored(item, placed(new vscode.TestMessage(text)), ms);
}

function messageOf({ reason, expected, actual }: BrokenExpectation): vscode.TestMessage {
  const text = messageText(reason, vscode.l10n);
  if (expected === undefined || actual === undefined) return new vscode.TestMessage(text);
  return vscode.TestMessage.diff(text, asText(expected), asText(actual));
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
}
