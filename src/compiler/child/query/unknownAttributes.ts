/** The security contexts of a caller of whom only the groups are known, not the attributes. */

import type { SecurityContext } from '../../modelRequest.ts';
import { asWritten } from './shorthands.ts';

/** As a caller with no attributes has it, and whether code has looked for attributes. */
export function watchedContext(groups: readonly unknown[]): { context: SecurityContext; isAsked(): boolean } {
  let asked = false;
  const look = <T>(key: PropertyKey, found: T): T => {
    if (typeof key === 'string' && key !== 'groups' && key !== 'cubeCloud') asked = true;
    return found;
  };
  const watched = (values: SecurityContext) =>
    new Proxy(values, {
      get: (target, key) => look(key, Reflect.get(target, key)),
      has: (target, key) => look(key, Reflect.has(target, key)),
    });
  const cubeCloud = watched({ groups, userAttributes: {} });
  const context = watched({ ...(groups.length > 0 && { groups }), cubeCloud });
  return { context, isAsked: () => asked };
}

/** Each attribute is its own name, as the code has it: `{security_context.region}`, `{userAttributes.region}`. */
export function namedContext(groups: readonly unknown[], code: string): SecurityContext {
  const root = /\bsecurity_context\b/.test(code) ? 'security_context' : 'securityContext';
  const rest = named(`${root}.cubeCloud`) as SecurityContext;
  const shorthands = { groups, userAttributes: named('userAttributes') };
  const cubeCloud = new Proxy<SecurityContext>(shorthands, {
    get: (target, key) => Reflect.get(key in target ? target : rest, key),
  });
  return new Proxy<SecurityContext>(
    { ...(groups.length > 0 && { groups }), cubeCloud },
    {
      get: (target, key) =>
        typeof key === 'symbol' || key === 'groups' || key === 'cubeCloud'
          ? Reflect.get(target, key)
          : named(`${root}.${key}`),
    },
  );
}

/** The text for a caller without the attributes. */
export function withoutNames(value: string | null): string | null {
  return value?.replace(/\{(?:security_?context|userAttributes)\b[^{}]*\}/gi, 'undefined') ?? null;
}

const asText = new Set<PropertyKey>([Symbol.toPrimitive, 'toString', 'valueOf', 'toJSON']);

/** Properties and calls have names, too, so that code can go on with the value of an attribute. */
function named(path: string): object {
  const text = `{${path}}`;
  return new Proxy(() => {}, {
    get(_, key) {
      if (asText.has(key)) return () => text;
      if (key === Symbol.iterator) return () => [text][Symbol.iterator]();
      return typeof key === 'symbol' ? undefined : named(`${path}.${key}`);
    },
    apply: () => named(`${path}()`),
  });
}

/** The group of the callers for whom a condition of a policy holds, or does not hold: the text of the condition in braces. */
export function conditionName(condition: unknown, holds: boolean): string {
  const code = asWritten(String(condition)).replace(/\s+/g, ' ');
  const text = code.slice(code.indexOf('=>') + 2).trim();
  return holds ? `{ ${text} }` : `{ not (${text}) }`;
}

export function isConditionName(name: unknown): boolean {
  return typeof name === 'string' && name.startsWith('{ ');
}
