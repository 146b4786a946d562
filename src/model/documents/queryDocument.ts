/** Query documents: `*.query.yml`, `*.query.yaml` and `*.query.json`. One query of the data API, and who asks. */

import type { TextProblem } from '../source/problem.ts';
import type { MapNode } from '../source/tree.ts';
import { type PlainDocument, parsePlainDocument } from './plainDocument.ts';
import { queryShape } from './queryShape.ts';
import { type MemberMention, plainMap, readShape, type ShapeReader, shapeReader } from './readShape.ts';

export type { MemberMention } from './readShape.ts';

/** Who asks: fields of the request that generates an embed session. */
export interface QueryViewer {
  securityContext?: Readonly<Record<string, unknown>>;
  tenant?: string;
  user?: string;
  groups?: readonly string[];
}

/** The query object of the data API. Maps have no prototype. */
export type QueryObject = Readonly<Record<string, unknown>>;

export interface QueryDocument {
  text: string;
  root: MapNode | undefined;
  /** Without `as`. Undefined while `problems` has an error. */
  query: QueryObject | undefined;
  as: QueryViewer | undefined;
  /** In the order of the text. */
  mentions: readonly MemberMention[];
  /** Problems of syntax and shape: unknown keys, wrong types. Not those against a model. */
  problems: readonly TextProblem[];
  /** The text has syntax errors; `root` and `mentions` are a best effort. */
  broken: boolean;
  isTooLarge: boolean;
}

/** Never throws. */
export function readQueryDocument(
  path: string,
  text: string,
  plain: PlainDocument = parsePlainDocument(path, text),
): QueryDocument {
  const { root, problems: syntax, isTooLarge = false } = plain;
  const reader = shapeReader(text);
  const read = root && readQuery(reader, root);
  // The shape of a text with errors may be another one than is meant.
  const problems = syntax.length > 0 ? syntax : reader.problems;
  return {
    text,
    root,
    query: problems.length === 0 ? read?.query : undefined,
    as: problems.length === 0 ? read?.as : undefined,
    mentions: reader.mentions,
    problems,
    broken: syntax.length > 0,
    isTooLarge,
  };
}

/** Splits a query and who asks. */
export function readQuery(reader: ShapeReader, node: MapNode): { query: QueryObject; as: QueryViewer | undefined } {
  const { as, ...query } = readShape(reader, node, queryShape, 'query') as Record<string, unknown>;
  return { query: plainMap(Object.entries(query)), as: as as QueryViewer | undefined };
}
