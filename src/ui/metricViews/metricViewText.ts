/** The result of a metric view preview as YAML: one document for each view that would be published. */

import type { metricViewOperations } from '../../contract/dataModel/metricViews.ts';
import type { ResponseOf } from '../../contract/definition/operation.ts';
import { plainText } from '../logs/logText.ts';
import type { Localizer } from '../shell/localizer.ts';

type PreviewResult = ResponseOf<typeof metricViewOperations.getMetricViewPreviewResult>;

export function metricViewText(result: PreviewResult, deploymentName: string, l10n: Localizer): string {
  const { metricViews, skipped, buildJobId, dataSourceName } = result;
  const hasNames = metricViews.every(({ fullName }) => fullName);
  const views = metricViews.length;
  const heading = comments(
    l10n.t('Metric views of the data source {0} of {1}. Nothing was published.', dataSourceName ?? '', deploymentName),
    buildJobId != null && l10n.t('Converted from build {0}.', buildJobId),
    views === 1 ? l10n.t('1 view would be published.') : l10n.t('{0} views would be published.', views),
    !hasNames && l10n.t('The data source has no integration yet. Use “Open Integration” in the title to add one.'),
  );
  const documents = metricViews.map(({ name, fullName, kind, yaml, warnings }) => {
    const made = kind === 'cube' ? l10n.t('of the cube {0}', name) : l10n.t('of the view {0}', name);
    const leftOut = (warnings ?? []).map((warning) => l10n.t('Left out: {0}', warning));
    return `${comments([fullName ?? name, made].join(' · '), ...leftOut)}${yaml.trimEnd()}\n`;
  });
  const rest = (skipped ?? []).map(({ name, reason }) => (reason ? `${name}: ${reason}` : name));
  const last = rest.length === 0 ? [] : [comments(l10n.t('Not converted:'), ...rest)];
  return [heading, ...documents, ...last].join('---\n');
}

/** A text of the platform stays within its comment. */
function comments(...texts: readonly (string | false)[]): string {
  const lines = texts.flatMap((text) => (text === false ? [] : plainText(text).split(/[\r\n\u0085\u2028\u2029]+/)));
  return lines.map((line) => `# ${line}\n`).join('');
}
