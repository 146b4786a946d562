/** A query on the branch to compare with, which may not have all of its members. */

import type { DataMeta } from '../../contract/dataApi.ts';
import type { WholeTable } from '../results/resultTable.ts';
import { refusalOf } from '../run/queryErrors.ts';
import { type ComparedTable, compareTables } from './compareTables.ts';
import { membersIn, withoutMembers } from './withoutMembers.ts';

type Query = Readonly<Record<string, unknown>>;

export interface OtherAnswer<T> {
  /** Undefined if the other branch has no column of the query. */
  answer: T | undefined;
  /** Members that the other branch does not have. */
  newMembers: readonly string[];
  /** The query for its own branch whose rows can be compared. */
  query: Query;
}

interface Branches<T> {
  /** Asks the other branch. */
  ask(query: Query): Promise<T>;
  ownMeta(): Promise<DataMeta>;
  otherMeta(): Promise<DataMeta>;
}

/**
 * Asks again without the members that only the own branch has, if the other one refuses the query.
 * @throws what the functions throw; the refusal, if it has another reason
 */
export async function runOnOther<T>(query: Query, branches: Branches<T>): Promise<OtherAnswer<T>> {
  const ask = (each: Query) => branches.ask(each);
  try {
    return { answer: await ask(query), newMembers: [], query };
  } catch (failure) {
    if (refusalOf(failure) === undefined) throw failure;
    const [own, known] = (await Promise.all([branches.ownMeta(), branches.otherMeta()])).map(namesIn);
    // A filter can name what both branches hide.
    const newMembers = [...membersIn(query)].filter((name) => own!.has(name) && !known!.has(name));
    if (newMembers.length === 0) throw failure;
    const rest = withoutMembers(query, new Set(newMembers));
    const answer = rest.query && (await ask(rest.query));
    return { answer, newMembers, query: rest.query && !rest.keepsRows ? rest.query : query };
  }
}

/** @param before undefined: the other branch has no column of the query, so that each row is the same one with new values */
export function compareAnswers(before: WholeTable | undefined, { columns, rows }: WholeTable): ComparedTable {
  if (before) return compareTables(before, { columns, rows });
  const same = rows.map((row) => ({ change: 'same', before: row.map(() => null), after: row }) as const);
  return { columns, rows: same, added: 0, removed: 0, changed: 0 };
}

function namesIn({ cubes }: DataMeta): ReadonlySet<string> {
  return new Set(
    cubes.flatMap(({ measures, dimensions, segments }) =>
      [...measures, ...dimensions, ...(segments ?? [])].map(({ name }) => name),
    ),
  );
}
