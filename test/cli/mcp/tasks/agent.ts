/** What both agents are: they do what a task asks for with what they have, and count what they read. */

import type * as Kinds from './taskKinds.ts';

/** For tasks that ask: the answer; undefined for tasks that change the project. */
export type Said = { readonly [key: string]: unknown } | readonly string[] | undefined;

/** Has a method for each kind of task. */
export abstract class Agent {
  /** To be called after each change on disk. */
  protected readonly applied: () => Promise<void>;
  #read = 0;

  constructor(applied: () => Promise<void>) {
    this.applied = applied;
  }

  /** Bytes that an assistant would have read so far. */
  get read(): number {
    return this.#read;
  }

  /** Returns the first text. An assistant reads the longest one of those that say the same. */
  protected counted(...texts: readonly [string, ...string[]]): string {
    this.#read += Math.max(...texts.map((text) => Buffer.byteLength(text)));
    return texts[0];
  }

  async run(task: Kinds.Task): Promise<Said> {
    switch (task.kind) {
      case 'add':
        return this.add(task);
      case 'rename':
        return this.rename(task);
      case 'empty':
        return this.empty(task);
      case 'doubled':
        return this.doubled();
      case 'open':
        return this.open(task);
      case 'fix':
        return this.fix();
      case 'show':
        return this.show(task);
      case 'uses':
        return this.uses(task);
      case 'changed':
        return this.changed();
    }
  }

  abstract close(): Promise<void>;
  protected abstract add(task: Kinds.AddTask): Promise<undefined>;
  protected abstract rename(task: Kinds.RenameTask): Promise<undefined>;
  protected abstract empty(task: Kinds.EmptyTask): Promise<Said>;
  protected abstract doubled(): Promise<Said>;
  protected abstract open(task: Kinds.OpenTask): Promise<undefined>;
  protected abstract fix(): Promise<undefined>;
  protected abstract show(task: Kinds.ShowTask): Promise<undefined>;
  protected abstract uses(task: Kinds.UsesTask): Promise<Said>;
  protected abstract changed(): Promise<Said>;
}

/** The definition of the member of a task without its name. @param columnOf the SQL of a column by words for it */
export function addedMember(
  { member, type, column, where }: Kinds.AddTask,
  ratio: readonly (string | undefined)[] | undefined,
  columnOf: (words: string) => string,
): object {
  const condition = where && `${columnOf(where.column)} = '${where.value}'`;
  if (member === 'segment') return { sql: condition };
  const sql = ratio ? `1.0 * {${ratio[0]}} / NULLIF({${ratio[1]}}, 0)` : column && columnOf(column);
  return {
    ...(sql && { sql }),
    type: ratio ? 'number' : type,
    ...(condition && { filters: [{ sql: condition }] }),
  };
}

/** What was meant by the first value of a filter that the rows have in other letters only; undefined without one. */
export function misspelt(asked: readonly string[], values: readonly string[]): { meant: string } | undefined {
  const found = asked.filter((one) => !values.includes(one)).flatMap((one) => meant(one, values) ?? []);
  return found[0] === undefined ? undefined : { meant: found[0] };
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
function meant(value: string, all: readonly string[]): string | undefined {
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
