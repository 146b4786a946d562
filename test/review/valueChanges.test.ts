import assert from 'node:assert/strict';
import { CancelledError } from '../../src/base/errors.ts';
import type { Cell } from '../../src/contract/messages/resultShape.ts';
import { PlatformError } from '../../src/platform/platformError.ts';
import type { WholeTable } from '../../src/query/results/resultTable.ts';
import type { AffectedQuery } from '../../src/review/model/affectedQueries.ts';
import { valueChanges } from '../../src/review/valueChanges.ts';

describe('value changes', () => {
  const table = (...rows: Cell[][]): WholeTable => ({
    columns: [
      { key: 'o.s', member: 'o.s', title: 's', kind: 'dimension', type: 'string' },
      { key: 'o.n', member: 'o.n', title: 'n', kind: 'measure', type: 'number' },
    ],
    rows,
  });
  const query = (path: string): AffectedQuery => ({ path, query: {}, members: ['o.n'] });
  const side = (tables: Record<string, WholeTable | Error>) => ({
    asked: [] as string[],
    async run({ path }: AffectedQuery) {
      this.asked.push(path);
      const found = tables[path]!;
      if (found instanceof Error) throw found;
      return found;
    },
  });
  const options = { budget: { queries: 10, ms: 60_000 }, signal: new AbortController().signal };

  it('are the rows that differ, by their dimensions', async () => {
    const before = side({ a: table(['x', '1'], ['y', '2']), b: table(['x', '1']) });
    const after = side({ a: table(['y', '3'], ['z', '4']), b: table(['x', '1.0']) });
    const [a, b] = await valueChanges([query('a'), query('b')], { before, after, ...options });
    assert.equal(a!.state, 'changed');
    const { added, removed, changed } = a!.table!;
    assert.deepEqual([added, removed, changed], [1, 1, 1]);
    assert.equal(b!.state, 'same');
  });

  it('say which side failed, and go on', async () => {
    const before = side({ a: table(), b: new Error('no such member'), c: table() });
    const after = side({ a: new Error('gone'), b: table(), c: table() });
    const found = await valueChanges([query('a'), query('b'), query('c')], { before, after, ...options });
    assert.deepEqual(
      found.map(({ state, failure }) => [state, failure]),
      [
        ['failed', { side: 'after', message: 'gone', isRefusal: false }],
        ['failed', { side: 'before', message: 'no such member', isRefusal: false }],
        ['same', undefined],
      ],
    );
  });

  const refusal = new PlatformError('rejected-because', ['h', 'no such member'], {
    host: 'h',
    operation: 'data.load',
    status: 400,
    serverMessage: 'no such member',
  });

  it('say if both sides refuse, and count a refusal that a test expects as such', async () => {
    const tables = { a: refusal, b: refusal, c: refusal };
    const queries = [query('a'), { ...query('b'), test: 'x', expectedError: 'hidden' }, query('c')];
    const sides = { before: side({ ...tables, c: table() }), after: side(tables) };
    const found = await valueChanges(queries, { ...sides, ...options });
    assert.deepEqual(
      found.map(({ state, failure }) => [state, failure?.side, failure?.isRefusal]),
      [
        ['failed', 'both', true],
        ['refused', undefined, undefined],
        ['failed', 'after', true],
      ],
    );
  });

  it('are asked by the former names on the base, and without new members', async () => {
    const asked: Record<string, unknown>[] = [];
    const noting = (found: WholeTable) => ({
      run: async (one: Pick<AffectedQuery, 'query'>) => {
        asked.push(one.query);
        return found;
      },
    });
    const [status, count] = table().columns;
    const columns = [status!, { ...count!, key: 'o.amount', member: 'o.amount' }];
    const after = { columns: [...columns, { ...count!, key: 'o.new', member: 'o.new' }], rows: [['x', '1', '7']] };
    const renamed: AffectedQuery = {
      ...query('a'),
      query: { dimensions: ['o.s'], measures: ['o.amount', 'o.new'] },
      former: new Map([['o.amount', 'o.n']]),
      newMembers: ['o.new'],
    };
    const sides = { before: noting(table(['x', '2'])), after: noting(after) };
    const [found] = await valueChanges([renamed], { ...sides, ...options });
    assert.deepEqual(asked, [{ dimensions: ['o.s'], measures: ['o.n'] }, renamed.query]);
    assert.deepEqual(
      found!.table!.rows.map(({ change, before, after: now }) => [change, before, now]),
      [['changed', ['x', '2', null], ['x', '1', '7']]],
    );
    asked.length = 0;
    const byNew = { ...renamed, query: { dimensions: ['o.s', 'o.new'], measures: ['o.amount'] } };
    await valueChanges([byNew], { ...sides, ...options });
    assert.deepEqual(asked[1], { dimensions: ['o.s'], measures: ['o.amount'] }, 'other rows: on both sides without it');
  });

  it('stop at the budget of queries, and say what was not run', async () => {
    const sides = { before: side({ a: table(), b: table() }), after: side({ a: table(), b: table() }) };
    const seen: string[] = [];
    const found = await valueChanges([query('a'), query('b')], {
      ...sides,
      ...options,
      budget: { queries: 1, ms: 60_000 },
      onResult: ({ state }) => seen.push(state),
    });
    assert.deepEqual(
      found.map(({ state }) => state),
      ['same', 'not-run'],
    );
    assert.deepEqual(seen, ['same', 'not-run']);
    assert.deepEqual([sides.before.asked, sides.after.asked], [['a'], ['a']]);
  });

  it('stop at the budget of time, also inside a query', async () => {
    const endless = {
      run: (_: AffectedQuery, signal: AbortSignal) =>
        new Promise<WholeTable>((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(new CancelledError())),
        ),
    };
    const found = await valueChanges([query('a'), query('b')], {
      before: endless,
      after: endless,
      ...options,
      budget: { queries: 10, ms: 1 },
    });
    assert.deepEqual(
      found.map(({ state }) => state),
      ['not-run', 'not-run'],
    );
  });

  it('end when the caller cancels', async () => {
    const stop = new AbortController();
    const stopping = {
      run: async () => {
        stop.abort();
        throw new CancelledError();
      },
    };
    const running = valueChanges([query('a'), query('b')], {
      before: stopping,
      after: stopping,
      ...options,
      signal: stop.signal,
    });
    await assert.rejects(running, CancelledError);
  });
});
