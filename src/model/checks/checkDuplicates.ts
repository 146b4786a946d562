/** Checks names that must be unique: cubes and views in the model, members in a cube, keys in an object. */

import {
  type Definition,
  type Join,
  type Member,
  memberGroups,
  type NamedItem,
  namedItems,
} from '../index/definitions.ts';
import type { ModelIndex } from '../index/modelIndex.ts';
import { problemCatalog } from '../source/problemCatalog.ts';
import { type ValueNode, valueAt } from '../source/tree.ts';
import { describe, type Findings } from './findings.ts';

const kindLabels = {
  measure: 'measure',
  dimension: 'dimension',
  segment: 'segment',
  preAggregation: 'pre-aggregation',
  hierarchy: 'hierarchy',
};

/** The definitions of each name that several have, in the order of their files. View groups have names of their own. */
export function duplicateDefinitions(index: ModelIndex): Definition[][] {
  const byName = new Map<string, Definition[]>();
  for (const definition of index.definitions) {
    if (index.definitionsNamed(definition.name).length < 2) continue;
    const key = `${definition.kind === 'view_group' ? 'group' : 'cube'}:${definition.name}`;
    const same = byName.get(key);
    if (same) same.push(definition);
    else byName.set(key, [definition]);
  }
  const duplicates = [...byName.values()].filter((same) => same.length > 1);
  return duplicates.map((same) => same.sort((a, b) => a.file.localeCompare(b.file) || a.span.start - b.span.start));
}

/** Reports the later definitions; files are ordered by path. */
export function checkDuplicateDefinitions(index: ModelIndex, findings: Findings): void {
  for (const [first, ...others] of duplicateDefinitions(index)) {
    for (const other of others) {
      findings.add({
        file: other.file,
        span: other.nameSpan,
        ...problemCatalog.duplicateDefinition(describe(first!), first!.file),
        related: [{ file: first!.file, span: first!.nameSpan, message: `The first ${describe(first!)}.` }],
      });
    }
  }
}

function reportRepeatedNames(
  file: string,
  items: readonly NamedItem[],
  message: (name: string) => string,
  findings: Findings,
): void {
  const seen = new Map<string, NamedItem>();
  for (const item of items) {
    const first = seen.get(item.name);
    if (!first) {
      seen.set(item.name, item);
      continue;
    }
    findings.add({
      file,
      span: item.nameSpan,
      ...problemCatalog.duplicateMember(message(item.name)),
      related: [{ file, span: first.nameSpan, message: 'The first one.' }],
    });
  }
}

export function checkDuplicateMembers(index: ModelIndex, definition: Definition, findings: Findings): void {
  const { file } = definition;
  if (definition.language === 'yaml') {
    for (const [group, kind] of memberGroups) {
      const value = valueAt(definition.node, group);
      if (value?.kind !== 'list' || value.open) continue;
      const items = namedItems(value);
      reportRepeatedNames(
        file,
        items,
        (name) => `The ${kindLabels[kind]} \`${name}\` is already defined in ${describe(definition)}.`,
        findings,
      );
      for (const item of items) {
        for (const inner of ['indexes', 'granularities', 'timeShift']) {
          const list = valueAt(item.node, inner);
          if (list?.kind === 'list')
            reportRepeatedNames(
              file,
              namedItems(list),
              (name) => `\`${name}\` is already defined in this list.`,
              findings,
            );
        }
      }
    }
  } else reportRepeatedKeys(file, definition.node, findings);
  checkKinds(index, definition, findings);
  checkJoins(definition, findings);
  checkFolders(definition, findings);
}

/** Measures, dimensions and other kinds share one namespace, inherited members included. */
function checkKinds(index: ModelIndex, definition: Definition, findings: Findings): void {
  for (const [name, members] of index.members(definition)) {
    const kinds = new Map<string, Member>();
    for (const member of members) if (!kinds.has(member.kind)) kinds.set(member.kind, member);
    if (kinds.size < 2) continue;
    const sorted = [...kinds.values()].sort((a, b) => order(definition, a) - order(definition, b));
    const [first, ...others] = sorted;
    for (const other of others) {
      if (other.definition !== definition) continue;
      findings.add({
        file: other.definition.file,
        span: other.nameSpan,
        ...problemCatalog.duplicateMember(
          `\`${name}\` is already a ${kindLabels[first!.kind]} of ${describe(first!.definition)}: names must be unique across all kinds of members.`,
        ),
        related: [
          {
            file: first!.definition.file,
            span: first!.nameSpan,
            message: `The ${kindLabels[first!.kind]} \`${name}\`.`,
          },
        ],
      });
    }
  }
}

/** Inherited members come first, then source order. */
function order(definition: Definition, member: Member): number {
  return (member.definition === definition ? 1e9 : 0) + member.nameSpan.start;
}

function checkJoins(definition: Definition, findings: Findings): void {
  const seen = new Map<string, Join>();
  for (const join of definition.joins) {
    const first = seen.get(join.name);
    if (!first) seen.set(join.name, join);
    else if (valueAt(definition.node, 'joins')?.kind === 'list') {
      findings.add({
        file: definition.file,
        span: join.nameSpan,
        ...problemCatalog.duplicateJoin(describe(definition), join.name),
        related: [{ file: definition.file, span: first.nameSpan, message: 'The first join.' }],
      });
    }
  }
}

function checkFolders(definition: Definition, findings: Findings): void {
  const folders = valueAt(definition.node, 'folders');
  if (definition.kind === 'view' && folders?.kind === 'list') {
    reportRepeatedNames(
      definition.file,
      namedItems(folders),
      (name) => `There is already a folder \`${name}\` in this view.`,
      findings,
    );
  }
}

/** JavaScript allows repeated keys; the compiler does not. */
function reportRepeatedKeys(file: string, node: ValueNode, findings: Findings): void {
  if (node.kind !== 'map') return;
  const seen = new Set<string>();
  for (const entry of node.entries) {
    if (seen.has(entry.key)) {
      findings.add({
        file,
        span: entry.keySpan,
        ...problemCatalog.duplicateKey(entry.key, 'object'),
      });
    }
    seen.add(entry.key);
    reportRepeatedKeys(file, entry.value, findings);
  }
}
