/** Whole items of lists, members of maps, and definitions in JavaScript. */

import { draftOf, itemDraft } from '../keys/drafts.ts';
import type { Draft } from '../keys/keyDocs.ts';
import { isDefinition, namedRules, type Slot, slotAt } from '../keys/slot.ts';
import type { CompletionItem } from '../protocol/protocol.ts';
import { type CompletionRequest, commaAfter, writerFor } from './request.ts';
import { type Snippet, snippetsFor } from './snippets.ts';
import { columnDimensions } from './tableColumns.ts';

export function snippetItems(request: CompletionRequest): CompletionItem[] {
  return [...itemsBelow(request), ...itemsHere(request)];
}

/**
 * In the line of a key or at its column, before the keys that fit there. Only if the user asks: Enter behind a colon that was just
 * typed must not accept an item.
 */
function itemsBelow(request: CompletionRequest): CompletionItem[] {
  const { cursor, trigger, file } = request;
  const { listBelow: below } = cursor;
  const slot = below && trigger === undefined ? slotAt({ ...cursor, steps: below.steps }) : undefined;
  if (!below || !slot) return [];
  const group = slot.keys.at(-1) ?? '';
  const pad = ' '.repeat(below.indent + 2);
  const range = file.lines.rangeOf(below.span);
  // Editors compare it with the replaced text.
  const blanks = file.text.slice(below.span.start, request.offset);
  return itemsOf(
    { ...request, range },
    [...itemSnippets(slot), ...columnDimensions({ ...request, slot })],
    (draft) => `${below.before}- ${writerFor(request).item(group, draft, pad)}`,
  ).map((item) => ({ ...item, sortText: `!${item.sortText}`, filterText: blanks + item.label }));
}

function itemsHere(request: CompletionRequest): CompletionItem[] {
  const { cursor, slot } = request;
  const { map, before, indent } = cursor;
  if (!slot) return statements(request);
  if (cursor.quote !== '' || cursor.entry) return [];
  const group = slot.keys.at(-1) ?? '';
  const item = (draft: Draft, pad: string) => writerFor(request).item(group, draft, pad);
  const listed = [...itemSnippets(slot), ...columnDimensions(request)];
  if (cursor.isList) return itemsOf(request, listed, (draft) => `- ${item(draft, '  ')}`);
  const isItem = cursor.isValue && 'at' in (cursor.steps.at(-1) ?? {}) && (map?.entries.length ?? 0) === 0;
  const isMember = map !== undefined && namedRules(slot, map).length > 0;
  if (!isItem && !isMember) return [];
  const fitting = isMember ? listed : [...ownSnippets(slot), ...columnDimensions(request)];
  return itemsOf(request, fitting, (draft) => before + item(draft, ' '.repeat(indent)) + commaAfter(request));
}

function itemsOf(
  { range }: CompletionRequest,
  listed: readonly Snippet[],
  write: (draft: Snippet['draft']) => string,
): CompletionItem[] {
  return listed.map(({ label, detail, draft }, at) => ({
    label,
    kind: 15,
    detail,
    sortText: `3${String(at).padStart(3, '0')}`,
    insertTextFormat: 2,
    textEdit: { range, newText: write(draft) },
  }));
}

/** `slot` is that of the list or of the map of members. */
function itemSnippets(slot: Slot): readonly Snippet[] {
  const listed = snippetsFor(slot.keys);
  const draft = listed ? undefined : draftOf(slot);
  return listed ?? (Array.isArray(draft) ? generic(slot, draft[0]) : []);
}

/** `slot` is that of the item. */
function ownSnippets(slot: Slot): readonly Snippet[] {
  const [kind] = slot.keys;
  const keys = isDefinition(slot) ? [`${kind}s`] : slot.keys;
  return snippetsFor(keys) ?? generic(slot, itemDraft(slot));
}

function generic({ keys }: Slot, draft: Draft | undefined): readonly Snippet[] {
  if (typeof draft !== 'object' || Array.isArray(draft)) return [];
  return [{ label: 'item', detail: `Item of ${keys.at(-1)}`, draft: draft as Snippet['draft'] }];
}

function statements(request: CompletionRequest): CompletionItem[] {
  const callees = [
    ['cubes', 'cube'],
    ['views', 'view'],
    ['viewGroups', 'view_group'],
  ] as const;
  return callees.flatMap(([group, callee]) =>
    itemsOf(request, snippetsFor([group]) ?? [], (draft) => writerFor(request).call(callee, draft)),
  );
}
