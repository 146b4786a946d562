/** Records what runs report to the Test Explorer, because extensions cannot read it back. */

import type * as vscode from 'vscode';

interface Message {
  text: string;
  expected: string | undefined;
  actual: string | undefined;
  /** 0-based. */
  line: number | undefined;
}

export interface RecordedRun {
  started: string[];
  /** By the label of the test. */
  results: Record<string, 'passed' | 'failed' | 'errored'>;
  messages: Record<string, Message[]>;
  output: string;
  coverage: vscode.FileCoverage[];
  ended: boolean;
}

export function recordRuns(controller: vscode.TestController): RecordedRun[] {
  const runs: RecordedRun[] = [];
  const original = controller.createTestRun.bind(controller);
  controller.createTestRun = (...args) => {
    const recorded: RecordedRun = { started: [], results: {}, messages: {}, output: '', coverage: [], ended: false };
    runs.push(recorded);
    const run = original(...args);
    const record =
      (result: 'passed' | 'failed' | 'errored') =>
      (item: vscode.TestItem, message?: unknown, ...rest: unknown[]) => {
        recorded.results[item.label] = result;
        if (result !== 'passed')
          recorded.messages[item.label] = [message].flat().map((one) => read(one as vscode.TestMessage));
        (run[result] as (...all: unknown[]) => void)(item, message, ...rest);
      };
    return {
      ...run,
      name: run.name,
      token: run.token,
      isPersisted: run.isPersisted,
      onDidDispose: run.onDidDispose,
      enqueued: (item) => run.enqueued(item),
      skipped: (item) => run.skipped(item),
      started: (item) => {
        recorded.started.push(item.label);
        run.started(item);
      },
      passed: record('passed'),
      failed: record('failed'),
      errored: record('errored'),
      appendOutput: (text, ...rest) => {
        recorded.output += text;
        run.appendOutput(text, ...rest);
      },
      addCoverage: (file) => {
        recorded.coverage.push(file);
        run.addCoverage(file);
      },
      end: () => {
        recorded.ended = true;
        run.end();
      },
    };
  };
  return runs;
}

function read(message: vscode.TestMessage): Message {
  const { message: text, expectedOutput: expected, actualOutput: actual, location } = message;
  return { text: typeof text === 'string' ? text : text.value, expected, actual, line: location?.range.start.line };
}
