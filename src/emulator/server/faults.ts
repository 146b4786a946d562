/** The emulator's switches to misbehave: what goes wrong, on which operation, on which of its calls. Knows nothing of sockets. */

import * as z from 'zod';

const base = {
  /** Operation id (`data.meta`, `data.load`, `data.sql` for the data API), or several; any operation without one. */
  operation: z.union([z.string(), z.array(z.string())]).optional(),
  /** Lets so many calls pass first. Default 0. */
  skip: z.number().int().min(0).optional(),
  /** How many calls it strikes. Default 1; 0 means all that follow. */
  times: z.number().int().min(0).optional(),
};

export const FaultRule = z.discriminatedUnion('kind', [
  /** Answers late by `ms` milliseconds (default 1000). */
  z.strictObject({ ...base, kind: z.literal('latency'), ms: z.number().min(0).optional() }),
  /** Never answers. */
  z.strictObject({ ...base, kind: z.literal('hang') }),
  /** Resets the connection; nothing was done. */
  z.strictObject({ ...base, kind: z.literal('reset-before') }),
  /** Does what was asked, then resets the connection instead of answering. */
  z.strictObject({ ...base, kind: z.literal('reset-after') }),
  /** Does what was asked and ends the answer in the middle. */
  z.strictObject({ ...base, kind: z.literal('truncate') }),
  /** Answers with `status` (default 500) and does nothing. */
  z.strictObject({
    ...base,
    kind: z.literal('status'),
    status: z.number().int().min(400).max(599).optional(),
    /** Seconds. */
    retryAfter: z.number().min(0).optional(),
  }),
  /** Answers 200 with a page, and does nothing. */
  z.strictObject({ ...base, kind: z.literal('html') }),
  /** Answers 200 with JSON of another shape, and does nothing. */
  z.strictObject({ ...base, kind: z.literal('wrong-shape') }),
  /** The data API says that a query still runs, and does nothing. */
  z.strictObject({ ...base, kind: z.literal('continue-wait') }),
  /**
   * Somebody else writes first, then the call is answered. Content by path, null deletes. On a personal branch it is an edit
   * (another window of its owner), on any other a commit. Without `branch`, the deploy branch.
   */
  z.strictObject({
    ...base,
    kind: z.literal('another-writer'),
    branch: z.string().optional(),
    files: z.record(z.string(), z.string().nullable()),
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

  /** Replaces all rules; an empty list behaves. */
  set(rules: readonly FaultRule[]): void {
    this.#armed = rules.map((rule) => ({ rule, passed: 0, injected: 0 }));
  }

  /** Adds one rule to those there are. */
  add(rule: FaultRule): void {
    this.#armed.push({ rule, passed: 0, injected: 0 });
  }

  clear(): void {
    this.#armed = [];
  }

  /** The rules with how many calls each has injected so far. */
  get state(): readonly { rule: FaultRule; injected: number }[] {
    return this.#armed.map(({ rule, injected }) => ({ rule, injected }));
  }

  /** The fault that strikes this call of an operation, if one does: the first that is due. */
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
