/**
 * Which conditions on a column hold together. A few values stand for all: whatever value the column has, one of them meets the
 * same conditions.
 */

import { compareDecimals, decimalOf } from '../../base/decimal.ts';

/** A condition on one column, as policies have it. */
export interface Condition {
  member: string;
  operator: string;
  values?: readonly (string | null)[];
}

/** Whether a condition holds for a value that is not NULL. */
type Holds<Value> = (value: Value) => boolean;

/** For each value that matters, which conditions it meets. */
type Column = Iterable<readonly boolean[]>;

function* metBy<Value>(values: Iterable<Value>, conditions: readonly Holds<Value>[]): Column {
  for (const value of values) yield conditions.map((holds) => holds(value));
}

/**
 * @param type of the dimension; undefined: not known
 * @returns the conditions that hold, for each value that matters; undefined if operators or values of these conditions are not understood
 */
export function choicesOf<One extends Condition>(
  conditions: readonly One[],
  type: string | undefined,
): readonly (readonly One[])[] | undefined {
  const column = columnOf(conditions, type);
  if (!column) return undefined;
  const none = conditions.map(holdsForNull);
  const choices = new Map([[none.join(), none]]);
  for (const met of column) choices.set(met.join(), [...met]);
  return [...choices.values()].map((met) => conditions.filter((_, at) => met[at]));
}

const equalities = new Set(['equals', 'notEquals', 'in', 'notIn', 'set', 'notSet']);
const negations = new Set(['notEquals', 'notIn', 'notContains', 'notStartsWith', 'notEndsWith']);

/** Whether the condition compares with its values for equality, or with NULL. */
export function isEquality({ operator }: Condition): boolean {
  return equalities.has(operator);
}

/** The compiler adds `OR … IS NULL` to a negation, unless NULL is among its values. */
function holdsForNull({ operator, values = [] }: Condition): boolean {
  if (operator === 'set' || operator === 'notSet') return operator === 'notSet';
  return negations.has(operator) !== values.includes(null);
}

function columnOf(conditions: readonly Condition[], type: string | undefined): Column | undefined {
  const typed: Column | undefined =
    type === 'number'
      ? inOrder(conditions, (one) => compared(one, decimalOf), compareDecimals)
      : type === 'time'
        ? inOrder(conditions, conditions.some(isDated) ? dated : (one) => compared(one, timeOf), (a, b) => a - b)
        : type === 'boolean'
          ? truthValues(conditions)
          : type === 'string'
            ? texts(conditions)
            : undefined;
  return typed ?? (conditions.every(isEquality) ? named(conditions) : undefined);
}

function given({ values = [] }: Condition): string[] {
  return values.filter((value) => value !== null);
}

const another = Symbol('a value that no condition names');

function named(conditions: readonly Condition[]): Column {
  return metBy<string | symbol>(
    new Set([another, ...conditions.flatMap(given)]),
    conditions.map((one) => {
      const names = new Set<string | symbol>(given(one));
      return equality(one, (value) => names.has(value));
    }),
  );
}

function truthValues(conditions: readonly Condition[]): Column | undefined {
  const truth = new Map([
    ...['true', '1'].map((text) => [text, true] as const),
    ...['false', '0'].map((text) => [text, false] as const),
  ]);
  if (!conditions.every((one) => isEquality(one) && given(one).every((text) => truth.has(text)))) return undefined;
  const is = (one: Condition) => (value: boolean) => given(one).some((text) => truth.get(text) === value);
  return metBy(
    [true, false],
    conditions.map((one) => equality(one, is(one))),
  );
}

function equality<Value>({ operator }: Condition, isNamed: Holds<Value>): Holds<Value> {
  if (operator === 'set' || operator === 'notSet') return () => operator === 'set';
  return negations.has(operator) ? (value) => !isNamed(value) : isNamed;
}

/** A condition on the order of values: the points that it names, and its test of a place, given the places of these points. */
interface Ordered<Point> {
  points: readonly Point[];
  test(at: readonly number[]): Holds<number>;
}

/** A place is odd at a point that a condition names, and even between two of them. */
function inOrder<Point>(
  conditions: readonly Condition[],
  read: (one: Condition) => Ordered<Point> | undefined,
  compare: (a: Point, b: Point) => number,
): Column | undefined {
  const known = conditions.map(read);
  if (known.includes(undefined)) return undefined;
  const all = known as readonly Ordered<Point>[];
  const sorted = all.flatMap(({ points }) => points).sort(compare);
  const places = new Map<Point, number>();
  let last = -1;
  sorted.forEach((point, i) => {
    if (i === 0 || compare(sorted[i - 1]!, point) !== 0) last += 2;
    places.set(point, last);
  });
  return metBy(
    Array.from({ length: last + 2 }, (_, place) => place),
    all.map(({ points, test }) => test(points.map((point) => places.get(point)!))),
  );
}

const comparisons: Readonly<Record<string, (place: number, at: number) => boolean>> = {
  gt: (place, at) => place > at,
  gte: (place, at) => place >= at,
  lt: (place, at) => place < at,
  lte: (place, at) => place <= at,
};

function compared<Point>(one: Condition, read: (text: string) => Point | undefined): Ordered<Point> | undefined {
  const points = given(one).map(read);
  if (points.includes(undefined)) return undefined;
  const known = points as readonly Point[];
  if (isEquality(one)) {
    const test = (at: readonly number[]) => {
      const named = new Set(at);
      return equality(one, (place: number) => named.has(place));
    };
    return { points: known, test };
  }
  const test = comparisons[one.operator];
  if (!test || known.length !== 1 || one.values!.length !== 1) return undefined;
  return {
    points: known,
    test:
      ([at]) =>
      (place) =>
        test(place, at!),
  };
}

const localTime = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d(?:\.\d{1,3})?))?)?$/;

/** Milliseconds of a time without a zone, as if it were UTC: only the order matters. */
function timeOf(text: string): number | undefined {
  const [whole, date, minute = '00:00', second = '00'] = localTime.exec(text) ?? [];
  const time = whole === undefined ? Number.NaN : Date.parse(`${date}T${minute}:${second}Z`);
  return Number.isNaN(time) ? undefined : time;
}

const dayMs = 86_400_000;
const ranges = new Set(['inDateRange', 'notInDateRange', 'onTheDate']);
const dateComparisons: Readonly<Record<string, string>> = {
  ...{ beforeDate: 'lt', beforeOrOnDate: 'lte' },
  ...{ afterDate: 'gt', afterOrOnDate: 'gte' },
};

/** Whether the compiler converts the values of the condition from the time zone of a query. */
function isDated({ operator }: Condition): boolean {
  return ranges.has(operator) || Object.hasOwn(dateComparisons, operator);
}

/** The days and times that a condition names, which are those of the time zone of a query. */
function dated(one: Condition): Ordered<number> | undefined {
  const { operator, values = [] } = one;
  if (values.length === 0 && isEquality(one)) return { points: [], test: () => () => operator === 'set' };
  if (!ranges.has(operator)) {
    const comparison = dateComparisons[operator];
    return comparison === undefined ? undefined : compared({ ...one, operator: comparison }, timeOf);
  }
  const [first, last] = [timeOf(values[0] ?? ''), timeOf(values[1] ?? '')];
  if (first === undefined || last === undefined || values.length !== 2) return undefined;
  // A day is in the range as a whole.
  const isDay = values[1]!.length === 'YYYY-MM-DD'.length;
  return {
    points: [first, isDay ? last + dayMs : last],
    test: ([from, to]) => {
      const isWithin = (place: number) => place >= from! && (isDay ? place < to! : place <= to!);
      return (place) => isWithin(place) === (operator !== 'notInDateRange');
    },
  };
}

/** More combinations of searched texts are not tried. */
const maxTexts = 4_096;

const searches: Readonly<Record<string, (text: string, part: string) => boolean>> = {
  contains: (text, part) => text.includes(part),
  startsWith: (text, part) => text.startsWith(part),
  endsWith: (text, part) => text.endsWith(part),
};

/** `contains` for `notContains`. */
function searchOf({ operator }: Condition): string | undefined {
  const positive = operator.replace(/^not./, (start) => start.slice(3).toLowerCase());
  return Object.hasOwn(searches, positive) ? positive : undefined;
}

/**
 * Each named text, and texts of one start, any of the searched parts, and one end, with a character between them that no condition
 * names: of any text, those that it starts with, contains and ends with make one that meets the same conditions.
 */
function texts(conditions: readonly Condition[]): Column | undefined {
  const searched = conditions.filter((one) => searchOf(one) !== undefined);
  if (searched.length === 0) return undefined;
  if (!conditions.every((one) => isEquality(one) || searched.includes(one))) return undefined;
  const all = conditions.flatMap(given);
  // The name of an attribute stands for a text that is not known.
  if (all.some((value) => value.includes('{') || value.includes(gap))) return undefined;
  const parts = (search: string) => [
    ...new Set(searched.filter((one) => searchOf(one) === search).flatMap((one) => given(one).map(folded))),
  ];
  const [starts, contained, ends] = [['', ...parts('startsWith')], parts('contains'), ['', ...parts('endsWith')]];
  if (starts.length * 2 ** contained.length * ends.length > maxTexts) return undefined;
  const middles = [gap];
  for (const part of contained) middles.push(...middles.map((one) => `${one}${part}${gap}`));
  const made = starts.flatMap((start) => middles.flatMap((middle) => ends.map((end) => `${start}${middle}${end}`)));
  return metBy(
    [...made, ...all],
    conditions.map((one) => {
      const search = searches[searchOf(one) ?? ''];
      const named = new Set(given(one));
      if (!search) return equality(one, (text) => named.has(text));
      const searchedFor = [...named].map(folded);
      return equality(one, (text) => searchedFor.some((part) => search(folded(text), part)));
    }),
  );
}

const gap = '\u0000';
/** Searches do not distinguish case. */
const folded = (text: string) => text.toLowerCase();
