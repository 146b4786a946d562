/** The result of a widget's Python as plain text. */

import type { FilterChoice } from '../../contract/messages/hostConfig.ts';
import type { WidgetRun } from '../../session/dashboard/widgetPython.ts';
import { plainText } from '../logs/logText.ts';
import type { Localizer } from '../shell/localizer.ts';

interface RunContext {
  widgetId: string;
  /** What ran it: `Dashboard sales as ada`. */
  title: string;
  /** Null for production. */
  branch: string | null;
  filters: readonly FilterChoice[];
}

export function pythonText(
  { status, error, output }: WidgetRun,
  { widgetId, title, branch, filters }: RunContext,
  l10n: Localizer,
): string {
  const filterTexts = filters.map(
    ({ view, dimension, operator, values }) => `${view}.${dimension} ${operator} ${values.join(', ')}`,
  );
  const { text, result } = output ?? {};
  return [
    `# ${l10n.t('Python of the widget {0}', widgetId)}`,
    `# ${title} · ${branch === null ? l10n.t('Production') : l10n.t('Branch {0}', branch)}`,
    ...filterTexts.map((filter) => `# ${l10n.t('Filter: {0}', filter)}`),
    '',
    ...(status === 'completed' ? [] : [l10n.t('Failed: {0}', error ?? status), '']),
    ...(text ? [l10n.t('Printed:'), ...text.trimEnd().split('\n'), ''] : []),
    ...(result === undefined || result === null
      ? []
      : [l10n.t('Result:'), ...JSON.stringify(result, undefined, 2).split('\n'), '']),
    ...(status === 'completed' && !text && (result === undefined || result === null)
      ? [l10n.t('It printed nothing and set no variable “result”.'), '']
      : []),
  ]
    .map(plainText)
    .join('\n');
}
