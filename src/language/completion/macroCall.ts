/** Finds the file that calls a macro, and puts the body of the macro in place of the call. */

import { occurrencesOf } from '../../model/index/lookup.ts';
import type { IndexedFile, ModelIndex } from '../../model/index/modelIndex.ts';
import { templateNamesIn } from '../../model/index/templateNames.ts';
import { isTemplate, maskJinja } from '../../model/source/jinja.ts';
import type { Span } from '../../model/source/range.ts';

export interface MacroCall {
  /** With the body in place of the call. */
  index: ModelIndex;
  path: string;
  offset: number;
  /** How many lines further down a place is in the file of the macro. */
  lines: number;
}

/** Undefined outside of the lines below the first tag of a macro, and without a call outside of macros. */
export function macroCall(index: ModelIndex, file: IndexedFile, offset: number): MacroCall | undefined {
  if (file.source.language !== 'yaml' || !isTemplate(file.path, file.text)) return undefined;
  const isInside = ({ start, end }: Span) => start < offset && offset < end;
  const macro = templateNamesIn(index, file).find(
    ({ target }) => target.kind === 'macro' && target.file === file.path && isInside(target.span),
  )?.target;
  if (!macro) return undefined;
  const start = file.text.indexOf('%}', macro.nameSpan.end) + 2;
  const end = file.text.lastIndexOf('{%', macro.span.end - 1);
  // The name that an expression writes is not known.
  const body = file.text.slice(start, end).replace(/\{\{.*?\}\}/g, (tag) => 'J'.repeat(tag.length));
  if (start < 2 || offset > end || !/[\r\n]/.test(file.text.slice(start, offset))) return undefined;
  for (const { file: path, span } of occurrencesOf(index, { template: macro })) {
    const text = index.file(path)?.text ?? '';
    const { tags } = maskJinja(text);
    const call = tags.find((tag) => tag.kind === 'expression' && tag.start <= span.start && span.end <= tag.end);
    const before = tags.filter((tag) => call && tag.start < call.start);
    const count = (keyword: string) => before.filter((tag) => tag.keyword === keyword).length;
    if (!call || count('macro') > count('endmacro')) continue;
    const within = index.withText(path, text.slice(0, call.start) + body + text.slice(call.end));
    const at = call.start + offset - start;
    const lines = file.lines.positionAt(offset).line - within.file(path)!.lines.positionAt(at).line;
    return { index: within, path, offset: at, lines };
  }
  return undefined;
}
