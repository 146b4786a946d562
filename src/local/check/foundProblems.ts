/** The problems that a database reports about the statements of members. One mistake is one problem. */

import type { ModelQuery } from '../../compiler/modelRequest.ts';
import type { Description, StatementProblem } from '../../database/source/databaseRequests.ts';
import { typeMismatch, unknownColumn, unknownTable } from '../../model/checks/checkCatalog.ts';
import { checkModel } from '../../model/checks/checkModel.ts';
import { catalogOf, tableOf } from '../../model/index/cubeTable.ts';
import type { Definition } from '../../model/index/definitions.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import type { Problem } from '../../model/source/problem.ts';
import { problemCatalog } from '../../model/source/problemCatalog.ts';
import { valueAt } from '../../model/source/tree.ts';
import type { MemberQuery, Subject } from './memberQueries.ts';
import { type Place, placesOf, qualifierAt, UsedTexts, wordAt } from './placeProblem.ts';

/** What was said of the statement of a member or join. */
export interface Answer extends Pick<MemberQuery, 'name' | 'subject'> {
  query: ModelQuery;
  sql: string;
  description: Description;
}

interface KnownProblem {
  code: Problem['code'];
  file: string;
  start: number;
  end: number;
  /** The message of the database, or the name that it does not know. */
  said: string;
  /** The name of a generated cube that has it, because one definition may write several. */
  generated: string | undefined;
}

export class FoundProblems {
  readonly added: Problem[] = [];
  readonly texts: UsedTexts;
  readonly #index: ModelIndex;
  readonly #known: KnownProblem[] = [];

  constructor(index: ModelIndex) {
    this.#index = index;
    this.texts = new UsedTexts(index);
    for (const problem of checkModel(index)) this.#remember(problem, problem.message, undefined);
  }

  add(answer: Answer): void {
    const { description, subject } = answer;
    if ('problem' in description) {
      this.#addProblem(answer, description.problem);
      return;
    }
    const [column, ...more] = description.columns;
    if (!('member' in subject) || subject.member.kind !== 'dimension' || !column || more.length > 0) return;
    const wrong = typeMismatch(subject.member, { type: column.type, kind: column.kind });
    if (!wrong || this.#isKnown(wrong.code, subject.member.definition.file, wrong.span)) return;
    this.#publish({ ...wrong, file: subject.member.definition.file }, wrong.message, answer);
  }

  #addProblem(answer: Answer, problem: StatementProblem): void {
    const { subject, sql } = answer;
    const index = this.#index;
    const texts = this.texts.of(subject);
    const places = problem.kind === 'other' ? [] : placesOf(index, texts, problem, qualifierAt(sql, problem.offset));
    // A name that is not in the model is one of the statement around it, for example after an unfinished expression.
    const isNamed = places.length > 0 || subject.generated !== undefined;
    const code = isNamed ? problemCodes[problem.kind] : problemCatalog.databaseError.code;
    if (this.#isExplained(code, problem, texts, places, subject)) return;
    const table = code === problemCatalog.unknownTable.code ? texts.find(({ kind }) => kind === 'table') : undefined;
    const place = places[0] ?? (table && { ...table, text: table }) ?? this.#fallback(subject, sql, problem);
    const said = saidOf(code, problem);
    if (subject.generated !== undefined && this.#isSaid(code, place, said)) return;
    const holder = place.text?.cube ?? subject.cube;
    this.#publish({ ...this.#textOf(problem, code, holder), file: place.file, span: place }, said, answer);
  }

  /** The word at which the database stopped, if it is there once; else the whole SQL, or the name. */
  #fallback(subject: Subject, sql: string, { offset }: StatementProblem): Place {
    const index = this.#index;
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
    const index = this.#index;
    const { name = '', message } = problem;
    const found = tableOf(index, cube);
    const catalog = catalogOf(index, cube);
    if (code === problemCatalog.unknownTable.code) {
      if (!catalog) return problemCatalog.unknownTable(`The database has no table \`${name}\`: ${message}`);
      const meant = catalog?.table(name);
      return unknownTable(catalog, name, typeof meant === 'object' && 'near' in meant ? meant.near : []);
    }
    if (code === problemCatalog.unknownColumn.code) {
      if (!catalog) return problemCatalog.unknownColumn(`The database has no column \`${name}\`: ${message}`);
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
    const isLost = (known: KnownProblem) =>
      known.code === problemCatalog.unknownTable.code &&
      isWithin(known) &&
      (known.generated === undefined || known.generated === subject.generated);
    if (this.#known.some(isLost)) return true;
    if (places.length > 0 && code !== problemCatalog.databaseError.code) {
      return this.#known.some(
        (known) =>
          known.code === code && places.some((place) => place.file === known.file && place.start === known.start),
      );
    }
    const isSame = ({ code: other, said }: KnownProblem) =>
      other === code && messageKey(said) === messageKey(saidOf(code, problem));
    // A key in the SQL of a count, for example.
    const isOfCube = ({ generated }: KnownProblem) => generated !== undefined && generated === subject.generated;
    const isCause = (known: KnownProblem) => isSame(known) && (isWithin(known) || isOfCube(known));
    return this.#known.some((known) => isCause(known) || this.#isMismatch(known, subject));
  }

  /** A sum of a text has a problem at its type already. */
  #isMismatch({ code, file, start }: KnownProblem, subject: Subject): boolean {
    if (code !== problemCatalog.typeMismatch.code || !('member' in subject)) return false;
    const { definition, node } = subject.member;
    return file === definition.file && node.start <= start && start <= node.end;
  }

  /** Several generated members have the same place. */
  #isSaid(code: Problem['code'], { file, start }: Place, said: string): boolean {
    return this.#known.some(
      (one) =>
        one.code === code && one.file === file && one.start === start && messageKey(one.said) === messageKey(said),
    );
  }

  #isKnown(code: Problem['code'], file: string, { start }: { start: number }): boolean {
    return this.#known.some((one) => one.code === code && one.file === file && one.start === start);
  }

  #publish(
    { span, message, ...rest }: Omit<Problem, 'range' | 'source'> & { span: { start: number; end: number } },
    said: string,
    { name, subject: { generated } }: Answer,
  ) {
    const index = this.#index;
    const where = generated === undefined ? '' : ` Found in \`${name}\`, which a template or a program generates.`;
    const range = index.rangeOf(rest.file, span);
    const problem: Problem = { ...rest, message: `${message}${where}`, range, source: 'database' };
    this.#remember(problem, said, generated);
    this.added.push(problem);
  }

  #remember({ code, file, range }: Problem, said: string, generated: string | undefined): void {
    const index = this.#index;
    const [start, end] = [index.offsetAt(file, range.start), index.offsetAt(file, range.end)];
    this.#known.push({ code, file, start, end, said, generated });
  }
}

const problemCodes: Readonly<Record<StatementProblem['kind'], Problem['code']>> = {
  'unknown-table': problemCatalog.unknownTable.code,
  'unknown-column': problemCatalog.unknownColumn.code,
  other: problemCatalog.databaseError.code,
};

function saidOf(code: Problem['code'], { name, message }: StatementProblem): string {
  return code === problemCatalog.databaseError.code ? message : (name ?? message);
}

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
