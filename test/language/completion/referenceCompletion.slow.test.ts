/** Offered names compile; names that the models use are offered; and texts in any state have an answer. */

import assert from 'node:assert/strict';
import { referenceCompletion } from '../../../src/language/completion/referenceCompletion.ts';
import type { CompletionItem } from '../../../src/language/protocol/protocol.ts';
import type { ModelIndex } from '../../../src/model/index/modelIndex.ts';
import type { Reference } from '../../../src/model/index/references.ts';
import { resolve } from '../../../src/model/index/resolve.ts';
import { asFiles, sharedCompiler } from '../../compiler/compilerUnderTest.ts';
import { compile, corpus, fixtures, indexOf, type Texts } from '../../model/models.ts';
import { type Random, seeded } from '../../model/mutation/mutant.ts';
import { testSeed } from '../../run/testSeed.ts';
import { type Frame, offeredIn, shop, yamlFrames } from './completionCases.ts';
import { measureRanking } from './measureRanking.ts';

const seed = testSeed();

function sample<T>(random: Random, all: readonly T[], count: number): T[] {
  const order = all.map((one) => ({ one, at: random() }));
  return order
    .sort((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ one }) => one);
}

/** Places at which the rest of the model is complete, and what separates several names there. */
const places: readonly (readonly [where: keyof typeof yamlFrames, typed: string, between?: string])[] = [
  ['measure', 'sql: "{▮}"', '} + {'],
  ['measure', 'sql: "{CUBE.▮}"', '} + {CUBE.'],
  ['measure', 'sql: "{customers.▮}"', '} + {customers.'],
  ['measure', 'sql: "{countries.▮}"'],
  ['measure', 'sql: "{created_at.▮}"', '} + {created_at.'],
  ['measure', 'sql: {▮}'],
  ['measure', 'sql: "{count}"\ndrill_members: [▮]', ', '],
  ['measure', 'sql: "{count}"\nfilters:\n  - sql: "{▮} = 1"', '} + {'],
  ['dimension', 'sql: "{▮}"', '} + {'],
  ['segment', 'sql: "{▮} = 1"', '} + {'],
  ['cube', 'extends: ▮'],
  ['newJoin', '- name: ▮\n  relationship: many_to_one\n  sql: "1 = 1"'],
  ['newJoin', '- name: items\n  relationship: many_to_one\n  sql: "{CUBE.id} = {items.▮}"', '} + {items.'],
  ['preAggregation', 'measures: [▮]', ', '],
  ['preAggregation', 'dimensions: [▮]', ', '],
  ['preAggregation', 'segments: [▮]\ndimensions: [id]', ', '],
  ['preAggregation', 'measures: [count]\ntime_dimension: ▮\ngranularity: day'],
  ['preAggregation', 'measures: [count]\ntime_dimension: created_at\ngranularity: ▮'],
  ['hierarchy', 'levels: [▮]', ', '],
  ['policy', 'member_level:\n  includes: [▮]', ', '],
  ['policy', 'row_level:\n  filters:\n    - member: ▮\n      operator: set'],
  [
    'policy',
    'row_level:\n  filters:\n    - member: status\n      operator: equals\n      values: ["{ ▮.x }"]',
    '.x }", "{ ',
  ],
  ['view', 'cubes:\n  - join_path: ▮\n    includes: "*"'],
  ['view', 'cubes:\n  - join_path: orders.▮\n    includes: "*"'],
  ['view', 'cubes:\n  - join_path: orders\n    includes: [▮]', ', '],
  ['view', 'cubes:\n  - join_path: orders\n    includes: "*"\n    excludes: [▮]', ', '],
  ['view', 'extends: ▮'],
  ['viewGroup', 'includes: [▮]', ', '],
];

/** Cubes before a dot and the names of the compiler are not values yet. */
function isWhole(where: string, typed: string, { kind, insertTextFormat }: CompletionItem): boolean {
  const isPath = /join_path|extends|newJoin|viewGroup|values/.test(`${where} ${typed}`) && !typed.includes('{items');
  return insertTextFormat !== 2 && (isPath || ![6, 7, 14].includes(kind));
}

const messages = (errors: readonly { message: string }[]) => errors.map(({ message }) => message);

describe('completion of references and the compiler', () => {
  it('offers only what compiles', async function () {
    this.timeout(120_000);
    assert.deepEqual(messages(await compile(shop)), []);
    const random = seeded(seed);
    for (const [where, typed, between] of places) {
      const frame: Frame = yamlFrames[where];
      const marked = frame.texts(typed.replaceAll('\n', `\n${frame.indent}`));
      const { items, accept } = offeredIn(marked);
      const whole = items?.filter((item) => isWhole(where, typed, item)) ?? [];
      assert.ok(whole.length > 0, `nothing is offered in ${typed}`);
      const [one] = sample(random, whole, 1);
      const names = between === undefined ? [one!.label] : whole.map(({ label }) => label);
      const filled = (text: string) =>
        between === undefined
          ? accept(one!.label)
          : text.replace('▮', whole.map(({ textEdit }) => textEdit.newText).join(between));
      const texts = Object.fromEntries(
        Object.entries(marked).map(([name, text]) => [name, text.includes('▮') ? filled(text) : text]),
      );
      assert.deepEqual(messages(await compile(texts)), [], `seed ${seed}: ${names.join(' ')} in ${typed}`);
    }
  });

  it('offers every member of the model that the compiler accepts in SQL, itself or behind its cube', async () => {
    const { items } = offeredIn(yamlFrames.measure.texts('sql: "{▮}"'));
    const index = indexOf(shop);
    const labels = new Set(items?.map(({ label }) => label));
    for (const { kind, name, members } of index.definitions) {
      for (const member of members) {
        if (kind !== 'cube' || !['measure', 'dimension', 'segment'].includes(member.kind)) continue;
        assert.ok(labels.has(name === 'orders' ? member.name : `${name}.${member.name}`), `${name}.${member.name}`);
      }
    }
    const texts = yamlFrames.measure.texts('sql: "{added}"');
    const [, ...rest] = [
      texts,
      ...['nothing', 'customers.nothing', 'main.nothing'].map((name) => yamlFrames.measure.texts(`sql: "{${name}}"`)),
    ];
    for (const one of rest) assert.notDeepEqual(await compile(one), []);
  });

  it('marks exactly the members whose cubes cannot be joined', async function () {
    this.timeout(60_000);
    const { items, accept } = offeredIn(yamlFrames.dimension.texts('sql: "{▮}"'));
    const texts = yamlFrames.dimension.texts('sql: "{▮}"');
    const compiler = sharedCompiler();
    for (const { label, detail, kind } of items ?? []) {
      if (kind !== 5 || !label.includes('.')) continue;
      const files = asFiles({ ...texts, 'orders.yml': accept(label) });
      const response = await compiler.queryModel({
        model: JSON.stringify(files),
        files: async () => files,
        request: {
          kind: 'query',
          query: {
            measures: [],
            dimensions: ['orders.status', 'orders.added'],
            segments: [],
            timeDimensions: [],
            filters: [],
            limit: 10,
            offset: 0,
            timezone: 'UTC',
            ungrouped: false,
            total: false,
          },
          securityContext: { shop: 1 },
        },
      });
      assert.equal(
        response.kind,
        detail?.includes('not joined') ? 'refused' : 'query',
        `${label}: ${JSON.stringify(response)}`,
      );
    }
  });
});

/** Fields in which another name breaks nothing that depends on them. */
const replaceable = new Set(['sql', 'member', 'rollup']);

/** A text of the model in which another name is offered and accepted in place of one that it has. */
function withOtherName(
  index: ModelIndex,
  reference: Reference,
  random: Random,
): { file: string; text: string; label: string } | undefined {
  const place = withoutName(index, reference);
  if (!place || reference.chain.parts[0]!.name === 'FILTER_PARAMS') return undefined;
  const { file } = reference.definition;
  const items = referenceCompletion(place.index, file, place.at)?.filter((item) => isWhole('', '', item));
  const [item] = sample(random, items ?? [], 1);
  if (!item) return undefined;
  const { text } = place.index.file(file)!;
  const { start, end } = item.textEdit.range;
  const [from, to] = [place.index.offsetAt(file, start), place.index.offsetAt(file, end)];
  return {
    file: file.replace('model/', ''),
    text: text.slice(0, from) + item.textEdit.newText + text.slice(to),
    label: item.label,
  };
}

async function checkOtherNames(name: string, texts: Texts, random: Random, count: number): Promise<void> {
  const index = indexOf(texts);
  const before = messages(await compile(texts));
  const all = index.definitions.flatMap((definition) => index.references(definition).references);
  for (const reference of sample(
    random,
    // A view that includes a hierarchy has its levels too, and may have another member of that name.
    all.filter(({ role, path }) => replaceable.has(role) && !path.endsWith('.levels')),
    count,
  )) {
    const changed = withOtherName(index, reference, random);
    if (!changed) continue;
    const { file, text, label } = changed;
    const context = `seed ${seed}: ${label} in ${name}/${file}, ${reference.path}`;
    assert.deepEqual(messages(await compile({ ...texts, [file]: text })), before, context);
  }
}

/** The place of a reference in its model, without its last name. */
function withoutName(
  index: ModelIndex,
  { definition: { file }, chain }: Reference,
): { at: number; index: ModelIndex; name: string } | undefined {
  const { start, end } = chain.parts.at(-1)!;
  const text = index.file(file)!.text;
  const written = text.slice(start, end);
  const name = written.slice(written.lastIndexOf('.') + 1);
  if (!/^\w+$/.test(name)) return undefined;
  const at = end - name.length;
  return { at, name, index: index.withText(file, text.slice(0, at) + text.slice(end)) };
}

/** Names whose kind does not fit, which the checks report, and those that a view has twice. */
function isOffered(items: readonly CompletionItem[] | undefined, name: string): boolean {
  return (
    items?.some(({ label, textEdit }) => label === name || label.endsWith(`.${name}`) || textEdit.newText === name) ??
    false
  );
}

function missing(texts: Texts, random: Random, count: number): string[] {
  const index = indexOf(texts);
  const all = index.definitions.flatMap((definition) => index.references(definition).references);
  const known = all.filter((reference) => {
    const { targets, failure } = resolve(index, reference);
    return !failure && targets.length === reference.chain.parts.length && reference.role !== 'text';
  });
  return sample(random, known, count).flatMap((reference) => {
    const place = withoutName(index, reference);
    if (!place) return [];
    const items = referenceCompletion(place.index, reference.definition.file, place.at);
    if (isOffered(items, place.name)) return [];
    return [
      `${reference.definition.file} ${reference.path}: ${reference.chain.parts.map(({ name }) => name).join('.')}`,
    ];
  });
}

describe('completion of references in whole models', () => {
  for (const { name, texts } of fixtures()) {
    it(`offers what ${name} names`, () => {
      assert.deepEqual(missing(texts, seeded(seed), 150), []);
    });
  }

  it('offers only what compiles in these models', async function () {
    this.timeout(120_000);
    for (const { name, texts } of fixtures()) await checkOtherNames(name, texts, seeded(seed), 2);
  });

  it('offers only what compiles in public models', async function () {
    this.timeout(120_000);
    const models = corpus();
    // The public models are not part of the repository.
    if (!models) this.skip();
    const random = seeded(seed);
    const clean = models.filter((one) => one.clean);
    for (const { name, texts } of sample(random, clean, 3)) await checkOtherNames(name, texts, random, 2);
  });

  it('offers what public models name', function () {
    this.timeout(60_000);
    const models = corpus();
    // The public models are not part of the repository.
    if (!models) this.skip();
    const random = seeded(seed);
    const found = models
      .filter(({ clean }) => clean)
      .flatMap(({ name, texts }) => missing(texts, random, 40).map((one) => `${name}/${one}`));
    assert.deepEqual(found, [], `seed ${seed}`);
  });

  it('answers inside the document for texts cut anywhere', () => {
    const random = seeded(seed);
    for (const { name, texts } of fixtures()) {
      const index = indexOf(texts);
      for (const { path, text } of [...index.files]) {
        for (let i = 0; i < 12; i += 1) {
          const cut = text.slice(0, Math.floor(random() * text.length));
          const at = i % 2 === 0 ? cut.length : Math.floor(random() * cut.length);
          const broken =
            i % 3 === 0 ? index.withText(path, text.slice(0, at) + text.slice(at + 7)) : index.withText(path, cut);
          checkItems(broken, path, at, `seed ${seed} ${name}/${path} at ${at} of ${cut.length}`);
        }
      }
    }
  });
});

function checkItems(index: ModelIndex, path: string, at: number, context: string): void {
  const { lines, text } = index.file(path)!;
  const cursor = lines.positionAt(at);
  const items = referenceCompletion(index, path, at) ?? [];
  const labels = new Set<string>();
  for (const { label, textEdit } of items) {
    const { start, end } = textEdit.range;
    assert.ok(start.line === cursor.line && end.line === cursor.line, `${context}: ${label} is on another line`);
    assert.ok(start.character <= cursor.character && cursor.character <= end.character, `${context}: ${label}`);
    assert.ok(
      lines.offsetAt(end) <= text.length && lines.positionAt(lines.offsetAt(end)).character === end.character,
      context,
    );
    assert.ok(!textEdit.newText.includes('x__here__x') && !label.includes('x__here__x'), context);
    assert.ok(!labels.has(label), `${context}: ${label} twice`);
    labels.add(label);
  }
}

describe('order of the names in the SQL of public models', () => {
  it('has most members of the own cube among the first five', function () {
    this.timeout(60_000);
    const models = corpus();
    // The public models are not part of the repository.
    if (!models) this.skip();
    const own = models.flatMap(({ texts }) => measureRanking(texts)).filter(({ names }) => names === 'own members');
    const first = own.filter(({ at }) => at >= 0 && at < 5);
    assert.ok(first.length >= 0.9 * own.length, `${first.length} of ${own.length}`);
  });
});
