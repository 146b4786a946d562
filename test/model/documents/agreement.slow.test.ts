/** The problems of random queries agree with what the emulator's data API and the compiler accept. */

import assert from 'node:assert/strict';
import { InvalidQuery } from '../../../src/local/invalidQuery.ts';
import { readQueries } from '../../../src/local/queryInput.ts';
import { checkQueryDocument } from '../../../src/model/documents/checkQueryDocument.ts';
import { readQueryDocument } from '../../../src/model/documents/queryDocument.ts';
import { granularityNames, membersOf } from '../../../src/model/documents/queryMembers.ts';
import { operators } from '../../../src/model/documents/queryShape.ts';
import type { ModelIndex } from '../../../src/model/index/modelIndex.ts';
import { asFiles, sharedCompiler } from '../../compiler/compilerUnderTest.ts';
import { testSeed } from '../../run/testSeed.ts';
import { fixture, indexOf, type Texts } from '../models.ts';
import { pick, type Random, seeded } from '../mutation/mutant.ts';

const rounds = 100;
/**
 * A join that the cube does not have, a rolling window without a range, a value that the database cannot compare, or what only
 * the emulator's planner refuses.
 */
const dependsOnSql = /join path|Time series queries|^Invalid value|^The emulator cannot/;

/** A query of one cube or view, in about half of the cases with a mistake. Between cubes, joins decide. */
function randomQuery(random: Random, index: ModelIndex): object {
  const chance = (share: number) => random() < share;
  const holder = index.cube(pick(random, index.cubeNames)!)!;
  const all = membersOf(index, holder);
  const name = (kinds: readonly string[]) => {
    const fitting = all.filter(({ member }) => kinds.includes(member.kind));
    const found = pick(random, chance(0.04) || fitting.length === 0 ? all : fitting)?.name ?? `${holder.name}.x`;
    return chance(0.03) ? `${found}x` : chance(0.02) ? `x${found}` : found;
  };
  const list = (kinds: readonly string[], most: number) =>
    Array.from({ length: Math.floor(random() * (most + 1)) }, () => name(kinds));
  const times = all.filter(({ member }) => member.kind === 'dimension' && granularityNames(member).length > 8);
  const timeDimension = () => {
    const dimension = times.length > 0 && chance(0.5) ? pick(random, times)!.name : name(['dimension']);
    const { member } = all.find((one) => one.name === dimension) ?? {};
    const granularity = chance(0.1) ? 'fortnight' : pick(random, granularityNames(member));
    return {
      dimension,
      ...(chance(0.7) ? { granularity } : {}),
      ...(chance(0.4) ? { dateRange: pick(random, ['last week', '2024', ['2024-01-01', '2024-02-01']]) } : {}),
    };
  };
  const filter = (): object => {
    if (chance(0.15)) return { [chance(0.5) ? 'and' : 'or']: [filter()], ...(chance(0.1) ? { operator: 'set' } : {}) };
    const { text, values } = pick(
      random,
      operators.filter((one) => one.text !== 'measureFilter'),
    )!;
    const given = values === 'none' ? [] : [values === 'some' ? 'a' : '2024-01-01'];
    return {
      ...(chance(0.05) ? {} : { member: name(['measure', 'dimension']) }),
      operator: chance(0.05) ? `${text}s` : text,
      ...(given.length > 0 && !chance(0.1) ? { values: given } : {}),
    };
  };
  return {
    measures: list(['measure'], 2),
    dimensions: list(['dimension'], 2),
    ...(chance(0.2) ? { segments: list(['segment'], 1) } : {}),
    ...(chance(0.4) ? { timeDimensions: [timeDimension()] } : {}),
    ...(chance(0.4) ? { filters: [filter()] } : {}),
    ...(chance(0.1) ? { limit: pick(random, [1, 50_000, 50_001, -1, 1.5]) } : {}),
    ...(chance(0.1) ? { timezone: pick(random, ['UTC', 'Europe/Berlin', 'Europe/Berln']) } : {}),
    ...(chance(0.03) ? { mesures: [] } : {}),
  };
}

/** Who may read a member is not known before a query runs. */
function withoutPolicies(texts: Texts): Texts {
  const yaml = /^( +)access_policy:\n(?:\1 .*\n|\s*\n)*/gm;
  const program = /^ {2}accessPolicy: \[[\s\S]*?^ {2}\],\n/gm;
  return Object.fromEntries(
    Object.entries(texts).map(([file, text]) => [file, text.replace(yaml, '').replace(program, '')]),
  );
}

describe('the problems of a query', () => {
  const compiler = sharedCompiler();

  /** Why the data API refuses a query. */
  async function refusal(model: string, texts: Texts, query: object): Promise<string | undefined> {
    try {
      for (const one of readQueries(query, Date.UTC(2026, 0, 1)).queries) {
        const request = { kind: 'query', query: one.query, securityContext: {} } as const;
        const files = () => Promise.resolve(asFiles(texts));
        const answer = await compiler.queryModel({ model, files, request });
        if (answer.kind === 'refused') return answer.message;
        assert.equal(answer.kind, 'query');
      }
      return undefined;
    } catch (failure) {
      if (failure instanceof InvalidQuery) return failure.message;
      throw failure;
    }
  }

  for (const name of ['bakery', 'clinic', 'fleet', 'ferry'])
    it(`are those that the data API has with it: ${name}`, async () => {
      const texts = withoutPolicies(fixture(name));
      const index = indexOf(texts);
      const random = seeded(testSeed());
      for (let round = 0; round < rounds; round += 1) {
        const query = randomQuery(random, index);
        const found = checkQueryDocument(index, readQueryDocument('a.query.json', JSON.stringify(query)));
        const ours = found.filter(({ severity, code }) => severity === 'error' || code === 'hidden-member');
        const theirs = await refusal(name, texts, query);
        if (theirs && dependsOnSql.test(theirs)) continue;
        const shown = `${JSON.stringify(query)}\nours: ${ours.map(({ message }) => message).join(' ')}\ntheirs: ${theirs}`;
        assert.equal(ours.length > 0, theirs !== undefined, shown);
      }
    });
});
