/** The compiler accepts the keys, values and snippets that are offered. */

import assert from 'node:assert/strict';
import type { CompletionItem } from '../../../src/language/protocol/protocol.ts';
import { diagnose } from '../../../src/model/diagnose.ts';
import type { ModelIndex } from '../../../src/model/index/modelIndex.ts';
import type { ValueNode } from '../../../src/model/source/tree.ts';
import { compile, indexOf, type Texts } from '../../model/models.ts';
import { seeded } from '../../model/mutation/mutant.ts';
import { testSeed } from '../../run/testSeed.ts';
import { everything } from './everything.ts';
import { keyPlaces } from './keyPlaces.ts';
import { itemsAt, textWith } from './typedCase.ts';

const path = 'model/cubes/orders.yml';
const sampled = 60;

/** Names of the model for the placeholders. */
const names: Readonly<Record<string, string>> = {
  cube: 'shops',
  other_cube: 'shops',
  joined: 'shops',
  measure: 'count',
  other_measure: 'total',
  dimension: 'code',
  time_dimension: 'created_at',
  member: 'status',
  general: 'size',
  detailed: 'status',
  'schema.table': 'shop.t',
  'cube.rollup': 'orders.plain',
  'other_cube.rollup': 'orders.plain',
};

interface Insertion {
  what: string;
  text: string;
}

/** Where the other cube of the file starts. */
function endOfCube(text: string): number {
  return text.indexOf('\n  - name: users\n') + 1;
}

const asOffered = (item: CompletionItem) => item;

/** SQL that the user types in place of what a snippet offers. */
function typed(item: CompletionItem): CompletionItem {
  const newText = item.textEdit.newText
    .replace(/sql: "\$\{(\d+):[^}]*\}"/g, 'sql: "${$1:COALESCE({CUBE\\}.amount, 0) / 2}"')
    .replace(/'\$\{(\d+):value\}'/g, "'${$1:it''s (new}'");
  return filled({ ...item, textEdit: { ...item.textEdit, newText } });
}

function filled(item: CompletionItem): CompletionItem {
  const newText = item.textEdit.newText.replace(
    /\$\{(\d+):([^}]*)\}/g,
    (_, at, name: string) => `\${${at}:${names[name] ?? name}}`,
  );
  return { ...item, textEdit: { ...item.textEdit, newText } };
}

/** The compiler's messages about each text: a cube of another name in one model. */
async function rejections(insertions: readonly Insertion[]): Promise<Map<number, string[]>> {
  const texts: Texts = { ...everything };
  for (const [at, { text }] of insertions.entries()) {
    // Only the cube with the insertion.
    const own = text.slice(0, endOfCube(text));
    texts[`cubes/copy${at}.yml`] = own.replace('name: orders', `name: copy${at}_`);
  }
  const found = new Map<number, string[]>();
  for (const { message, fileName } of await compile(texts)) {
    const at = Number(/\bcopy(\d+)_/.exec(message)?.[1] ?? /copy(\d+)\.yml/.exec(fileName ?? '')?.[1] ?? -1);
    found.set(at, [...(found.get(at) ?? []), message]);
  }
  return found;
}

/** A key that needs another one is accepted together with it. */
function isRejected(message: string): boolean {
  return !/is required|missing required peer/.test(message);
}

function sample<T>(all: readonly T[], random: () => number, count: number): T[] {
  return all
    .map((one) => ({ one, at: random() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ one }) => one);
}

async function assertAccepted(insertions: readonly Insertion[], context: string): Promise<void> {
  assert.ok(insertions.length >= 30, context);
  const found = await rejections(insertions);
  const wrong = [...found].flatMap(([at, messages]) => {
    const rejected = messages.filter(isRejected);
    return rejected.length > 0 ? [`${insertions[at]?.what ?? 'the model'}: ${rejected.join('\n')}`] : [];
  });
  assert.deepEqual(wrong, [], context);
}

function keyInsertions(index: ModelIndex): Insertion[] {
  const file = index.file(path)!;
  const { text } = file;
  // A dimension cannot refer to itself.
  const places = keyPlaces(file).filter(
    ({ offset, before }) => offset < endOfCube(text) && !/name: code\n *$/.test(before),
  );
  return places.flatMap(({ before, after, offset }) => {
    index.set(path, before + after);
    const place = { index, path, position: index.file(path)!.lines.positionAt(offset) };
    const items = itemsAt(place).filter(({ kind }) => kind === 10);
    const found = items.map((item) => ({
      what: `${item.label} after ${JSON.stringify(before.slice(-60))}`,
      text: textWith(place, filled(item), 'status'),
    }));
    index.set(path, text);
    return found;
  });
}

/** Each value of each key with a listed value, in place of the one that is there. */
function valueInsertions(index: ModelIndex): Insertion[] {
  const file = index.file(path)!;
  const found: Insertion[] = [];
  const visit = (node: ValueNode) => {
    if (node.kind === 'list') for (const item of node.items) visit(item);
    if (node.kind !== 'map') return;
    for (const { key, value } of node.entries) {
      visit(value);
      if (value.kind !== 'scalar' || value.start >= endOfCube(file.text)) continue;
      const place = { index, path, position: file.lines.positionAt(value.end) };
      for (const item of itemsAt(place).filter(
        ({ kind, label }) => (kind === 20 || kind === 12) && !/^(true|false)$/.test(label),
      ))
        found.push({ what: `${key}: ${item.label}`, text: textWith(place, item) });
    }
  };
  for (const { node } of file.source.definitions) visit(node);
  return found;
}

/** Each snippet of each list, as the first of its items. */
function snippetInsertions(index: ModelIndex, accept: (item: CompletionItem) => CompletionItem): Insertion[] {
  const file = index.file(path)!;
  const { text } = file;
  return [...text.matchAll(/\n( +)\w+:\n( +)- name: /g)].flatMap((match) => {
    const offset = match.index + match[0].length - '- name: '.length;
    if (offset > endOfCube(text) || match[2]!.length <= 2) return [];
    const changed = `${text.slice(0, offset)}\n${' '.repeat(match[2]!.length)}${text.slice(offset)}`;
    index.set(path, changed);
    const place = { index, path, position: index.file(path)!.lines.positionAt(offset) };
    const found = itemsAt(place).map((item) => ({
      what: `${item.label} in ${match[0].trim()}`,
      text: textWith(place, accept(item)),
    }));
    index.set(path, text);
    return found;
  });
}

describe('completion and the compiler', () => {
  const seed = testSeed();
  const index = indexOf({ ...everything });

  it('agree about keys', async () => {
    const random = seeded(seed);
    await assertAccepted(sample(keyInsertions(index), random, sampled), `seed ${seed}`);
  });

  it('agree about values', async () => {
    const random = seeded(seed);
    await assertAccepted(sample(valueInsertions(index), random, sampled), `seed ${seed}`);
  });

  it('agree about snippets', async () => {
    await assertAccepted(snippetInsertions(index, filled), 'all');
  });

  it('agree about snippets that are accepted with Tab only', async () => {
    await assertAccepted(snippetInsertions(index, asOffered), 'all');
  });

  it('agree about snippets with typed SQL', async () => {
    const insertions = snippetInsertions(index, typed);
    assert.ok(insertions.filter(({ text }) => /COALESCE|it''s/.test(text)).length > 10);
    await assertAccepted(insertions, 'all');
  });

  it('leave no SQL that is not balanced', () => {
    for (const { what, text } of [asOffered, typed].flatMap((accept) => snippetInsertions(index, accept))) {
      const codes = diagnose(indexOf({ ...everything, 'cubes/orders.yml': text }), undefined).map(({ code }) => code);
      assert.ok(!codes.some((code) => code === 'unbalanced-sql' || code.startsWith('yaml-')), `${what}\n${text}`);
    }
  });
});
