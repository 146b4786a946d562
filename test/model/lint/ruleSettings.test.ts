import assert from 'node:assert/strict';
import { markedText } from '../models.ts';
import { cube, found, projectOf, setting } from './ruleExamples.ts';

describe('the file of rules', () => {
  const problems = (text: string) => {
    const index = projectOf({ 'a.yml': cube('orders') }, text);
    return found(index).map((one) => [one.file, one.code, markedText(index, one)]);
  };
  const file = '.datamodelrules.yml';

  it('has problems at their places', () => {
    assert.deepEqual(problems('rules: { missing-titel: info }'), [[file, 'unknown-key', 'missing-titel']]);
    assert.deepEqual(problems('rules: { missing-title: warn }'), [[file, 'unknown-value', 'warn']]);
    assert.deepEqual(problems('rules: { missing-title: [off] }'), [[file, 'document-type', '[off]']]);
    assert.deepEqual(problems('rules: { long-sql: { level: info, line: 3 } }'), [[file, 'unknown-key', 'line']]);
    assert.deepEqual(problems('rules: { long-sql: { level: info, lines: 0 } }'), [[file, 'document-type', '0']]);
    assert.deepEqual(problems('rules: { long-sql: { lines: 3 } }'), [[file, 'missing-key', '{ lines: 3 }']]);
    assert.deepEqual(problems('rules: { naming: { level: off, pattern: "(a)\\\\1" } }'), [
      [file, 'document-type', '(a)\\\\1'],
    ]);
    assert.deepEqual(problems('rule: {}'), [[file, 'unknown-key', 'rule']]);
    assert.deepEqual(problems('rules: ['), [[file, 'yaml-open-bracket', '[']]);
  });

  it('may be empty', () => {
    assert.deepEqual(problems(''), []);
    assert.deepEqual(problems('# Nothing yet\n'), []);
    assert.deepEqual(problems('rules: {}'), []);
  });

  it('changes the problems of all files when it changes', () => {
    const index = projectOf({ 'a.yml': cube('orders') }, setting('missing-owner', 'info'));
    assert.deepEqual(
      found(index).map(({ code, severity }) => [code, severity]),
      [['missing-owner', 'information']],
    );
    index.set('.datamodelrules.yml', setting('missing-owner', 'error'));
    assert.deepEqual(
      found(index).map(({ severity }) => severity),
      ['error'],
    );
    index.delete('.datamodelrules.yml');
    assert.deepEqual(found(index), []);
  });
});
