/** The emulator's switches to misbehave: what goes wrong, on which operation, on which of its calls. */

import * as z from 'zod';

export const FaultRule = z.strictObject({
  /** Operation id; any operation without one. */
  operation: z.string().optional(),
  /** Lets so many calls pass first. Default 0. */
  skip: z.number().int().min(0).optional(),
  /** How many calls it strikes. Default 1; 0 means all that follow. */
  times: z.number().int().min(0).optional(),
  kind: z.enum(['latency', 'hang', 'reset-before', 'reset-after', 'truncate', 'status', 'html', 'wrong-shape']),
  /** For `latency`: milliseconds. */
  ms: z.number().min(0).optional(),
  /** For `status`: the status; default 500. */
  status: z.number().int().min(400).max(599).optional(),
  /** For `status`: seconds for `Retry-After`. */
  retryAfter: z.number().min(0).optional(),
});
export type FaultRule = z.output<typeof FaultRule>;

export class Faults {
  #rules: { rule: FaultRule; passed: number; struck: number }[] = [];

  /** Replaces all rules; an empty list behaves. */
  set(rules: readonly FaultRule[]): void {
    this.#rules = rules.map((rule) => ({ rule, passed: 0, struck: 0 }));
  }

  clear(): void {
    this.#rules = [];
  }

  /** The fault that strikes this call, if one does. */
  next(operation: string): FaultRule | undefined {
    for (const entry of this.#rules) {
      const { rule } = entry;
      const { skip = 0, times = 1 } = rule;
      if (rule.operation !== undefined && rule.operation !== operation) continue;
      if (times !== 0 && entry.struck >= times) continue;
      if (entry.passed < skip) {
        entry.passed += 1;
        continue;
      }
      entry.struck += 1;
      return rule;
    }
    return undefined;
  }
}
