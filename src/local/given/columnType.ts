/** The type of a column in a test's own database: from the catalog, from what the model does with it, or from its values. */

import { decimalOf } from '../../base/decimal.ts';
import { UserError } from '../../base/errors.ts';
import type { CatalogColumn } from '../../model/catalog/catalog.ts';
import type { UsedKind } from '../../model/index/tableColumns.ts';

/** A value of a row. `isText`: it was a text in the document; texts of a CSV file are neither. */
export interface GivenValue {
  text: string;
  kind: 'text' | 'number' | 'boolean' | 'unknown';
}

interface Knowledge {
  catalog: CatalogColumn | undefined;
  used: UsedKind | undefined;
}

/** Digits of the database's longest decimals, and of those that multiply without overflow. */
const maxDigits = 38;
const usualDigits = 18;

const date = /^\d{4}-\d\d-\d\d$/;
const time = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?\s*(?:Z|[+-]\d\d(?::?\d\d)?)?$/i;

/** @param values without nulls. @throws UserError for a number that no exact type holds */
export function columnType(values: readonly GivenValue[], { catalog, used }: Knowledge): string {
  if (catalog) return catalogType(catalog, values);
  const isNumber = ({ text, kind }: GivenValue) => kind !== 'boolean' && decimalOf(text) !== undefined;
  if (used === 'time' && values.every(({ text }) => date.test(text) || time.test(text))) return 'TIMESTAMP';
  if (used === 'number' && values.every(isNumber)) return numberType(values);
  if (used === 'boolean' && values.every(({ text }) => /^(true|false)$/i.test(text))) return 'BOOLEAN';
  return valueType(values, used);
}

function catalogType({ kind, type }: CatalogColumn, values: readonly GivenValue[]): string {
  switch (kind) {
    case 'number': {
      const scale = Number(/^\w+\s*\(\s*\d+\s*,\s*(\d+)\s*\)/.exec(type)?.[1] ?? 0);
      return values.every(({ text }) => decimalOf(text)) ? numberType(values, scale) : 'VARCHAR';
    }
    case 'time':
      if (/^date$/i.test(type)) return 'DATE';
      return /with time zone|timestamptz/i.test(type) ? 'TIMESTAMPTZ' : 'TIMESTAMP';
    case 'boolean':
      return 'BOOLEAN';
    default:
      return 'VARCHAR';
  }
}

function valueType(values: readonly GivenValue[], used: UsedKind | undefined): string {
  if (values.length === 0) return 'VARCHAR';
  const all = (test: (value: GivenValue) => boolean) => values.every(test);
  if (all(({ kind }) => kind === 'number')) return numberType(values);
  if (all(({ kind }) => kind === 'boolean')) return 'BOOLEAN';
  if (used === 'text' || !all(({ kind }) => kind === 'text' || kind === 'unknown')) return 'VARCHAR';
  if (all(({ text }) => date.test(text))) return 'DATE';
  if (all(({ text }) => date.test(text) || time.test(text))) return 'TIMESTAMP';
  if (!all(({ kind }) => kind === 'unknown')) return 'VARCHAR';
  // A code with leading zeros is not a number.
  if (all(({ text }) => /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text))) return numberType(values);
  return all(({ text }) => /^(?:true|false)$/i.test(text)) ? 'BOOLEAN' : 'VARCHAR';
}

/** The type that holds every digit. */
function numberType(values: readonly GivenValue[], leastScale = 0): string {
  let whole = 0;
  let scale = leastScale;
  for (const { text } of values) {
    const value = decimalOf(text);
    if (!value) return 'DOUBLE';
    whole = Math.max(whole, value.magnitude);
    scale = Math.max(scale, value.digits.length - value.magnitude);
    if (whole + scale <= maxDigits) continue;
    throw new UserError(
      `The number ${text} needs more than ${maxDigits} digits together with the others of its column.`,
    );
  }
  if (scale === 0 && whole <= usualDigits) return 'BIGINT';
  return `DECIMAL(${Math.max(usualDigits, whole + scale)}, ${scale})`;
}
