/** Replaces parts of the text of a value. Keeps its quotes; a value without quotes gets them where it needs them. */

import type { IndexedFile } from '../../../model/index/modelIndex.ts';
import { lineStart } from '../../../model/source/lines.ts';
import type { Span } from '../../../model/source/range.ts';
import type { ScalarNode } from '../../../model/source/tree.ts';
import { type Change, changed } from './action.ts';
import { yamlText } from './newText.ts';
import { withQuotes } from './sourceEdits.ts';

type Style = 'template' | 'double' | 'single' | 'plain' | 'block';

const quoteStyles: Readonly<Record<string, Style>> = { '`': 'template', '"': 'double', "'": 'single' };

function styleOf({ text }: IndexedFile, node: Span): Style {
  const outer = withQuotes(text, node);
  if (outer.start < node.start) return quoteStyles[text[outer.start]!]!;
  return /[|>][-+0-9]*[ \t]*(?:#.*)?\r?\n$/.test(text.slice(0, lineStart(text, node.start))) ? 'block' : 'plain';
}

function inStyle(style: Style, text: string): string {
  const line = text.replace(/\s*\r?\n\s*/g, ' ');
  if (style === 'template') return text.replace(/`/g, '\\`');
  if (style === 'double') return line.replace(/[\\"]/g, '\\$&');
  return style === 'single' ? line.replaceAll("'", "''") : line;
}

/** `parts` are spans of the file with their new text, SQL as the language of the file writes it. */
export function replaceIn(file: IndexedFile, node: ScalarNode, parts: readonly (Span & { text: string })[]): Change[] {
  const { path, text, source } = file;
  const style = styleOf(file, node);
  if (source.language === 'yaml' && style === 'plain') {
    const moved = parts.map((part) => ({ ...part, start: part.start - node.start, end: part.end - node.start }));
    return [
      {
        file: path,
        start: node.start,
        end: node.end,
        text: yamlText(changed(text.slice(node.start, node.end), moved)),
      },
    ];
  }
  const isJavaScript = source.language === 'javascript';
  const found = parts.map(({ start, end, text: by }) => ({
    file: path,
    start,
    end,
    text: inStyle(isJavaScript ? 'template' : style, by),
  }));
  if (!isJavaScript || style === 'template') return found;
  const quote = (at: number) => ({ file: path, start: at, end: at + 1, text: '`' });
  return [quote(node.start - 1), ...found, quote(node.end)];
}

/** The text of a value as SQL of its language, without the escapes of its quotes. */
export function sqlIn(file: IndexedFile, node: ScalarNode): string {
  if (file.source.language === 'yaml') return String(node.value);
  const text = file.text.slice(node.start, node.end);
  return styleOf(file, node) === 'template' ? text : text.replace(/\\(["'])/g, '$1');
}
