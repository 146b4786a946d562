/** How the definition of a part differs between two versions of a model, as its sources have it. */

import type { ModelIndex } from '../model/index/modelIndex.ts';
import { type DiffLine, lineDiff } from './lineDiff.ts';
import type { DefinitionPlace, ModelChange } from './model/modelChange.ts';

export interface TextDiff {
  language: 'yaml' | 'javascript' | 'sql';
  lines: readonly DiffLine[];
}

/** Undefined if the sources do not have the definition, or are the same there. */
export function definitionDiff(
  { places }: Pick<ModelChange, 'places'>,
  models: Record<'before' | 'after', ModelIndex>,
): TextDiff | undefined {
  const linesOn = (side: 'before' | 'after') => {
    const place = places.find((one) => one.side === side);
    return place ? definitionLines(models[side], place) : [];
  };
  const lines = lineDiff(linesOn('before'), linesOn('after'));
  if (lines.every(({ kind }) => kind === 'same' || kind === 'gap')) return undefined;
  const isJavaScript = places.some(({ file }) => file.endsWith('.js'));
  return { language: isJavaScript ? 'javascript' : 'yaml', lines };
}

/** Whole lines, without the blanks that all of them start with. */
function definitionLines(index: ModelIndex, { file, whole: { start, end } }: DefinitionPlace): string[] {
  const lines = (index.text(file)?.text ?? '').split(/\r?\n/);
  const last = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
  const own = lines.slice(start.line, last + 1).map((line) => line.trimEnd());
  while (own.at(-1) === '') own.pop();
  const indents = own.filter((line) => line !== '').map((line) => /^ */.exec(line)![0].length);
  const indent = Math.min(...indents, 200);
  return own.map((line) => line.slice(indent));
}
