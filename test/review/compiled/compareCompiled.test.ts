import assert from 'node:assert/strict';
import { CancelledError } from '../../../src/base/errors.ts';
import type { DataMeta } from '../../../src/contract/dataApi.ts';
import { PlatformError } from '../../../src/platform/platformError.ts';
import type { CompiledSide } from '../../../src/review/compiled/askedSides.ts';
import { compareCompiled } from '../../../src/review/compiled/compareCompiled.ts';

const measures = (cube: string, names: readonly string[]) => names.map((name) => ({ name: `${cube}.${name}` }));

function metaOf(cubes: Record<string, readonly string[]>): DataMeta {
  return {
    cubes: Object.entries(cubes).map(([name, names]) => ({ name, measures: measures(name, names), dimensions: [] })),
  };
}

function refusal(message: string): PlatformError {
  const details = { host: 'h', operation: 'data.sql', status: 400, serverMessage: message };
  return new PlatformError('rejected-because', ['h', message], details);
}

/** The text of a statement is that of its members. */
function side(meta: DataMeta, textOf: (name: string) => string | Error = (name) => name) {
  const asked: string[][] = [];
  const compiled: CompiledSide = {
    meta,
    metaFor: async () => meta,
    async sql(query) {
      const names = (query.measures ?? []) as string[];
      asked.push(names);
      const texts = names.map(textOf);
      for (const text of texts) if (text instanceof Error) throw text;
      return { text: texts.join(' '), parameters: [] };
    },
  };
  return { ...compiled, asked };
}

describe('the comparison of two compiled models', () => {
  const options = {
    renames: new Map<string, string>(),
    uses: [] as { query: Record<string, unknown> }[],
    first: new Set<string>(),
    budget: { statements: 1_000, ms: 60_000 },
    signal: new AbortController().signal,
  };
  const many = Array.from({ length: 100 }, (_, i) => `m${i}`);
  const differing = ({ members }: { members: readonly { name: string; effect: string | undefined }[] }) =>
    members.filter(({ effect }) => effect !== 'same').map(({ name, effect }) => `${effect} ${name}`);

  it('asks for several members at once, and divides what differs', async () => {
    const before = side(metaOf({ orders: many }));
    const after = side(metaOf({ orders: many }), (name) => (name === 'orders.m42' ? 'other' : name));
    assert.deepEqual(differing(await compareCompiled({ ...options, before, after })), ['changed orders.m42']);
    assert.ok(before.asked.length < 20, `${before.asked.length} statements`);
    assert.deepEqual(before.asked, after.asked);
  });

  it('tells which side refuses, and knows nothing where both do', async () => {
    const refusing =
      (...names: string[]) =>
      (name: string) =>
        names.includes(name) ? refusal(`no ${name}`) : name;
    const before = side(metaOf({ a: ['x', 'y', 'z', 'u'] }), refusing('a.x', 'a.z'));
    const after = side(metaOf({ a: ['x', 'y', 'z', 'u'] }), refusing('a.x', 'a.y'));
    const { members } = await compareCompiled({ ...options, before, after });
    assert.deepEqual(
      members.map(({ name, effect, message }) => [name, effect, message]),
      [
        ['a.x', 'neither', 'no a.x'],
        ['a.y', 'refused', 'no a.y'],
        ['a.z', 'accepted', 'no a.z'],
        ['a.u', 'same', undefined],
      ],
    );
  });

  it('asks the former model by the former names', async () => {
    const before = side(metaOf({ orders: ['total'] }), () => 'x "orders__total"');
    const after = side(metaOf({ sales: ['revenue'] }), () => 'x "sales__revenue"');
    const renames = new Map([
      ['orders', 'sales'],
      ['orders.total', 'sales.revenue'],
    ]);
    const uses = [
      { query: { measures: ['sales.revenue'], filters: [{ member: 'sales.revenue', values: ['sales.revenue'] }] } },
    ];
    const found = await compareCompiled({ ...options, before, after, renames, uses });
    assert.deepEqual(
      [...found.members, ...found.uses.values()].map(({ effect }) => effect),
      ['same', 'same'],
    );
    assert.deepEqual(before.asked, [['orders.total'], ['orders.total']]);
  });

  it('counts a query as refused that names what its viewer does not see any more', async () => {
    const meta = metaOf({ a: ['x', 'y'] });
    const before = side(meta);
    const after = { ...side(meta), metaFor: async () => metaOf({ a: ['y'] }) };
    const as = { groups: ['viewers'] };
    const queries = [{ measures: ['a.x'] }, { measures: ['a.y'] }, { measures: ['a.y'], filters: [{ member: 'a.x' }] }];
    const uses = queries.map((query) => ({ query, as }));
    const found = await compareCompiled({ ...options, before, after, uses });
    assert.deepEqual(
      uses.map((use) => found.uses.get(use)),
      [{ effect: 'refused', hidden: ['a.x'] }, { effect: 'same' }, { effect: 'same' }],
    );
  });

  it('ends with its budget, and does not know the rest', async () => {
    const cubes = Object.fromEntries(many.map((name) => [name, ['n']]));
    const sides = { before: side(metaOf(cubes)), after: side(metaOf(cubes)) };
    const budget = { statements: 10, ms: 60_000 };
    const { members } = await compareCompiled({ ...options, ...sides, budget, first: new Set(['m99']) });
    const known = members.filter(({ effect }) => effect === 'same').map(({ name }) => name);
    assert.equal(known.length, 10);
    assert.ok(known.includes('m99.n'), 'the first one is asked for');
    assert.equal(sides.before.asked.length, 10);
  });

  it('does not know what an outage hides, and ends when it is cancelled', async () => {
    const meta = metaOf({ a: ['x', 'y'] });
    const outage = side(meta, () => new Error('no connection'));
    const { members } = await compareCompiled({ ...options, before: side(meta), after: outage });
    assert.deepEqual(
      members.map(({ effect, message }) => [effect, message]),
      [
        [undefined, 'no connection'],
        [undefined, 'no connection'],
      ],
    );
    assert.equal(outage.asked.length, 1, 'it is not divided');
    const signal = AbortSignal.abort();
    await assert.rejects(
      compareCompiled({ ...options, before: side(meta), after: side(meta), signal }),
      CancelledError,
    );
  });

  it('asks for segments with another member of their cube, and for granularities', async () => {
    const meta: DataMeta = {
      cubes: [
        {
          name: 'a',
          measures: [],
          dimensions: [{ name: 'a.at', type: 'time', granularities: [{ name: 'fiscal' }] } as { name: string }],
          segments: [{ name: 'a.s' }],
        },
      ],
    };
    const asked: unknown[] = [];
    const noting: CompiledSide = {
      meta,
      metaFor: async () => meta,
      async sql(query) {
        asked.push(query);
        return { text: '', parameters: [] };
      },
    };
    meta.cubes.push({ name: 'b', measures: [], dimensions: [], segments: [{ name: 'b.s' }] });
    const { members } = await compareCompiled({ ...options, before: noting, after: noting });
    assert.deepEqual(members.map(({ name, effect }) => `${effect} ${name}`).sort(), [
      'same a.at',
      'same a.s',
      'undefined b.s',
    ]);
    assert.deepEqual(asked[0], {
      dimensions: ['a.at'],
      timeDimensions: [{ dimension: 'a.at', granularity: 'fiscal' }],
    });
    assert.deepEqual(asked.at(-1), { dimensions: ['a.at'], segments: ['a.s'] });
  });
});
