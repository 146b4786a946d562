/** The YAML of a Databricks metric view. */

import { stringify } from 'yaml';
import type { MetricView, MetricViewField } from '../../compiler/modelRequest.ts';

export function metricViewYaml({ source, comment, joins, dimensions, measures }: MetricView): string {
  const document = {
    version: '1.1',
    ...(comment !== null && { comment }),
    source,
    ...(joins.length > 0 && { joins }),
    ...(dimensions.length > 0 && { dimensions: dimensions.map(toField) }),
    ...(measures.length > 0 && { measures: measures.map(toField) }),
  };
  return stringify(document, { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false });
}

function toField({ name, expr, displayName, comment }: MetricViewField) {
  return { name, expr, display_name: displayName, ...(comment !== null && { comment }) };
}
