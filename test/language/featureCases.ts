/** For each request of the features a place in the workspace of the editor's tests, and how many answers it has there. */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Method } from '../../src/language/features.ts';
import { LineIndex, type Position, type Range } from '../../src/model/source/range.ts';

interface FeatureCase {
  file: string;
  text: string;
  /** The cursor, in characters after the start of the text. */
  into?: number;
  answers: number;
}

const orders = 'model/cubes/orders.yml';
const share = { file: orders, text: 'name: share', into: 6 };
const inFormula = { file: orders, text: '{count}', into: 1 };
const customersCount = { file: orders, text: '{customers.count}', into: 12 };
const all = { file: orders, text: 'cubes:' };

/** A request about an item of the call hierarchy gets the item that was prepared at the same place. */
export const featureCases: Readonly<Record<Method, FeatureCase>> = {
  'textDocument/definition': { ...inFormula, answers: 1 },
  'textDocument/typeDefinition': { ...customersCount, answers: 1 },
  'textDocument/implementation': { file: orders, text: 'name: orders', into: 6, answers: 1 },
  'textDocument/references': { ...share, answers: 3 },
  'textDocument/documentHighlight': { ...inFormula, answers: 2 },
  'textDocument/hover': { ...inFormula, answers: 1 },
  'textDocument/documentSymbol': { ...all, answers: 2 },
  'workspace/symbol': { file: orders, text: 'late_orders', answers: 1 },
  'textDocument/foldingRange': { ...all, answers: 11 },
  'textDocument/selectionRange': { ...inFormula, answers: 1 },
  'textDocument/formatting': { file: 'model/cubes/drafts.yml', text: 'cubes:', answers: 1 },
  'textDocument/prepareRename': { ...share, answers: 1 },
  'textDocument/rename': { ...share, answers: 2 },
  'textDocument/codeAction': { file: orders, text: '1.0 * {count}', answers: 1 },
  'textDocument/documentLink': { file: 'model/cubes/trips.js', text: './units', answers: 1 },
  'textDocument/prepareCallHierarchy': { ...share, answers: 1 },
  'callHierarchy/incomingCalls': { ...share, answers: 1 },
  'callHierarchy/outgoingCalls': { ...share, answers: 2 },
  'textDocument/semanticTokens/full': { ...all, answers: 13 },
  'textDocument/semanticTokens/range': { ...share, answers: 1 },
  'textDocument/inlayHint': { ...inFormula, answers: 1 },
  'textDocument/codeLens': { ...all, answers: 6 },
  'textDocument/completion': { ...inFormula, answers: 25 },
};

export function placeOf(text: string, { text: named, into = 0 }: FeatureCase): { position: Position; range: Range } {
  const lines = new LineIndex(text);
  const start = text.indexOf(named);
  return {
    position: lines.positionAt(start + into),
    range: lines.rangeOf({ start, end: start + named.length }),
  };
}

/** The messages of a client. */
export function paramsOf(method: Method, text: string) {
  const found = featureCases[method];
  const { position, range } = placeOf(text, found);
  return {
    position,
    positions: [position],
    range,
    query: found.text,
    newName: 'renamed',
    context: { includeDeclaration: true, diagnostics: [], only: ['refactor.extract'] },
  };
}

export const workspace = path.join(import.meta.dirname, '../editor/language/workspace');

export function textOf(file: string): string {
  return readFileSync(path.join(workspace, file), 'utf8');
}

/** How many answers a value of the protocol holds. */
export function countOf(answer: unknown): number {
  if (Array.isArray(answer)) return answer.length;
  const { items, data, changes } = (answer ?? {}) as { items?: []; data?: []; changes?: Record<string, []> };
  if (changes) return Object.values(changes).flat().length;
  if (items || data) return items?.length ?? data!.length / 5;
  return answer ? 1 : 0;
}
