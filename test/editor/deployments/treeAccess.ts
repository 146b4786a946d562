/** Access to the running extension and to the rows of its tree. */

import * as vscode from 'vscode';
import type { TestAccess } from '../../../src/extension.ts';
import type { DeploymentsRow } from '../../../src/ui/deployments/deploymentsState.ts';
import { waitFor } from '../../run/waitFor.ts';

export async function extension(): Promise<TestAccess> {
  return (await vscode.extensions
    .getExtension<TestAccess>('data-model-workbench.data-model-workbench')!
    .activate()) as TestAccess;
}

/** Shows the view, because a hidden view loads nothing. */
export async function showTree(): Promise<void> {
  await vscode.commands.executeCommand('dataModel.deployments.focus');
}

/** Expands rows with these labels and returns the rows below the last one. Undefined if a label is missing. */
export async function rowsBelow(...labels: readonly (string | RegExp)[]): Promise<DeploymentsRow[] | undefined> {
  const { tree } = (await extension()).deployments;
  let rows = await tree.getChildren();
  for (const label of labels) {
    const row = rows.find((each) => (typeof label === 'string' ? each.label === label : label.test(each.label)));
    if (!row) return undefined;
    rows = await tree.getChildren(row);
  }
  return rows;
}

export async function findRow(...labels: readonly (string | RegExp)[]): Promise<DeploymentsRow | undefined> {
  const last = labels.at(-1)!;
  const rows = await rowsBelow(...labels.slice(0, -1));
  return rows?.find(({ label }) => (typeof last === 'string' ? label === last : last.test(label)));
}

export async function waitForRow(
  labels: readonly (string | RegExp)[],
  wanted: (row: DeploymentsRow) => boolean = () => true,
): Promise<DeploymentsRow> {
  let found: DeploymentsRow | undefined;
  await waitFor(
    `there is a row ${labels.join(' › ')}`,
    async () => {
      found = await findRow(...labels);
      return found !== undefined && wanted(found);
    },
    () => found,
  );
  return found!;
}

export async function waitForNoRow(labels: readonly (string | RegExp)[]): Promise<void> {
  await waitFor(`the row ${labels.join(' › ')} goes`, async () => (await findRow(...labels)) === undefined);
}
