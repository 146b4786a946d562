/** The rules that decide which fault is injected into which call of which operation. */

import * as z from 'zod';
import { record } from '../../contract/definition/record.ts';

const base = {
  /** One or several operation ids; `data.meta`, `data.load` and `data.sql` for the data API. Undefined: any operation. */
  operation: z.union([z.string(), z.array(z.string())]).optional(),
  /** Number of calls that pass first. Default 0. */
  skip: z.number().int().min(0).optional(),
  /** Number of calls that get the fault. Default 1; 0 means all that follow. */
  times: z.number().int().min(0).optional(),
};

export const FaultRule = z.discriminatedUnion('kind', [
  /** Delays the response by `ms` milliseconds (default 1000). */
  z.strictObject({ ...base, kind: z.literal('latency'), ms: z.number().min(0).optional() }),
  /** Never answers. */
  z.strictObject({ ...base, kind: z.literal('hang') }),
  /** Resets the connection before the request is performed. */
  z.strictObject({ ...base, kind: z.literal('reset-before') }),
  /** Performs the request, then resets the connection instead of answering. */
  z.strictObject({ ...base, kind: z.literal('reset-after') }),
  /** Performs the request and cuts the response off in the middle. */
  z.strictObject({ ...base, kind: z.literal('truncate') }),
  /** Answers with `status` (default 500) without performing the request. */
  z.strictObject({
    ...base,
    kind: z.literal('status'),
    status: z.number().int().min(400).max(599).optional(),
    /** Seconds. */
    retryAfter: z.number().min(0).optional(),
  }),
  /** Answers 200 with an HTML page without performing the request. */
  z.strictObject({ ...base, kind: z.literal('html') }),
  /** Answers 200 with JSON of another shape without performing the request. */
  z.strictObject({ ...base, kind: z.literal('wrong-shape') }),
  /** Answers `Continue wait`, as if a query still ran. */
  z.strictObject({ ...base, kind: z.literal('continue-wait') }),
  /**
   * Another writer changes the branch before the request is performed. Content by path; null deletes. On a personal branch this is
   * an edit (by another window of its owner), on any other a commit. Without `branch`: the production branch.
   */
  z.strictObject({
    ...base,
    kind: z.literal('another-writer'),
    branch: z.string().optional(),
    files: record(z.string(), z.string().nullable()),
  }),
]);
export type FaultRule = z.output<typeof FaultRule>;

interface ArmedRule {
  rule: FaultRule;
  passed: number;
  injected: number;
}

export class Faults {
  #armed: ArmedRule[] = [];

  /** Replaces all rules. */
  set(rules: readonly FaultRule[]): void {
    this.#armed = rules.map((rule) => ({ rule, passed: 0, injected: 0 }));
  }

  /** Adds one rule. */
  add(rule: FaultRule): void {
    this.#armed.push({ rule, passed: 0, injected: 0 });
  }

  clear(): void {
    this.#armed = [];
  }

  /** The rules, each with the number of faults it has injected so far. */
  get state(): readonly { rule: FaultRule; injected: number }[] {
    return this.#armed.map(({ rule, injected }) => ({ rule, injected }));
  }

  /** The fault for this call of an operation: the first rule that is due. */
  next(operation: string): FaultRule | undefined {
    for (const entry of this.#armed) {
      const { skip = 0, times = 1 } = entry.rule;
      if (!appliesTo(entry.rule, operation) || (times !== 0 && entry.injected >= times)) continue;
      if (entry.passed < skip) {
        entry.passed += 1;
        continue;
      }
      entry.injected += 1;
      return entry.rule;
    }
    return undefined;
  }
}

function appliesTo({ operation }: FaultRule, id: string): boolean {
  return operation === undefined || operation === id || (Array.isArray(operation) && operation.includes(id));
}
