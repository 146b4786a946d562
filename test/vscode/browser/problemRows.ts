/** Reads the rows of the Problems panel. */

import type { Locator } from 'playwright-core';

export interface ProblemRow {
  severity: string;
  message: string;
  file: string;
  /** 1-based, as the panel shows them. */
  line: number;
  column: number;
}

/** Reads the panel's labels: a file, then each of its problems, such as `Error: … at line 6 and character 15.` */
export async function readProblemRows(panel: Locator): Promise<ProblemRow[]> {
  const labels = await panel
    .locator('[role=treeitem]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label') ?? ''));
  const problems: ProblemRow[] = [];
  let file = '';
  for (const label of labels) {
    const problem = /^(\w+): (.*) at line (\d+) and character (\d+)/s.exec(label);
    const [, severity, message, line, column] = problem ?? [];
    if (problem)
      problems.push({ severity: severity!, message: message!, file, line: Number(line), column: Number(column) });
    else file = /^\d+ problems? in file (.*?) of folder (.*)$/.exec(label)?.slice(1).reverse().join('/') ?? file;
  }
  return problems;
}
