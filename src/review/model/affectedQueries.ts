/** The saved queries and tests whose values a change of the model may change. */

import { isQueryDocument, isTestDocument } from '../../model/documents/documentKind.ts';
import { type QueryObject, type QueryViewer, readQueryDocument } from '../../model/documents/queryDocument.ts';
import { ownerOf } from '../../model/source/names.ts';
import { namesIn } from '../../query/tests/memberGraph.ts';
import { testCases } from '../../query/tests/testCases.ts';
import type { Aspect, ModelChange } from './modelChange.ts';
import type { ReviewUse } from './useBreakages.ts';

/** A query whose values may have changed. */
export interface AffectedQuery {
  /** The path of the document, relative to the project folder. */
  path: string;
  /** Undefined for a query document. */
  test?: string;
  query: QueryObject;
  /** Who asks. */
  as?: QueryViewer | undefined;
  /** The name of the test as it is written; `test` has the values of an entry of its `each`. */
  definedAs?: string | undefined;
  /** 1-based, of a test in its document. */
  line?: number | undefined;
  /** A test expects that the platform refuses the query, with a message that contains it. */
  expectedError?: string | undefined;
  /** The affected members that it names. */
  members: readonly string[];
  /** The names of the former model by those of the newer one, if they differ. */
  former?: ReadonlyMap<string, string> | undefined;
  /** Members that the former model does not have. */
  newMembers?: readonly string[] | undefined;
}

const valueAspects: ReadonlySet<Aspect> = new Set(['sql', 'type', 'filters', 'relationship', 'access', 'other']);

/** All saved queries and tests, in the order of the documents. A test that names a document is covered by that document. */
export function savedQueries(uses: readonly ReviewUse[]): AffectedQuery[] {
  return uses.flatMap((use) => queriesIn(use).map((one) => ({ ...one, members: [] })));
}

/** With the members that the changes of the sources affect. */
export function withAffected(queries: readonly AffectedQuery[], changes: readonly ModelChange[]): AffectedQuery[] {
  const affected = affectedNames(changes);
  if (affected.size === 0) return [...queries];
  return queries.map((one) => {
    const members = [...namesIn(one.query)].filter((name) => affected.has(name) || affected.has(ownerOf(name)));
    return { ...one, members: members.sort() };
  });
}

/** Those that the changes of the sources affect. */
export function affectedQueries(changes: readonly ModelChange[], uses: readonly ReviewUse[]): AffectedQuery[] {
  return withAffected(savedQueries(uses), changes).filter(({ members }) => members.length > 0);
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
  return testCases(path, text).flatMap(({ name, line, test, query, expect, as, invalid }) => {
    if (invalid || !query || !('query' in query)) return [];
    const definedAs = test?.name;
    return [{ path, test: name, definedAs, line, expectedError: expect.error, query: query.query, as: query.as ?? as }];
  });
}
