/** Writes the test document that fails where a law is broken. */

import type { Given } from '../../model/documents/given.ts';
import type { Law } from './lawsOf.ts';

export function counterexampleTest(
  { text, member, left, right, compare, law }: Law,
  rows: Given,
  at: string,
  { left: alone, right: expected }: { left: string; right: string },
): string {
  // The query with both counts is the wrong one.
  const isRepeated = law === 'join-repeats-no-rows';
  const lines = ['tests:', `  - name: ${JSON.stringify(text)}`, '    given:'];
  for (const [table, list] of Object.entries(rows)) {
    const items = list as readonly object[];
    if (items.length === 0) lines.push(`      ${JSON.stringify(table)}: []`);
    else lines.push(`      ${JSON.stringify(table)}:`, ...items.map((row) => `        - ${flow(row)}`));
  }
  lines.push(`    at: ${at}`, `    query: ${flow(isRepeated ? right[0] : left)}`, `    expect: ${expectation()}`);
  return `${lines.join('\n')}\n`;

  function expectation(): string {
    if (law === 'view-equals-cube') return `{ same_as: ${flow(right[0]!)} }`;
    if (compare === 'equal') return `{ scalar: ${expected}, tolerance: 0.000000001 }`;
    if (isRepeated) return `{ between: { ${member}: [0, ${alone}] } }`;
    const [measure] = left.measures as string[];
    return `{ between: { ${measure}: [${expected}, 1000000000000000] } }`;
  }
}

/** JSON without quotes around plain keys, which YAML reads. */
function flow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(
    ([key, one]) => `${/^[A-Za-z_]\w*$/.test(key) ? key : JSON.stringify(key)}: ${flow(one)}`,
  );
  return `{ ${entries.join(', ')} }`;
}
