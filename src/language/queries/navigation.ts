/** Hover, definition, references and outline in query and test documents: those of the sources, at the members that a document names. */

import { fieldOf } from '../../model/documents/shape.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { contains } from '../../model/source/range.ts';
import { hoverOf } from '../hover/hover.ts';
import { type ReferenceContext, referencesTo } from '../navigation/references.ts';
import { linksTo } from '../protocol/links.ts';
import { code } from '../protocol/markdown.ts';
import type { DocumentSymbol, Hover, Location, LocationLink, Position, Range, UriOf } from '../protocol/protocol.ts';
import { type DocumentText, languageDocument, type ShapedText } from './document.ts';
import { documentUses } from './documentUses.ts';
import { queryPaths } from './files.ts';
import { occurrenceIn } from './occurrences.ts';
import { mapsIn, placeAt } from './place.ts';

export function queryHover(
  index: ModelIndex,
  source: DocumentText,
  position: Position,
  uriOf: UriOf,
  documents: readonly DocumentText[] = [],
): Hover | undefined {
  const document = languageDocument(source);
  if (!document) return undefined;
  const offset = document.offsetAt(position);
  const found = occurrenceIn(index, document, offset);
  return found
    ? hoverOf(index, found, document.rangeOf(found.span), uriOf, documentUses(index, documents, uriOf))
    : wordHover(document, offset);
}

/** The meaning of a key, or of a value that is one of a few. */
export function wordHover(document: ShapedText, offset: number): Hover | undefined {
  const place = placeAt(document, offset);
  if (!place) return undefined;
  const { cursor, shapes } = place;
  const show = (kind: string, name: string, doc: string, span = cursor.span): Hover => ({
    contents: { kind: 'markdown', value: `**${kind}** ${code(name)}\n\n${doc}` },
    range: document.lines.rangeOf(span),
  });
  if (cursor.entry && cursor.map) {
    const { key, keySpan } = cursor.entry;
    const field = mapsIn(shapes)
      .map(({ fields }) => fieldOf(fields, key))
      .find((one) => one !== undefined);
    return field && show('key', key, field.doc, keySpan);
  }
  if (!cursor.isValue) return undefined;
  const text = document.text.slice(cursor.span.start, cursor.span.end);
  const choice = shapes
    .flatMap((one) => (one.kind === 'text' ? (one.choices ?? []) : []))
    .find((one) => one.text === text);
  return choice && show('value', text, choice.doc);
}

const startOfFile: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** The definition of a member, or the query document that a test names. */
export function queryDefinition(
  index: ModelIndex,
  source: DocumentText,
  position: Position,
  uriOf: UriOf,
): LocationLink[] {
  const document = languageDocument(source);
  if (!document) return [];
  const offset = document.offsetAt(position);
  const found = occurrenceIn(index, document, offset);
  if (found) return linksTo(index, found, [found.symbol], uriOf, document.rangeOf(found.span));
  return queryPaths(document)
    .filter(({ span }) => span.start <= offset && offset <= span.end)
    .map(({ span, path }) => ({
      originSelectionRange: document.rangeOf(span),
      targetUri: uriOf(path),
      targetRange: startOfFile,
      targetSelectionRange: startOfFile,
    }));
}

/** The references in the sources. */
export function queryReferences(
  index: ModelIndex,
  source: DocumentText,
  position: Position,
  context: ReferenceContext,
  uriOf: UriOf,
): Location[] {
  const document = languageDocument(source);
  const found = document && occurrenceIn(index, document, document.offsetAt(position));
  return found ? referencesTo(index, found.symbol, context, uriOf) : [];
}

/** The outline of a test document: its tests with what they expect. */
export function testSymbols(source: DocumentText): DocumentSymbol[] {
  const document = languageDocument(source);
  if (!document || !('tests' in document.read)) return [];
  return document.read.tests
    .filter(({ span, nameSpan }) => contains(span, nameSpan))
    .map(({ name, span, nameSpan, expectSpans, each }) => ({
      name: name.trim() || '?',
      ...(each.length > 1 ? { detail: `${each.length} runs` } : {}),
      kind: 12,
      range: document.rangeOf(span),
      selectionRange: document.rangeOf(nameSpan),
      children: Object.entries(expectSpans)
        .filter(([, inner]) => contains(span, inner))
        .map(([key, inner]) => {
          const keyRange = { start: inner.start, end: inner.start + key.length };
          return {
            name: key || '?',
            kind: 8 as const,
            range: document.rangeOf(inner),
            selectionRange: document.rangeOf(contains(inner, keyRange) ? keyRange : inner),
            children: [],
          };
        }),
    }));
}
