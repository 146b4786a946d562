/** The saved queries and tests whose values a change of the model may change. */

import {
  isQueryDocument,
  type QueryObject,
  type QueryViewer,
  readQueryDocument,
} from '../model/documents/queryDocument.ts';
import { isTestDocument } from '../model/documents/testDocument.ts';
import { namesIn } from '../query/tests/memberGraph.ts';
import { testCases } from '../query/tests/testCases.ts';
import type { Aspect, ModelChange } from './model/modelChange.ts';
import type { ReviewUse } from './model/useBreakages.ts';

/** A query whose values may have changed. */
export interface AffectedQuery {
  /** Of the document, relative to the project folder. */
  path: string;
  /** Undefined for a query document. */
  test?: string;
  query: QueryObject;
  /** Who asks. */
  as?: QueryViewer | undefined;
  /** The affected members that it names. */
  members: readonly string[];
}

const valueAspects: ReadonlySet<Aspect> = new Set(['sql', 'type', 'filters', 'relationship', 'access', 'other']);

/** In the order of the documents. A test that names a document is covered by that document. */
export function affectedQueries(changes: readonly ModelChange[], uses: readonly ReviewUse[]): AffectedQuery[] {
  const affected = affectedNames(changes);
  if (affected.size === 0) return [];
  return uses.flatMap((use) =>
    queriesIn(use).flatMap((one) => {
      const members = [...namesIn(one.query)].filter((name) => affected.has(name) || affected.has(ownerOf(name)));
      return members.length === 0 ? [] : [{ ...one, members: members.sort() }];
    }),
  );
}

/** Members as `cube.member`; cubes and views of which every value may differ. */
function affectedNames(changes: readonly ModelChange[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { kind, name, aspects, reach } of changes) {
    if (kind === 'pre_aggregation' || !aspects.some((aspect) => valueAspects.has(aspect))) continue;
    names.add(kind === 'granularity' ? name.slice(0, name.lastIndexOf('.')) : name);
    for (const member of reach.members) names.add(member);
    if (kind !== 'join' && kind !== 'access_policy') continue;
    names.add(ownerOf(name));
    if (kind === 'join') names.add(name.slice(name.indexOf('.') + 1));
  }
  return names;
}

function queriesIn({ path, text }: ReviewUse): Omit<AffectedQuery, 'members'>[] {
  if (isQueryDocument(path)) {
    const { query, as } = readQueryDocument(path, text);
    return query ? [{ path, query, as }] : [];
  }
  if (!isTestDocument(path)) return [];
  return testCases(path, text).flatMap(({ name, query, invalid }) =>
    invalid || !('query' in query) ? [] : [{ path, test: name, query: query.query, as: query.as }],
  );
}

function ownerOf(name: string): string {
  const dot = name.indexOf('.');
  return dot < 0 ? name : name.slice(0, dot);
}
