import assert from 'node:assert/strict';
import {
  compareVariables,
  describeChange,
  isSendable,
  variableNameProblem,
  variableValueProblem,
} from '../../../src/ui/operate/envComparison.ts';
import { plainLocalizer } from '../../../src/ui/shell/localizer.ts';

const values = (text: string) => Object.fromEntries(compareVariables(text, []).map(({ name, value }) => [name, value]));

describe('the variables of an .env text', () => {
  it('have values with quotes, comments, several lines and hashes', () => {
    const text = [
      '# a comment',
      'PLAIN=one # a comment',
      'HASH="a#b" # a comment',
      "SINGLE='two words'",
      'export EXPORTED=three',
      'EMPTY=',
      'EQUALS=a=b=c',
      'SPACED = padded  ',
      'KEYS="line 1',
      'line 2"',
      'LAST=1',
      'LAST=2',
    ].join('\n');
    assert.deepEqual(values(text), {
      PLAIN: 'one',
      HASH: 'a#b',
      SINGLE: 'two words',
      EXPORTED: 'three',
      EMPTY: '',
      EQUALS: 'a=b=c',
      SPACED: 'padded',
      KEYS: 'line 1\nline 2',
      LAST: '2',
    });
  });

  it('may come from a file with a byte order mark and Windows line ends', () => {
    assert.deepEqual(values('\uFEFFFIRST=1\r\nSECOND=2\r\n'), { FIRST: '1', SECOND: '2' });
  });
});

describe('compareVariables', () => {
  const known = [
    { name: 'HOST', value: 'old.example.com' },
    { name: 'PORT', value: '5432' },
    { name: 'DB_PASS', value: '[ENCRYPTED]' },
  ];
  const compare = (text: string) => compareVariables(text, known);
  const kinds = (text: string) => Object.fromEntries(compare(text).map(({ name, kind }) => [name, kind]));

  it('tells added, changed and unchanged variables, and secrets that cannot be compared', () => {
    assert.deepEqual(kinds('HOST=new.example.com\nPORT=5432\nDB_PASS=hunter2\nNEW=1'), {
      HOST: 'changed',
      PORT: 'unchanged',
      DB_PASS: 'hidden',
      NEW: 'added',
    });
  });

  it('sends neither the placeholder of a secret nor a name that the platform refuses', () => {
    const changes = compare('DB_PASS=[ENCRYPTED]\nTOKEN=[ENCRYPTED]\nMY-VAR=1\nMY.VAR=1\nPORT=5432\nNEW=1');
    assert.deepEqual(
      changes.filter(isSendable).map(({ name }) => name),
      ['NEW'],
    );
  });

  it('shows values, but not those of secrets', () => {
    const shown = compare('HOST=new.example.com\nDB_PASS=hunter2\napi_key=hunter2\nNEW=1\nMY-KEY=hunter2').map(
      (change) => describeChange(change, plainLocalizer),
    );
    assert.deepEqual(shown, [
      'replaces a secret that cannot be compared',
      'old.example.com → new.example.com',
      'not a valid name',
      '1',
      'secret',
    ]);
  });

  it('keeps a secret secret that the platform returned with its value', () => {
    const [change] = compareVariables('db_password=new', [{ name: 'db_password', value: 'hunter2' }]);
    assert.equal(change!.kind, 'changed');
    assert.equal(describeChange(change!, plainLocalizer), 'secret');
  });
});

describe('a variable that is entered', () => {
  it('has a name that the platform accepts', () => {
    const accepted = (name: string) => variableNameProblem(name, plainLocalizer) === undefined;
    assert.deepEqual(['A', '_a1', 'CUBEJS_DB_HOST'].map(accepted), [true, true, true]);
    assert.deepEqual(['', '1A', 'A-B', 'A B', 'Ä'].map(accepted), [false, false, false, false, false]);
  });

  it('has not the placeholder of a secret as its value', () => {
    assert.ok(variableValueProblem('[ENCRYPTED]', plainLocalizer));
    assert.equal(variableValueProblem('', plainLocalizer), undefined);
  });
});
