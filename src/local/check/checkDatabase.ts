/**
 * Has a database prepare the SQL of every member and join of a model, without reading rows. One mistake is one problem: what
 * follows from a problem that is known already is left out.
 */

import { Limit, raceAbort, throwIfAborted } from '../../base/async.ts';
import type { ModelQuery } from '../../compiler/modelRequest.ts';
import type { Description, StatementProblem } from '../../database/source/databaseRequests.ts';
import type { Catalog } from '../../model/catalog/catalog.ts';
import { CatalogLookup } from '../../model/catalog/catalogLookup.ts';
import { typeMismatch, unknownColumn, unknownTable } from '../../model/checks/checkCatalog.ts';
import { checkModel } from '../../model/checks/checkModel.ts';
import { catalogOf, dataSourceOf, tableOf } from '../../model/index/cubeTable.ts';
import type { Definition } from '../../model/index/definitions.ts';
import type { Problem } from '../../model/source/problem.ts';
import { problemCatalog } from '../../model/source/problemCatalog.ts';
import { valueAt } from '../../model/source/tree.ts';
import { dialectsOf } from '../dialectsOf.ts';
import { type LocalModel, QueryRefused } from '../localModel.ts';
import { groupsOf, type MemberQuery, memberQueries, type Subject } from './memberQueries.ts';
import { type Place, placesOf, qualifierAt, UsedTexts, wordAt } from './placeProblem.ts';

/** A database as far as the check needs it. */
export interface CheckedDatabase {
  readonly dialect: string;
  describe(sql: string, signal?: AbortSignal): Promise<Description>;
  catalog(signal?: AbortSignal): Promise<Catalog>;
}

export interface DatabaseCheck {
  /** Sorted by nothing: the caller merges them with those of the model. */
  problems: Problem[];
  /** Members and joins that the database prepared. */
  checked: number;
  notChecked: { name: string; reason: string }[];
}

interface CheckOptions {
  /** By the name of the data source. */
  databases: ReadonlyMap<string, CheckedDatabase>;
  signal?: AbortSignal;
  onProgress?: (done: number, all: number) => void;
}

interface Answer extends Pick<MemberQuery, 'name' | 'subject'> {
  query: ModelQuery;
  sql: string;
  description: Description;
}

const reasonWithoutQuery = 'its query needs a public dimension or measure of each cube, and the database accepts none';

/** Statements that are prepared at the same time, while the compiler writes the next one. */
const atOnce = 4;

/** The catalogs of all databases. @throws UserError if one cannot be reached; CancelledError */
export async function readCatalogs(
  databases: ReadonlyMap<string, CheckedDatabase>,
  signal?: AbortSignal,
): Promise<Map<string, CatalogLookup>> {
  const read = [...databases].map(
    async ([name, database]) => [name, new CatalogLookup(await database.catalog(signal))] as const,
  );
  return new Map(await Promise.all(read));
}

/**
 * @param model compiles without errors; its index has the catalogs of the databases
 * @throws UserError if a database cannot be reached or stops answering; CancelledError
 */
export async function checkDatabase(model: LocalModel, options: CheckOptions): Promise<DatabaseCheck> {
  const { index } = model;
  const { signal, onProgress } = options;
  const notChecked: DatabaseCheck['notChecked'] = [];
  const queries = memberQueries(index, await model.meta(signal, groupsOf(index)));
  const answers: Answer[] = [];
  const sound = new Set<string>();
  let done = 0;
  const prepareAll = async (some: readonly MemberQuery[]) => {
    await forEachAtOnce(some, signal, async (one, until) => {
      const answer = await prepare(model, one, options, (path) => sound.has(path), until);
      if ('reason' in answer) notChecked.push({ name: one.name, reason: answer.reason });
      else answers.push(answer);
      done += 1;
      onProgress?.(done, queries.length);
    });
    for (const { name, description } of answers) if (!('problem' in description)) sound.add(name);
  };
  await prepareAll(queries.filter(({ isLater }) => !isLater));
  await prepareAll(queries.filter(({ isLater }) => isLater));
  const order = new Map(queries.map(({ name }, at) => [name, at]));
  const sorted = (a: { name: string }, b: { name: string }) => order.get(a.name)! - order.get(b.name)!;
  const found = new FoundProblems(model);
  for (const answer of answers.sort(sorted).sort((a, b) => found.texts.depth(a.subject) - found.texts.depth(b.subject)))
    found.add(answer);
  return { problems: found.added, checked: answers.length, notChecked: notChecked.sort(sorted) };
}

/** The first failure ends the others. @throws it, or CancelledError */
async function forEachAtOnce<T>(
  items: readonly T[],
  signal: AbortSignal | undefined,
  work: (item: T, until: AbortSignal) => Promise<void>,
): Promise<void> {
  const failed = new AbortController();
  const until = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal;
  const limit = new Limit(atOnce);
  const all = items.map((item) => limit.run(() => work(item, until), until));
  try {
    await raceAbort(Promise.all(all), signal);
  } catch (failure) {
    failed.abort();
    await Promise.allSettled(all);
    throwIfAborted(signal);
    throw failure;
  }
}

async function prepare(
  model: LocalModel,
  one: MemberQuery,
  { databases }: CheckOptions,
  isSound: (path: string) => boolean,
  signal: AbortSignal,
): Promise<Answer | { reason: string }> {
  const { index } = model;
  const name = dataSourceOf(index, one.subject.cube);
  if (name === undefined) return { reason: 'its data source is known only when the model runs' };
  const database = databases.get(name);
  if (!database) return { reason: `there is no data source “${name}”` };
  const query = one.query(isSound);
  if (!query) return { reason: reasonWithoutQuery };
  try {
    const { sql } = await model.plan(query, { groups: groupsOf(index) }, { signal, dialects: dialectsOf(databases) });
    return { name: one.name, subject: one.subject, query, sql, description: await database.describe(sql, signal) };
  } catch (failure) {
    if (failure instanceof QueryRefused) return { reason: failure.message };
    throw failure;
  }
}

interface KnownProblem {
  code: Problem['code'];
  file: string;
  start: number;
  end: number;
  message: string;
}

class FoundProblems {
  readonly added: Problem[] = [];
  readonly texts: UsedTexts;
  readonly #model: LocalModel;
  readonly #known: KnownProblem[] = [];

  constructor(model: LocalModel) {
    this.#model = model;
    this.texts = new UsedTexts(model.index);
    for (const problem of checkModel(model.index)) this.#remember(problem, problem.message);
  }

  add(answer: Answer): void {
    const { description, subject } = answer;
    if ('problem' in description) {
      this.#addProblem(answer, description.problem);
      return;
    }
    const [column, ...more] = description.columns;
    if (!('member' in subject) || subject.member.kind !== 'dimension' || !column || more.length > 0) return;
    // A hidden dimension is in a filter: the column is another one.
    if (answer.query.dimensions.length === 0 || answer.query.filters.length > 0) return;
    const wrong = typeMismatch(subject.member, { type: column.type, kind: column.kind });
    if (!wrong || this.#isKnown(wrong.code, subject.member.definition.file, wrong.span)) return;
    this.#publish({ ...wrong, file: subject.member.definition.file }, wrong.message);
  }

  #addProblem({ subject, sql }: Answer, problem: StatementProblem): void {
    const { index } = this.#model;
    const texts = this.texts.of(subject);
    const places = problem.kind === 'other' ? [] : placesOf(index, texts, problem, qualifierAt(sql, problem.offset));
    // A name that is not in the model is one of the statement around it, for example after an unfinished expression.
    const code = places.length > 0 ? problemCodes[problem.kind] : problemCatalog.databaseError.code;
    if (this.#isExplained(code, problem, texts, places, subject)) return;
    const place = places[0] ?? this.#fallback(subject, sql, problem);
    const holder = place.text?.cube ?? subject.cube;
    this.#publish({ ...this.#textOf(problem, code, holder), file: place.file, span: place }, problem.message);
  }

  /** The word at which the database stopped, if it is there once; else the whole SQL, or the name. */
  #fallback(subject: Subject, sql: string, { offset }: StatementProblem): Place {
    const { index } = this.#model;
    const { own, name } = sourceOf(subject);
    const word = wordAt(sql, offset);
    if (own && word !== undefined) {
      const text = { ...own.value, file: own.file, cube: own.cube, kind: 'own' } as const;
      const found = placesOf(index, [text], { kind: 'other', name: word, message: '' }, undefined);
      if (found.length === 1) return found[0]!;
    }
    if (own) return { start: own.value.start, end: own.value.end, file: own.file, text: undefined };
    return { ...name.span, file: name.file, text: undefined };
  }

  #textOf(problem: StatementProblem, code: Problem['code'], cube: Definition) {
    const { index } = this.#model;
    const { name = '', message } = problem;
    const found = tableOf(index, cube);
    if (code === problemCatalog.unknownTable.code) {
      const catalog = catalogOf(index, cube);
      const meant = catalog?.table(name);
      return unknownTable(catalog, name, typeof meant === 'object' && 'near' in meant ? meant.near : []);
    }
    if (code === problemCatalog.unknownColumn.code) {
      const meant = found?.catalog.column(found.table, name);
      // The table has it: another one of the statement does not.
      const table = meant && 'column' in meant ? undefined : found?.table;
      return unknownColumn(found?.catalog, table, name, meant && 'near' in meant ? meant.near : []);
    }
    return problemCatalog.databaseError(message);
  }

  /** A problem that is known in one of the texts from which the statement is made. */
  #isExplained(
    code: Problem['code'],
    problem: StatementProblem,
    texts: readonly { file: string; start: number; end: number; kind: string }[],
    places: readonly Place[],
    subject: Subject,
  ): boolean {
    const isWithin = (known: KnownProblem) =>
      texts.some(({ file, start, end }) => known.file === file && start <= known.start && known.end <= end);
    // Nothing can be said about the members of a table that does not exist.
    const isLost = (known: KnownProblem) => known.code === problemCatalog.unknownTable.code && isWithin(known);
    if (this.#known.some(isLost)) return true;
    if (code !== problemCatalog.databaseError.code) {
      return this.#known.some(
        (known) =>
          known.code === code && places.some((place) => place.file === known.file && place.start === known.start),
      );
    }
    const isSame = ({ code: other, message }: KnownProblem) =>
      other === code && messageKey(message) === messageKey(problem.message);
    return this.#known.some((known) => (isWithin(known) && isSame(known)) || this.#isMismatch(known, subject));
  }

  /** A sum of a text has a problem at its type already. */
  #isMismatch({ code, file, start }: KnownProblem, subject: Subject): boolean {
    if (code !== problemCatalog.typeMismatch.code || !('member' in subject)) return false;
    const { definition, node } = subject.member;
    return file === definition.file && node.start <= start && start <= node.end;
  }

  #isKnown(code: Problem['code'], file: string, { start }: { start: number }): boolean {
    return this.#known.some((one) => one.code === code && one.file === file && one.start === start);
  }

  #publish(
    { span, ...rest }: Omit<Problem, 'range' | 'source'> & { span: { start: number; end: number } },
    said: string,
  ) {
    const { index } = this.#model;
    const problem: Problem = { ...rest, range: index.rangeOf(rest.file, span), source: 'database' };
    this.added.push(problem);
    this.#remember(problem, said);
  }

  #remember({ code, file, range }: Problem, message: string): void {
    const { index } = this.#model;
    const [start, end] = [index.offsetAt(file, range.start), index.offsetAt(file, range.end)];
    this.#known.push({ code, file, start, end, message });
  }
}

const problemCodes: Readonly<Record<StatementProblem['kind'], Problem['code']>> = {
  'unknown-table': problemCatalog.unknownTable.code,
  'unknown-column': problemCatalog.unknownColumn.code,
  other: problemCatalog.databaseError.code,
};

/** Two statements with the same mistake differ in the position that the message names. */
function messageKey(message: string): string {
  return message.replace(/\d+/g, '0');
}

/** The SQL of a subject, and where its name is. */
function sourceOf(subject: Subject) {
  const { cube } = subject;
  const item = 'member' in subject ? subject.member : subject.join;
  const { file } = item.definition;
  const value = valueAt(item.node, 'sql');
  return { own: value && { value, file, cube }, name: { span: item.nameSpan, file } };
}
