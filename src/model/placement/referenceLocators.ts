/** Locators for messages about references and expressions: finds them by the names in the message. */

import type { Definition } from '../index/definitions.ts';
import type { Role } from '../index/fieldRoles.ts';
import type { ModelIndex } from '../index/modelIndex.ts';
import { prefixTexts } from '../index/prefixTexts.ts';
import type { Reference } from '../index/references.ts';
import { needsCube, resolve } from '../index/resolve.ts';
import { lineStart } from '../source/lines.ts';
import type { Chain, Language } from '../source/tree.ts';
import { definitionsNamed, memberName } from './definitionLocators.ts';
import { type Location, type Locator, locationIn } from './location.ts';
import { locateVariable } from './renderedLines.ts';

function allReferences(index: ModelIndex): Reference[] {
  return index.definitions.flatMap((definition) => index.references(definition).references);
}

function textOfChain({ parts }: Chain): string {
  return parts.map((part) => part.name).join('.');
}

/** The references in `definitions` with that role, path and text. */
export function referencesTo(
  index: ModelIndex,
  definitions: readonly Definition[],
  role: Role,
  path: RegExp,
  text: string,
): Location[] {
  return definitions.flatMap((definition) =>
    index
      .references(definition)
      .references.filter((one) => one.role === role && path.test(one.path) && textOfChain(one.chain) === text)
      .map((one) => locationIn(definition, one.chain)),
  );
}

/** The parts that cannot be resolved, of all references that `accept` accepts. */
function unresolvedParts(index: ModelIndex, accept: (reference: Reference, at: number) => boolean): Location[] {
  return allReferences(index).flatMap((reference) => {
    const { failure } = resolve(index, reference);
    return failure && accept(reference, failure.at)
      ? [locationIn(reference.definition, reference.chain.parts[failure.at]!)]
      : [];
  });
}

/**
 * `x is not defined`: references that cannot be resolved and names in JavaScript code, else references that cannot be checked,
 * else the word in the text of YAML sources.
 */
export const notDefined: Locator = ({ index, file }, match) => {
  const name = match[1]!;
  const failing = unresolvedParts(index, (reference, at) => at === 0 && reference.chain.parts[0]!.name === name);
  const included = allReferences(index).filter(
    (reference) => reference.chain.parts[0]!.name === name && needsCube(index, reference),
  );
  failing.push(...included.map(({ definition, chain }) => locationIn(definition, chain.parts[0]!)));
  const free = freeNames(index, name, file?.path);
  // In a file with a syntax error, code may look like another.
  const readable = free.filter((one) => !index.file(one.file)!.source.broken);
  const certain = [...failing, ...(readable.length > 0 ? readable : free)];
  if (certain.length > 0) return withoutRepeats(certain);
  const unchecked = allReferences(index).filter(
    (reference) => reference.chain.parts[0]!.name === name && resolve(index, reference).targets.length === 0,
  );
  const closed = unchecked.filter(({ definition }) => !index.isOpen(definition));
  const best = closed.length > 0 ? closed : unchecked;
  if (best.length > 0) {
    return best.map(({ definition, chain }) => ({ ...locationIn(definition, chain.parts[0]!), holder: definition }));
  }
  const value = wordInText(index, name, file?.path, 'yaml', true);
  const words = value.length > 0 ? value : wordInText(index, name, file?.path, 'yaml');
  return words.map((one) => locateVariable(index, one) ?? one);
};

/** A name in JavaScript code that is neither declared nor a reference with a target. */
function freeNames(index: ModelIndex, name: string, path: string | undefined): Location[] {
  return [...index.files].flatMap((file) => {
    if (path !== undefined && file.path !== path) return [];
    const named = file.source.free.filter(({ parts }) => parts[0]!.name === name);
    if (named.length === 0) return [];
    const resolved = new Set(
      file.definitions
        .flatMap((definition) => index.references(definition).references)
        .filter((one) => one.role !== 'own' && one.role !== 'include' && resolve(index, one).targets.length > 0)
        .map(({ chain }) => chain.start),
    );
    const unknown = named.filter(({ start }) => !resolved.has(start));
    return unknown.map(({ parts }) => ({ file: file.path, span: parts[0]! }));
  });
}

function withoutRepeats(locations: readonly Location[]): Location[] {
  const isSame = (a: Location, b: Location) => a.file === b.file && a.span.start === b.span.start;
  return locations.filter((one, i) => locations.findIndex((other) => isSame(one, other)) === i);
}

/** The first occurrence of a word in the sources, or in one file, outside of comments; `alone`: as a value or an item. */
export function wordInText(
  index: ModelIndex,
  word: string,
  path?: string,
  language?: Language,
  alone = false,
): Location[] {
  const pattern = new RegExp(`(?<!\\w|(?<!\\.\\.)\\.)${word.replace(/[^\w\s]/g, '\\$&')}(?!\\w)`, 'g');
  for (const file of index.files) {
    if ((path !== undefined && file.path !== path) || (language && file.source.language !== language)) continue;
    for (const { index: start } of file.text.matchAll(pattern)) {
      const before = file.text.slice(lineStart(file.text, start), start);
      if (/^\s*(#|\/\/)/.test(before)) continue;
      // A key is not a use of the name.
      if (language && /^[\s-]*$/.test(before) && file.text[start + word.length] === ':') continue;
      if (alone && !(/[:[,-]\s*$/.test(before) && /^\s*(?:[,\]#\r\n]|$)/.test(file.text.slice(start + word.length))))
        continue;
      return [{ file: file.path, span: { start, end: start + word.length }, vague: true }];
    }
  }
  return [];
}

/** `a.b cannot be resolved`: the failing part `b` after `a` or in `a`, else any `b` after `a` or `CUBE`. */
export const cannotResolve: Locator = ({ index }, match) => {
  const path = match[1]!.split('.');
  const last = path.at(-1)!;
  const holder = path.at(-2);
  const failing = unresolvedParts(index, ({ chain: { parts }, definition }, at) => {
    const before = parts[at - 1]?.name;
    return parts[at]!.name === last && (before === holder || definition.name === holder || at === 0);
  });
  if (failing.length > 0) return failing;
  return allReferences(index).flatMap((reference) => {
    const { parts } = reference.chain;
    const at = parts.findIndex(
      (part, i) => i > 0 && part.name === last && [holder, 'CUBE', 'TABLE'].includes(parts[i - 1]!.name),
    );
    if (at <= 0) return [];
    const before = index.cube(parts[at - 1]!.name) ?? reference.definition;
    return [{ ...locationIn(reference.definition, parts[at]!), holder: before }];
  });
};

/** Expressions that cannot be translated. The compiler prints the expression without spaces. */
export const invalidExpression: Locator = ({ index, file }, match) => {
  const printed = (match[1] ?? '')
    .replace(/<missing \w+>/g, '')
    .replace(/\s/g, '')
    .replace(/^f"/, '')
    .slice(0, 60);
  const definitions = file ? [...file.definitions, ...file.generated] : index.definitions;
  const errors = definitions.flatMap((definition) =>
    index.references(definition).errors.map((error) => ({ definition, error })),
  );
  const same = errors.filter(({ definition, error }) => {
    const text = index.file(definition.file)!.text.slice(error.value.start, error.value.end).replace(/\s/g, '');
    return (
      printed !== '' &&
      (text.includes(printed) || printed.includes(text) || text.replace(/[{}]/g, '').includes(printed))
    );
  });
  const kinds = /quasis/.test(printed)
    ? ['adjacent', 'empty']
    : /Cannotread/.test(printed)
      ? ['unclosed']
      : ['unsupported', 'dash'];
  const sameKind = errors.filter(({ error }) => kinds.includes(error.kind));
  const best = same.length > 0 ? same : sameKind.length > 0 ? sameKind : errors;
  return best.map(({ definition, error }) => locationIn(definition, error));
};

/** Texts such as `F`, which look like the start of a Python string. */
export const stringPrefix: Locator = ({ index, file }) => {
  const definitions = file ? [...file.definitions, ...file.generated] : index.definitions;
  return definitions.flatMap((definition) => prefixTexts(definition).map(({ node }) => locationIn(definition, node)));
};

/** The references to foreign cubes in the SQL of a member, else the name of the member. */
export const foreignCubes: Locator = (context, match) =>
  definitionsNamed(context.index, match[1]).flatMap((definition) => {
    const cubes = match[3]!.split(', ');
    const used = context.index
      .references(definition)
      .references.filter(
        (one) =>
          one.member?.name === match[2] &&
          one.path.endsWith('.sql') &&
          one.chain.parts.some((part) => cubes.includes(part.name)),
      );
    return used.length > 0 ? used.map((one) => locationIn(definition, one.chain)) : memberName(context, match);
  });

/** The level `match[1]` of the hierarchy `match[2]`. */
export const hierarchyLevel: Locator = ({ index }, match) =>
  index.definitions.flatMap((definition) =>
    index
      .references(definition)
      .references.filter(
        (one) => one.path === `hierarchies.${match[2]}.levels` && one.chain.parts.at(-1)!.name === match[1],
      )
      .map((one) => locationIn(definition, one.chain.parts.at(-1)!)),
  );

/** The path `match[1]` in the access policy of the definition `match[2]`. */
export const accessPolicyPath: Locator = ({ index }, match) =>
  definitionsNamed(index, match[2]).flatMap((definition) =>
    index
      .references(definition)
      .references.filter((one) => {
        if (!one.path.startsWith('accessPolicy')) return false;
        const text = textOfChain(one.chain);
        return text === match[1] || match[1]!.endsWith(text.replace(/^(CUBE|TABLE)\./, ''));
      })
      .map((one) => locationIn(definition, one.chain)),
  );
