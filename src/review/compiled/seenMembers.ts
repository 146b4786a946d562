/** Tests that expect which members their user sees, in both models. */

import { posix } from 'node:path';
import { messageOf } from '../../base/errors.ts';
import { isTestDocument } from '../../model/documents/documentKind.ts';
import { type QueryViewer, readQueryDocument } from '../../model/documents/queryDocument.ts';
import { testCases } from '../../query/tests/testCases.ts';
import type { ReviewUse } from '../model/useBreakages.ts';
import { type AskedSides, maxViewers } from './askedSides.ts';
import { publicParts } from './publicParts.ts';
import { renamedMember } from './renamedQuery.ts';

export interface SeenTest {
  path: string;
  /** As in `AffectedQuery`. */
  test: string;
  definedAs: string | undefined;
  line: number;
  as: QueryViewer | undefined;
  hidden: readonly string[];
  visible: readonly string[];
  hasQuery: boolean;
}

export interface SeenOutcome {
  test: SeenTest;
  /** What only the newer model shows, and should be hidden. */
  exposed: readonly string[];
  /** What the newer model does not show any more, and should be visible. */
  unseen: readonly string[];
  /** The newer model shows all as the test expects. */
  isFine: boolean;
  /** False: the platform failed, with its message, or the budget ended. */
  isKnown: boolean;
  message?: string;
}

export function seenTests(uses: readonly ReviewUse[]): SeenTest[] {
  const viewerIn = (path: string) => {
    const document = uses.find((one) => one.path === path);
    return document && readQueryDocument(path, document.text).as;
  };
  return uses
    .filter(({ path }) => isTestDocument(path))
    .flatMap(({ path, text }) =>
      testCases(path, text).flatMap(({ name, line, test, query, expect, as, invalid }): SeenTest[] => {
        const { hidden = [], visible = [] } = expect;
        if (invalid || hidden.length + visible.length === 0) return [];
        const ofQuery = () =>
          query && ('path' in query ? viewerIn(posix.join(posix.dirname(path), query.path)) : query.as);
        const viewer = as ?? ofQuery();
        const hasQuery = query !== undefined;
        return [{ path, test: name, definedAs: test?.name, line, as: viewer, hidden, visible, hasQuery }];
      }),
    );
}

type Options = Pick<AskedSides, 'before' | 'after' | 'renames' | 'budget' | 'signal'>;

/** One test after another: viewers repeat. */
export async function compareSeen(
  tests: readonly SeenTest[],
  { before, after, renames, budget, signal }: Options,
): Promise<SeenOutcome[]> {
  const until = AbortSignal.any([signal, AbortSignal.timeout(budget.ms)]);
  const former = new Map([...renames].map(([old, now]) => [now, old]));
  const known = new Map<string, Promise<readonly [ReadonlySet<string>, ReadonlySet<string>]>>();
  const namesFor = async (as: QueryViewer | undefined) => {
    const metas = [before, after].map((side) => (as ? side.metaFor(as, until) : side.meta));
    const [old, now] = (await Promise.all(metas)).map((meta) => new Set(publicParts(meta).keys()));
    return [old!, now!] as const;
  };
  const outcomes: SeenOutcome[] = [];
  for (const test of tests) {
    const key = JSON.stringify(test.as ?? null);
    const unknown = { test, exposed: [], unseen: [], isFine: false, isKnown: false };
    if (until.aborted || (!known.has(key) && known.size >= maxViewers)) {
      outcomes.push(unknown);
      continue;
    }
    const names = known.get(key) ?? namesFor(test.as);
    known.set(key, names);
    try {
      const [old, now] = await names;
      const saw = (name: string) => old.has(renamedMember(name, former));
      const wrong = {
        exposed: test.hidden.filter((name) => now.has(name)),
        unseen: test.visible.filter((name) => !now.has(name)),
      };
      outcomes.push({
        test,
        exposed: wrong.exposed.filter((name) => !saw(name)),
        unseen: wrong.unseen.filter(saw),
        isFine: wrong.exposed.length + wrong.unseen.length === 0,
        isKnown: true,
      });
    } catch (failure) {
      // The time is over: that says nothing about the test.
      outcomes.push(until.aborted ? unknown : { ...unknown, message: messageOf(failure) });
    }
  }
  return outcomes;
}
