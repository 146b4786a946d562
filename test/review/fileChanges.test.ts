import assert from 'node:assert/strict';
import { fileChanges } from '../../src/review/fileChanges.ts';

const listing = (files: Record<string, string>) => new Map(Object.entries(files));

describe('changed files', () => {
  it('are added, removed and changed ones, sorted by path', () => {
    const before = listing({ 'b.yml': '1', 'c.yml': '2', 'd.yml': '3' });
    const after = listing({ 'd.yml': '4', 'c.yml': '2', 'a.yml': '5' });
    assert.deepEqual(fileChanges(before, after), [
      { path: 'a.yml', status: 'added' },
      { path: 'b.yml', status: 'removed' },
      { path: 'd.yml', status: 'changed' },
    ]);
  });

  it('are renamed if the content is that of a removed file', () => {
    assert.deepEqual(fileChanges(listing({ 'old.yml': '1' }), listing({ 'new.yml': '1' })), [
      { path: 'new.yml', status: 'renamed', previousPath: 'old.yml' },
    ]);
    assert.deepEqual(fileChanges(listing({ 'a.yml': '1' }), listing({ 'a.yml': '1', 'copy.yml': '1' })), [
      { path: 'copy.yml', status: 'added' },
    ]);
  });

  it('pair equal contents one to one, a moved file with its own name first, in any order of the listings', () => {
    const before: [string, string][] = [
      ['x/a.yml', '1'],
      ['x/b.yml', '1'],
      ['x/c.yml', '1'],
    ];
    const after: [string, string][] = [
      ['y/b.yml', '1'],
      ['y/0.yml', '1'],
    ];
    const expected = [
      { path: 'x/c.yml', status: 'removed' },
      { path: 'y/0.yml', status: 'renamed', previousPath: 'x/a.yml' },
      { path: 'y/b.yml', status: 'renamed', previousPath: 'x/b.yml' },
    ];
    assert.deepEqual(fileChanges(new Map(before), new Map(after)), expected);
    assert.deepEqual(fileChanges(new Map([...before].reverse()), new Map([...after].reverse())), expected);
  });

  it('prefer the file that keeps its name', () => {
    assert.deepEqual(fileChanges(listing({ 'x/a.yml': '1', 'x/b.yml': '1' }), listing({ 'y/b.yml': '1' })), [
      { path: 'x/a.yml', status: 'removed' },
      { path: 'y/b.yml', status: 'renamed', previousPath: 'x/b.yml' },
    ]);
  });

  it('keep a file with the name of a property of objects', () => {
    assert.deepEqual(fileChanges(new Map([['__proto__', '1']]), new Map([['constructor', '2']])), [
      { path: '__proto__', status: 'removed' },
      { path: 'constructor', status: 'added' },
    ]);
  });
});
