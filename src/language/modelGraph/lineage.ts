/** Where a member comes from and what it leads to: upstream to the columns of tables, downstream to other members and views. */

import type { DocumentKind } from '../../model/documents/documentKind.ts';
import { inRuns } from '../../model/documents/documentNames.ts';
import { sourceOf } from '../../model/index/cubeTable.ts';
import type { Definition, Member, MemberKind } from '../../model/index/definitions.ts';
import { definitionsIn, occurrenceAt } from '../../model/index/lookup.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { resolve } from '../../model/index/resolve.ts';
import { columnsIn } from '../../model/index/tableColumns.ts';
import type { Position } from '../../model/source/range.ts';
import { textOf, type ValueNode, valueAt } from '../../model/source/tree.ts';
import { titleOf } from '../hover/properties.ts';
import { type DocumentText, type LanguageDocument, languageDocument } from '../queries/document.ts';
import { queryPaths } from '../queries/files.ts';
import { idOf } from './modelGraph.ts';

interface LineageNode {
  /**
   * `owner.name`; for a column with the prefix `column:`, for a table `table:`, for a query or test document `query:` or
   * `test:` and its path, for content of the platform its kind and id.
   */
  id: string;
  kind: MemberKind | 'column' | 'table' | DocumentKind | ContentUser['kind'];
  name: string;
  /** The cube, view or table, or the folder of a document; '' for a table itself. */
  owner: string;
  /** Set for the member of a view. */
  inView?: true;
  title?: string;
  type?: string;
}

/** A report, dashboard or notification of the platform. */
export interface ContentUser {
  kind: 'report' | 'dashboard' | 'notification';
  id: string;
  name: string;
  /** What may be names of the model, among them all that it uses. */
  names: ReadonlySet<string>;
}

export interface Lineage {
  /** The node that was asked for. */
  subject: string;
  nodes: LineageNode[];
  /** From what is used to what uses it. */
  edges: { from: string; to: string }[];
  /** There is more than is listed. */
  cut?: true;
}

/** A picture with more nodes cannot be read. */
const maxNodes = 500;

/** The id of the member at a position, for `lineageOf`. The name of a view's member there means that of the view. */
export function lineageSubjectAt(index: ModelIndex, path: string, position: Position): string | undefined {
  const found = occurrenceAt(index, path, position);
  if (!found) return undefined;
  const { symbol, view } = found;
  const member = 'member' in symbol ? symbol.member : 'granularity' in symbol ? symbol.dimension : undefined;
  if (!member) return undefined;
  if (view) {
    const included = [...index.viewMembers(view).members.values()].filter(({ sources }) => sources.includes(member));
    const text = index.text(found.file)?.text.slice(found.span.start, found.span.end);
    const same = included.find(({ span }) => span.start === found.span.start && found.file === view.file);
    const name = (same ?? included.find((one) => one.name === text) ?? included[0])?.name;
    if (name !== undefined) return `${idOf(view)}.${name}`;
  }
  return memberId(member);
}

function memberId(member: Member): string {
  return `${idOf(member.definition)}.${member.name}`;
}

/** Undefined if the model has no such member. */
export function lineageOf(
  index: ModelIndex,
  subject: string,
  documents: readonly DocumentText[] = [],
  content: readonly ContentUser[] = [],
): Lineage | undefined {
  const { nodes, sources, users } = new LineageReader(index, documents, content);
  if (!nodes.has(subject)) return undefined;
  const up = reachable(subject, sources);
  const down = reachable(subject, users);
  const all = new Set([subject, ...interleaved(up, down)].slice(0, maxNodes));
  // A member that is not on a path, such as another use of a source, is not part of the answer.
  const edges = [...pairs(sources, [subject, ...up], all), ...pairs(sources, down, new Set([subject, ...down]))];
  const shown = new Map(edges.map((edge) => [`${edge.from}\n${edge.to}`, edge]));
  return {
    subject,
    nodes: [...all].map((id) => nodes.get(id)!),
    edges: [...shown.values()].filter(({ from, to }) => all.has(from) && all.has(to)),
    ...(1 + up.length + down.length > all.size ? { cut: true } : {}),
  };
}

type Links = ReadonlyMap<string, ReadonlySet<string>>;

/** The nearest first, without the start. */
function reachable(start: string, links: Links): string[] {
  const found = new Set([start]);
  for (const id of found) for (const next of links.get(id) ?? []) found.add(next);
  found.delete(start);
  return [...found];
}

function interleaved(a: readonly string[], b: readonly string[]): string[] {
  return Array.from({ length: Math.max(a.length, b.length) }, (_, i) => [a[i], b[i]])
    .flat()
    .filter((id) => id !== undefined);
}

function pairs(sources: Links, users: readonly string[], among: ReadonlySet<string>): { from: string; to: string }[] {
  return users.flatMap((to) =>
    [...(sources.get(to) ?? [])].filter((from) => among.has(from)).map((from) => ({ from, to })),
  );
}

/** Reads what each member of the model uses. */
class LineageReader {
  readonly nodes = new Map<string, LineageNode>();
  readonly sources = new Map<string, Set<string>>();
  readonly users = new Map<string, Set<string>>();
  readonly #index: ModelIndex;

  constructor(index: ModelIndex, documents: readonly DocumentText[], content: readonly ContentUser[]) {
    this.#index = index;
    const definitions = [...index.files].flatMap(definitionsIn).filter(({ kind }) => kind !== 'view_group');
    for (const definition of definitions) {
      for (const member of definition.members) this.#addMember(member);
      if (definition.kind === 'view') this.#addView(definition);
    }
    for (const definition of definitions) {
      this.#addReferences(definition);
      for (const member of definition.members) this.#addColumns(member);
    }
    const read = documents.flatMap((one) => languageDocument(one) ?? []);
    for (const one of read) this.#addDocument(one);
    for (const one of read) for (const { path } of queryPaths(one)) this.#link(`query:${path}`, `test:${one.path}`);
    for (const { kind, id, name, names } of content) {
      const user = `${kind}:${id}`;
      this.nodes.set(user, { id: user, kind, name, owner: '' });
      for (const one of names) this.#link(this.#memberIdOf(one), user);
    }
  }

  #link(from: string, to: string): void {
    if (from === to || !this.nodes.has(from) || !this.nodes.has(to)) return;
    const add = (links: Map<string, Set<string>>, key: string, value: string) => {
      const known = links.get(key);
      if (known) known.add(value);
      else links.set(key, new Set([value]));
    };
    add(this.sources, to, from);
    add(this.users, from, to);
  }

  #addMember(member: Member): void {
    const { definition, kind, name, node } = member;
    const id = memberId(member);
    if (!this.nodes.has(id)) this.nodes.set(id, { id, kind, name, owner: idOf(definition), ...factsOf(node) });
  }

  #addView(view: Definition): void {
    const owner = idOf(view);
    for (const { name, sources } of this.#index.viewMembers(view).members.values()) {
      const id = `${owner}.${name}`;
      const [source] = sources;
      if (this.nodes.has(id) || !source) continue;
      this.#addMember(source);
      this.nodes.set(id, { id, kind: source.kind, name, owner, inView: true, ...factsOf(source.node) });
      for (const one of sources) this.#link(memberId(one), id);
    }
  }

  #addReferences(definition: Definition): void {
    for (const reference of this.#index.references(definition).references) {
      const { member, role, path } = reference;
      const isUse = role === 'sql' || role === 'member' || path.includes('.filter.include.');
      if (!member || !isUse || path.includes('.drillMember')) continue;
      for (const target of resolve(this.#index, reference).targets)
        if ('member' in target) this.#link(memberId(target.member), memberId(member));
    }
  }

  #addDocument(document: LanguageDocument): void {
    const { path, kind } = document;
    const id = `${kind}:${path}`;
    const at = path.lastIndexOf('/');
    this.nodes.set(id, { id, kind, name: path.slice(at + 1), owner: path.slice(0, Math.max(0, at)) });
    for (const mention of namesIn(document)) this.#link(this.#memberIdOf(mention), id);
  }

  /** @param mention `orders.count`, or with a granularity `orders.created_at.day` */
  #memberIdOf(mention: string): string {
    const [cubeName = '', name = ''] = mention.split('.');
    const cube = this.#index.cube(cubeName);
    const [own] = (cube && this.#index.members(cube).get(name)) ?? [];
    return own ? memberId(own) : `${cubeName}.${name}`;
  }

  #addColumns(member: Member): void {
    const { definition, node, kind } = member;
    if (definition.kind === 'view' || kind === 'preAggregation') return;
    for (const { holder, name } of columnsIn(this.#index, member)) {
      const owner = ownerOf(this.#index, holder);
      const id = `column:${owner}.${name}`;
      this.nodes.set(id, { id, kind: 'column', name, owner });
      this.#link(id, memberId(member));
    }
    if (kind !== 'measure' || valueAt(node, 'sql') || textOf(valueAt(node, 'type')) !== 'count') return;
    const table = ownerOf(this.#index, definition);
    this.nodes.set(`table:${table}`, { id: `table:${table}`, kind: 'table', name: table, owner: '' });
    this.#link(`table:${table}`, memberId(member));
  }
}

/** The members that a document names, in a test with the values of each run. */
function namesIn({ read, mentions }: LanguageDocument): string[] {
  if (!('tests' in read)) return mentions.map(({ name }) => name);
  return read.tests.flatMap((test) => test.mentions.flatMap(({ name }) => inRuns(name, test.each)));
}

function factsOf(node: ValueNode): Pick<LineageNode, 'title' | 'type'> {
  const title = titleOf(node);
  const type = textOf(valueAt(node, 'type'));
  return { ...(title ? { title } : {}), ...(type ? { type } : {}) };
}

/** The table of a cube, or the cube's own name for one with a query. */
function ownerOf(index: ModelIndex, definition: Definition): string {
  const { table, sql } = sourceOf(index, definition);
  return table ?? (sql === undefined ? definition.name : `${definition.name} (SQL)`);
}
