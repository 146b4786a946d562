/** Draws the difference between two texts as lines, in the colors of their language. */

import { element } from '../../base/browser/dom.ts';
import type { ReviewContent, ReviewDiff } from '../../contract/messages/reviewChannel.ts';
import { type SqlToken, sqlTokens } from '../shared/sqlTokens.ts';

/** Longer lines are not colored. */
const maxColored = 2_000;

type DiffLine = ReviewDiff['lines'][number];

/** `text`: a key and a value that is not SQL. */
type LineLanguage = ReviewDiff['language'] | 'text';

export function diffView({ label, language, lines }: ReviewDiff, texts: ReviewContent['texts']): HTMLElement {
  return element(
    'figure',
    { class: 'diff', role: 'group', 'aria-label': label, tabindex: 0 },
    ...languagesOf(lines, language).map((one, at) => lineView(lines[at]!, one, texts)),
  );
}

/** The language of each line. The value of a key that is not about SQL is text: its words are not keywords. */
function languagesOf(lines: readonly DiffLine[], language: ReviewDiff['language']): LineLanguage[] {
  let value: LineLanguage = language;
  return lines.map(({ kind, text }) => {
    if (language === 'sql') return language;
    // Which key the lines behind a gap belong to is not known.
    if (kind === 'gap') value = language;
    // A map between braces has keys, too.
    if (key.test(text)) value = /sql\w*\s*:/i.test(text) ? language : 'text';
    return value;
  });
}

function lineView(line: DiffLine, language: LineLanguage, texts: ReviewContent['texts']): HTMLElement {
  const { kind, text } = line;
  if (kind === 'gap') return element('div', { class: 'gap' }, text);
  const sign = { same: ' ', removed: '−', added: '+' }[kind];
  return element(
    'div',
    { class: kind },
    element('span', { class: 'sign', 'aria-hidden': 'true' }, sign),
    kind === 'same' ? null : element('span', { class: 'said' }, kind === 'added' ? texts.added : texts.removed),
    element('code', {}, ...parts(line, language)),
  );
}

/** The tokens of a line; the marked characters are in an element of their own. */
function parts({ text, mark }: DiffLine, language: LineLanguage): Node[] {
  const nodes: Node[] = [];
  let at = 0;
  const tokens = text.length > maxColored ? [{ text, kind: 'plain' as const }] : tokensOf(text, language);
  for (const token of tokens) {
    const from = at;
    at += token.text.length;
    const [start, end] = mark ?? [0, 0];
    const inside = [Math.max(from, start), Math.min(at, end)] as const;
    const pieces =
      inside[0] < inside[1]
        ? [text.slice(from, inside[0]), text.slice(inside[0], inside[1]), text.slice(inside[1], at)]
        : [text.slice(from, at), '', ''];
    for (const [place, piece] of pieces.entries()) {
      if (piece === '') continue;
      const colored = element('span', { class: token.kind === 'plain' ? null : `sql-${token.kind}` }, piece);
      nodes.push(place === 1 ? element('mark', {}, colored) : colored);
    }
  }
  return nodes;
}

const key = /^(\s*(?:- )*)([A-Za-z_][\w.]*)(\s*:)(?=\s|$)/;

/** YAML and JavaScript: a key, then its value as SQL or text, where references are names. */
function tokensOf(text: string, language: LineLanguage): SqlToken[] {
  if (language === 'sql') return sqlTokens(text);
  if (/^\s*(#|\/\/)/.test(text)) return [{ text, kind: 'comment' }];
  const found = key.exec(text);
  const start = found?.[0].length ?? 0;
  const value = text.slice(start);
  const [, quote = '', inner = value, end = ''] = /^(\s*["'`]?)(.*?)(["'`]?,?\s*)$/.exec(value) ?? [];
  const before: SqlToken[] = found
    ? [
        { text: found[1]!, kind: 'plain' },
        { text: found[2]!, kind: 'keyword' },
        { text: found[3]!, kind: 'plain' },
      ]
    : [];
  return [...before, { text: quote, kind: 'plain' }, ...withReferences(inner, language), { text: end, kind: 'plain' }];
}

function withReferences(text: string, language: LineLanguage): SqlToken[] {
  return text.split(/(\{[^{}]*\})/).flatMap((part, at): SqlToken[] => {
    if (at % 2 === 1) return [{ text: part, kind: 'parameter' }];
    return language === 'text' ? [{ text: part, kind: 'plain' }] : sqlTokens(part);
  });
}
