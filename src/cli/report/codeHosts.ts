/** Findings as GitHub's annotations and as GitLab's code quality report. */

import { createHash } from 'node:crypto';
import type { Finding, Report } from './report.ts';

type PathOf = (file: string) => string;

const githubCommands = { error: 'error', warning: 'warning', information: 'notice' } as const;

/** Commands of a workflow, a line each. */
export function githubText({ findings }: Report, pathOf: PathOf): string {
  return findings.map((finding) => `${githubLine(finding, pathOf)}\n`).join('');
}

function githubLine({ severity, code, message, place }: Finding, pathOf: PathOf): string {
  const properties: [string, string | number][] = [];
  if (place) {
    const { file, line, column, endLine, endColumn } = place;
    properties.push(['file', pathOf(file)], ['line', line], ['endLine', endLine]);
    // GitHub takes columns of a single line only.
    if (line === endLine) properties.push(['col', column], ['endColumn', endColumn]);
  }
  properties.push(['title', code]);
  const text = properties.map(([name, value]) => `${name}=${escapedProperty(String(value))}`).join(',');
  return `::${githubCommands[severity]} ${text}::${escapedData(message)}`;
}

/** A message cannot end the command and start another one. */
function escapedData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapedProperty(text: string): string {
  return escapedData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

const gitlabSeverities = { error: 'major', warning: 'minor', information: 'info' } as const;

export function gitlabText({ findings }: Report, pathOf: PathOf): string {
  const seen = new Map<string, number>();
  const issues = findings.map(({ code, severity, message, place }) => {
    const path = place ? pathOf(place.file) : pathOf('.');
    // Without the line, so that an edit above a finding does not make it a new one.
    const key = JSON.stringify([code, path, message]);
    const count = seen.get(key) ?? 0;
    seen.set(key, count + 1);
    const fingerprint = createHash('sha256').update(`${key}${count}`).digest('hex');
    const lines = { begin: place?.line ?? 1, end: place?.endLine ?? 1 };
    const location = { path, lines };
    return { description: message, check_name: code, fingerprint, severity: gitlabSeverities[severity], location };
  });
  return `${JSON.stringify(issues, undefined, 2)}\n`;
}
