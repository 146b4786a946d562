/** The quick pick for the logs to show: sources, then containers, then the pods of the deployment. */

import * as vscode from 'vscode';
import { CancelledError } from '../../base/errors.ts';
import type { SelectedDeployment } from '../shell/commandRunner.ts';
import { type PickItem, pickItem } from '../shell/quickInput.ts';
import { filterLabel, type LogFilter } from './logFilter.ts';

type FilterItem = PickItem & { filter?: LogFilter };

/** Returns the filter of the pod without a question when the command runs on a pod's row. @throws CancelledError */
export async function pickLogFilter(selected: SelectedDeployment): Promise<LogFilter> {
  const { podName, name } = selected;
  if (podName !== undefined) return { pod: podName };
  const picked = await pickItem(filterItems(selected), {
    title: vscode.l10n.t('Logs of {0}', name),
    placeHolder: vscode.l10n.t('Select a source, container, or pod'),
  });
  if (!picked?.filter) throw new CancelledError();
  return picked.filter;
}

async function filterItems({ deployment }: SelectedDeployment): Promise<FilterItem[]> {
  const { l10n } = vscode;
  const { logContainers } = await import('../../contract/deployments/runtime.ts');
  const items: FilterItem[] = [
    sourceItem({ source: 'dev' }, 'git-branch', l10n.t('Your open dev branch')),
    sourceItem({ source: 'production' }, 'rocket', l10n.t('The branch that all users see')),
    sourceItem({}, 'list-unordered', l10n.t('Logs of every source')),
    separator(l10n.t('Containers')),
    ...logContainers.map((container): FilterItem => ({ icon: 'package', label: container, filter: { container } })),
  ];
  // If the pods cannot be loaded, the other items still work.
  await deployment.pods.load();
  const pods = deployment.pods.value.items.map(
    (pod): FilterItem => ({
      icon: 'server',
      label: pod.name,
      description: pod.status ?? '',
      filter: { pod: pod.name },
    }),
  );
  return pods.length === 0 ? items : [...items, separator(l10n.t('Pods')), ...pods];
}

function sourceItem(filter: LogFilter, icon: string, detail: string): FilterItem {
  return { icon, label: filterLabel(filter, vscode.l10n), detail, filter };
}

function separator(label: string): FilterItem {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}
