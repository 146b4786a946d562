/** SQL of the schema compiler in the dialect of Databricks, as far as expressions of members need it. */

import { BaseQuery } from '@cubejs-backend/schema-compiler/dist/src/adapter/BaseQuery.js';
import type { PreAggregations } from '@cubejs-backend/schema-compiler/dist/src/adapter/PreAggregations.js';
import { withoutPreAggregations } from './noPreAggregations.ts';
import { withOperands } from './operand.ts';
import { QueryRefused } from './queryRefused.ts';

export const dependsOnCaller = 'its SQL depends on the query or on the user';

export class DatabricksQuery extends withOperands(BaseQuery) {
  /** Names a cube in expressions. Unset while the base class is constructed. */
  declare nameOfCube: ((cube: string) => string) | undefined;

  override cubeAlias(cube: string): string {
    return this.nameOfCube?.(cube) ?? super.cubeAlias(cube);
  }

  override escapeColumnName(name: string): string {
    return /^[a-z_]\w*$/i.test(name) ? name : `\`${name}\``;
  }

  /** A metric view is the same for all users, so that their security context cannot be read. */
  override contextSymbolsProxy(): object {
    const get = (_: object, name: string | symbol) => {
      if (typeof name === 'string') throw new QueryRefused(dependsOnCaller);
    };
    return new Proxy({}, { get });
  }

  override concatStringsSql(texts: string[]): string {
    return `concat(${texts.join(', ')})`;
  }

  override castToString(sql: string): string {
    return `CAST(${sql} AS STRING)`;
  }

  /** The compiler writes a label between quotes as it is. */
  override renderDimensionCaseLabel(label: unknown, cube: string): unknown {
    const text = typeof label === 'string' ? label.replace(/[\\']/g, '\\$&') : label;
    return super.renderDimensionCaseLabel(text, cube);
  }

  override countDistinctApprox(sql: string): string {
    return `approx_count_distinct(${sql})`;
  }

  /** Members behind joins that multiply rows are left out of metric views. */
  override multipliedJoinRowResult(): boolean {
    return false;
  }

  override newPreAggregations(): PreAggregations {
    return withoutPreAggregations(super.newPreAggregations());
  }
}
