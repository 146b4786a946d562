/** Keys that are offered are those that the rules of the model accept, at every map of the fixtures. */

import assert from 'node:assert/strict';
import { isObsoleteKey } from '../../../src/model/checks/checkKeys.ts';
import { checkShape } from '../../../src/model/checks/checkShape.ts';
import { rules } from '../../../src/model/rules/ruleTable.ts';
import { camelCase, snakeCase } from '../../../src/model/source/names.ts';
import { parseSource } from '../../../src/model/source/parseSource.ts';
import { fixtures, indexOf, type Texts } from '../../model/models.ts';
import { seeded } from '../../model/mutation/mutant.ts';
import { testSeed } from '../../run/testSeed.ts';
import { everything } from './everything.ts';
import { keyPlaces } from './keyPlaces.ts';
import { itemsAt } from './typedCase.ts';

const sampledKeys = 12;
const sampledPlaces = 20;
/** Other keys depend on their value. */
const deciding = ['type', 'multiStage', 'operator'];

/** All keys of all rules. */
function allKeys(): string[] {
  const found = new Set<string>();
  const visit = (rule: unknown) => {
    if (typeof rule !== 'object' || rule === null) return;
    const { keys } = rule as { keys?: object };
    if (keys && !Array.isArray(keys)) for (const key of Object.keys(keys)) found.add(key);
    for (const value of Object.values(rule)) visit(value);
  };
  visit(rules);
  return [...found].filter((key) => !isObsoleteKey(key));
}

/** The problems that the checks find in the definition around an offset. */
function shapeProblems(path: string, text: string, at: number) {
  const { definitions, language } = parseSource(path, text);
  const definition = definitions.find(({ span }) => span.start <= at && at <= span.end);
  assert.ok(definition, `${path}: ${text.slice(at - 40, at + 40)}`);
  const rule = rules[definition.kind === 'view_group' ? 'viewGroup' : definition.kind]!;
  return checkShape({ language, owner: definition.nameSpan, path: [] }, definition.node, rule);
}

/** Whether the checks, which agree with the compiler, accept a key and still accept the others. */
function isAccepted(path: string, texts: { without: string; changed: string }, at: number, key: string): boolean {
  const problems = shapeProblems(path, texts.changed, at);
  const unknownKeys = (found: typeof problems) => found.filter(({ code }) => code === 'unknown-key').length;
  if (unknownKeys(problems) > unknownKeys(shapeProblems(path, texts.without, at))) return false;
  // A conflict is reported at the last of the keys.
  return !problems.some(
    ({ code, span, message }) => code === 'conflicting-keys' && (span.start === at || message.includes(`\`${key}\``)),
  );
}

describe('keys that are offered', () => {
  const seed = testSeed();
  const keys = allKeys();
  for (const { name, texts } of [...fixtures(), { name: 'everything', texts: everything as Texts }]) {
    it(`are those that the rules accept in ${name}`, () => {
      const random = seeded(seed);
      const index = indexOf(texts);
      const wrong: string[] = [];
      let count = 0;
      for (const file of [...index.files]) {
        const { path, text } = file;
        const isCode = path.endsWith('.js');
        const write = (key: string) => {
          const value = deciding.includes(key) ? (isCode ? 'f()' : '{{ f() }}') : isCode ? "'x'" : 'x';
          return isCode ? `${key}: ${value},` : `${snakeCase(key)}: ${value}`;
        };
        // Objects that a cube spreads may be outside of it, where no rule applies to them alone.
        const isInside = (offset: number) =>
          file.definitions.some(({ span }) => span.start <= offset && offset <= span.end);
        const places = keyPlaces(file).filter(({ offset }) => isInside(offset));
        const share = sampledPlaces / [...index.files].length / places.length;
        for (const { before, after, offset, names } of places.filter(() => random() < share)) {
          index.set(path, before + after);
          const position = index.file(path)!.lines.positionAt(offset);
          const offered = itemsAt({ index, path, position }).filter(({ kind }) => kind === 10);
          index.set(path, text);
          const labels = offered.map(({ label }) => camelCase(label));
          const others = keys.filter((key) => !labels.includes(key)).filter(() => random() < sampledKeys / keys.length);
          for (const key of [...labels, ...others]) {
            if (names.includes(key) || key === 'name') continue;
            count += 1;
            const separator = /[{,]\s*$/.test(before) && /^\s*["\w]/.test(after) && !isCode ? ', ' : '';
            const changed = before + write(key) + separator + after;
            const shown = isCode ? key : snakeCase(key);
            const both = { without: before + after, changed };
            if (isAccepted(path, both, offset, shown) === labels.includes(key)) continue;
            const place = changed.slice(Math.max(0, offset - 60), offset + 60).replace(/\n/g, '⏎');
            wrong.push(`${path}: ${key} is ${labels.includes(key) ? '' : 'not '}offered: ${place}`);
          }
        }
      }
      console.log(`        ${count} keys`);
      assert.ok(count > 100);
      assert.deepEqual(wrong, [], `seed ${seed}`);
    });
  }
});
