/** Every feature at random places of texts in any state: nothing throws, and all ranges are inside of their document. */

import assert from 'node:assert/strict';
import { UserError } from '../../src/base/errors.ts';
import { usageLenses, usesAt } from '../../src/language/annotations/codeLenses.ts';
import { inlayHints } from '../../src/language/annotations/inlayHints.ts';
import { completion } from '../../src/language/completion/completion.ts';
import { hover } from '../../src/language/hover/hover.ts';
import { incomingCalls, outgoingCalls, prepareCallHierarchy } from '../../src/language/navigation/callHierarchy.ts';
import { definition, implementation, typeDefinition } from '../../src/language/navigation/definition.ts';
import { documentLinks } from '../../src/language/navigation/documentLinks.ts';
import { documentSymbols } from '../../src/language/navigation/documentSymbols.ts';
import { foldingRanges } from '../../src/language/navigation/foldingRanges.ts';
import { documentHighlights, references } from '../../src/language/navigation/references.ts';
import { selectionRanges } from '../../src/language/navigation/selectionRanges.ts';
import { workspaceSymbols } from '../../src/language/navigation/workspaceSymbols.ts';
import type { DocumentSymbol, LocationLink, SelectionRange } from '../../src/language/protocol/protocol.ts';
import { prepareRename, rename } from '../../src/language/rename/rename.ts';
import type { ModelIndex } from '../../src/model/index/modelIndex.ts';
import type { Position, Range } from '../../src/model/source/range.ts';
import { corpus, fixtures, indexOf, type Texts } from '../model/models.ts';
import { type Random, seeded } from '../model/mutation/mutant.ts';
import { testSeed, triesAll } from '../run/testSeed.ts';
import { tokensOf } from './annotations/tokens.ts';
import { uriOf } from './places.ts';

/** The lines of each text as an editor counts them. */
const lines = new WeakMap<object, readonly string[]>();

function linesOf(index: ModelIndex, path: string): readonly string[] {
  const file = index.file(path) ?? assert.fail(`no file ${path}`);
  const known = lines.get(file) ?? file.text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  lines.set(file, known);
  return known;
}

function checkRange(index: ModelIndex, path: string, { start, end }: Range): void {
  const all = linesOf(index, path);
  for (const { line, character } of [start, end]) {
    const length = all[line]?.length ?? assert.fail(`${path} has no line ${line}`);
    assert.ok(character >= 0 && character <= length, `${path}:${line}:${character} is after ${length} characters`);
  }
  assert.ok(start.line < end.line || (start.line === end.line && start.character <= end.character), 'start > end');
}

const isInside = (outer: Range, { start, end }: Range) =>
  (outer.start.line < start.line || (outer.start.line === start.line && outer.start.character <= start.character)) &&
  (outer.end.line > end.line || (outer.end.line === end.line && outer.end.character >= end.character));

function checkLinks(index: ModelIndex, path: string, links: readonly LocationLink[]): void {
  for (const { originSelectionRange, targetUri, targetRange, targetSelectionRange } of links) {
    const target = targetUri.replace('test:/', '');
    checkRange(index, path, originSelectionRange);
    checkRange(index, target, targetRange);
    checkRange(index, target, targetSelectionRange);
    assert.ok(isInside(targetRange, targetSelectionRange));
  }
}

function checkSymbols(index: ModelIndex, path: string, symbols: readonly DocumentSymbol[]): void {
  for (const { name, range, selectionRange, children = [] } of symbols) {
    assert.notEqual(name, '');
    checkRange(index, path, range);
    checkRange(index, path, selectionRange);
    assert.ok(isInside(range, selectionRange), name);
    for (const child of children) assert.ok(isInside(range, child.range), child.name);
    checkSymbols(index, path, children);
  }
}

/** In their lines, in order and without overlaps. */
function checkTokens(index: ModelIndex, path: string): void {
  let end: Position = { line: 0, character: 0 };
  for (const { range } of tokensOf(index, path)) {
    const { start } = range;
    assert.ok(start.line > end.line || start.character >= end.character, `tokens overlap at ${path}:${start.line}`);
    assert.ok(start.character < range.end.character);
    checkRange(index, path, range);
    end = range.end;
  }
}

function checkAnnotations(index: ModelIndex, path: string): void {
  checkTokens(index, path);
  for (const { range, target } of documentLinks(index, path, uriOf)) {
    checkRange(index, path, range);
    assert.ok(index.file(target.replace('test:/', '')));
  }
  const lenses = usageLenses(index, path);
  for (const { range } of lenses) checkRange(index, path, range);
  const [lens] = lenses.slice(-1);
  const uses = lens ? usesAt(index, path, lens.range.start, uriOf) : [];
  assert.equal(uses.length > 0, lens?.isUsed ?? false);
  for (const { uri, range } of uses) checkRange(index, uri.replace('test:/', ''), range);
  const end = { line: linesOf(index, path).length, character: 0 };
  for (const { position } of inlayHints(index, path, { start: { line: 0, character: 0 }, end }))
    checkRange(index, path, { start: position, end: position });
}

function checkCalls(index: ModelIndex, path: string, position: Position): void {
  for (const item of prepareCallHierarchy(index, path, position, uriOf)) {
    const incoming = incomingCalls(index, item, uriOf);
    for (const one of [item, ...incoming.map(({ from }) => from)]) {
      checkRange(index, one.uri.replace('test:/', ''), one.range);
      assert.ok(isInside(one.range, one.selectionRange));
    }
    for (const { from, fromRanges } of incoming)
      for (const range of fromRanges) checkRange(index, from.data.file, range);
    for (const { fromRanges } of outgoingCalls(index, item, uriOf))
      for (const range of fromRanges) checkRange(index, item.data.file, range);
  }
}

function checkFile(index: ModelIndex, path: string): void {
  checkAnnotations(index, path);
  checkSymbols(index, path, documentSymbols(index, path));
  for (const { startLine, endLine } of foldingRanges(index, path) ?? []) {
    assert.ok(startLine >= 0 && startLine < endLine && endLine < linesOf(index, path).length);
  }
}

function checkPosition(index: ModelIndex, path: string, position: Position): void {
  for (const feature of [definition, typeDefinition, implementation])
    checkLinks(index, path, feature(index, path, position, uriOf));
  for (const { uri, range } of references(index, path, position, { includeDeclaration: true }, uriOf))
    checkRange(index, uri.replace('test:/', ''), range);
  for (const { range } of documentHighlights(index, path, position)) checkRange(index, path, range);
  checkRename(index, path, position, position.line % 2 === 0);
  checkCalls(index, path, position);
  const shown = hover(index, path, position, uriOf);
  if (shown) checkRange(index, path, shown.range);
  for (const { textEdit } of completion(index, path, position).items) {
    const { start, end } = textEdit.range;
    checkRange(index, path, textEdit.range);
    assert.equal(start.line, end.line);
  }
  let [one]: (SelectionRange | undefined)[] = selectionRanges(index, path, [position]) ?? [];
  for (; one; one = one.parent) {
    checkRange(index, path, one.range);
    if (one.parent) assert.ok(isInside(one.parent.range, one.range));
  }
}

const isBefore = (a: Position, b: Position) => a.line < b.line || (a.line === b.line && a.character <= b.character);

/** A rename is refused with a reason, or gives edits that do not overlap. */
function checkRename(index: ModelIndex, path: string, position: Position, keepViewNames: boolean): void {
  try {
    checkRange(index, path, prepareRename(index, path, position).range);
    const { documentChanges } = rename(index, path, position, 'zq_fresh', uriOf, { keepViewNames });
    for (const { textDocument, edits } of documentChanges) {
      let done: Position = { line: 0, character: 0 };
      for (const { range } of edits) {
        checkRange(index, textDocument.uri.replace('test:/', ''), range);
        assert.ok(isBefore(done, range.start), 'edits overlap');
        done = range.end;
      }
    }
  } catch (failure) {
    if (!(failure instanceof UserError)) throw failure;
  }
}

const shuffle = (random: Random, count: number, below: number) =>
  Array.from({ length: count }, () => Math.floor(random() * below));

/** Asks every feature for a file, at its end and at random positions. */
function check(index: ModelIndex, path: string, random: Random, context: string): void {
  try {
    checkFile(index, path);
    const all = linesOf(index, path);
    const { text, lines: positions } = index.file(path)!;
    checkPosition(index, path, { line: all.length - 1, character: all.at(-1)!.length });
    checkPosition(index, path, { line: Math.floor(random() * 9999), character: Math.floor(random() * 9999) });
    for (const offset of shuffle(random, 3, text.length + 1)) checkPosition(index, path, positions.positionAt(offset));
  } catch (failure) {
    throw new Error(`${context}: ${(failure as Error).message}`, { cause: failure });
  }
}

/** A run tries this part of the cuts, others with another seed. */
const triedCuts = triesAll() ? 1 : 0.06;

/** After lines, and at random offsets. */
function cutsOf(random: Random, text: string, offsets: number): number[] {
  const afterLines = [...text.matchAll(/\n/g)].map(({ index }) => index + 1);
  return [...afterLines, ...shuffle(random, offsets, text.length)].filter(() => random() < triedCuts);
}

/** Each text cut after lines and at random offsets, with the other texts complete. */
function checkCuts(name: string, texts: Texts, seed: number, offsets: number): void {
  const random = seeded(seed);
  const index = indexOf(texts);
  for (const [file, text] of Object.entries(texts)) {
    const path = `model/${file}`;
    if (!index.file(path)) continue;
    for (const at of cutsOf(random, text, offsets)) {
      index.set(path, text.slice(0, at));
      check(index, path, random, `seed ${seed} ${name}/${file} cut at ${at}`);
    }
    index.set(path, text);
    check(index, path, random, `seed ${seed} ${name}/${file}`);
  }
  workspaceSymbols(index, '', uriOf);
}

/** As on other systems: with a byte order mark, CRLF, tabs and astral characters. */
function foreign(text: string): string {
  return `\ufeff${text
    .replace(/\n/g, '\r\n')
    .replace(/ # /g, '\t# ')
    .replace(/Orders|Trips/g, '🥐$&')}`;
}

describe('language features for texts in any state', () => {
  const seed = testSeed();
  const variants: readonly (readonly [string, (text: string) => string])[] = [
    ['as they are', (text) => text],
    ['with CRLF, a byte order mark and astral characters', foreign],
  ];

  for (const { name, texts } of fixtures()) {
    for (const [variant, change] of variants) {
      it(`answer for ${name} ${variant}, cut anywhere`, () => {
        const changed = Object.entries(texts).map(([file, text]) => [file, change(text)]);
        checkCuts(name, Object.fromEntries(changed) as Texts, seed, 60);
      });
    }
  }

  it('answer for public models, cut anywhere', function () {
    const models = corpus();
    // The public models are not part of the repository.
    if (!models) this.skip();
    for (const { name, texts } of models) checkCuts(name, texts, seed, 10);
  });
});
