/** Records with keys from outside: paths, names of variables. */

import * as z from 'zod/mini';
import { $constructor, type $ZodType, type ParsePayload, util } from 'zod/v4/core';

const proto = '__proto__';

const Base: typeof z.ZodMiniRecord = z.ZodMiniRecord;

const CompleteRecord = $constructor<z.ZodMiniRecord>('CompleteRecord', (type, def) => {
  Base.init(type, def);
  const { parse } = type._zod;
  type._zod.parse = (payload, context) => {
    const input: unknown = payload.value;
    const parsed = parse(payload, context);
    if (parsed instanceof Promise || typeof input !== 'object' || input === null) return parsed;
    if (parsed.value === input || !Object.hasOwn(input, proto)) return parsed;
    const run = (schema: $ZodType, value: unknown) => {
      const result = schema._zod.run({ value, issues: [] }, context) as ParsePayload;
      parsed.issues.push(...util.prefixIssues(proto, result.issues));
      return result.value;
    };
    run(def.keyType, proto);
    const value = run(def.valueType, (input as Record<string, unknown>)[proto]);
    // An assignment would set the prototype.
    Object.defineProperty(parsed.value, proto, { value, enumerable: true, configurable: true, writable: true });
    return parsed;
  };
});

/** Like `z.record`, which drops the key `__proto__`. */
export const record: typeof z.record = (keyType, valueType) =>
  new CompleteRecord({ type: 'record', keyType, valueType } as never) as never;
