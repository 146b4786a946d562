/** The members that the query and test documents of a project name. */

import { posix } from 'node:path';
import type { NamesInDocuments } from '../index/mentions.ts';
import { isTestDocument } from './documentKind.ts';
import { fillIn, type RunValues } from './placeholders.ts';
import { readQueryDocument } from './queryDocument.ts';
import { hasTests, readTestDocument } from './testDocument.ts';

export interface DocumentNames {
  isTest: boolean;
  names: readonly string[];
  /** The query documents that its tests run. Relative to the project folder. */
  queries: readonly string[];
}

/** Never throws. A test document of another tool names nothing. */
export function namesOfDocument(path: string, text: string): DocumentNames {
  if (!isTestDocument(path))
    return { isTest: false, names: readQueryDocument(path, text).mentions.map(({ name }) => name), queries: [] };
  const read = readTestDocument(path, text);
  const tests = hasTests(read) ? read.tests : [];
  return {
    isTest: true,
    names: tests.flatMap(({ mentions, each }) => mentions.flatMap(({ name }) => inRuns(name, each))),
    queries: tests.flatMap(({ query, expect, each }) =>
      [query, expect.same_as]
        .flatMap((source) => (source && 'path' in source ? inRuns(source.path, each) : []))
        .map((named) => posix.join(posix.dirname(path), named.replaceAll('\\', '/'))),
    ),
  };
}

/** A text of a test with the values of each run in place of its placeholders. */
export function inRuns(text: string, each: readonly RunValues[]): string[] {
  return text.includes('{') ? [...new Set(each.map((run) => String(fillIn<string>(text, run))))] : [text];
}

/** `documents` by their paths. What a query document names counts for the tests that run it, too. */
export function namesInDocuments(documents: ReadonlyMap<string, DocumentNames>): NamesInDocuments {
  const tests = new Set<string>();
  const queries = new Set<string>();
  for (const { isTest, names, queries: run } of documents.values()) {
    for (const name of names) (isTest ? tests : queries).add(withoutGranularity(name));
    for (const path of run) for (const name of documents.get(path)?.names ?? []) tests.add(withoutGranularity(name));
  }
  return { tests, queries };
}

function withoutGranularity(name: string): string {
  return name.split('.', 2).join('.');
}
