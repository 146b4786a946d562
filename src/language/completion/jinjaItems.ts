/** The statements of templates, inside `{% %}`. */

import type { IndexedFile } from '../../model/index/modelIndex.ts';
import { isTemplate, type JinjaTag, maskJinja } from '../../model/source/jinja.ts';
import { lineEnd } from '../../model/source/lines.ts';
import { wordStyleOf } from '../keys/wordStyle.ts';
import type { CompletionItem } from '../protocol/protocol.ts';
import { SnippetWriter } from './snippetText.ts';

interface Statement {
  code: string;
  detail: string;
  /** The statement that closes the block. */
  end?: string;
}

const statements: Readonly<Record<string, Statement>> = {
  for: { code: 'for <item> in <items>', detail: 'Repeat for each item', end: 'endfor' },
  if: { code: 'if <condition>', detail: 'Only if a condition holds', end: 'endif' },
  elif: { code: 'elif <condition>', detail: 'Otherwise, if a condition holds' },
  else: { code: 'else', detail: 'Otherwise' },
  set: { code: 'set <name> = <value>', detail: 'Assign a variable' },
  macro: { code: 'macro <name>(<parameters>)', detail: 'Define a macro', end: 'endmacro' },
  import: { code: "import '<macros.jinja>' as <macros>", detail: 'Use the macros of another template' },
  from: { code: "from '<macros.jinja>' import <macro>", detail: 'Use some macros of another template' },
  include: { code: "include '<part.jinja>'", detail: 'Insert another template' },
  call: { code: 'call <macro>()', detail: 'Call a macro with a body', end: 'endcall' },
  filter: { code: 'filter <upper>', detail: 'Apply a filter to a block', end: 'endfilter' },
  with: { code: 'with <name> = <value>', detail: 'Assign variables for a block', end: 'endwith' },
  raw: { code: 'raw', detail: 'Text that is not a template', end: 'endraw' },
  do: { code: 'do <expression>', detail: 'Evaluate without output' },
};

/** Undefined outside of tags. */
export function jinjaItems({ path, text, lines }: IndexedFile, offset: number): CompletionItem[] | undefined {
  if (path.endsWith('.js') || !isTemplate(path, text)) return undefined;
  const { tags } = maskJinja(text);
  const isInside = ({ start, end }: JinjaTag) =>
    start + 2 <= offset && (offset < end - 1 || isOpen(text, start, end, offset));
  const tag = tags.find(isInside);
  if (!tag) return undefined;
  const head = /^\{%[-+]?(\s*)(\w*)$/.exec(text.slice(tag.start, offset));
  if (tag.kind !== 'statement' || !head) return [];
  const [, spaces = '', word = ''] = head;
  const rest = /^(\w*)([ \t]*[-+]?%\})?/.exec(text.slice(offset, lineEnd(text, offset)))!;
  const hasMore = rest[2] === undefined && text.slice(offset + rest[0].length, tag.end).trim() !== '';
  const close = rest[2] ?? ' %}';
  // A statement with more text after its keyword keeps that text.
  const span = { start: offset - word.length, end: offset + (hasMore ? rest[1]! : rest[0]).length };
  const range = lines.rangeOf(span);
  const lead = spaces === '' ? ' ' : '';
  const open = openBlocks(tags.filter((one) => one.start < tag.start));
  const closing = open
    .slice(-1)
    .map((name): [string, Statement] => [`end${name}`, { code: `end${name}`, detail: 'Close the block' }]);
  const inBlock = Object.entries(statements).filter(
    ([name]) => !/^el/.test(name) || open.at(-1) === 'if' || (name === 'else' && open.at(-1) === 'for'),
  );
  return [...closing, ...inBlock].map(([label, { code, detail, end }], at) => ({
    label,
    kind: 14,
    detail,
    sortText: String(at).padStart(2, '0'),
    insertTextFormat: hasMore ? 1 : 2,
    textEdit: {
      range,
      newText: hasMore
        ? lead + label
        : `${new SnippetWriter('block', '', wordStyleOf('', 'yaml'), () => []).text(lead + code + close)}${end ? `\n$0\n{% ${end} %\\}` : ''}`,
    },
  }));
}

/** Whether a tag without its end goes on to the cursor. */
function isOpen(text: string, start: number, end: number, offset: number): boolean {
  return offset <= end && !/[%#}]\}$/.test(text.slice(start + 2, end));
}

function openBlocks(tags: readonly JinjaTag[]): string[] {
  const open: string[] = [];
  for (const { keyword } of tags) {
    if (statements[keyword]?.end) open.push(keyword);
    const at = keyword.startsWith('end') ? open.lastIndexOf(keyword.slice(3)) : -1;
    if (at >= 0) open.length = at;
  }
  return open;
}
