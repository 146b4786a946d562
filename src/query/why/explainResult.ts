/**
 * Explains a result by counting: the rows of the cube that is measured, with more and more of the query's joins, filters and date
 * ranges. Each count is a query of the data API, so it works wherever queries are answered.
 */

import type { CatalogMessage } from '../../base/errors.ts';
import type { Definition, Join } from '../../model/index/definitions.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { isHidden } from '../../model/index/visibility.ts';
import { type BudgetLimits, BudgetUsed } from '../run/budget.ts';
import { type Base, changedDefinitions } from './changedDefinitions.ts';
import { type CountedCube, countedCube, cubeOf } from './countedCube.ts';
import type { Explanation, Line, Place, Step } from './explanation.ts';
import { emptyMeasures, hasNoValues, maxRows, ofResult } from './ofResult.ts';
import { policyLines } from './policyLines.ts';
import {
  type AskedDocument,
  keysOf,
  listOf,
  namesIn,
  type Part,
  partsOf,
  placeOfSpan,
  type Query,
} from './queryParts.ts';
import { type Counted, type Joined, NotCounted, type Prober, RowCounter } from './rowCounter.ts';
import { whyTexts } from './whyTexts.ts';

export interface WhyOptions {
  /** The model that answers the query. */
  index: ModelIndex;
  warnings?: readonly CatalogMessage[];
  document: AskedDocument | undefined;
  /** Values of the data may be shown. */
  showsValues: boolean;
  /** Another time zone that a reader may have in mind. IANA name. */
  zone?: string | undefined;
  /** The same query has another result there. */
  base?: Base | undefined;
  /** As far as it is known. */
  answeredFrom?: { preAggregations: readonly string[]; refreshedAt: string | null } | undefined;
  language?: string;
  limits?: BudgetLimits;
  signal?: AbortSignal | undefined;
  onProgress?: (done: number, all: number) => void;
}

const maxValues = 50;

/** @throws UserError if the platform or the database does not answer; CancelledError */
export async function explainResult(query: Query, prober: Prober, options: WhyOptions): Promise<Explanation> {
  return new Why(query, prober, options).run();
}

class Why {
  readonly #query: Query;
  readonly #prober: Prober;
  readonly #options: WhyOptions;
  readonly #counter: RowCounter;
  readonly #number: Intl.NumberFormat;
  readonly #causes: Line[] = [];
  readonly #steps: Step[] = [];
  readonly #notes: Line[] = [];
  readonly #unknown: Line[] = [];

  constructor(query: Query, prober: Prober, options: WhyOptions) {
    this.#query = query;
    this.#prober = prober;
    this.#options = options;
    this.#counter = new RowCounter(query, prober, options);
    this.#number = new Intl.NumberFormat(options.language ?? 'en-US');
  }

  async run(): Promise<Explanation> {
    let isEmpty = false;
    try {
      isEmpty = await this.#explain();
    } catch (failure) {
      if (!(failure instanceof BudgetUsed)) throw failure;
      this.#unknown.push({ text: whyTexts.message('budget', [failure.message]) });
    }
    const { base, index, warnings = [] } = this.#options;
    if (base) {
      const { causes, notes } = changedDefinitions(this.#query, index, base);
      this.#causes.push(...causes);
      this.#notes.push(...notes);
    }
    this.#preAggregations();
    return {
      warnings,
      isEmpty,
      causes: this.#causes,
      steps: this.#steps,
      notes: this.#notes,
      unknown: this.#unknown,
      probes: this.#counter.probes,
    };
  }

  /** Whether the result is empty. */
  async #explain(): Promise<boolean> {
    const { index } = this.#options;
    const query = this.#query;
    const asked = Number(query.limit ?? query.rowLimit ?? maxRows);
    const result = await this.#counter.ask(
      { ...query, limit: Math.min(asked, maxRows), rowLimit: undefined, total: true },
      'asked',
    );
    if ('refused' in result) return this.#refusal(result.refused);
    const isEmpty = result.rows.data.length === 0 || hasNoValues(query, result.rows);
    if (listOf(query.timeDimensions).some((one) => (one as { compareDateRange?: unknown } | null)?.compareDateRange))
      this.#unknown.push({ text: whyTexts.message('ranges-compared') });
    const counted = countedCube(query, index, this.#prober.seesHidden);
    const own = listOf(query.dimensions).map(String);
    const withoutKeys = counted && {
      ...counted,
      keys: undefined,
      dimensions: [...own, ...counted.dimensions].slice(0, 1),
    };
    const ways = [counted, withoutKeys].filter((one) => one && (one.keys ?? one.dimensions).length > 0);
    if (ways.length === 0) this.#unknown.push({ text: whyTexts.message('no-dimension') });
    const { length } = this.#unknown;
    for (const [at, way] of ways.entries()) {
      try {
        const left = await this.#countSteps(way!, isEmpty);
        const answered = {
          query,
          rows: result.rows,
          measureFilters: partsOf(query, this.#options).measureFilters,
          counter: this.#counter,
          numbers: (...numbers: readonly number[]) => this.#numbers(...numbers),
        };
        const found = { causes: this.#causes, steps: this.#steps, notes: this.#notes };
        await ofResult(answered, left, found);
        if (left > 0) this.#causes.push(...emptyMeasures(answered, left, { index, cube: way!.cube.name }));
        break;
      } catch (failure) {
        if (!(failure instanceof NotCounted)) throw failure;
        // A policy may hide the key, but not the dimensions of the query.
        const isLast = at === ways.length - 1;
        for (const list of [this.#causes, this.#steps, this.#notes]) list.length = 0;
        this.#unknown.length = length;
        if (isLast) this.#unknown.push({ text: whyTexts.message('no-counts', [failure.message]) });
      }
    }
    return isEmpty;
  }

  async #refusal(reason: string): Promise<boolean> {
    const { hasAuthor } = this.#prober;
    const one = { ...this.#query, limit: 1 };
    // Otherwise the member is not public, for all users.
    const isByPolicy = hasAuthor && 'refused' in (await this.#counter.ask(one, 'counting'));
    if (isByPolicy && !('refused' in (await this.#counter.ask(one, 'author')))) {
      const details = policyLines(this.#options.index, this.#definitions());
      const text = whyTexts.message('policies-hide-members', [reason]);
      this.#causes.push({ text, place: details[0]?.place, details });
    } else this.#causes.push({ text: whyTexts.message('refused', [reason]) });
    return true;
  }

  /** The rows that are left after all that the query says about rows. */
  async #countSteps(counted: CountedCube, isEmpty: boolean): Promise<number> {
    const { index } = this.#options;
    const { hasAuthor } = this.#prober;
    const { cube, others, keys } = counted;
    const all = partsOf(this.#query, this.#options);
    const { parts } = all;
    const joined = this.#joined(counted);
    this.#counter.expected = 6 + 2 * joined.length + (isEmpty ? 3 : 1) * parts.length;
    if (joined.length > 0 && !keys) this.#unknown.push({ text: whyTexts.message('no-key', [cube.name]) });
    if (others.length > 0) this.#unknown.push({ text: whyTexts.message('several-facts', [cube.name]) });
    for (const { member, view, place } of all.fixed)
      this.#unknown.push({ text: whyTexts.message('default-filter-stays', [member, view]), place });
    const policies = policyLines(index, this.#definitions());
    if (!hasAuthor && policies.length > 0)
      this.#unknown.push({ text: whyTexts.message('policies-stay'), details: policies });
    const base: Counted = {
      counted,
      all: parts,
      replaced: all.replaced,
      joined: [],
      parts: [],
      viewer: hasAuthor ? 'author' : 'counting',
    };
    const cubePlace = placeOfSpan(index, cube.file, cube.nameSpan);
    let rows = await this.#counter.count(base);
    this.#steps.push({ text: whyTexts.message('all-rows', [cube.name]), place: cubePlace, rows });
    if (rows === 0) {
      this.#causes.push({ text: whyTexts.message('no-rows', [cube.name]), place: cubePlace });
      return 0;
    }
    const dead = new Set<string>();
    for (const [at, { name, place }] of joined.entries()) {
      const now = await this.#counter.count({ ...base, joined: joined.slice(0, at + 1) });
      this.#steps.push({ text: whyTexts.message('joined', [name]), place, rows: now });
      if (now < rows) {
        const text = whyTexts.message('join-drops', [name, ...this.#numbers(now, rows), cube.name]);
        this.#causes.push({ text, place });
      }
      rows = now;
      if (rows === 0) return 0;
      if (await this.#matchesNothing({ ...base, joined }, joined[at]!, rows)) dead.add(name);
    }
    const joinedRows = rows;
    for (const [at, part] of parts.entries()) {
      const now = await this.#counter.count({ ...base, joined, parts: parts.slice(0, at + 1) });
      this.#steps.push({ text: part.text, place: part.place, rows: now });
      if (part.kind === 'defaultFilter' && now < rows && now > 0) {
        const text = whyTexts.message('part-drops', [part.text, ...this.#numbers(now, rows)]);
        this.#causes.push({ text, place: part.place });
      }
      rows = now;
    }
    const whole: Counted = { ...base, joined, parts, viewer: 'counting' };
    const left = hasAuthor ? await this.#counter.count(whole) : rows;
    if (hasAuthor && (policies.length > 0 || left < rows)) {
      this.#steps.push({ text: whyTexts.message('policies'), place: policies[0]?.place, rows: left });
      if (left < rows) {
        const text = whyTexts.message('policies-drop', this.#numbers(left, rows));
        this.#causes.push({ text, place: policies[0]?.place, details: policies });
      }
    }
    if (left === 0) await this.#emptying(whole, joinedRows, dead);
    await this.#timeZone(whole, left);
    return left;
  }

  /** Which parts leave no row: those without which there are some; otherwise those that leave none alone; otherwise some together. */
  async #emptying(whole: Counted, joinedRows: number, dead: ReadonlySet<string>): Promise<void> {
    const { index } = this.#options;
    const { parts } = whole;
    const author = this.#prober.hasAuthor ? 'author' : 'counting';
    const isDead = ({ members }: Part) =>
      members.length > 0 && members.every((one) => dead.has(cubeOf(index, one)?.name ?? ''));
    const found: { part: Part; rows: number; others: readonly Part[] }[] = [];
    for (const part of parts) {
      const others = parts.filter((one) => one !== part);
      const rows = await this.#counter.count({ ...whole, parts: others });
      if (rows > 0) found.push({ part, rows, others });
    }
    const hasPolicyCause = this.#causes.some(({ text }) => text.text === whyTexts.texts['policies-drop']);
    if (found.length === 0 && !hasPolicyCause) {
      for (const part of parts) {
        const rows = await this.#counter.count({ ...whole, parts: [part], viewer: author });
        if (rows === 0) found.push({ part, rows: joinedRows, others: [] });
      }
    }
    for (const { part, rows, others } of found) {
      if (isDead(part)) continue;
      const details = await this.#details({ ...whole, parts: others }, part);
      const text = whyTexts.message('part-empties', [part.text, ...this.#numbers(rows)]);
      this.#causes.push({ text, place: part.place, ...(details.length > 0 && { details }) });
    }
    if (found.length > 0 || hasPolicyCause || parts.length === 0) return;
    const details = parts.map(({ text, place }): Line => ({ text, place }));
    this.#causes.push({ text: whyTexts.message('parts-together'), place: parts[0]!.place, details });
  }

  /** What the data has in place of what the part asks for. */
  async #details(without: Counted, { kind, written, members: [member] }: Part): Promise<Line[]> {
    if (!this.#options.showsValues || member === undefined) return [];
    if (kind === 'dateRange') {
      const [first, last] = [
        await this.#counter.valuesOf(without, member, 1, 'asc'),
        await this.#counter.valuesOf(without, member, 1, 'desc'),
      ];
      return first[0] && last[0] ? [{ text: whyTexts.message('data-range', [member, first[0], last[0]]) }] : [];
    }
    const { operator, values } = (written ?? {}) as { operator?: unknown; values?: unknown };
    if (kind !== 'filter' || !['equals', 'in', 'contains', 'startsWith', 'endsWith'].includes(String(operator)))
      return [];
    const data = await this.#counter.valuesOf(without, member, maxValues);
    const similar = listOf(values).flatMap((value): Line[] => {
      const close = data.find((one) => folded(one) === folded(String(value)));
      if (close === undefined) return [];
      return [{ text: whyTexts.message('similar-value', [JSON.stringify(value), JSON.stringify(close)]) }];
    });
    if (similar.length > 0 || data.length === 0) return similar;
    const shown = data.slice(0, 10).map((one) => JSON.stringify(one));
    return [{ text: whyTexts.message('data-values', [shown.join(', ') + (data.length > shown.length ? ', …' : '')]) }];
  }

  async #matchesNothing(asked: Counted, { name, key, member, place }: Joined, rows: number): Promise<boolean> {
    const found = await this.#counter.count({ ...asked, also: { member: key ?? member, operator: 'set' } });
    if (found > 0) return false;
    const [shown] = this.#numbers(rows);
    const text = key
      ? whyTexts.message('join-matches-nothing', [name, shown!])
      : whyTexts.message('joined-has-no-value', [member, shown!, name]);
    this.#causes.push({ text, place });
    return true;
  }

  async #timeZone(whole: Counted, left: number): Promise<void> {
    const own = typeof this.#query.timezone === 'string' ? this.#query.timezone : 'UTC';
    const other = own === 'UTC' ? this.#options.zone : 'UTC';
    if (other === undefined || other === own || !whole.parts.some(({ kind }) => kind === 'dateRange')) return;
    const rows = await this.#counter.count({ ...whole, zone: other });
    if (rows === left) return;
    const [theirs, ours] = this.#numbers(rows, left);
    if (left === 0) this.#causes.push({ text: whyTexts.message('time-zone', [other, theirs!, own, ours!]) });
    else this.#notes.push({ text: whyTexts.message('zone-moves', [other, theirs!, ours!]) });
  }

  #preAggregations(): void {
    const { index, answeredFrom } = this.#options;
    const defined = this.#definitions().flatMap((one) =>
      index.lineage(one).flatMap(({ members }) => members.filter(({ kind }) => kind === 'preAggregation')),
    );
    for (const table of answeredFrom?.preAggregations ?? []) {
      const member = defined.find((one) => table.includes(one.name) && table.includes(one.definition.name));
      const place = member && placeOfSpan(index, member.definition.file, member.nameSpan);
      const name = member ? `${member.definition.name}.${member.name}` : table;
      const time = answeredFrom?.refreshedAt;
      const text = time
        ? whyTexts.message('pre-aggregation', [name, time])
        : whyTexts.message('pre-aggregation-of-unknown-time', [name]);
      this.#notes.push({ text, place });
    }
    if (!this.#prober.usesPreAggregations && defined.length > 0)
      this.#unknown.push({ text: whyTexts.message('pre-aggregations-unused') });
  }

  /** The cubes and views that the query names, and the cubes behind the members of views. */
  #definitions(): Definition[] {
    const { index } = this.#options;
    const found = namesIn(this.#query).flatMap((name) => [index.cube(name.split('.', 1)[0]!), cubeOf(index, name)]);
    return [...new Set(found.filter((one) => one !== undefined))];
  }

  /** The other cubes of dimensions and filters, in the order of the query. */
  #joined({ cube }: CountedCube): Joined[] {
    const { index } = this.#options;
    const { hasAuthor, seesHidden } = this.#prober;
    const found = new Map<string, Joined>();
    for (const name of namesIn(this.#query)) {
      const of = cubeOf(index, name);
      if (!of || of.name === cube.name || found.has(of.name) || index.memberByPath(name)?.kind !== 'dimension')
        continue;
      const isView = index.cube(name.split('.', 1)[0]!)?.kind === 'view';
      const [key, ...more] = keysOf(index, of);
      const isAskable = !isView && key && more.length === 0 && ((hasAuthor && seesHidden) || !isHidden(key));
      found.set(of.name, {
        name: of.name,
        member: name,
        key: isAskable ? `${of.name}.${key.name}` : undefined,
        place: this.#placeOfJoin(of, [cube, ...[...found.keys()].flatMap((one) => index.cube(one) ?? [])]),
      });
    }
    return [...found.values()];
  }

  #placeOfJoin(to: Definition, from: readonly Definition[]): Place | undefined {
    const { index } = this.#options;
    const isTo = (name: string) => (one: Join) => one.name === name;
    const forth = from.flatMap((one) => index.joins(one)).find(isTo(to.name));
    const back = () => from.flatMap((one) => index.joins(to).find(isTo(one.name)) ?? [])[0];
    const toIt = () => index.definitions.flatMap((one) => index.joins(one)).find(isTo(to.name));
    const join = forth ?? back() ?? toIt();
    return join && placeOfSpan(index, join.definition.file, join.nameSpan);
  }

  #numbers(...numbers: readonly number[]): string[] {
    return numbers.map((one) => this.#number.format(one));
  }
}

function folded(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ');
}
