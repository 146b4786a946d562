/** Completion, hover and fixes in the file of rules, whose keys and values are data like those of query documents. */

import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { rulesFileProblems } from '../../model/lint/checkRules.ts';
import { rulesOf } from '../../model/lint/ruleSettings.ts';
import { rulesShape } from '../../model/lint/rulesShape.ts';
import type { CodeAction, CompletionList, Diagnostic, Hover, Position, UriOf } from '../protocol/protocol.ts';
import { shapedCompletion } from './completion.ts';
import type { ShapedText } from './document.ts';
import { wordHover } from './navigation.ts';
import { replaceFixes } from './problems.ts';

function shaped(index: ModelIndex): ShapedText | undefined {
  const file = index.rulesFile;
  return file && { ...file, shape: rulesShape, isTooLarge: file.unread !== undefined || rulesOf(index).isTooLarge };
}

export function rulesCompletion(index: ModelIndex, position: Position, trigger?: string): CompletionList {
  const text = shaped(index);
  return text ? shapedCompletion(index, text, position, {}, trigger) : { isIncomplete: false, items: [] };
}

export function rulesHover(index: ModelIndex, position: Position): Hover | undefined {
  const text = shaped(index);
  return text && wordHover(text, text.lines.offsetAt(position));
}

export function rulesFixes(
  index: ModelIndex,
  { diagnostics, only }: { diagnostics: readonly Diagnostic[]; only?: readonly string[] },
  uriOf: UriOf,
): CodeAction[] {
  if (only && !only.some((kind) => kind === '' || kind === 'quickfix')) return [];
  return rulesFileProblems(index).flatMap((problem) => replaceFixes(problem, diagnostics, uriOf));
}
