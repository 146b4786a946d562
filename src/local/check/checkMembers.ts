/** Asks about the SQL of every member and join of a model: the model's database, or the platform that has it. */

import { Limit, raceAbort, throwIfAborted } from '../../base/async.ts';
import type { ModelQuery } from '../../compiler/modelRequest.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import type { Problem } from '../../model/source/problem.ts';
import { type Answer, FoundProblems } from './foundProblems.ts';
import type { MemberQuery } from './memberQueries.ts';

export interface DatabaseCheck {
  /** Sorted by nothing: the caller merges them with those of the model. */
  problems: readonly Problem[];
  /** Members and joins about which the database answered. */
  checked: number;
  notChecked: { name: string; reason: string }[];
}

/** What the database says of a statement, or why it was not asked. */
type Asked = Pick<Answer, 'sql' | 'description'> | { reason: string };

export interface CheckProgress {
  signal?: AbortSignal | undefined;
  onProgress?: ((done: number, all: number) => void) | undefined;
}

interface Options extends CheckProgress {
  /** @throws what ends the check */
  ask(query: ModelQuery, one: MemberQuery, signal: AbortSignal): Promise<Asked>;
  /** Why nothing more is asked; undefined while that is not so. */
  ended?(): string | undefined;
  /** Questions at the same time. */
  atOnce: number;
}

const reasonWithoutQuery = 'its query needs a dimension or measure of each cube, and the database accepts none';
const reasonWithoutPlace = 'it is generated, and the text that writes it is not known';

/** @throws as `ask` does; CancelledError when `signal` aborts */
export async function checkMembers(
  index: ModelIndex,
  queries: readonly MemberQuery[],
  { ask, ended, atOnce, signal, onProgress }: Options,
): Promise<DatabaseCheck> {
  const notChecked: DatabaseCheck['notChecked'] = [];
  const answers: Answer[] = [];
  const sound = new Set<string>();
  let done = 0;
  const askAll = async (some: readonly MemberQuery[]) => {
    await forEachAtOnce(some, atOnce, signal, async (one, until) => {
      const query = one.query((path) => sound.has(path));
      const reason = ended?.() ?? (one.isUnplaced ? reasonWithoutPlace : query ? undefined : reasonWithoutQuery);
      const answer = reason === undefined ? await ask(query!, one, until) : { reason };
      if ('reason' in answer) notChecked.push({ name: one.name, reason: answer.reason });
      else answers.push({ name: one.name, subject: one.subject, query: query!, ...answer });
      done += 1;
      onProgress?.(done, queries.length);
    });
    for (const { name, description } of answers) if (!('problem' in description)) sound.add(name);
  };
  await askAll(queries.filter(({ isLater }) => !isLater));
  await askAll(queries.filter(({ isLater }) => isLater));
  const order = new Map(queries.map(({ name }, at) => [name, at]));
  const sorted = (a: { name: string }, b: { name: string }) => order.get(a.name)! - order.get(b.name)!;
  const found = new FoundProblems(index);
  for (const answer of answers.sort(sorted).sort((a, b) => found.texts.depth(a.subject) - found.texts.depth(b.subject)))
    found.add(answer);
  return { problems: found.added, checked: answers.length, notChecked: notChecked.sort(sorted) };
}

/** The first failure ends the others. @throws it, or CancelledError */
async function forEachAtOnce<T>(
  items: readonly T[],
  atOnce: number,
  signal: AbortSignal | undefined,
  work: (item: T, until: AbortSignal) => Promise<void>,
): Promise<void> {
  const failed = new AbortController();
  const until = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal;
  const limit = new Limit(atOnce);
  const all = items.map((item) => limit.run(() => work(item, until), until));
  try {
    await raceAbort(Promise.all(all), signal);
  } catch (failure) {
    failed.abort();
    await Promise.allSettled(all);
    throwIfAborted(signal);
    throw failure;
  }
}
