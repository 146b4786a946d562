/** An index that saw many edits answers as one that only saw the texts as they are now. */

import assert from 'node:assert/strict';
import { hover } from '../../src/language/hover/hover.ts';
import { references } from '../../src/language/navigation/references.ts';
import { workspaceSymbols } from '../../src/language/navigation/workspaceSymbols.ts';
import { localProblems } from '../../src/model/diagnose.ts';
import { ModelIndex } from '../../src/model/index/modelIndex.ts';
import { corpus, fixture, fixtures, indexOf, type Texts } from '../model/models.ts';
import { pick, type Random, seeded } from '../model/mutation/mutant.ts';
import { mutate } from '../model/mutation/mutate.ts';
import { testSeed, triesAll } from '../run/testSeed.ts';
import { uriOf } from './places.ts';

/** Parts that depend on each other in cycles, on names that are generated, and on one another over several steps. */
const entangled: Texts = {
  ...fixture('ferry'),
  'loops/first.yml': 'views:\n  - name: first\n    cubes:\n      - join_path: second\n        includes: "*"\n',
  'loops/second.yml':
    'views:\n  - name: second\n    cubes:\n      - join_path: first\n        includes: "*"\n      - join_path: ships\n        includes: "*"\n',
  'loops/third.yml':
    'views:\n  - name: third\n    extends: second\n    cubes:\n      - join_path: ships\n        prefix: true\n        includes:\n          - name\n      - join_path: crossings\n        split: true\n        includes: "*"\n',
  'parents.yml':
    'cubes:\n  - name: small_ships\n    extends: ships\n    segments:\n      - name: named\n        sql: "{name} IS NOT NULL"\n  - name: tiny_ships\n    extends: small_ships\n    measures:\n      - name: share\n        sql: "{count} / {crossings.count}"\n        type: number\n',
  'windows.yml':
    'cubes:\n  - name: windows\n    sql_table: t\n    dimensions:\n      - name: id\n        sql: id\n        type: number\n        primary_key: true\n      - name: at\n        sql: at\n        type: time\n        granularities:\n          - name: sprint\n            interval: 2 weeks\n    measures:\n      - name: so_far\n        sql: x\n        type: sum\n        rolling_window:\n          type: to_date\n          granularity: sprint\n        drill_members:\n          - id\n          - ships.name\n',
};

/** The sources in the same order, read again. */
function fresh(index: ModelIndex): ModelIndex {
  const copy = new ModelIndex();
  for (const { path, text } of index.files) copy.set(path, text);
  return copy;
}

/** Another index that shares most sources, and takes over what the first one computed. */
function withDerived(random: Random, index: ModelIndex, original: Texts): ModelIndex {
  const copy = new ModelIndex();
  const changed = pick(random, Object.keys(original))!;
  for (const file of index.files) {
    if (file.path === `model/${changed}`) copy.set(file.path, `${original[changed]}\n`);
    else copy.add(file);
  }
  copy.takeDerived(index);
  return copy;
}

type Question = (index: ModelIndex) => unknown;

function questionAt(random: Random, index: ModelIndex): Question {
  const { path, text, lines } = pick(random, [...index.files])!;
  const names = [...text.matchAll(/\w+/g)];
  const position = lines.positionAt(pick(random, names)?.index ?? 0);
  return (asked) => [
    hover(asked, path, position, uriOf),
    references(asked, path, position, { includeDeclaration: true }, uriOf),
  ];
}

const members: Question = (index) =>
  index.definitions.map((one) => [
    one.name,
    index.isOpen(one),
    [...index.members(one).keys()],
    [...index.viewMembers(one).members.keys()],
  ]);

const questions: Question[] = [localProblems, members, (index) => workspaceSymbols(index, '', uriOf)];

/** A random edit: mistakes, their correction, files that go and come back. */
function edited(random: Random, texts: Texts, original: Texts): [file: string, text: string | undefined] {
  const file = pick(random, Object.keys(original))!;
  const choice = random();
  if (choice < 0.4 || Object.keys(texts).length === 0) return [file, original[file]];
  if (choice < 0.5) return [file, undefined];
  const mutant = mutate(random, texts);
  const changed = mutant && Object.keys(texts).find((one) => mutant.texts[one] !== texts[one]);
  return changed ? [changed, mutant.texts[changed]] : [file, `${original[file]}\n`];
}

function check(name: string, original: Texts, seed: number, edits: number): void {
  const random = seeded(seed);
  const index = indexOf(original);
  const texts = { ...original };
  for (let edit = 0; edit < edits; edit += 1) {
    const [file, text] = edited(random, texts, original);
    if (text === undefined) {
      delete texts[file];
      index.delete(`model/${file}`);
    } else {
      texts[file] = text;
      index.set(`model/${file}`, text);
    }
    if (Object.keys(texts).length === 0) continue;
    // Not everything is asked after each edit, so that some answers are older than others.
    const asked = [...questions.filter(() => random() < 0.6), questionAt(random, index), questionAt(random, index)];
    const other = fresh(index);
    const taking = withDerived(random, index, original);
    for (const question of asked) {
      assert.deepEqual(question(index), question(other), `seed ${seed}, ${name}, edit ${edit} of ${file}`);
      const answers = question(taking);
      assert.deepEqual(answers, question(fresh(taking)), `seed ${seed}, ${name}, edit ${edit}, taken`);
    }
  }
}

describe('an index after many edits', () => {
  const seed = testSeed();

  for (const { name, texts } of [...fixtures(), { name: 'an entangled model', texts: entangled }]) {
    it(`answers for ${name} as a new one`, () => check(name, texts, seed, triesAll() ? 60 : 15));
  }

  it('answers for public models as a new one', function () {
    const models = corpus();
    // The public models are not part of the repository.
    if (!models) this.skip();
    for (const { name, texts } of models) check(name, texts, seed, 4);
  });
});
