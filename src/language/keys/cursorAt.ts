/** Finds what can be written at an offset of a source. */

import { isTemplate, maskJinja } from '../../model/source/jinja.ts';
import type { Span } from '../../model/source/range.ts';
import type { Cursor } from './cursor.ts';
import { javaScriptCursor } from './javaScriptCursor.ts';
import { yamlCursor } from './yamlCursor.ts';

/** Undefined in comments, in template tags, and if only free text can be written. */
export function cursorAt(path: string, text: string, offset: number): Cursor | undefined {
  if (path.endsWith('.js')) return javaScriptCursor(text, offset);
  const tags = isTemplate(path, text) ? maskJinja(text).tags : [];
  if (tags.some(({ start, end }) => start < offset && offset < end)) return undefined;
  let masked = '';
  let done = 0;
  for (const tag of tags) {
    // A tag within a line writes a part of it.
    const fill = tag.kind === 'expression' && !tag.structural ? 'J' : ' ';
    masked += text.slice(done, tag.start) + replaced(text, tag, fill);
    done = tag.end;
  }
  return yamlCursor(masked + text.slice(done), tags, offset);
}

function replaced(text: string, { start, end }: Span, char: string): string {
  return text.slice(start, end).replace(/[^\r\n]/g, char);
}
