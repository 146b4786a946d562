/** Reports as Markdown for a comment on a pull request. Names and messages are inline code: they can mention and link nothing. */

import type { TestResult } from '../../query/tests/testResult.ts';
import { boundedText, inlineCode, maxCommentLength } from '../../review/markdownText.ts';
import type { Finding } from './report.ts';

export function findingsMarkdown(title: string, summary: string, findings: readonly Finding[]): string {
  const head = findings.length > 0 ? [''] : [];
  const items = findings.map(({ severity, message, place }) => {
    const where = place ? ` ${inlineCode(`${place.file}:${place.line}`)}` : '';
    return `- ${severity}${where}: ${inlineCode(message)}`;
  });
  return boundedText(`## ${title}\n\n${summary}\n`, [{ head, items, noun: 'problems', rank: 0 }], maxCommentLength);
}

export function testsMarkdown(summary: string, results: readonly TestResult[]): string {
  const failed = results.filter(({ status }) => status !== 'passed');
  const items = failed.map(({ file, line, name, status, message }) => {
    const state = status === 'failed' ? 'failed' : 'could not be run';
    return `- ${inlineCode(name)} (${inlineCode(`${file}:${line}`)}) ${state}: ${inlineCode(message)}`;
  });
  const head = failed.length > 0 ? [''] : [];
  return boundedText(
    `## Tests of the data model\n\n${summary}\n`,
    [{ head, items, noun: 'tests', rank: 0 }],
    maxCommentLength,
  );
}
