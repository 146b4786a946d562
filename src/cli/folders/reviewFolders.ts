/** The review of two folders, without a platform. */

import type { Review } from '../../review/review.ts';
import { valueChanges } from '../../review/valueChanges.ts';
import { readReview } from '../../session/review/readReview.ts';
import type { FolderVersion } from './folderVersion.ts';

interface Options {
  /** The most slices of the certificate. */
  slices: number;
  /** The most slices, and queries, whose values are compared; undefined: there is no database. */
  values: number | undefined;
  /** Milliseconds for each of SQL and values. */
  ms: number;
  signal: AbortSignal;
  /** The versions of the compiler. */
  compiler: string;
}

/** @throws UserError, CancelledError */
export async function reviewFolders(
  before: FolderVersion,
  after: FolderVersion,
  { slices, values, ms, signal, compiler }: Options,
): Promise<Review> {
  const sideOf = (side: 'before' | 'after') => (side === 'before' ? before : after);
  const { review, queries } = await readReview(
    {
      source: after.listed,
      target: before.listed,
      modelFolder: after.modelFolder,
      targetModelFolder: before.modelFolder,
      readFork: async () => undefined,
      textOf: async () => undefined,
      uses: [],
      readCompiled: async () => {
        const [old, newer] = await Promise.all([before.compiled(signal), after.compiled(signal)]);
        return { before: old, after: newer, dispose: () => {} };
      },
      sqlBudget: { statements: slices, ms },
      certificate: {
        budget: { slices, statements: slices * 2, ms, values: values ?? 0 },
        values:
          values === undefined
            ? undefined
            : (side, query, until) => sideOf(side).values({ query, unrestricted: true }, until),
        planner: 'javascript',
        compiler,
        always: true,
      },
    },
    signal,
  );
  if (values === undefined) return review;
  const runOn = (version: FolderVersion) => ({
    run: ({ query, as }: Pick<(typeof queries)[number], 'query' | 'as'>, until: AbortSignal) =>
      version.values({ query, as }, until),
  });
  const changed = await valueChanges(queries, {
    before: runOn(before),
    after: runOn(after),
    budget: { queries: values, ms },
    signal,
  });
  return { ...review, values: changed };
}
