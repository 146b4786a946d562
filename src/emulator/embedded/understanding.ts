/** Reads a question in the model's own words: which measures, by what, of which view. A stand-in for a language model, and no more than that. */

import type { ChartKind, DataQuery } from './charts/definition.ts';

export interface MetaMember {
  /** With its view: `sales.count`. */
  name: string;
  title?: string;
  shortTitle?: string;
  type?: string;
}

export interface MetaCube {
  name: string;
  title?: string;
  type?: string;
  measures?: readonly MetaMember[];
  dimensions?: readonly MetaMember[];
}

export interface Understood {
  title: string;
  chart: ChartKind;
  query: DataQuery;
  /** Name of the view that answers. */
  view: string;
}

const granularities = ['day', 'week', 'month', 'quarter', 'year'];
const idle = new Set([
  'by',
  'per',
  'of',
  'the',
  'a',
  'and',
  'for',
  'each',
  'in',
  'what',
  'is',
  'are',
  'how',
  'many',
  'much',
  'show',
  'me',
]);

/** Undefined where no word names a measure or a dimension. Views are preferred to cubes. */
export function understand(question: string, cubes: readonly MetaCube[]): Understood | undefined {
  const asked = wordsOf(question);
  let best: { score: number; found: Understood } | undefined;
  for (const cube of cubes) {
    const found = within(cube, asked);
    if (!found) continue;
    const score = found.score + (cube.type === 'view' ? 0.5 : 0);
    if (!best || score > best.score) best = { score, found: found.found };
  }
  return best?.found;
}

function within(cube: MetaCube, asked: readonly string[]): { score: number; found: Understood } | undefined {
  const { measures = [], dimensions = [] } = cube;
  const named = ranked(measures, asked);
  const by = ranked(
    dimensions.filter(({ type }) => type !== 'time'),
    asked,
  ).slice(0, 2);
  const [time] = dimensions.filter(({ type }) => type === 'time');
  const granularity =
    granularities.find((unit) => asked.includes(unit)) ?? (asked.includes('time') ? 'month' : undefined);
  const count = measures.find(({ name }) => name.endsWith('.count'));
  // “Orders per month” counts what the cube is named after.
  const meant = wordsOf(cube.name).every((word) => asked.includes(word));
  const counted = count && (by.length > 0 || meant) ? [{ member: count, score: 0 }] : [];
  const chosen = named.length > 0 ? named.slice(0, 2) : counted;
  if (chosen.length === 0) return undefined;
  const overTime = granularity !== undefined && time !== undefined;
  const query: DataQuery = {
    measures: chosen.map(({ member }) => member.name),
    ...(by.length > 0 ? { dimensions: by.map(({ member }) => member.name) } : {}),
    ...(overTime ? { timeDimensions: [{ dimension: time.name, granularity }] } : {}),
    ...(overTime || by.length === 0 ? {} : { order: { [chosen[0]!.member.name]: 'desc' as const } }),
    limit: 200,
  };
  const places = [...by.map(({ member }) => titleOf(member)), ...(overTime ? [granularity] : [])];
  const what = chosen.map(({ member }) => titleOf(member)).join(', ');
  const title = places.length === 0 ? what : `${what} by ${places.join(', ')}`;
  const chart = overTime
    ? 'line'
    : by.length === 0
      ? 'number'
      : by.length === 1 && chosen.length === 1
        ? 'bar'
        : 'table';
  const score = [...named, ...by].reduce((sum, one) => sum + one.score, (overTime ? 0.5 : 0) + (meant ? 1 : 0));
  return { score, found: { title, chart, query, view: cube.title ?? cube.name } };
}

/** Members of which every word was asked for; where there is none, the best of those whose last word was. */
function ranked(members: readonly MetaMember[], asked: readonly string[]): { member: MetaMember; score: number }[] {
  const scored = members.map((member) => {
    const words = wordsOf(member.name.slice(member.name.indexOf('.') + 1));
    const own = new Set(words);
    if (!asked.includes(words.at(-1) ?? '')) return { member, score: 0 };
    const hits = [...own].filter((word) => asked.includes(word)).length;
    return { member, score: hits === 0 ? 0 : hits / own.size + hits * 0.1 };
  });
  const found = scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
  const whole = found.filter(({ score }) => score >= 1);
  return whole.length > 0 ? whole : found.slice(0, 1);
}

/** Words without their endings: `Orders` and `order` are one. */
function wordsOf(text: string): string[] {
  const words = text.toLowerCase().split(/[^\p{L}\d]+/u);
  return words.filter((word) => word !== '' && !idle.has(word)).map((word) => word.replace(/(?<=\p{L}{2})s$/u, ''));
}

function titleOf({ name, shortTitle, title }: MetaMember): string {
  return shortTitle ?? title ?? name;
}
