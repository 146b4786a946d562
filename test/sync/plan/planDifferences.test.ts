import { strict as assert } from 'node:assert';
import { hashOf } from '../../../src/base/hash.ts';
import { planDifferences } from '../../../src/sync/plan/planDifferences.ts';
import { settleIntents } from '../../../src/sync/state/intents.ts';

const tree = (files: Record<string, string>) => new Map(Object.entries(files));

function plan(base: Record<string, string>, local: Record<string, string>, remote: Record<string, string>) {
  return planDifferences(tree(base), tree(local), tree(remote));
}

/** Each entry of a plan as short text. */
function words({ entries }: ReturnType<typeof plan>): string[] {
  return entries.map((entry) => {
    if (entry.kind === 'conflict' || entry.kind === 'refused') return `${entry.kind} ${entry.path}`;
    return `${entry.kind} ${entry.change} ${entry.from === undefined ? '' : `${entry.from} `}${entry.path}`;
  });
}

describe('planDifferences', () => {
  it('pushes local changes and pulls changes of the branch', () => {
    const base = { edited: '1', theirs: '1', gone: '1', dropped: '1', same: '1' };
    const local = { edited: '2', theirs: '1', dropped: '1', same: '1', made: '5' };
    const remote = { edited: '1', theirs: '2', gone: '1', same: '1', brought: '6' };
    assert.deepEqual(words(plan(base, local, remote)), [
      'pull add brought',
      'pull delete dropped',
      'push edit edited',
      'push delete gone',
      'push add made',
      'pull edit theirs',
    ]);
  });

  it('keeps both versions when both sides changed or added a file', () => {
    const both = plan({ a: '1' }, { a: '2', b: '2' }, { a: '3', b: '3' });
    assert.deepEqual(words(both), ['conflict a', 'conflict b']);
    assert.deepEqual(
      both.conflicts.map(({ reason }) => reason),
      ['both-changed', 'both-added'],
    );
  });

  it('only advances the base when both sides are equal', () => {
    const equal = plan({ a: '1', b: '1', c: '1' }, { a: '2', c: '1' }, { a: '2', c: '1' });
    assert.deepEqual(words(equal), []);
    assert.deepEqual(
      [...equal.agreed],
      [
        ['a', '2'],
        ['b', undefined],
      ],
    );
  });

  it('prefers a change to a deletion on both sides', () => {
    assert.deepEqual(words(plan({ a: '1' }, { a: '2' }, {})), ['push add a']);
    assert.deepEqual(words(plan({ a: '1' }, {}, { a: '2' })), ['pull add a']);
  });

  it('makes a union without a base, and never deletes', () => {
    const union = plan({}, { mine: '1', same: '1', both: '1' }, { theirs: '2', same: '1', both: '2' });
    assert.deepEqual(words(union), ['conflict both', 'push add mine', 'pull add theirs']);
  });

  it('treats a file with unchanged content at a new path as renamed', () => {
    assert.deepEqual(words(plan({ old: '1' }, { new: '1' }, { old: '1' })), ['push rename old new']);
    assert.deepEqual(words(plan({ old: '1' }, { old: '1' }, { new: '1' })), ['pull rename old new']);
    // With changed content: a deletion and an addition.
    assert.deepEqual(words(plan({ old: '1' }, { new: '2' }, { old: '1' })), ['push add new', 'push delete old']);
    // The branch changed the old file: that change is kept.
    assert.deepEqual(words(plan({ old: '1' }, { new: '1' }, { old: '2' })), ['push add new', 'pull add old']);
  });

  it('prefers a candidate with the same file name, and renames each file once', () => {
    const moved = plan({ 'a/x': '1', 'b/y': '1' }, { 'c/y': '1', 'c/z': '1' }, { 'a/x': '1', 'b/y': '1' });
    assert.deepEqual(words(moved), ['push rename b/y c/y', 'push rename a/x c/z']);
  });

  it('never lets deletions on both sides remove the last file with some content', () => {
    // Each side moved one file over the other.
    assert.deepEqual(words(plan({ a: '1', b: '1' }, { b: '1' }, { a: '1' })), ['push rename a b']);
    // This side moved one file over the other and wrote it again; the branch removed the other.
    assert.deepEqual(words(plan({ a: '1', b: '1' }, { a: '2', b: '1' }, { a: '1' })), ['push edit a', 'push add b']);
    // The same with exchanged sides.
    assert.deepEqual(words(plan({ a: '1', b: '1' }, { b: '1' }, { a: '1', b: '2' })), ['pull add a', 'pull edit b']);
    // One of many stays.
    const many = plan({ a: '1', b: '1', c: '1', d: '1' }, { c: '1', d: '1' }, { a: '1', b: '1' });
    assert.deepEqual(words(many), ['push delete a', 'push rename b c', 'pull delete d']);
  });

  it('deletes on both sides when a copy remains or the file is empty', () => {
    const third = plan({ a: '1', b: '1', c: '1' }, { b: '1', c: '1' }, { a: '1', c: '1' });
    assert.deepEqual(words(third), ['push delete a', 'pull delete b']);
    const moved = plan({ a: '1', b: '1' }, { b: '1', new: '1' }, { a: '1' });
    assert.deepEqual(words(moved), ['pull delete b', 'push rename a new']);
    const empty = hashOf(new Uint8Array());
    const empties = plan({ a: empty, b: empty }, { b: empty }, { a: empty });
    assert.deepEqual(words(empties), ['push delete a', 'pull delete b']);
  });

  it('refuses new names that collide with others', () => {
    assert.deepEqual(words(plan({}, { 'm/Orders.yml': '1' }, { 'm/orders.yml': '2' })), [
      'refused m/Orders.yml',
      'refused m/orders.yml',
    ]);
    assert.deepEqual(words(plan({ 'm/a': '1' }, { 'm/a': '1' }, { 'm/a': '1', 'm/a/b': '2' })), ['refused m/a/b']);
    assert.deepEqual(words(plan({ 'm/a': '1' }, { 'm/a': '1', 'M/b': '2' }, { 'm/a': '1' })), ['refused M/b']);
  });

  it('accepts a rename that changes only the case', () => {
    assert.deepEqual(words(plan({ Orders: '1' }, { orders: '1' }, { Orders: '1' })), ['push rename Orders orders']);
  });

  it('has an id that changes only with its decisions', () => {
    const one = plan({ a: '1' }, { a: '2' }, { a: '1' });
    assert.equal(one.identity, plan({ a: '1', z: '9' }, { a: '2', z: '9' }, { a: '1', z: '9' }).identity);
    assert.notEqual(one.identity, plan({ a: '1' }, { a: '3' }, { a: '1' }).identity);
    assert.notEqual(one.identity, plan({ a: '1' }, { a: '1' }, { a: '2' }).identity);
  });

  it('plans ten thousand paths', () => {
    const files = Array.from({ length: 10_000 }, (_, index) => [`model/cubes/c${index}.yml`, `${index}`] as const);
    const base = new Map(files);
    const local = new Map(files.map(([path, hash], index) => [path, index % 3 === 0 ? `${hash}x` : hash]));
    const remote = new Map(files.filter((_, index) => index % 5 !== 0));
    const { pushes, pulls, conflicts } = planDifferences(base, local, remote);
    const edited = files.filter((_, index) => index % 3 === 0).length;
    const dropped = files.filter((_, index) => index % 5 === 0 && index % 3 !== 0).length;
    assert.deepEqual([pushes.length, pulls.length, conflicts.length], [edited, dropped, 0]);
  });
});

describe('intents', () => {
  const settle = (
    side: 'push' | 'pull',
    hash: string | null,
    local: string | undefined,
    remote: string | undefined,
  ) => {
    const of = (value: string | undefined) => new Map(value === undefined ? [] : [['a', value]]);
    return settleIntents(new Map([['a', '0']]), [{ side, path: 'a', hash }], of(local), of(remote)).get('a');
  };

  it('uses a pushed version as base when the branch shows it', () => {
    assert.equal(settle('push', '1', '2', '1'), '1');
    assert.equal(settle('push', '1', '2', '0'), '0');
  });

  it('uses a pulled version as base when the folder has it', () => {
    assert.equal(settle('pull', '1', '1', '0'), '1');
    assert.equal(settle('pull', '1', '0', '2'), '0');
  });

  it('settles an executed deletion', () => {
    assert.equal(settle('pull', null, undefined, '0'), undefined);
    assert.equal(settle('push', null, '2', undefined), undefined);
  });

  it('has no base when this side went back after a push attempt and the branch changed', () => {
    assert.equal(settle('push', '1', '0', '2'), undefined);
    assert.equal(settle('push', null, '0', '2'), undefined);
    assert.equal(settle('pull', '1', '2', '0'), undefined);
    // The attempt certainly changed nothing, or both sides agreed later.
    assert.equal(settle('push', '1', '0', '0'), '0');
    const lost = settleIntents(
      new Map([['a', '0']]),
      [{ side: 'push', path: 'a', hash: '1', lost: 5 }],
      new Map([['a', '0']]),
      new Map([['a', '2']]),
    );
    assert.equal(lost.get('a'), '0');
  });
});
