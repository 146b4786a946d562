/** Finds the query that answers a question by matching its words with member names, in place of a language model. */

import type { DataQuery } from './charts/dataQuery.ts';
import { type MetaCube, type MetaMember, metaTitle, type QuestionAnswer } from './pageApi.ts';

const granularities = ['day', 'week', 'month', 'quarter', 'year'];

/** Undefined if no measure and no dimension matches. Prefers views to cubes. */
export function answerFor(question: string, cubes: readonly MetaCube[]): QuestionAnswer | undefined {
  const asked = new Set(wordsOf(question));
  let best: { score: number; answer: QuestionAnswer } | undefined;
  for (const cube of cubes) {
    const found = answerFrom(cube, asked);
    if (found && (!best || found.score > best.score)) best = found;
  }
  return best?.answer;
}

function answerFrom(cube: MetaCube, asked: ReadonlySet<string>): { score: number; answer: QuestionAnswer } | undefined {
  const { name, type, measures = [], dimensions = [] } = cube;
  const isAsked = (words: readonly string[]) => words.every((word) => asked.has(word));
  const matching = (members: readonly MetaMember[]) => members.filter((member) => isAsked(memberWords(member)));
  const groups = matching(dimensions.filter((dimension) => dimension.type !== 'time')).slice(0, 2);
  const time = dimensions.find((dimension) => dimension.type === 'time');
  const granularity = time && granularities.find((unit) => asked.has(unit));
  const named = matching(measures).slice(0, 2);
  const namesCube = isAsked(wordsOf(name));
  // “Orders per month” and “by status” ask for the count.
  const counts = measures.filter((measure) => measure.name.endsWith('.count') && (namesCube || groups.length > 0));
  const used = named.length > 0 ? named : counts.slice(0, 1);
  const [first] = used;
  if (!first) return undefined;
  const query: DataQuery = {
    measures: used.map((measure) => measure.name),
    dimensions: groups.map((dimension) => dimension.name),
    limit: 200,
    ...(granularity
      ? { timeDimensions: [{ dimension: time!.name, granularity }] }
      : { order: { [first.name]: 'desc' } }),
  };
  const by = [...groups.map(metaTitle), ...(granularity ? [granularity] : [])].join(', ');
  const measureTitles = used.map(metaTitle).join(', ');
  const answer: QuestionAnswer = {
    title: by === '' ? measureTitles : `${measureTitles} by ${by}`,
    chart: granularity ? 'line' : groups.length === 0 ? 'number' : groups.length + used.length === 2 ? 'bar' : 'table',
    query,
    view: metaTitle(cube),
  };
  const matchedWords = [...named, ...groups].flatMap(memberWords).length;
  return { score: matchedWords + (namesCube ? 1 : 0) + (granularity ? 0.5 : 0) + (type === 'view' ? 0.5 : 0), answer };
}

function memberWords({ name }: MetaMember): string[] {
  return wordsOf(name.slice(name.indexOf('.') + 1));
}

/** Words without a plural ending: `Orders` equals `order`. */
function wordsOf(text: string): string[] {
  const words = text.toLowerCase().split(/[^\p{L}\d]+/u);
  return words.filter((word) => word !== '').map((word) => word.replace(/(?<=\p{L}{2})s$/u, ''));
}
