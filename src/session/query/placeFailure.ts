/** Finds the place of a failed query's mistake: a member that it names, or the SQL of the model. Outages have no place. */

import type { MemberMention } from '../../model/documents/queryDocument.ts';
import type { Definition, Member } from '../../model/index/definitions.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { resolve } from '../../model/index/resolve.ts';
import { placeErrors } from '../../model/placement/placeErrors.ts';
import type { Problem } from '../../model/source/problem.ts';
import { problemCatalog } from '../../model/source/problemCatalog.ts';
import { contains, type Span } from '../../model/source/range.ts';
import { valueAt } from '../../model/source/tree.ts';
import { PlatformError } from '../../platform/platformError.ts';

export type PlacedFailure =
  | { at: 'query'; span: Span; message: string }
  | { at: 'model'; problems: readonly Problem[] }
  | { at: 'nowhere' };

const compileErrors = /^(?:Error: )?Compile errors:/;
/** A database's message about SQL, which is the model's. */
const databaseError =
  /\bno such (?:column|table|function)|\b(?:column|relation|table|function|identifier|object)\b.*\b(?:does not exist|not found|invalid|unknown)|\b(?:unknown|invalid|ambiguous) (?:column|identifier|table|function)|\bsyntax error\b|unrecognized name/i;
const startOfDocument: Span = { start: 0, end: 0 };

/** @param known the problems that the model has already */
export function placeFailure(
  failure: unknown,
  mentions: readonly MemberMention[],
  index: ModelIndex,
  known: readonly Problem[],
): PlacedFailure {
  if (!(failure instanceof PlatformError) || !['rejected', 'server'].includes(failure.kind)) return { at: 'nowhere' };
  // The data API reports some refusals with a success.
  const message = failure.serverMessage ?? String(failure.kind === 'rejected' ? (failure.args[1] ?? '') : '');
  if (message === '') return { at: 'nowhere' };
  if (compileErrors.test(message)) return { at: 'model', problems: placeErrors(index, [{ message }], known) };
  const named = mentionIn(message, mentions);
  const inModel = databaseError.test(message) || !named ? problemInSql(index, mentions, message) : undefined;
  if (inModel) return { at: 'model', problems: [inModel] };
  if (named) return { at: 'query', span: named, message };
  return failure.kind === 'rejected' ? { at: 'query', span: startOfDocument, message } : { at: 'nowhere' };
}

/** The mention of the member that a message names, otherwise of the last cube that it puts into quotes. */
function mentionIn(message: string, mentions: readonly MemberMention[]): Span | undefined {
  const member = mentions.find(({ name }) => hasWord(message, pathOf(name)));
  if (member) return member;
  const quoted = [...message.matchAll(/'([\w$]+)'/g)].map(([, name]) => name);
  for (const cube of quoted.reverse()) {
    const found = mentions.find(({ name }) => name.split('.')[0] === cube);
    if (found) return found;
  }
  return undefined;
}

/** Without a granularity. */
function pathOf(mention: string): string {
  return mention.split('.').slice(0, 2).join('.');
}

function wordPattern(word: string): RegExp {
  return new RegExp(`(?<![\\w$])${word.replace(/[^\w\s]/g, '\\$&')}(?![\\w$])`, 'g');
}

function hasWord(text: string, word: string): boolean {
  return word !== '' && wordPattern(word).test(text);
}

/** The first place in the SQL behind the query that has a name of the message. */
function problemInSql(index: ModelIndex, mentions: readonly MemberMention[], message: string): Problem | undefined {
  const spans = sqlBehind(index, mentions);
  for (const word of namesIn(message)) {
    for (const { definition, span, name } of spans) {
      const { file } = definition;
      const text = index.text(file)?.text.slice(span.start, span.end) ?? '';
      for (const match of text.matchAll(wordPattern(word))) {
        const start = span.start + match.index;
        if ((name && contains(name, { start, end: start })) || isKnownName(index, definition, start)) continue;
        const range = index.rangeOf(file, { start, end: start + word.length });
        return { file, range, ...problemCatalog.queryFailed(message), source: 'compiler' };
      }
    }
  }
  return undefined;
}

const suggestions = /\s(?:Candidate \w+:|Did you mean\b|LINE \d+:)[\s\S]*/;
/** The name is last: “Table "orders" does not have a column named "amuont"”. */
const named = /\b(?:column named|with name)\s+["'`]?([\w$.]+)/i;

/** The texts that a message puts into quotes or after a colon: whole first, then its last part. */
function namesIn(message: string): string[] {
  const text = message.replace(suggestions, '');
  const certain = named.exec(text);
  const found = certain
    ? [certain]
    : [...text.matchAll(/["'`]([\w$.]+)["'`]|(?:\b(?:column|table|relation|function|name)|:)\s+([\w$.]+)/gi)];
  const names = found.map(([, quoted, plain]) => (quoted ?? plain)!.replace(/^\.+|\.+$/g, ''));
  return [...new Set(names.flatMap((name) => [name, name.split('.').at(-1)!]))].filter((name) => name.length > 1);
}

/** Whether a reference is there that means something: the compiler replaces it before the database gets the SQL. */
function isKnownName(index: ModelIndex, definition: Definition, offset: number): boolean {
  return index.references(definition).references.some((reference) => {
    return contains(reference.chain, { start: offset, end: offset }) && !resolve(index, reference).failure;
  });
}

interface SqlSpan {
  definition: Definition;
  span: Span;
  /** The name of the member, which is not SQL. */
  name?: Span;
}

/** The members that a query uses, also indirectly, nearest first; then the tables and joins of their cubes. */
function sqlBehind(index: ModelIndex, mentions: readonly MemberMention[]): SqlSpan[] {
  const members = new Set<Member>();
  for (const { name } of mentions) {
    const member = index.memberByPath(pathOf(name));
    if (member) members.add(member);
  }
  // A set also visits what is added during the loop.
  for (const member of members) {
    for (const reference of index.references(member.definition).references) {
      if (reference.member !== member || reference.role !== 'sql') continue;
      for (const target of resolve(index, reference).targets) if ('member' in target) members.add(target.member);
    }
  }
  const cubes = new Set<Definition>([...members].flatMap(({ definition }) => index.lineage(definition)));
  return [
    ...[...members].map(({ definition, span, nameSpan }) => ({ definition, span, name: nameSpan })),
    ...[...cubes].flatMap((cube) => {
      const table = valueAt(cube.node, 'sqlTable') ?? valueAt(cube.node, 'sql');
      const spans = [...(table ? [table] : []), ...cube.joins.map(({ span }) => span)];
      return spans.map(({ start, end }) => ({ definition: cube, span: { start, end } }));
    }),
  ];
}
