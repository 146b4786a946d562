/** Filters of databases with exact decimals. In contrast to the compiler's, they round no value. */

import { BaseFilter } from '@cubejs-backend/schema-compiler/dist/src/adapter/BaseFilter.js';
import { decimalOf } from '../../../base/decimal.ts';
import { asOperand } from './operand.ts';
import { QueryRefused } from './queryRefused.ts';

interface ExactQuery {
  /** The type that holds a number as it is written. */
  numberType(value: string): string;
}

/** The values that a member can be compared with. The database's own message would not name the member. */
const accepts = {
  numeric: (value: string) => decimalOf(value) !== undefined,
  boolean: (value: string) => /^(true|false|1|0)$/.test(value),
  timestamp: (value: string) =>
    /^\d{4}-\d\d-\d\d([ T]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/.test(value) &&
    !Number.isNaN(Date.parse(value)),
  text: () => true,
};

const comparisons = new Set(['equals', 'notEquals', 'gt', 'gte', 'lt', 'lte']);
/** Compares exactly, and searches every type of column. */
export class ExactFilter extends BaseFilter {
  override conditionSql(column: string): string {
    const isTime = this.#type === 'timestamp' && comparisons.has(this.operator);
    return super.conditionSql(isTime ? this.query.timeStampCast(column) : asOperand(column));
  }

  override likeIgnoreCase(column: string, not: boolean, param: unknown, type: string): string {
    const before = type === 'contains' || type === 'ends' ? "'%' || " : '';
    const after = type === 'contains' || type === 'starts' ? " || '%'" : '';
    const pattern = `${before}${this.allocateParam(param)}${after}`;
    return `CAST(${column} AS VARCHAR)${not ? ' NOT' : ''} ILIKE ${pattern} ESCAPE '\\'`;
  }

  override allocateCastParam(param: unknown): string {
    const value = String(param);
    if (!accepts[this.#type](value)) {
      throw new QueryRefused(
        `Invalid value for '${this.measure ?? this.dimension}': '${value}' is not of type ${this.#type}`,
      );
    }
    const [cast, sent] = this.castValue(value, this.#type);
    return this.query.paramAllocator.allocateParamsForQuestionString(cast, [sent]);
  }

  /** The SQL of a value, and the value that the database gets. */
  protected castValue(value: string, type: keyof typeof accepts): [cast: string, sent: string] {
    return [type === 'numeric' ? `CAST(? AS ${this.#query.numberType(value)})` : this.castParameter(), value];
  }

  override castParameter(): string {
    if (this.#type === 'boolean') return 'CAST(? AS BOOLEAN)';
    return this.#type === 'timestamp' ? this.query.timeStampCast('?') : '?';
  }

  get #query(): ExactQuery {
    return this.query as unknown as ExactQuery;
  }

  get #type(): keyof typeof accepts {
    const { type } = this.definition() as { type: string };
    if (type === 'boolean') return 'boolean';
    if (type === 'time') return 'timestamp';
    return type === 'number' || (this.measure && type !== 'string') ? 'numeric' : 'text';
  }
}
