/** The refactorings of the language features, each at one place. They change no number. */

import { isMap, isScalar, isSeq } from 'yaml';
import { UserError } from '../../../src/base/errors.ts';
import { codeActions } from '../../../src/language/codeActions/codeActions.ts';
import type { ModelIndex } from '../../../src/model/index/modelIndex.ts';
import { sqlValues } from '../../../src/model/index/sqlValues.ts';
import type { Span } from '../../../src/model/source/range.ts';
import { apply } from '../../language/codeActions/actions.ts';
import { uriOf } from '../../language/places.ts';
import { edited, renameAt } from '../../language/rename/edited.ts';
import { indexOf } from '../../model/models.ts';
import type { Random } from '../../model/mutation/mutant.ts';
import { type Edit, each } from './modelEdits.ts';

interface Place {
  path: string;
  span: Span;
}

export function ownRefactorings(random: Random): Readonly<Record<string, Edit>> {
  return {
    'a part of SQL becomes a member': action('Extract', partsOfSql, random),
    'a member is written where it is used': action('Inline', names, random),
    'a file in the other language': action('Convert', (index) => names(index, () => true), random),
    'a renamed measure': renamed('measure', random),
    'a renamed dimension': renamed('dimension', random),
    'a renamed cube': renamed('cube', random),
    'a member of a view gets another name': each(
      (definition, kind) => {
        const cubes = kind === 'view' && definition.get('cubes');
        for (const cube of isSeq(cubes) ? cubes.items.filter(isMap) : []) {
          const includes = cube.get('includes');
          const at = isSeq(includes) ? includes.items.findIndex(isScalar) : -1;
          if (!isSeq(includes) || at < 0) continue;
          const name = String(includes.get(at));
          includes.set(at, { name, alias: `${name}_shown` });
          return true;
        }
        return false;
      },
      { once: true },
    ),
  };
}

/** The first of these actions, at the places in random order. */
function action(title: string, places: (index: ModelIndex) => Place[], random: Random): Edit {
  return (texts) => {
    const index = indexOf(texts);
    for (const { path, span } of shuffled(places(index), random)) {
      const actions = codeActions(index, path, index.rangeOf(path, span), { diagnostics: [] }, uriOf);
      const found = actions.find((one) => one.title.startsWith(title) && one.edit);
      if (found) return apply(index, found);
    }
    return undefined;
  };
}

function renamed(kind: string, random: Random): Edit {
  return (texts) => {
    const index = indexOf(texts);
    for (const { path, span } of shuffled(
      names(index, (one) => one === kind),
      random,
    )) {
      const name = index.text(path)!.text.slice(span.start, span.end);
      try {
        const place = { index, path, position: index.rangeOf(path, span).start };
        return edited(texts, renameAt(place, `${name}_renamed`));
      } catch (failure) {
        // Some names cannot be renamed.
        if (!(failure instanceof UserError)) throw failure;
      }
    }
    return undefined;
  };
}

function names(index: ModelIndex, isAsked = (kind: string) => kind !== 'cube' && kind !== 'view'): Place[] {
  return index.definitions
    .flatMap((one) => [
      { kind: one.kind, path: one.file, span: one.nameSpan },
      ...one.members.map(({ kind, nameSpan }) => ({ kind, path: one.file, span: nameSpan })),
    ])
    .filter(({ kind }) => isAsked(kind));
}

/** Columns with their table, and what is in brackets. */
function partsOfSql(index: ModelIndex): Place[] {
  return index.definitions.flatMap(({ file, members }) =>
    members.flatMap(({ node }) =>
      sqlValues(node).flatMap(({ value: { start, end } }) => {
        const text = index.text(file)!.text.slice(start, end);
        return [...text.matchAll(/\$?\{CUBE\}\.\w+|\([^()]+\)|\b[a-z_]+ [-+*/|<>=]+ \w+/g)].map(
          ({ index: at, 0: part }) => ({
            path: file,
            span: { start: start + at, end: start + at + part.length },
          }),
        );
      }),
    ),
  );
}

function shuffled<T>(all: readonly T[], random: Random): T[] {
  const left = [...all];
  const order: T[] = [];
  while (left.length > 0) order.push(...left.splice(Math.floor(random() * left.length), 1));
  return order;
}
