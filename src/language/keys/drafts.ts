/** A value for a key to start with: its required keys, and placeholders for what the user writes. */

import type { Rule } from '../../model/rules/rule.ts';
import type { MapNode } from '../../model/source/tree.ts';
import { keyChoices, type ValueChoice, valueChoices, valueSlot } from './choices.ts';
import { emptyMap } from './cursor.ts';
import { type Draft, keyDoc, orderOf } from './keyDocs.ts';
import { alternatives, itemSlot, type Slot, withKey } from './slot.ts';

const maxChoices = 30;
const maxDepth = 4;

/** `slot` is that of the value. */
export function draftOf(slot: Slot, depth = 0): Draft {
  const doc = keyDoc(slot.keys);
  if (doc?.example !== undefined && !slot.isNamed) return doc.example;
  const choices = valueChoices(slot);
  if (choices.length > 0) return choiceOf(choices, doc?.default);
  if (depth > maxDepth) return '<>';
  const rule = slot.rules.flatMap((one) => alternatives(slot.context, emptyMap(0), one)).find(isBlock);
  return rule ? blockDraft(slot, rule, depth) : '<>';
}

type BlockRule = Extract<Rule, { keys: unknown } | { named: unknown } | { list: unknown }>;

function blockDraft(slot: Slot, rule: BlockRule, depth: number): Draft {
  if ('keys' in rule) return mapDraft(slot, depth);
  const [item] = 'named' in rule ? [rule.named] : rule.list;
  if (item === undefined) return ['<>'];
  const inner = itemSlot(slot, [item], 'named' in rule);
  const draft = itemDraft(inner, depth);
  if (!draft) return ['<>'];
  return ['named' in rule ? { name: '<name>', ...draft } : draft];
}

/** An item of a list; undefined for a text. */
export function itemDraft(slot: Slot, depth = 0): { [key: string]: Draft } | undefined {
  return hasKeys(slot) ? mapDraft(slot, depth) : undefined;
}

function isBlock(rule: Rule): rule is BlockRule {
  return typeof rule === 'object' && ('keys' in rule || 'named' in rule || 'list' in rule);
}

function hasKeys({ rules, context }: Slot): boolean {
  const [first] = rules.flatMap((one) => alternatives(context, emptyMap(0), one));
  return typeof first === 'object' && 'keys' in first;
}

function choiceOf(choices: readonly ValueChoice[], preset: string | undefined): Draft {
  const values = choices.filter(({ kind }) => kind !== 'example').map(({ text }) => text);
  if (values.length === 0 || values.length > maxChoices) return `<${choices[0]!.text}>`;
  // The key is written to have another value than by default.
  const first = values.filter((text) => text !== preset);
  const all = [...first, ...values.filter((text) => text === preset)];
  return all.length === 1 ? all[0]! : `<${all.join('|')}>`;
}

/** The keys that are required, each with the keys that it requires. */
function mapDraft(slot: Slot, depth: number): { [key: string]: Draft } {
  const draft: { [key: string]: Draft } = {};
  let map: MapNode = emptyMap(0);
  for (;;) {
    const choices = keyChoices(slot, map);
    const isFirst = map.entries.length === 0;
    const wanted = choices.filter(({ required }) => required < 2);
    const rank = (name: string) => orderOf([...slot.keys, name]);
    const [next] = (wanted.length > 0 || !isFirst ? wanted : choices).sort(
      (a, b) => a.required - b.required || rank(a.name) - rank(b.name),
    );
    if (!next) return draft;
    draft[next.name] = draftOf(valueSlot(slot, map, next), depth + 1);
    map = withKey(map, next.name);
  }
}
