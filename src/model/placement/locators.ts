/** Finds the nodes of the model a wording of the compiler speaks of, out of the names in it. */

import type { Definition } from '../index/definitions.ts';
import type { ModelIndex } from '../index/modelIndex.ts';
import type { Reference } from '../index/references.ts';
import { resolve } from '../index/resolve.ts';
import { allViewCubes } from '../index/viewMembers.ts';
import { entryOf, textOf, type ValueNode, valueAt } from '../source/tree.ts';
import { locateNode } from './locateNode.ts';
import { type Location, locationIn, type ReportContext } from './location.ts';

export type Locator = (clues: ReportContext, match: RegExpExecArray) => Location[];

export function named(index: ModelIndex, name: string | undefined): Definition[] {
  return name === undefined ? [] : [...index.definitionsNamed(name)];
}

function about({ index, definition }: ReportContext, name?: string): Definition[] {
  const found = named(index, name);
  return found.length > 0 ? found : definition ? [definition] : [];
}

function everyReference(index: ModelIndex): Reference[] {
  return index.definitions.flatMap((definition) => index.references(definition).references);
}

export function wordsIn(
  definitions: readonly Definition[],
  index: ModelIndex,
  roles: readonly string[],
  path: RegExp,
  word: string,
): Location[] {
  return definitions.flatMap((definition) =>
    index
      .references(definition)
      .references.filter(
        (one) =>
          roles.includes(one.role) &&
          path.test(one.path) &&
          one.chain.parts.map((part) => part.name).join('.') === word,
      )
      .map((one) => locationIn(definition, one.chain)),
  );
}

export function includesShownAs(index: ModelIndex, view: Definition, shown: string): Location[] {
  const spots: Location[] = [];
  for (const item of allViewCubes(index, view)) {
    if (item.includes === '*') continue;
    for (const include of item.includes) {
      const name = item.prefix === undefined ? include.alias : `${item.prefix}_${include.alias}`;
      if (name === shown || include.alias === shown) spots.push({ file: item.definition.file, span: include.nameSpan });
    }
  }
  return spots;
}

function unresolved(index: ModelIndex, fits: (reference: Reference, at: number) => boolean): Location[] {
  return everyReference(index).flatMap((reference) => {
    const { failure } = resolve(index, reference);
    return failure && fits(reference, failure.at)
      ? [locationIn(reference.definition, reference.chain.parts[failure.at]!)]
      : [];
  });
}

/** `x is not defined`: names that fail, else names nobody could judge, else the bare word. */
export const notDefined: Locator = ({ index, file }, match) => {
  const name = match[1]!;
  const failing = unresolved(index, (reference, at) => at === 0 && reference.chain.parts[0]!.name === name);
  if (failing.length > 0) return failing;
  const unknown = everyReference(index).filter(
    (reference) => reference.chain.parts[0]!.name === name && resolve(index, reference).targets.length === 0,
  );
  if (unknown.length > 0)
    return unknown.map((reference) => locationIn(reference.definition, reference.chain.parts[0]!));
  return wordLocations(index, name, file?.path);
};

export function wordLocations(index: ModelIndex, word: string, only?: string): Location[] {
  const pattern = new RegExp(`(?<!\\w|(?<!\\.\\.)\\.)${word.replace(/[^\w\s]/g, '\\$&')}(?!\\w)`);
  const spots: Location[] = [];
  for (const file of index.files) {
    if (only !== undefined && file.path !== only) continue;
    const at = pattern.exec(file.text)?.index;
    if (at !== undefined) spots.push({ file: file.path, span: { start: at, end: at + word.length }, vague: true });
  }
  return spots.slice(0, 1);
}

export const cannotResolve: Locator = ({ index }, match) => {
  const path = match[1]!.split('.');
  const last = path.at(-1)!;
  const holder = path.at(-2);
  const fits = (reference: Reference, at: number) => {
    const { parts } = reference.chain;
    const before = parts[at - 1]?.name;
    return parts[at]!.name === last && (before === holder || reference.definition.name === holder || at === 0);
  };
  const failing = unresolved(index, fits);
  if (failing.length > 0) return failing;
  return everyReference(index).flatMap((reference) => {
    const { parts } = reference.chain;
    const at = parts.findIndex(
      (part, i) => i > 0 && part.name === last && [holder, 'CUBE', 'TABLE'].includes(parts[i - 1]!.name),
    );
    return at > 0 ? [locationIn(reference.definition, parts[at]!)] : [];
  });
};

const groups: Record<string, string> = {
  measure: 'measures',
  dimension: 'dimensions',
  segment: 'segments',
  preAggregation: 'preAggregations',
  hierarchie: 'hierarchies',
  hierarchies: 'hierarchies',
  'preAggregation.index': 'indexes',
  'dimension.granularity': 'granularities',
};

/** `measures must be defined as array`, without a cube: whichever is none. */
export const notArray: Locator = ({ index, file, definition }, match) => {
  const key = match[1] === 'joins' ? 'joins' : (groups[match[1]!.replace(/s$/, '')] ?? match[1]!);
  const candidates = definition ? [definition] : file ? file.definitions : index.definitions;
  return candidates.flatMap((one) => {
    const inner = key === 'indexes' || key === 'granularities';
    const holders = inner ? one.members.map((member) => member.node) : [one.node];
    return holders.flatMap((holder) => {
      const entry = entryOf(holder, key);
      const empty = entry?.value.kind === 'scalar' && entry.value.value === null;
      if (!entry || entry.value.kind === 'list' || empty) return [];
      const first = entry.value.kind === 'map' ? entry.value.entries[0]?.keySpan : undefined;
      return [locationIn(one, first ?? entry.keySpan)];
    });
  });
};

export const withoutName: Locator = ({ index, file }, match) => {
  const key = groups[match[1]!] ?? match[1]!;
  const candidates = file ? file.definitions : index.definitions;
  return candidates.flatMap((one) => {
    const list = valueAt(one.node, key);
    if (list?.kind !== 'list') return [];
    return list.items.flatMap((item) =>
      item.kind === 'map' && isEmpty(valueAt(item, 'name')) ? [locationIn(one, item.entries[0]?.keySpan ?? item)] : [],
    );
  });
};

function isEmpty(node: ValueNode | undefined): boolean {
  return !node || (node.kind === 'scalar' && node.value === null);
}

export const repeatedMember: Locator = (clues, match) => {
  const [, kind, name, , holder, cube] = match;
  const group = groups[kind!] ?? '';
  return about(clues, cube).flatMap((definition) => {
    const parent = holder === undefined ? definition.node : clues.index.members(definition).get(holder)?.[0]?.node;
    const list = valueAt(parent, group);
    if (list?.kind !== 'list') return [];
    const same = list.items.filter((item) => textOf(valueAt(item, 'name')) === name);
    return same.slice(1).map((item) => locationIn(definition, valueAt(item, 'name')!));
  });
};

export const duplicateDefinition: Locator = ({ index }, match) => {
  const same = named(index, match[1]).sort((a, b) => a.file.localeCompare(b.file) || a.span.start - b.span.start);
  return same.slice(1).map((definition) => locationIn(definition, definition.nameSpan));
};

export const joinTo: Locator = (clues, match) =>
  about(clues).flatMap((definition) =>
    clues.index
      .joins(definition)
      .filter((join) => join.name === match[1])
      .slice(-1)
      .map((join) => locationIn(join.definition, join.nameSpan)),
  );

export const definedTwice: Locator = (clues, match) =>
  about(clues).flatMap((definition) =>
    match[1]!.split(', ').flatMap((name) => {
      const all = clues.index.members(definition).get(name) ?? [];
      const last = [...all].sort((a, b) => a.nameSpan.start - b.nameSpan.start).at(-1);
      return last ? [locationIn(last.definition, last.nameSpan)] : [];
    }),
  );

export const topKey: Locator = ({ index, file }, match) => {
  const files = file ? [file] : [...index.files];
  return files.flatMap((one) => {
    const entry = one.source.root?.entries.find((candidate) => candidate.key === match[1]);
    return entry ? [{ file: one.path, span: entry.keySpan }] : [];
  });
};

/** The compiler prints the expression without its blanks. */
export const badExpression: Locator = ({ index, file }, match) => {
  const wanted = (match[1] ?? '')
    .replace(/<missing \w+>/g, '')
    .replace(/\s/g, '')
    .replace(/^f"/, '')
    .slice(0, 60);
  const definitions = file ? file.definitions : index.definitions;
  const faults = definitions.flatMap((definition) =>
    index.references(definition).errors.map((fault) => ({ definition, fault })),
  );
  const same = faults.filter(({ definition, fault }) => {
    const text = index.file(definition.file)!.text.slice(fault.value.start, fault.value.end).replace(/\s/g, '');
    return (
      wanted !== '' && (text.includes(wanted) || wanted.includes(text) || text.replace(/[{}]/g, '').includes(wanted))
    );
  });
  const kinds = /quasis/.test(wanted)
    ? ['adjacent', 'empty']
    : /Cannotread/.test(wanted)
      ? ['unclosed']
      : ['unsupported'];
  const alike = faults.filter(({ fault }) => kinds.includes(fault.kind));
  const chosen = same.length > 0 ? same : alike.length > 0 ? alike : faults;
  return chosen.map(({ definition, fault }) => locationIn(definition, fault));
};

export const path = (definition: Definition | undefined, index: ModelIndex, text: string): Location[] => {
  if (!definition) return [];
  const found = locateNode(index, definition, text);
  return [{ file: found.file, span: found.span }];
};

export const ownMember: Locator = (clues, match) =>
  named(clues.index, match[1]).flatMap((definition) => {
    const member = clues.index.members(definition).get(match[2]!)?.[0];
    return member ? [locationIn(member.definition, member.nameSpan)] : [];
  });

export const foreign: Locator = (clues, match) =>
  named(clues.index, match[1]).flatMap((definition) => {
    const cubes = match[3]!.split(', ');
    const used = clues.index
      .references(definition)
      .references.filter(
        (one) =>
          one.member?.name === match[2] &&
          one.path.endsWith('.sql') &&
          one.chain.parts.some((part) => cubes.includes(part.name)),
      );
    if (used.length > 0) return used.map((one) => locationIn(definition, one.chain));
    return ownMember(clues, match);
  });

export const level: Locator = ({ index }, match) =>
  index.definitions.flatMap((definition) =>
    wordsEnding(index, definition, `hierarchies.${match[2]}.levels`, match[1]!),
  );

function wordsEnding(index: ModelIndex, definition: Definition, fieldPath: string, word: string): Location[] {
  return index
    .references(definition)
    .references.filter((one) => one.path === fieldPath && one.chain.parts.at(-1)!.name === word)
    .map((one) => locationIn(definition, one.chain.parts.at(-1)!));
}

export const anyView = ({ index, definition }: ReportContext): Definition[] =>
  definition ? [definition] : index.definitions.filter((one) => one.kind === 'view');

export const joinPaths: Locator = (clues, match) =>
  named(clues.index, match[1]).flatMap((view) => {
    const items = allViewCubes(clues.index, view).filter((item) =>
      item.joinPath?.parts.some((part) => part.name === match[2]),
    );
    const last = items.at(-1);
    return last?.joinPath ? [locationIn(last.definition, last.joinPath)] : [];
  });

export const entryOfCube =
  (key: string): Locator =>
  (clues, match) =>
    about(clues, match[1]).flatMap((definition) => {
      const entry = entryOf(definition.node, key);
      return entry ? [locationIn(definition, entry.keySpan)] : [locationIn(definition, definition.nameSpan)];
    });

export function repeatedFolder(clues: ReportContext, match: RegExpExecArray): Location[] {
  return named(clues.index, match[2]).flatMap((view) => {
    const list = valueAt(view.node, 'folders');
    if (list?.kind !== 'list') return [];
    const same = list.items.filter((item) => textOf(valueAt(item, 'name')) === match[1]);
    return same.slice(1).map((item) => locationIn(view, valueAt(item, 'name')!));
  });
}

export function policyPath(clues: ReportContext, match: RegExpExecArray): Location[] {
  const wanted = match[1]!;
  return named(clues.index, match[2]).flatMap((definition) =>
    clues.index
      .references(definition)
      .references.filter((one) => {
        if (!one.path.startsWith('accessPolicy')) return false;
        const written = one.chain.parts.map((part) => part.name).join('.');
        return written === wanted || wanted.endsWith(written.replace(/^(CUBE|TABLE)\./, ''));
      })
      .map((one) => locationIn(definition, one.chain)),
  );
}
