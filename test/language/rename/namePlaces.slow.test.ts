/** Each place of the model language that can name a part of the model is found by a rename, and an unknown name there is a problem. */

import assert from 'node:assert/strict';
import { convertFile } from '../../../src/language/codeActions/conversion/convertFile.ts';
import type { ActionPlace } from '../../../src/language/codeActions/edits/action.ts';
import { checkModel } from '../../../src/model/checks/checkModel.ts';
import { type ModelSymbol, namesIn, occurrenceAt, placeOf } from '../../../src/model/index/lookup.ts';
import type { ModelIndex } from '../../../src/model/index/modelIndex.ts';
import { compile, indexOf, show, type Texts } from '../../model/models.ts';
import {
  definingPlaces,
  modelOf,
  type NamePlace,
  namePlaces,
  otherTexts,
  textPlaces,
} from '../../model/rules/namePlaces.ts';
import { type Place, uriOf } from '../places.ts';
import { edited, renameAt } from './edited.ts';

const fresh = 'zq7';

describe('places that hold names', () => {
  it('are all known', () => {
    const known = (path: string) => [...otherTexts, ...definingPlaces].some((one) => one.test(path));
    assert.deepEqual(
      textPlaces().filter((path) => !known(path) && !namePlaces[path] && !withoutModel.has(path)),
      [],
      'The compiler has new places for texts: add them to test/model/rules/namePlaces.ts.',
    );
    assert.deepEqual(
      Object.keys(namePlaces).filter((path) => !textPlaces().includes(path)),
      [],
      'The compiler has no such places any more.',
    );
  });

  for (const [path, places] of Object.entries(namePlaces)) {
    for (const place of Array.isArray(places) ? (places as NamePlace[]) : [places as NamePlace]) {
      it(`${path}: ${/.{0,9}‹.*?›/.exec(place.item)![0]}`, async () => {
        const { texts, offset, name } = modelOf(place);
        assert.deepEqual(await compile(texts), []);
        const index = indexOf(texts);
        assert.equal(show(index, checkModel(index)), '');
        const file = 'model/model.yml';
        const found = occurrenceAt(index, file, index.file(file)!.lines.positionAt(offset));
        assert.equal(found && placeOf(found.symbol).name, name, 'nothing is known at the name');
        const at = {
          index,
          path: file,
          position: index.file(file)!.lines.positionAt(placeOf(found!.symbol).nameSpan.start),
        };
        const edit = renameAt(at, fresh);
        const starts = edit.documentChanges.flatMap(({ edits }) =>
          edits.filter(({ newText }) => newText === fresh).map(({ range }) => index.offsetAt(file, range.start)),
        );
        assert.ok(starts.includes(offset), 'the place keeps the old name');
        assert.deepEqual(await compile(edited(texts, edit)), []);
        const javaScript = inJavaScript(texts);
        if (javaScript !== undefined) {
          const js = indexOf({ 'model.js': javaScript });
          const renamedJs = edited({ 'model.js': javaScript }, renameAt(sameName(js, found!.symbol), fresh));
          assert.equal(renamedJs['model.js'], inJavaScript(edited(texts, edit)));
        }
        const wrong = modelOf(place, `${name}_unknown`).texts;
        const wrongIndex = indexOf(wrong);
        const problems = checkModel(wrongIndex).filter(({ file, range }) => {
          const [start, end] = [range.start, range.end].map((one) => wrongIndex.offsetAt(file, one)) as [
            number,
            number,
          ];
          return start <= offset + name.length && offset <= end;
        });
        assert.ok(problems.length > 0, `no problem: ${show(wrongIndex, checkModel(wrongIndex))}`);
      });
    }
  }
});

/** Conditions on the user. */
const withoutModel = new Set([
  'accessPolicy[].conditions[].if',
  'accessPolicy[].rowLevel.filters[].values',
  'accessPolicy[].rowLevel.filters[].or[].values',
  'accessPolicy[].rowLevel.filters[].and[].values',
  'defaultFilters[].values',
]);

/** The same model in JavaScript; undefined if it cannot be converted. */
function inJavaScript(texts: Texts): string | undefined {
  const index = indexOf(texts);
  const file = index.file('model/model.yml')!;
  const span = file.definitions[0]!.nameSpan;
  const [action] = convertFile({ index, file, span, uriOf } as ActionPlace);
  const changes = (action?.edit?.documentChanges ?? []) as { edits?: { newText: string }[] }[];
  return changes.flatMap(({ edits = [] }) => edits.map(({ newText }) => newText))[0];
}

/** The places where another model defines an item of the same name. */
function sameName(index: ModelIndex, symbol: ModelSymbol): Place {
  const { name } = placeOf(symbol);
  const [file] = [...index.files];
  const one = file!.definitions
    .flatMap(namesIn)
    .find(
      (two) =>
        'member' in symbol === 'member' in two.symbol &&
        'definition' in symbol === 'definition' in two.symbol &&
        placeOf(two.symbol).name === name &&
        ownerOf(two.symbol) === ownerOf(symbol),
    );
  return { index, path: file!.path, position: file!.lines.positionAt(one!.span.start) };
}

function ownerOf(symbol: ModelSymbol): string {
  if ('member' in symbol) return symbol.member.definition.name;
  return 'granularity' in symbol ? `${symbol.dimension.definition.name}.${symbol.dimension.name}` : '';
}
