/** Places what a database says about a statement at the SQL of the model from which the statement was made. */

import type { StatementProblem } from '../../database/source/databaseRequests.ts';
import { sourceValue } from '../../model/index/cubeTable.ts';
import type { Definition, Join, Member } from '../../model/index/definitions.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { resolve } from '../../model/index/resolve.ts';
import { sqlValues } from '../../model/index/sqlValues.ts';
import type { Span } from '../../model/source/range.ts';
import type { Subject } from './memberQueries.ts';

/** A text of SQL that became part of the statement. */
export interface UsedText extends Span {
  file: string;
  /** The cube whose members or table it defines. */
  cube: Definition;
  kind: 'own' | 'member' | 'join' | 'table';
}

export interface Place extends Span {
  file: string;
  text: UsedText | undefined;
}

/** Members that use each other at most, so that a hostile model ends. */
const maxUsed = 2_000;

/** The texts from which the statement of a subject is made: its own, those of the members that it uses, then joins and tables. */
export class UsedTexts {
  readonly #index: ModelIndex;
  readonly #known = new Map<Subject, readonly UsedText[]>();
  readonly #used = new Map<Member, { members: Member[]; cubes: Definition[] }>();

  constructor(index: ModelIndex) {
    this.#index = index;
  }

  of(subject: Subject): readonly UsedText[] {
    let texts = this.#known.get(subject);
    if (!texts) {
      texts = this.#read(subject);
      this.#known.set(subject, texts);
    }
    return texts;
  }

  /** How many texts make the statement: those with fewer are placed first, generated members without SQL, such as a count, last. */
  depth(subject: Subject): number {
    const texts = this.of(subject);
    const isBare = subject.generated !== undefined && !texts.some(({ kind }) => kind === 'own');
    return isBare ? maxUsed * maxUsed : texts.length;
  }

  #read(subject: Subject): UsedText[] {
    const members = new Set<Member>('member' in subject ? [subject.member] : []);
    const cubes = new Set<Definition>([subject.cube]);
    const joins = new Set<Join>('join' in subject ? [subject.join] : []);
    const joined = 'join' in subject ? this.#index.cube(subject.join.name) : undefined;
    if (joined) cubes.add(joined);
    for (const member of members) {
      cubes.add(this.#holder(member, subject));
      if (members.size > maxUsed) break;
      const used = this.#usedBy(member);
      for (const one of used.members) members.add(one);
      for (const one of used.cubes) cubes.add(one);
    }
    for (const cube of cubes) {
      for (const join of this.#index.joins(cube)) {
        const to = this.#index.cube(join.name);
        if (cubes.size > 1 && to && cubes.has(to)) joins.add(join);
      }
    }
    return [
      ...[...members].flatMap((member, at) =>
        sqlValues(member.node).map(({ value: { start, end } }): UsedText => {
          const kind = at === 0 && 'member' in subject ? 'own' : 'member';
          return { start, end, file: member.definition.file, cube: this.#holder(member, subject), kind };
        }),
      ),
      ...[...joins].flatMap((join) =>
        sqlValues(join.node).map(
          ({ value: { start, end } }): UsedText => ({
            start,
            end,
            file: join.definition.file,
            cube: join.definition,
            kind: 'join' in subject && subject.join === join ? 'own' : 'join',
          }),
        ),
      ),
      ...[...cubes].flatMap((cube) => this.#tableOf(cube)),
    ];
  }

  /** An inherited member has the columns of the cube that inherits it. */
  #holder({ definition }: Member, { cube }: Subject): Definition {
    return this.#index.lineage(cube).includes(definition) ? cube : definition;
  }

  #tableOf(cube: Definition): UsedText[] {
    const source = sourceValue(this.#index, cube);
    if (!source) return [];
    const { value, definition } = source;
    return [{ start: value.start, end: value.end, file: definition.file, cube, kind: 'table' }];
  }

  #usedBy(member: Member): { members: Member[]; cubes: Definition[] } {
    const known = this.#used.get(member);
    if (known) return known;
    const found: { members: Member[]; cubes: Definition[] } = { members: [], cubes: [] };
    // The definition of a generated member can be unknown.
    if (member.node.kind === 'map' && member.node.entries.length === 0) return found;
    for (const reference of this.#index.references(member.definition).references) {
      if (reference.member !== member) continue;
      for (const target of resolve(this.#index, reference).targets) {
        if ('member' in target) found.members.push(target.member);
        else if ('definition' in target && target.definition.kind === 'cube') found.cubes.push(target.definition);
      }
    }
    this.#used.set(member, found);
    return found;
  }
}

/** The places in the texts where the name occurs, those of the cube that the statement names before it first. */
export function placesOf(
  index: ModelIndex,
  texts: readonly UsedText[],
  { kind, name }: StatementProblem,
  cube: string | undefined,
): Place[] {
  if (name === undefined) return [];
  const word = name
    .split('.')
    .at(-1)!
    .replace(/^["`[]|["`\]]$/g, '');
  const wanted = kind === 'unknown-table' ? texts.toSorted((a, b) => rank(a) - rank(b)) : texts;
  const found = wanted.flatMap((text) =>
    wordsIn(index.text(text.file)?.text.slice(text.start, text.end) ?? '', word, kind === 'unknown-table').map(
      ({ start, end }): Place => ({ start: text.start + start, end: text.start + end, file: text.file, text }),
    ),
  );
  const own =
    cube === undefined ? [] : found.filter(({ text }) => text?.cube.name.toLowerCase() === cube.toLowerCase());
  return own.length > 0 ? own : found;
}

const rank = ({ kind }: UsedText) => Number(kind !== 'table');

/** Names in braces are members of the model. A table keeps the schema before it. */
function wordsIn(text: string, word: string, isTable: boolean): Span[] {
  if (word === '' || word.length > 200) return [];
  const masked = text.replace(/\{[^{}]*\}/g, (braces) => ' '.repeat(braces.length));
  const escaped = word.replace(/[^\w\s]/g, '\\$&');
  const before = isTable ? '(?:[\\w]+\\.)*' : '';
  const pattern = new RegExp(`(?<![\\w])${before}${escaped}(?![\\w])`, 'gi');
  return [...masked.matchAll(pattern)].map(({ index, 0: match }) => ({ start: index, end: index + match.length }));
}

/** The name before the dot of the name at an offset: the alias of a cube. */
export function qualifierAt(sql: string, offset: number | undefined): string | undefined {
  if (offset === undefined) return undefined;
  const at = sql.slice(Math.max(0, offset - 200), offset + 200);
  const from = Math.min(offset, 200);
  for (const match of at.matchAll(/["`]?(\w+)["`]?\s*\.\s*["`]?\w+/g)) {
    if (match.index <= from && from <= match.index + match[0].length) return match[1];
  }
  return undefined;
}

/** The word at an offset of the statement, if it is a name. */
export function wordAt(sql: string, offset: number | undefined): string | undefined {
  return offset === undefined ? undefined : /^["`]?([A-Za-z_]\w{2,})/.exec(sql.slice(offset, offset + 200))?.[1];
}
