/** The names of the model in a query or test document, as the places in sources are. */

import { isTime, memberNamed } from '../../model/documents/queryMembers.ts';
import { entryWith, type MemberMention, readValue } from '../../model/documents/readShape.ts';
import { type Definition, granularitiesOf, type Member } from '../../model/index/definitions.ts';
import { type ModelSymbol, type Occurrence, touches } from '../../model/index/lookup.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import type { Span } from '../../model/source/range.ts';
import type { ValueNode } from '../../model/source/tree.ts';
import type { DocumentText, LanguageDocument } from './document.ts';

/** In the order of the text. Names that are not known have none. */
export function occurrencesIn(index: ModelIndex, document: LanguageDocument): Occurrence[] {
  const { root } = document.read;
  return [
    ...document.mentions.flatMap((mention) => occurrencesOfMention(index, document, mention)),
    ...(root ? granularitiesIn(index, document, root) : []),
  ].sort((a, b) => a.span.start - b.span.start);
}

/** The name at an offset, or the one that ends there. */
export function occurrenceIn(index: ModelIndex, document: LanguageDocument, offset: number): Occurrence | undefined {
  return occurrencesIn(index, document).find(({ span }) => touches(span, offset));
}

function occurrencesOfMention(
  index: ModelIndex,
  { path, text }: LanguageDocument,
  mention: MemberMention,
): Occurrence[] {
  const { start, end, name, role } = mention;
  // A text with escapes has other offsets than its value.
  if (text.slice(start, end) !== name) return [];
  const { parts, definition, member } = memberNamed(index, name, role);
  if (!definition) return [];
  let at = start;
  const spans = parts.map((part): Span => {
    const span = { start: at, end: at + part.length };
    at = span.end + 1;
    return span;
  });
  const place = (span: Span, symbol: ModelSymbol, more: Partial<Occurrence> = {}): Occurrence => ({
    file: path,
    span,
    symbol,
    role: 'reference',
    text: text.slice(span.start, span.end),
    ...more,
  });
  return [
    place(spans[0]!, { definition }),
    ...(member ? [place(spans[1]!, { member }, within(index, definition, member))] : []),
    ...(member && spans[2] ? granularityPlaces(path, spans[2], parts[2]!, member) : []),
  ];
}

function within(index: ModelIndex, holder: Definition, member: Member): Partial<Occurrence> {
  const isIncluded = holder.kind === 'view' && !index.lineage(holder).includes(member.definition);
  return { holder, ...(isIncluded ? { view: holder } : {}) };
}

function granularityPlaces(file: string, { start, end }: Span, name: string, dimension: Member): Occurrence[] {
  const granularity = granularitiesOf(dimension).find((one) => one.name === name);
  if (!granularity) return [];
  return [{ file, span: { start, end }, symbol: { granularity, dimension }, role: 'reference', text: name }];
}

/** The values of `granularity` next to a dimension. */
function granularitiesIn(index: ModelIndex, document: DocumentText, node: ValueNode): Occurrence[] {
  if (node.kind === 'list') return node.items.flatMap((one) => granularitiesIn(index, document, one));
  if (node.kind !== 'map') return [];
  const inner = node.entries.flatMap(({ value }) => granularitiesIn(index, document, value));
  const granularity = entryWith(node, 'granularity')?.value;
  const [dimension, name] = [entryWith(node, 'dimension')?.value, granularity].map(
    (one) => one && readValue(document.text, one),
  );
  if (!granularity || typeof dimension !== 'string' || typeof name !== 'string') return inner;
  const { member } = memberNamed(index, dimension, 'timeDimension');
  return member && isTime(member) ? [...inner, ...granularityPlaces(document.path, granularity, name, member)] : inner;
}
