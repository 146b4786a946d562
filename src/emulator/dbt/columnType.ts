/** The type of a dimension from the type of its column in the database. */

import type { DimensionType } from '../../model/generate/cubeDraft.ts';

const types: readonly (readonly [RegExp, DimensionType])[] = [
  // A time of day or an interval is not a point in time.
  [/^(?:interval|time(?:\(\d+\))?(?: with(?:out)? time zone)?|timetz)\b/, 'string'],
  [/^(?:bool|bit\b)/, 'boolean'],
  [/^(?:date(?!range)|timestamp|smalldatetime)/, 'time'],
  [/^u?(?:tiny|small|medium|big|byte|huge)?int(?:eger)?(?:\d+)?\b/, 'number'],
  [
    /^(?:number|numeric|decimal|dec|bigdecimal|bignumeric|float\d*|double|real|money|smallmoney|fixed|(?:small|big)?serial\d*)\b/,
    'number',
  ],
];

/** `string` for a column of unknown type. */
export function dimensionType(dataType: string | null | undefined): DimensionType {
  const text = (dataType ?? '').trim().toLowerCase();
  // ClickHouse: Nullable(Int64), LowCardinality(String).
  const inner = /^(?:nullable|lowcardinality)\((.*)\)$/.exec(text)?.[1];
  if (inner !== undefined) return dimensionType(inner);
  return types.find(([pattern]) => pattern.test(text))?.[1] ?? 'string';
}
