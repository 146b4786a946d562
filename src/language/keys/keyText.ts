/** The meaning of a property key as Markdown: for hovers and completion. */

import { code } from '../protocol/markdown.ts';
import { valueChoices } from './choices.ts';
import { keyDoc } from './keyDocs.ts';
import type { Slot } from './slot.ts';
import type { WordStyle } from './wordStyle.ts';

const shownValues = 16;

/** `slot` is that of the key's value. */
export function keyText(label: string, slot: Slot, style?: WordStyle): string {
  const doc = keyDoc(slot.keys);
  const choices = valueChoices(slot, style);
  const isComplete = choices.every(({ kind }) => kind !== 'example');
  const shown = choices.slice(0, isComplete ? shownValues : 6).map(({ text }) => code(text));
  const more = !isComplete || choices.length > shown.length ? ', …' : '';
  const lines = [
    ...(shown.length > 0 ? [`${isComplete ? 'Values' : 'For example'}: ${shown.join(', ')}${more}`] : []),
    ...(doc?.default === undefined ? [] : [`Default: ${code(doc.default)}`]),
  ];
  return [`**key** ${code(label)}`, ...(doc ? [doc.meaning] : []), lines.join(' · ')].filter(Boolean).join('\n\n');
}
