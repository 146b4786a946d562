/** Candidates as items of the protocol: the text to replace, the order and the documentation. */

import { isReferenceField } from '../../../model/index/fieldRoles.ts';
import type { IndexedFile, ModelIndex } from '../../../model/index/modelIndex.ts';
import { isDeprecated } from '../../../model/lint/deprecation.ts';
import type { Range } from '../../../model/source/range.ts';
import { inQuotes } from '../../codeActions/edits/newText.ts';
import { summary } from '../../hover/hover.ts';
import type { CompletionItem } from '../../protocol/protocol.ts';
import type { Candidate } from './candidate.ts';
import { placeholder } from './patch.ts';
import { quoteFor } from './patchYaml.ts';
import type { ReferencePlace } from './referencePlace.ts';

/** The text that a candidate replaces, and the texts around it. */
interface Frame {
  range: Range;
  before: string;
  after: string;
  /** The typed text is compared with this, before the label. */
  filter: string;
}

/** An editor shows the documentation of one item at a time; those far down the list of a large model have none. */
const maxDocumented = 600;

/** `index` has the source as it is, without the placeholder. */
export function itemsOf(
  index: ModelIndex,
  path: string,
  place: ReferencePlace,
  candidates: readonly Candidate[],
): CompletionItem[] {
  const file = index.file(path)!;
  const { word } = place.patch;
  const isOneLine = !/[\r\n]/.test(file.text.slice(place.chainStart, word.end));
  const atWord = frameOf(file, place, word.start);
  const atStart = frameOf(file, place, place.chainStart);
  return candidates
    .filter(({ fromStart }) => isOneLine || !fromStart)
    .sort((a, b) => a.rank - b.rank || (a.label < b.label ? -1 : 1))
    .map((one, i) =>
      itemOf(one, one.fromStart ? atStart : atWord, i < maxDocumented ? documentationOf(place.index, one) : ''),
    );
}

function frameOf(
  { text, lines }: IndexedFile,
  { definition, field, reference, patch }: ReferencePlace,
  start: number,
): Frame {
  const { word, close, unquoted, needsDash } = patch;
  const role = reference?.role ?? field.role;
  const needsQuotes =
    definition.language === 'javascript' &&
    field.isCode &&
    ['include', 'own', 'text'].includes(role) &&
    !isReferenceField(field.path);
  const quote = needsQuotes ? "'" : '';
  const filter = text.slice(start, word.start);
  const before = (needsDash ? '- ' : '') + quote;
  if (!unquoted) return { range: lines.rangeOf({ start, end: word.end }), before, after: quote + close, filter };
  const outer = quoteFor(text.slice(unquoted.start, unquoted.end));
  const head = text.slice(unquoted.start, start);
  const quoted = (part: string) => inQuotes('yaml', part, outer);
  const after = close + quoted(text.slice(word.end, unquoted.end)) + outer;
  return { range: lines.rangeOf(unquoted), before: outer + quoted(head), after, filter: head + filter };
}

const escaped = (text: string) => text.replace(/[\\$}]/g, '\\$&');

function itemOf(candidate: Candidate, frame: Frame, documentation: string): CompletionItem {
  const { label, text, kind, detail, rank, isOpen, isSnippet, symbol } = candidate;
  const { before, after } = frame;
  // After a name that needs a dot, the cursor stays inside the braces.
  const stays = !isSnippet && isOpen && after.startsWith('}') && label !== 'CUBE';
  const newText =
    isSnippet || stays
      ? `${escaped(before)}${isSnippet ? text : `${escaped(text)}$0`}${escaped(after)}`
      : before + text + after;
  const filterText = frame.filter + label;
  return {
    label,
    kind,
    detail,
    ...(documentation === '' ? {} : { documentation: { kind: 'markdown', value: documentation } }),
    sortText: `${String(Math.round((1 + rank) * 1000)).padStart(6, '0')} ${label}`,
    ...(filterText === label ? {} : { filterText }),
    ...(isSnippet || stays ? { insertTextFormat: 2 } : {}),
    ...(symbol && !('granularity' in symbol) && isDeprecated(symbol) ? { tags: [1] } : {}),
    textEdit: { range: frame.range, newText },
  };
}

function documentationOf(index: ModelIndex, { symbol, note = '' }: Candidate): string {
  if (!symbol) return typeof note === 'string' ? note : note();
  return summary(index, symbol).replaceAll(placeholder, '');
}
