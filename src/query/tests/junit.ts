/** Test results as JUnit XML, which build servers show. */

import type { TestResult } from './testResult.ts';

/** Characters that XML 1.0 does not allow, and single halves of surrogate pairs. */
const forbidden =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

export function junitXml(results: readonly TestResult[]): string {
  const files = [...new Set(results.map(({ file }) => file))];
  const suites = files.map((file) =>
    suiteOf(
      file,
      results.filter((result) => result.file === file),
    ),
  );
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes(countsOf(results))}>`,
    ...suites.flat(),
    '</testsuites>',
  ];
  return `${lines.join('\n')}\n`;
}

function suiteOf(file: string, results: readonly TestResult[]): string[] {
  return [`  <testsuite${attributes({ name: file, ...countsOf(results) })}>`, ...results.map(caseOf), '  </testsuite>'];
}

function caseOf({ file, name, line, status, message, expected, actual, ms }: TestResult): string {
  const start = `    <testcase${attributes({ name: name || file, classname: file, file, line, time: ms / 1000 })}`;
  if (status === 'passed' && message === '') return `${start}/>`;
  if (status === 'passed') return `${start}>\n      <system-out>${escaped(message)}</system-out>\n    </testcase>`;
  const tag = status === 'failed' ? 'failure' : 'error';
  const values = expected === undefined ? '' : `\nexpected: ${asText(expected)}\nactual: ${asText(actual)}`;
  const [summary = ''] = message.split('\n');
  return `${start}>\n      <${tag}${attributes({ message: summary })}>${escaped(message + values)}</${tag}>\n    </testcase>`;
}

function asText(value: unknown): string {
  return JSON.stringify(value) ?? 'undefined';
}

function countsOf(results: readonly TestResult[]) {
  const count = (status: TestResult['status']) => results.filter((result) => result.status === status).length;
  const time = results.reduce((sum, { ms }) => sum + ms, 0) / 1000;
  return { tests: results.length, failures: count('failed'), errors: count('error'), time };
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join('');
}

function escaped(text: string): string {
  return text.replace(forbidden, '\ufffd').replace(/[&<>"\t\n\r]/g, (character) => entities[character]!);
}
