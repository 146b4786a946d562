import assert from 'node:assert/strict';
import { lintRules } from '../../../src/model/lint/lintRules.ts';
import { isRuleName } from '../../../src/model/source/ruleKinds.ts';
import { markedText } from '../models.ts';
import {
  cube,
  dimensions,
  examples,
  found,
  id,
  joinTo,
  measures,
  projectOf,
  ruleNames,
  setting,
} from './ruleExamples.ts';

describe('rules with levels', () => {
  for (const rule of ruleNames) {
    const { wrong, right, options = 'warning' } = examples[rule];
    it(`${rule}: marks the wrong places, with the severity of its level`, () => {
      for (const [texts, marks] of wrong) {
        const index = projectOf(texts, setting(rule, options));
        const problems = found(index);
        assert.deepEqual(
          problems.map(({ code }) => code),
          marks.map(() => rule),
          JSON.stringify(problems, null, 1),
        );
        assert.deepEqual(problems.map((one) => markedText(index, one)).sort(), [...marks].sort());
        assert.ok(problems.every(({ severity }) => severity === 'warning'));
        const asError = found(projectOf(texts, setting(rule, options.replace('warning', 'error'))));
        assert.ok(asError.every(({ severity }) => severity === 'error'));
      }
    });

    it(`${rule}: finds nothing where the model is right`, () => {
      for (const texts of right) assert.deepEqual(found(projectOf(texts, setting(rule, options))), []);
    });

    it(`${rule}: is ${lintRules[rule].level} without a file, and says nothing when it is off`, () => {
      for (const [texts] of wrong) {
        const isOff = lintRules[rule].level === 'off';
        assert.equal(
          found(projectOf(texts)).some(({ code }) => code === rule),
          !isOff,
        );
        assert.deepEqual(
          found(projectOf(texts, setting(rule, 'off'))).filter(({ code }) => code === rule),
          [],
        );
      }
    });
  }

  it('all off: no problem, whatever the model is', () => {
    const off = `rules:\n${ruleNames.map((rule) => `  ${rule}: off\n`).join('')}`;
    for (const { wrong, right } of Object.values(examples))
      for (const texts of [...wrong.map(([one]) => one), ...right]) assert.deepEqual(found(projectOf(texts, off)), []);
  });

  it('say nothing about uses while it is not known what documents name', () => {
    for (const rule of ['untested-measure', 'unused-member'] as const) {
      const index = projectOf(examples[rule].wrong[0]![0], setting(rule, 'warning'));
      index.namedInDocuments = undefined;
      assert.deepEqual(found(index), []);
    }
  });

  it('report a cube without a key that a join needs once', () => {
    const texts = {
      'a.yml': `${cube('orders', ...measures('name: count, type: count'), 'joins:', joinTo('users'))}\n${cube('users', ...dimensions(id)).slice(7)}`,
    };
    assert.deepEqual(
      found(projectOf(texts, setting('count-without-key', 'error'))).map(({ code }) => code),
      ['primary-key-missing'],
    );
  });
});

it('each rule has a code of its own', () => {
  assert.ok(ruleNames.every(isRuleName));
  assert.deepEqual(Object.keys(lintRules).sort(), [...ruleNames].sort());
});
