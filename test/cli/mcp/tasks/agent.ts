/** What both agents are: they do what a task asks for with what they have, and count what they read. */

import type { Task } from './taskKinds.ts';

/** For tasks that ask: the answer; undefined for tasks that change the project. */
export type Said = { readonly [key: string]: unknown } | readonly string[] | undefined;

export interface Agent {
  run(task: Task): Promise<Said>;
  /** Bytes that an assistant would have read so far. */
  read(): number;
  close(): Promise<void>;
}

/** @throws Error */
export class GivenUp extends Error {}

const parts = (text: string): string[] => text.toLowerCase().match(/[a-z\d]+/g) ?? [];

/** The name that has most of the words, and the fewest others. Undefined if none has one. */
export function named<T>(words: string, all: readonly T[], nameOf: (one: T) => string): T | undefined {
  const asked = parts(words);
  const scored = all.map((one) => {
    const own = parts(nameOf(one));
    const hits = asked.filter((word) => own.includes(word)).length;
    return { one, hits, rest: own.length - hits };
  });
  const [best] = scored.filter(({ hits }) => hits > 0).sort((a, b) => b.hits - a.hits || a.rest - b.rest);
  return best?.one;
}

/** The same word in other letters, or undefined. */
export function meant(value: string, all: readonly string[]): string | undefined {
  return all.find((one) => one.toLowerCase() === value.toLowerCase());
}

/** An access policy that lets only one group see a member, made of the one that is there. */
export function onlyFor(group: string, member: string, before: readonly Policy[]): Policy[] {
  const everybody = before.find((one) => one.group === '*');
  const excludes = [...new Set([...(everybody?.member_level?.excludes ?? []), member])];
  const { includes } = everybody?.member_level ?? {};
  const level: Policy['member_level'] = Array.isArray(includes)
    ? { includes: includes.filter((one) => one !== member) }
    : { includes: '*', excludes };
  return [
    { ...everybody, group: '*', member_level: level },
    ...before.filter((one) => one.group !== '*' && one.group !== group),
    { ...before.find((one) => one.group === group), group, member_level: { includes: '*' } },
  ];
}

export interface Policy {
  group: string;
  member_level?: { includes?: '*' | string[]; excludes?: string[] };
}
