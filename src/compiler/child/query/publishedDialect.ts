/** Published dialects of other databases. What one of them would calculate differently is refused. */

import { queryClass } from '@cubejs-backend/schema-compiler/dist/src/adapter/QueryBuilder.js';
import { monthsOf } from './intervalMonths.ts';
import type { Dialect } from './operand.ts';
import { QueryRefused } from './queryRefused.ts';
import { type StagedQuery, staged } from './stagedQuery.ts';

/** They shift all times by the present offset of a time zone, also those before a change of the clocks. */
const withoutTimeZones = new Set(['mysql', 'mysqlauroraserverless', 'mongobi', 'mssql', 'sqlite', 'cubestore']);

interface PlannedParts {
  timezone: string;
  measures: { isCumulative(): boolean }[];
}

type Parts = Parameters<StagedQuery['outerMeasuresJoinFullKeyQueryAggregate']>;

/** @throws QueryRefused for a type whose dialect is not part of the compiler */
export function publishedDialect(type: string): new (...given: ConstructorParameters<Dialect>) => StagedQuery {
  const published = queryClass(type, undefined) as Dialect | undefined;
  if (!published) throw new QueryRefused(`The emulator has no SQL dialect for databases of the type '${type}'`);
  return class PublishedQuery extends staged(published) {
    override convertTz(field: string): string {
      const { timezone } = this as unknown as PlannedParts;
      if (withoutTimeZones.has(type) && timezone !== 'UTC') {
        throw new QueryRefused(`The dialect '${type}' knows no changes of the clocks. Ask in the time zone UTC`);
      }
      return super.convertTz(field);
    }

    override dateBin(interval: string, source: string, origin: string): string {
      if (monthsOf(interval) !== undefined) {
        throw new QueryRefused(`The emulator cannot group by the interval '${interval}' in the dialect '${type}'`);
      }
      return super.dateBin(interval, source, origin);
    }

    /** The compiler writes a label between quotes as it is, and dialects escape differently. */
    override renderDimensionCaseLabel(label: unknown, cube: string): unknown {
      if (typeof label === 'string' && /['\\]/.test(label)) {
        throw new QueryRefused(`The emulator cannot write the label '${label}' of ${cube} in the dialect '${type}'`);
      }
      return super.renderDimensionCaseLabel(label, cube);
    }

    /** Not all of them have full joins; without one, rows that a rolling window lacks would be lost. */
    override outerMeasuresJoinFullKeyQueryAggregate(...given: Parts): string {
      const { measures } = this as unknown as PlannedParts;
      const [, , parts] = given;
      if (parts.length > 1 && (this.hasStages() || measures.some((measure) => measure.isCumulative()))) {
        throw new QueryRefused(
          `The emulator cannot join rolling windows and several stages with other measures in the dialect '${type}'`,
        );
      }
      return super.outerMeasuresJoinFullKeyQueryAggregate(...given);
    }

    override joinsFully(): boolean {
      return false;
    }
  };
}
