/** Findings as SARIF 2.1.0, which code hosts show next to the lines. */

import { SarifBuilder, SarifResultBuilder, SarifRuleBuilder, SarifRunBuilder } from 'node-sarif-builder';
import type { Finding, Report } from './report.ts';

const levels = { error: 'error', warning: 'warning', information: 'note' } as const;

/** @param pathOf a path of the project, relative to the root of the repository */
export function sarifText({ command, findings }: Report, pathOf: (file: string) => string): string {
  const run = new SarifRunBuilder();
  run.setToolDriverName(`data-model ${command}`);
  for (const code of [...new Set(findings.map((one) => one.code))].sort()) {
    run.addRule(new SarifRuleBuilder().initSimple({ ruleId: code, shortDescriptionText: code.replaceAll('-', ' ') }));
  }
  for (const finding of findings) {
    const { place } = finding;
    if (place) run.addResult(resultOf({ ...finding, place: { ...place, file: pathOf(place.file) } }));
  }
  // Code hosts refuse a result without a file.
  const others = findings.filter(({ place }) => !place);
  run.run.invocations = [
    {
      executionSuccessful: true,
      toolExecutionNotifications: others.map(({ code, severity, message }) => ({
        level: levels[severity],
        message: { text: plainText(message) },
        associatedRule: { id: code },
      })),
    },
  ];
  run.run.columnKind = 'utf16CodeUnits';
  const log = new SarifBuilder();
  log.addRun(run);
  return `${JSON.stringify(log.buildSarifOutput(), undefined, 2)}\n`;
}

function resultOf({ code, severity, message, place }: Finding & { place: NonNullable<Finding['place']> }) {
  const { file, line, column, endLine, endColumn } = place;
  const result = new SarifResultBuilder().initSimple({
    ruleId: code,
    level: levels[severity],
    messageText: plainText(message),
    fileUri: file.split('/').map(encodeURIComponent).join('/'),
    startLine: line,
    startColumn: column,
    endLine,
    endColumn,
  });
  return result;
}

/** A message of SARIF may have links; one of ours has none, whatever names the model has. */
function plainText(message: string): string {
  return /\]\(/.test(message) ? message.replaceAll('[', '\\[').replaceAll(']', '\\]') : message;
}
