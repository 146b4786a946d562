/** Asks for code actions as an editor does, and applies them. */

import assert from 'node:assert/strict';
import { codeActions } from '../../../src/language/codeActions/codeActions.ts';
import { diagnosticOf } from '../../../src/language/diagnostic.ts';
import type { CodeAction, Diagnostic, Range } from '../../../src/language/protocol/protocol.ts';
import { diagnose } from '../../../src/model/diagnose.ts';
import type { ModelIndex } from '../../../src/model/index/modelIndex.ts';
import type { Problem } from '../../../src/model/source/problem.ts';
import { indexOf, type Texts } from '../../model/models.ts';
import { uriOf } from '../places.ts';

const cursor = '▮';

export function shownAs(problem: Problem): Diagnostic {
  return diagnosticOf(problem, uriOf, () => undefined);
}

export function textsOf(index: ModelIndex): Texts {
  return Object.fromEntries([...index.files].map(({ path, text }) => [path.replace('model/', ''), text]));
}

function isLater(a: Range['start'], b: Range['start']): boolean {
  return a.line > b.line || (a.line === b.line && a.character > b.character);
}

/** The actions at a range, with the problems that are shown there. */
function actionsIn(index: ModelIndex, path: string, range: Range, only?: string[]): CodeAction[] {
  const diagnostics = diagnose(index, undefined)
    .filter((one) => one.file === path && !isLater(one.range.start, range.end) && !isLater(range.start, one.range.end))
    .map(shownAs);
  return codeActions(index, path, range, { diagnostics, ...(only ? { only } : {}) }, uriOf);
}

/** The actions at the `▮` in one of the texts, or at the selection between two. */
export function actionsAt(marked: Texts, only?: string[]): { index: ModelIndex; actions: CodeAction[] } {
  const [name, text] = Object.entries(marked).find(([, one]) => one.includes(cursor)) ?? assert.fail('no cursor');
  const [before = '', selected, after] = text.split(cursor);
  const start = before.length;
  const end = after === undefined ? start : start + selected!.length;
  const index = indexOf({ ...marked, [name]: text.replaceAll(cursor, '') });
  const path = `model/${name}`;
  return { index, actions: actionsIn(index, path, index.rangeOf(path, { start, end }), only) };
}

/** The texts after an action; throws for an edit that does not fit. */
export function apply(index: ModelIndex, { title, edit }: CodeAction): Texts {
  const texts = textsOf(index);
  for (const change of edit?.documentChanges ?? assert.fail(`no edit: ${title}`)) {
    const uri = 'uri' in change ? change.uri : change.textDocument.uri;
    const name = uri.replace('test:/model/', '');
    if ('kind' in change) {
      if (change.kind === 'create') texts[name] = '';
      else delete texts[name];
      continue;
    }
    const path = `model/${name}`;
    const edits = change.edits
      .map(({ range, newText }) => ({
        start: offset(index, path, range.start),
        end: offset(index, path, range.end),
        newText,
      }))
      .sort((a, b) => b.start - a.start || b.end - a.end);
    let limit = Number.POSITIVE_INFINITY;
    for (const { start, end, newText } of edits) {
      assert.ok(start <= end && end <= limit, `edits overlap: ${title}`);
      limit = start;
      texts[name] = texts[name]!.slice(0, start) + newText + texts[name]!.slice(end);
    }
  }
  return texts;
}

function offset(index: ModelIndex, path: string, position: Range['start']): number {
  const found = index.offsetAt(path, position);
  if (index.file(path)) assert.deepEqual(index.file(path)!.lines.positionAt(found), position, 'a position in the text');
  return found;
}

/** The lines that differ, as `- old` and `+ new`. */
export function changes(before: Texts, after: Texts): string[] {
  return Object.keys({ ...before, ...after }).flatMap((name) =>
    difference(before[name]?.split('\n') ?? [], after[name]?.split('\n') ?? []),
  );
}

/** By the longest common subsequence. */
function difference(from: readonly string[], to: readonly string[]): string[] {
  const common = Array.from({ length: from.length + 1 }, () => new Array<number>(to.length + 1).fill(0));
  for (let i = from.length - 1; i >= 0; i -= 1)
    for (let j = to.length - 1; j >= 0; j -= 1)
      common[i]![j] = from[i] === to[j] ? common[i + 1]![j + 1]! + 1 : Math.max(common[i + 1]![j]!, common[i]![j + 1]!);
  const found: string[] = [];
  let j = 0;
  for (let i = 0; i < from.length; i += 1) {
    while (j < to.length && from[i] !== to[j] && common[i]![j + 1]! > common[i + 1]![j]!) found.push(`+ ${to[j++]}`);
    if (from[i] === to[j] && common[i]![j] === common[i + 1]![j + 1]! + 1) j += 1;
    else found.push(`- ${from[i]}`);
  }
  return [...found, ...to.slice(j).map((line) => `+ ${line}`)];
}

/** The titles of the actions of a kind; the preferred one has a `*`. */
export function titles(actions: readonly CodeAction[], kind = ''): string[] {
  return actions
    .filter((one) => one.kind.startsWith(kind))
    .map(
      ({ title, isPreferred, disabled }) =>
        `${isPreferred ? '* ' : ''}${title}${disabled ? ` (${disabled.reason})` : ''}`,
    );
}

/** The changes of the action with that title. */
export function changesOf(marked: Texts, title: string | RegExp): string[] {
  const { index, actions } = actionsAt(marked);
  const found = actions.find((one) => (typeof title === 'string' ? one.title === title : title.test(one.title)));
  return changes(
    textsOf(index),
    apply(index, found ?? assert.fail(`${title} is not among ${titles(actions).join(', ')}`)),
  );
}
