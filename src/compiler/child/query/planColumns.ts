/** The columns of a planned query, in the order of its SELECT. */

import type { Annotation, PlannedColumn, QueryPlan } from '../../modelRequest.ts';
import type { ExactSqliteQuery } from './sqliteDialect.ts';

interface Selected {
  unescapedAliasName(): string;
}

/** Parts of the compiler's query that its types do not declare. */
interface SelectedParts {
  measures: (Selected & { measure: string })[];
  dimensions: (Selected & { dimension: string })[];
  timeDimensions: (Selected & { dimension: string; granularity?: string })[];
}

export function columnsOf(query: ExactSqliteQuery, { measures, dimensions }: QueryPlan['annotation']): PlannedColumn[] {
  const parts = query as unknown as SelectedParts;
  const typeOf = (annotation: Annotation, member: string) => String(annotation[member]?.type ?? 'string');
  const grouped = parts.timeDimensions.filter(({ granularity }) => granularity);
  return [
    ...parts.dimensions.map((part) => column(part, [part.dimension], typeOf(dimensions, part.dimension))),
    ...grouped.map((part) => {
      // Older clients expect the first granularity under the name of the member alone.
      const first = grouped.find(({ dimension }) => dimension === part.dimension) === part;
      const bare = first && !Object.hasOwn(dimensions, part.dimension) ? [part.dimension] : [];
      return column(part, [`${part.dimension}.${part.granularity}`, ...bare], 'time');
    }),
    ...parts.measures.map((part) => column(part, [part.measure], typeOf(measures, part.measure))),
  ];
}

function column(part: Selected, keys: string[], type: string): PlannedColumn {
  return { alias: part.unescapedAliasName(), keys, type };
}
