/** The facts about the symbol at a position, as Markdown. Texts of the model are shown literally. */

import type { Join } from '../../model/index/definitions.ts';
import { generatedMemberAt } from '../../model/index/generatedMembers.ts';
import { type ModelSymbol, type Occurrence, occurrenceAt, placeOf } from '../../model/index/lookup.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import type { TemplateName } from '../../model/index/templateNames.ts';
import { isPrivate } from '../../model/index/visibility.ts';
import { deprecationAt } from '../../model/lint/deprecation.ts';
import { snakeCase } from '../../model/source/names.ts';
import { type ValueNode, valueAt } from '../../model/source/tree.ts';
import { cursorAt } from '../keys/cursorAt.ts';
import { keyDoc } from '../keys/keyDocs.ts';
import { keyText } from '../keys/keyText.ts';
import { slotAt } from '../keys/slot.ts';
import { code, codeBlock, escapeMarkdown, link } from '../protocol/markdown.ts';
import type { Hover, Position, Range, UriOf } from '../protocol/protocol.ts';
import { databaseHover } from './databaseHover.ts';
import { factsOf, relationship, sqlOf, titleOf } from './properties.ts';
import { counted, type DocumentUses, noDocuments, usageOf, usageText } from './usage.ts';
import { originOf } from './viewOrigin.ts';

const kindNames = { preAggregation: 'pre-aggregation', timeShift: 'time shift', view_group: 'view group' } as const;

/** Counts the uses in the model and in `documents`: queries and tests. */
export function hover(
  index: ModelIndex,
  path: string,
  position: Position,
  uriOf: UriOf,
  documents = noDocuments,
): Hover | undefined {
  const found = occurrenceAt(index, path, position);
  if (found) return hoverOf(index, found, index.rangeOf(path, found.span), uriOf, documents);
  return (
    generatedHover(index, path, position, uriOf) ??
    databaseHover(index, path, position) ??
    keyHover(index, path, position)
  );
}

/** A member that a template or a program writes. */
function generatedHover(index: ModelIndex, path: string, position: Position, uriOf: UriOf): Hover | undefined {
  const found = generatedMemberAt(index, path, index.offsetAt(path, position));
  if (!found) return undefined;
  const symbol = { member: found.member };
  const isProgram = found.member.definition.language === 'javascript';
  const origin = `Written by a ${isProgram ? 'program' : 'template'}`;
  const sections = [heading(symbol, found.member.node), `${origin} · ${definedIn(index, symbol, uriOf)}`];
  return { contents: { kind: 'markdown', value: sections.join('\n\n') }, range: index.rangeOf(path, found.span) };
}

/** The facts about the symbol of an occurrence. */
export function hoverOf(
  index: ModelIndex,
  found: Occurrence,
  range: Range,
  uriOf: UriOf,
  documents: DocumentUses,
): Hover {
  const { symbol } = found;
  if ('template' in symbol) return { contents: { kind: 'markdown', value: templateText(index, symbol, uriOf) }, range };
  const { node } = 'definition' in symbol ? symbol.definition : 'member' in symbol ? symbol.member : symbol.granularity;
  const sections = [
    heading(symbol, node),
    ...joinOf(found),
    ...originOf(index, found),
    ...deprecatedText(index, found),
    ...descriptionOf(node),
    ...sqlSections(index, symbol, node),
    ...inheritance(index, found),
    ...contents(index, symbol),
    [definedIn(index, symbol, uriOf), usage(index, symbol, documents)].join(' · '),
  ];
  return {
    contents: { kind: 'markdown', value: sections.join('\n\n') },
    range,
  };
}

export type PartOfModel = Exclude<ModelSymbol, { template: unknown }>;

/** Kind, name, title, description and SQL, without how it is used. */
export function summary(index: ModelIndex, symbol: PartOfModel): string {
  const { node } = 'definition' in symbol ? symbol.definition : 'member' in symbol ? symbol.member : symbol.granularity;
  return [heading(symbol, node), ...descriptionOf(node), ...sqlSections(index, symbol, node)].join('\n\n');
}

/** A macro, variable or function of templates, with the first line of its declaration. */
function templateText(index: ModelIndex, symbol: Extract<ModelSymbol, { template: unknown }>, uriOf: UriOf): string {
  const place = [definedIn(index, symbol, uriOf), usage(index, symbol, noDocuments)].join(' · ');
  return `${templateDeclaration(index, symbol.template)}\n\n${place}`;
}

export function templateDeclaration(index: ModelIndex, { kind, name, file, span }: TemplateName): string {
  const [line = ''] = (index.text(file)?.text.slice(span.start, span.end) ?? '').split(/\r\n|\n|\r/);
  return `**${kind}** ${code(name)}\n\n${codeBlock(line.trim(), file.endsWith('.py') ? 'python' : 'jinja')}`;
}

function qualifiedName(symbol: PartOfModel): string {
  if ('definition' in symbol) return symbol.definition.name;
  if ('member' in symbol) return `${symbol.member.definition.name}.${symbol.member.name}`;
  const { name, definition } = symbol.dimension;
  const place = `${definition.name}.${name}`;
  return symbol.isTimeShift ? `${symbol.granularity.name} (${place})` : `${place}.${symbol.granularity.name}`;
}

function heading(symbol: PartOfModel, node: ValueNode): string {
  const kind =
    'granularity' in symbol
      ? symbol.isTimeShift
        ? 'timeShift'
        : 'granularity'
      : 'member' in symbol
        ? symbol.member.kind
        : symbol.definition.kind;
  const name = kindNames[kind as keyof typeof kindNames] ?? kind;
  const title = titleOf(node);
  const facts = [...factsOf(node).map(code), ...(isPrivate(node) ? ['not public'] : [])];
  const first = [`**${name}** ${code(qualifiedName(symbol))}`, ...(title ? [escapeMarkdown(title)] : []), ...facts];
  return first.join(' · ');
}

/** The cardinality, at the name of a join. */
function joinOf({ reference, symbol, file, span }: Occurrence): string[] {
  if (reference?.role !== 'join' || !('definition' in symbol)) return [];
  const join = reference.definition.joins.find(({ nameSpan }) => nameSpan.start === span.start);
  return join && file === reference.definition.file ? [cardinality(join)] : [];
}

function cardinality({ definition, name, node }: Join): string {
  const [from, to] = [code(definition.name), code(name)];
  switch (relationship(node)) {
    case 'one_to_one':
      return `Join: a row of ${from} has at most one row of ${to}, and the other way round (one to one).`;
    case 'one_to_many':
      return `Join: a row of ${from} has many rows of ${to} (one to many).`;
    case 'many_to_one':
      return `Join: many rows of ${from} share one row of ${to} (many to one).`;
    default:
      return `Join: ${from} to ${to}.`;
  }
}

function deprecatedText(index: ModelIndex, found: Occurrence): string[] {
  const { file, span } = found;
  const text = found.text ?? index.text(file)?.text.slice(span.start, span.end) ?? '';
  const deprecation = deprecationAt(index, found, text);
  if (!deprecation) return [];
  const { since, use } = deprecation;
  const instead = use === undefined ? '' : ` Use ${code(use)} instead.`;
  return [`Deprecated${since === undefined ? '' : ` since ${escapeMarkdown(since)}`}.${instead}`];
}

function descriptionOf(node: ValueNode): string[] {
  const description = valueAt(node, 'description');
  return description?.kind === 'scalar' && typeof description.value === 'string' && !description.dynamic
    ? [escapeMarkdown(description.value)]
    : [];
}

function sqlSections(index: ModelIndex, symbol: ModelSymbol, node: ValueNode): string[] {
  const sql = sqlOf(node, index.text(placeOf(symbol).file)?.text ?? '');
  return sql === undefined ? [] : [codeBlock(sql, 'sql')];
}

function inheritance(index: ModelIndex, { symbol, holder, view }: Occurrence): string[] {
  if ('granularity' in symbol || 'template' in symbol) return [];
  if ('definition' in symbol) {
    const [, ...ancestors] = index.lineage(symbol.definition);
    return ancestors.length > 0 ? [`Extends ${ancestors.map(({ name }) => code(name)).join(', ')}.`] : [];
  }
  const { definition, name, kind } = symbol.member;
  if (holder && !view && holder !== definition && index.lineage(holder).includes(definition))
    return [`Inherited by ${code(holder.name)} from ${code(definition.name)}.`];
  const overridden = index
    .lineage(definition)
    .slice(1)
    .find(({ members }) => members.some((one) => one.name === name && one.kind === kind));
  return overridden ? [`Overrides the one of ${code(overridden.name)}.`] : [];
}

/** How many members of each kind a cube or view has. */
function contents(index: ModelIndex, symbol: ModelSymbol): string[] {
  if (!('definition' in symbol) || symbol.definition.kind === 'view_group') return [];
  const counts = new Map<string, number>();
  const count = (kind: string) => counts.set(kind, (counts.get(kind) ?? 0) + 1);
  for (const [first] of index.members(symbol.definition).values()) if (first) count(first.kind);
  if (symbol.definition.kind === 'view')
    for (const { sources } of index.viewMembers(symbol.definition).members.values()) count(sources[0]!.kind);
  for (const _join of index.joins(symbol.definition)) count('join');
  const parts = [...counts].map(([kind, number]) => counted(number, kindNames[kind as keyof typeof kindNames] ?? kind));
  return parts.length > 0 ? [parts.join(', ')] : [];
}

function definedIn(index: ModelIndex, symbol: ModelSymbol, uriOf: UriOf): string {
  const { file, nameSpan } = placeOf(symbol);
  const { line } = index.rangeOf(file, nameSpan).start;
  return `Defined in ${link(`${file}:${line + 1}`, `${uriOf(file)}#L${line + 1}`)}`;
}

const shownViews = 5;

function usage(index: ModelIndex, symbol: ModelSymbol, documents: DocumentUses): string {
  const found = usageOf(index, symbol, documents);
  const { views } = found;
  if (views.length === 0) return usageText(found);
  const more = views.length > shownViews ? ` and ${views.length - shownViews} more` : '';
  return `${usageText(found)}: ${views.slice(0, shownViews).map(code).join(', ')}${more}`;
}

/** The meaning, values and default of the property key at a position. */
function keyHover(index: ModelIndex, path: string, position: Position): Hover | undefined {
  const file = index.file(path);
  const cursor = file && cursorAt(path, file.text, file.lines.offsetAt(position));
  if (!file || !cursor?.entry || !cursor.map) return undefined;
  const { entry, map, steps } = cursor;
  const slot = slotAt({ ...cursor, steps: [...steps, { holder: map, entry }] });
  // The name of a member in JavaScript, or a key that is not known.
  if (!slot || slot.keys.at(-1) !== entry.name) return undefined;
  if (slot.keys.at(-2) === 'meta' && entry.key !== snakeCase(entry.name)) return undefined;
  if (!keyDoc(slot.keys) || (slot.rules.length === 0 && entry.name !== 'name')) return undefined;
  return {
    contents: { kind: 'markdown', value: keyText(entry.key, slot) },
    range: file.lines.rangeOf(entry.keySpan),
  };
}
