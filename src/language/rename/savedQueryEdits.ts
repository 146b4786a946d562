/** The edits of names of the model in query and test documents: `cube.member` anywhere in their text, and granularities. */

import { isSameSymbol } from '../../model/index/lookup.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import type { Span } from '../../model/source/range.ts';
import { type DocumentText, languageDocument } from '../queries/document.ts';
import { occurrencesIn } from '../queries/occurrences.ts';
import type { Change, ViewNames } from './change.ts';

const memberPath = /(?<![\w.$-])([A-Za-z_]\w*)\.([A-Za-z_]\w*)/g;

interface TextEdit {
  span: Span;
  text: string;
}

/** In the order of the text. */
export function savedQueryEdits(index: ModelIndex, change: Change, names: ViewNames, source: DocumentText): TextEdit[] {
  const edits = [...source.text.matchAll(memberPath)].flatMap(({ 1: cubeName, 2: name, index: start }) => {
    const cube = index.cube(cubeName!);
    const newCube = cube ? (cube === change.definition ? change.to : cubeName) : names.splitViews.get(cubeName!);
    const isOwn =
      cube &&
      index
        .members(cube)
        .get(name!)
        ?.some((one) => change.members.has(one));
    const newName = isOwn ? change.to : cube?.kind === 'view' ? names.of(cube).get(name!) : undefined;
    const dot = start + cubeName!.length;
    return [
      ...(newCube === undefined || newCube === cubeName ? [] : [{ span: { start, end: dot }, text: newCube }]),
      ...(newName === undefined ? [] : [{ span: { start: dot + 1, end: dot + 1 + name!.length }, text: newName }]),
    ];
  });
  return [...edits, ...granularityEdits(index, change, source)].sort((a, b) => a.span.start - b.span.start);
}

function granularityEdits(index: ModelIndex, { target, to }: Change, source: DocumentText): TextEdit[] {
  if (!('symbol' in target) || !('granularity' in target.symbol)) return [];
  const { symbol } = target;
  const document = languageDocument(source);
  const all = document ? occurrencesIn(index, document) : [];
  return all.filter((one) => isSameSymbol(one.symbol, symbol)).map(({ span }) => ({ span, text: to }));
}
