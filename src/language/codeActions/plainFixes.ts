/** Corrections that need only the marked text. */

import { kindOfName } from '../../model/documents/documentKind.ts';
import { touches } from '../../model/index/lookup.ts';
import type { Correction, MarkedProblem } from './edits/action.ts';
import { javaScriptText } from './edits/newText.ts';
import { removeEntry } from './edits/sourceEdits.ts';
import { entryAt } from './edits/treePlaces.ts';
import { rate, rateAfter } from './rating.ts';

/** An unknown key without a similar one, or a key without a value. */
export function removeUnknown({ file, span, problem }: MarkedProblem): Correction[] {
  const place = entryAt(file, span);
  // A query document in the model folder is in the wrong place, but its keys are right.
  if (!place || kindOfName(file.path)) return [];
  const { map, entry } = place;
  return map.entries.length < 2 || problem.fix?.kind === 'addKeys'
    ? []
    : [{ title: `Remove '${entry.key}'`, changes: [removeEntry(file, map, entry)] }];
}

/** A name in a program that is a text without its quotes. */
export function addQuotes({ index, file, span, problem }: MarkedProblem): Correction[] {
  const isValue = /^[ \t]*(?:[,}\]]|[\r\n]|$)/.test(file.text.slice(span.end));
  if (file.source.language !== 'javascript' || !isValue) return [];
  const text = file.text.slice(span.start, span.end);
  const asSql = problem.code === 'bare-reference' && text.includes('.');
  const by = asSql ? `\`\${${text}}\`` : javaScriptText(text);
  const change = { file: file.path, ...span, text: by };
  const isBetter =
    rateAfter(file, [change], index.modelFolder).shape < rate(file, index.modelFolder).shape ||
    problem.code !== 'undefined-name';
  return [{ title: `Change to ${by}`, changes: [change], isPreferred: problem.fix === undefined && isBetter }];
}

/** A name with characters that a name cannot have. References to it are not changed. */
export function validName({ file, span }: MarkedProblem): Correction[] {
  const text = file.text
    .slice(span.start, span.end)
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .replace(/^(?=\d)/, '_');
  if (text === '') return [];
  return [{ title: `Change to '${text}'`, changes: [{ file: file.path, ...span, text }] }];
}

/** `{name}` in a template literal. */
export function addDollar({ file, span: { start } }: MarkedProblem): Correction[] {
  const { text, path } = file;
  if (text[start] !== '{') return [];
  const inTemplate = text.slice(0, start).split('`').length % 2 === 0;
  return inTemplate
    ? [{ title: "Insert '$'", changes: [{ file: path, start, end: start, text: '$' }], isPreferred: true }]
    : [];
}

/** `}{` */
export function insertText({ file, span }: MarkedProblem): Correction[] {
  const at = file.text.indexOf('}', span.start) + 1;
  if (!touches(span, at)) return [];
  return [
    { title: 'Insert a space', changes: [{ file: file.path, start: at, end: at, text: ' ' }], isPreferred: true },
  ];
}

/** `${name}` in YAML. */
export function textFixes({ file, span: { start } }: MarkedProblem): Correction[] {
  if (file.text[start] !== '$') return [];
  return [{ title: "Remove '$'", changes: [{ file: file.path, start, end: start + 1, text: '' }], isPreferred: true }];
}
