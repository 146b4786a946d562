/** After a rename the compiler finds the same model: its errors, its metadata and the SQL of queries differ in the name only. */

import assert from 'node:assert/strict';
import { UserError } from '../../../src/base/errors.ts';
import type { Compiler } from '../../../src/compiler/compiler.ts';
import type { ModelQuery, ModelRequest } from '../../../src/compiler/modelRequest.ts';
import { occurrenceAt, occurrencesOf } from '../../../src/model/index/lookup.ts';
import type { ModelIndex } from '../../../src/model/index/modelIndex.ts';
import type { Position } from '../../../src/model/source/range.ts';
import { sharedCompiler } from '../../compiler/compilerUnderTest.ts';
import { corpus, fixtures, indexOf, type Texts } from '../../model/models.ts';
import { type Random, seeded } from '../../model/mutation/mutant.ts';
import { testSeed } from '../../run/testSeed.ts';
import { edited, renameAt } from './edited.ts';
import { generatedModel } from './generatedModel.ts';

/** At the end of a name it changes neither the order nor the words of a title. */
const mark = 'zq7';
const unmarked = (text: string) => text.replaceAll(mark, '');

interface Compiled {
  errors: string[];
  cubes: Cube[];
  query(index: number, numbers: readonly [number, number]): Promise<unknown>;
}

interface Cube {
  name: string;
  measures: { name: string }[];
  dimensions: { name: string; type: string }[];
}

/** The compiler sorts lists of names. In titles it writes words such as `ID` in capital letters, and spaces around digits. */
function comparable(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return unmarked(/title$/i.test(key) ? value.toLowerCase().replace(/\s/g, '') : value);
  if (Array.isArray(value)) {
    const all = value.map((one) => comparable(one));
    return all.every((one) => typeof one === 'string') ? all.sort() : all;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [unmarked(key), comparable(one, key)]));
}

async function compiled(compiler: Compiler, texts: Texts): Promise<Compiled> {
  const files = Object.entries(texts).map(([fileName, content]) => ({ fileName, content }));
  const model = JSON.stringify(texts);
  const { errors } = await compiler.compile({ files, model });
  const ask = (request: ModelRequest) => compiler.queryModel({ model, files: async () => files, request });
  const meta = errors.length > 0 ? undefined : await ask({ kind: 'meta', securityContext: {} });
  const cubes = meta?.kind === 'meta' ? (meta.meta.cubes as unknown as Cube[]) : [];
  const options = { segments: [], timeDimensions: [], filters: [], limit: 1, offset: 0, timezone: 'UTC' };
  return {
    errors: errors.map(({ message }) => unmarked(message)).sort(),
    cubes,
    query: async (at, [measure, dimension]) => {
      const { measures, dimensions } = cubes[at]!;
      const nth = (all: readonly { name: string }[], n: number) =>
        all
          .slice(n % (all.length || 1))
          .slice(0, 1)
          .map(({ name }) => name);
      const query: ModelQuery = {
        ...options,
        measures: nth(measures, measure),
        dimensions: nth(
          dimensions.filter(({ type }) => type !== 'geo'),
          dimension,
        ),
        ungrouped: false,
        total: false,
      };
      const found = await ask({ kind: 'query', query, securityContext: {} });
      return comparable(found.kind === 'query' ? [found.plan.sql, found.plan.params] : found);
    },
  };
}

interface Place {
  path: string;
  position: Position;
}

/** Each place where something is defined or gets an alias. */
function definingPlaces(index: ModelIndex): Place[] {
  const found: Place[] = [];
  for (const { path, text, lines } of index.files) {
    for (const { index: at } of text.matchAll(/[A-Za-z_]\w*/g)) {
      const position = lines.positionAt(at);
      const role = occurrenceAt(index, path, position)?.role;
      if (role === 'name' || role === 'alias') found.push({ path, position });
    }
  }
  return found;
}

/** The texts after a rename to the marked name; undefined if it cannot be renamed there. */
function renamed(index: ModelIndex, texts: Texts, { path, position }: Place): Texts | undefined {
  const found = occurrenceAt(index, path, position)!;
  const name = index.file(path)!.text.slice(found.span.start, found.span.end);
  try {
    return edited(texts, renameAt({ index, path, position }, `${name}${mark}`));
  } catch (failure) {
    if (failure instanceof UserError) return undefined;
    throw failure;
  }
}

/** A reference to the same thing must give the same edits. */
function fromReference(index: ModelIndex, { path, position }: Place, random: Random): Place | undefined {
  const { symbol, role } = occurrenceAt(index, path, position)!;
  if (role === 'alias') return undefined;
  const all = occurrencesOf(index, symbol).filter((one) => one.role === 'reference' && !one.view);
  const one = all[Math.floor(random() * all.length)];
  const isSame = one && 'template' in symbol ? false : one !== undefined;
  return isSame ? { path: one!.file, position: index.rangeOf(one!.file, one!.span).start } : undefined;
}

describe('rename and the compiler', () => {
  const seed = testSeed();
  const compiler = sharedCompiler();

  async function check(name: string, texts: Texts, random: Random, count: number): Promise<number> {
    const index = indexOf(texts);
    const before = await compiled(compiler, texts);
    const order = definingPlaces(index).map((place) => ({ place, at: random() }));
    let checked = 0;
    for (const { place } of order.sort((a, b) => a.at - b.at)) {
      if (checked >= count) break;
      const after = renamed(index, texts, place);
      if (!after) continue;
      checked += 1;
      const context = `seed ${seed}: ${name}, ${place.path}:${place.position.line + 1}:${place.position.character + 1}`;
      assert.notDeepEqual(after, texts, context);
      const reference = fromReference(index, place, random);
      if (reference)
        assert.deepEqual(renamed(index, texts, reference), after, `${context} from ${JSON.stringify(reference)}`);
      const now = await compiled(compiler, after);
      assert.deepEqual(now.errors, before.errors, context);
      assert.deepEqual(comparable(now.cubes), comparable(before.cubes), context);
      if (before.cubes.length === 0) continue;
      const cube = Math.floor(random() * before.cubes.length);
      const members = [Math.floor(random() * 100), Math.floor(random() * 100)] as const;
      assert.deepEqual(await now.query(cube, members), await before.query(cube, members), `${context}, SQL`);
    }
    return checked;
  }

  for (const { name, texts } of fixtures()) {
    it(`agree about ${name}`, async () => {
      assert.ok((await check(name, texts, seeded(seed), 4)) === 4);
    });
  }

  it('agree about generated models', async () => {
    const random = seeded(seed);
    for (let i = 0; i < 4; i += 1) assert.ok((await check(`generated ${i}`, generatedModel(random), random, 4)) > 0);
  });

  it('agree about public models', async function () {
    const models = corpus();
    // The public models are not part of the repository.
    if (!models) this.skip();
    const random = seeded(seed);
    for (const { name, texts } of models) await check(name, texts, random, 1);
  });
});
