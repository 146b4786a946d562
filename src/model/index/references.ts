/** Collects all references in a cube, view or view group: names of other parts of the model, with their spans and roles. */

import { isTemplate, maskJinja } from '../source/jinja.ts';
import type { Span } from '../source/range.ts';
import type { Chain, Entry, Language, ScalarNode, ValueNode } from '../source/tree.ts';
import { textOf, valueAt } from '../source/tree.ts';
import { fixedParts, nameChain, pathChain } from './chains.ts';
import { type Definition, type Member, memberGroups, namedItems } from './definitions.ts';
import { atMissingDash, type ExpressionError } from './expressions.ts';
import { filterMember, isReferenceField, policyMember, type Role, roleOf, scanOf, textPath } from './fieldRoles.ts';
import { type SqlBrace, sqlBraces } from './sqlBraces.ts';

export interface Reference {
  definition: Definition;
  /** The member that contains the reference. */
  member?: Member;
  role: Role;
  /** The compiler's path of the field, for example `measures.total.sql`. */
  path: string;
  chain: Chain;
  /** `include` only: the join path that the name belongs to. */
  scope?: Chain;
  /** In a text or an item of which a template writes a part, perhaps never. */
  isWritten?: true;
}

/** A value in which names have a role. */
export interface Field extends Omit<Reference, 'definition' | 'chain'> {
  span: Span;
  /** JavaScript: an expression instead of a text. */
  isCode: boolean;
}

export interface ExpressionErrorInField extends ExpressionError {
  definition: Definition;
  path: string;
  /** The whole text that contains the error. */
  value: Span;
}

export interface DefinitionReferences {
  references: Reference[];
  errors: ExpressionErrorInField[];
  /** Braces in SQL that are not replaced. */
  braces: SqlBrace[];
  /** The texts of SQL, without those of which a template writes a part. */
  sqlTexts: ScalarNode[];
  /** The references that contain a name, also as part of a text with dots. */
  byName: ReadonlyMap<string, readonly Reference[]>;
}

const namedGroups = new Set(['indexes', 'granularities']);

function referencesByName(references: readonly Reference[]): Map<string, Reference[]> {
  const byName = new Map<string, Reference[]>();
  for (const reference of references) {
    for (const { name: text } of reference.chain.parts) {
      for (const name of text.includes('.') ? [text, ...text.split('.')] : [text]) {
        const same = byName.get(name);
        if (!same) byName.set(name, [reference]);
        else if (same.at(-1) !== reference) same.push(reference);
      }
    }
  }
  return byName;
}

class Collector {
  readonly references: Reference[] = [];
  readonly errors: ExpressionErrorInField[] = [];
  readonly braces: SqlBrace[] = [];
  readonly sqlTexts: ScalarNode[] = [];
  readonly #definition: Definition;
  readonly #text: string;
  /** The text without template tags. */
  readonly #masked: string;
  readonly #at: number | undefined;
  #member: Member | undefined;
  /** The parts of the current value that can have names. */
  #names: ValueNode['names'];
  #isWritten = false;
  /** The value at the offset `at`. */
  field: Field | undefined;

  constructor(definition: Definition, text: string, masked = text, at?: number) {
    this.#definition = definition;
    this.#text = text;
    this.#masked = masked;
    this.#at = at;
  }

  collect(): DefinitionReferences {
    const { node } = this.#definition;
    this.#within(node, () => {
      for (const entry of node.entries) {
        if (!entry.dynamic && entry.key !== 'name') this.#within(entry.value, () => this.#entry(entry));
      }
      this.#unnamed(node, '');
    });
    const { references, errors, braces, sqlTexts } = this;
    return { references, errors, braces, sqlTexts, byName: referencesByName(references) };
  }

  #entry({ name, value }: Entry): void {
    const group = memberGroups.get(name);
    if (group) {
      for (const member of this.#definition.members.filter((candidate) => candidate.kind === group)) {
        this.#member = member;
        this.#walk(member.node, `${name}.${member.name}`, true);
      }
      this.#member = undefined;
      this.#unnamed(value, name);
      this.#generated(value, name);
    } else if (name === 'joins') this.#joins(value);
    else if (name === 'cubes' && this.#definition.kind === 'view') this.#viewCubes(value);
    else if (name === 'folders') this.#folders(value, 'folders');
    else if (name === 'accessPolicy') this.#accessPolicy(value);
    else if (name === 'defaultFilters') this.#defaultFilters(value);
    else if (name === 'viewGroup' || name === 'viewGroups') this.#listed(value, name, 'viewGroup');
    else if (this.#definition.kind === 'view_group') this.#groupIncludes(value, name);
    else this.#walk(value, name);
  }

  #within({ names }: ValueNode, visit: () => void): void {
    const outer = this.#names;
    if (names && outer !== 'parameters') this.#names = names;
    visit();
    this.#names = outer;
  }

  /** The parts of a value that have no fixed name. */
  #unnamed(node: ValueNode, path: string): void {
    if (node.kind === 'scalar') return;
    if (node.kind === 'code') this.#mapsIn(node, path);
    else {
      // A call stands for entries or items of its own.
      const inner = node.kind === 'list' ? `${path}.0` : `${path}._`;
      for (const one of node.unnamed ?? []) this.#walk(one, one.kind === 'code' ? path : inner);
    }
  }

  /** The items of a list whose names a template writes. */
  #generated(node: ValueNode, path: string): void {
    for (const item of node.kind === 'list' ? node.items : []) {
      const name = valueAt(item, 'name');
      if (name?.kind !== 'scalar' || !name.dynamic) continue;
      this.#isWritten = true;
      this.#walk(item, `${path}.0`, true);
      this.#isWritten = false;
    }
  }

  #mapsIn({ maps = [] }: Extract<ValueNode, { kind: 'code' }>, path: string): void {
    for (const map of maps) this.#within({ ...map, names: map.names ?? 'sql' }, () => this.#walk(map, path));
  }

  #add(role: Role, path: string, chain: Chain, scope?: Chain): void {
    const reference: Reference = { definition: this.#definition, role, path, chain };
    if (this.#member) reference.member = this.#member;
    if (scope) reference.scope = scope;
    if (this.#isWritten) reference.isWritten = true;
    this.references.push(reference);
  }

  #find({ start, end }: Span, role: Role, path: string, isCode: boolean, scope?: Chain): void {
    if (this.field || this.#at === undefined || this.#at < start || this.#at > end) return;
    const member = this.#member ? { member: this.#member } : {};
    this.field = { path, role, span: { start, end }, isCode, ...member, ...(scope ? { scope } : {}) };
  }

  #joins(node: ValueNode): void {
    for (const { index, ...join } of this.#definition.joins) {
      this.#find(join.nameSpan, 'join', `joins.${index}.name`, false);
      if (/^\w+$/.test(join.name)) this.#add('join', `joins.${index}.name`, nameChain(join.name, join.nameSpan));
      this.#walk(join.node, `joins.${index}`, true);
    }
    this.#unnamed(node, 'joins');
    this.#generated(node, 'joins');
  }

  #viewCubes(node: ValueNode): void {
    if (node.kind !== 'list') return;
    node.items.forEach((item, i) => {
      const path = `cubes.${i}`;
      const joinPath = valueAt(item, 'joinPath');
      const before = this.references.length;
      if (joinPath) this.#leaf(joinPath, `${path}.joinPath`);
      const scope = this.references.slice(before).findLast(isJoinPath)?.chain;
      for (const field of ['includes', 'excludes']) {
        const list = valueAt(item, field);
        if (list?.kind !== 'list') continue;
        for (const include of list.items) {
          const name = include.kind === 'map' ? valueAt(include, 'name') : include;
          if (scope) this.#name(name, `${path}.${field}`, 'include', scope);
        }
      }
    });
  }

  #folders(node: ValueNode, path: string): void {
    if (node.kind !== 'list') return;
    node.items.forEach((folder, i) => {
      const includes = valueAt(folder, 'includes');
      if (includes?.kind !== 'list') return;
      includes.items.forEach((item, k) => {
        const itemPath = `${path}.${i}.includes`;
        if (item.kind !== 'map') this.#name(item, itemPath, 'own');
        else if (valueAt(item, 'joinPath'))
          this.#leaf(valueAt(item, 'joinPath')!, `folders.${i}.includes.${k}.joinPath`);
        else this.#folders({ ...includes, items: [item] }, `${itemPath}.${k}`);
      });
    });
  }

  #accessPolicy(node: ValueNode): void {
    if (node.kind !== 'list') return;
    node.items.forEach((policy, i) => {
      if (policy.kind !== 'map') return;
      for (const entry of policy.entries) {
        const path = `accessPolicy.${i}.${entry.name}`;
        if (entry.name !== 'memberLevel' && entry.name !== 'memberMasking') {
          this.#walk(entry.value, path);
          continue;
        }
        for (const field of ['includes', 'excludes']) {
          const list = valueAt(entry.value, field);
          if (list?.kind === 'list') for (const item of list.items) this.#name(item, `${path}.${field}`, 'own');
        }
      }
    });
  }

  #defaultFilters(node: ValueNode): void {
    if (node.kind !== 'list') return;
    node.items.forEach((filter, i) => {
      if (filter.kind !== 'map') return;
      for (const entry of filter.entries) {
        const path = `defaultFilters.${i}.${entry.name}`;
        if (entry.name === 'member' || entry.name === 'unless') this.#listed(entry.value, path, 'own');
        else this.#field(entry.value, path);
      }
    });
  }

  #groupIncludes(node: ValueNode, path: string): void {
    if (path !== 'includes' && path !== 'views') return;
    if (node.kind !== 'list') return;
    for (const item of node.items) {
      if (item.kind === 'map') {
        const nested = valueAt(item, 'includes');
        if (nested) this.#groupIncludes(nested, 'includes');
      } else this.#name(item, path, 'view');
    }
  }

  /** JavaScript: a text, or `${CUBE}.name`, in which the name after the braces counts too. */
  #policyMember(node: ValueNode, path: string): void {
    this.#name(node, path, 'own');
    const name = /^\$\{\s*(?:CUBE|TABLE)\s*\}\.(\w+)$/.exec(this.#text.slice(node.start, node.end))?.[1];
    if (name) this.#add('own', path, nameChain(name, { start: node.end - name.length, end: node.end }));
  }

  #listed(node: ValueNode, path: string, role: Role): void {
    if (node.kind === 'list') for (const item of node.items) this.#name(item, path, role);
    else this.#name(node, path, role);
  }

  /** A name as a text or, in JavaScript, as an identifier. */
  #name(node: ValueNode | undefined, path: string, role: Role, scope?: Chain): void {
    if (node?.kind === 'scalar' || node?.kind === 'code') this.#find(node, role, path, node.kind === 'code', scope);
    // In other fields, an identifier is a variable of the program.
    if (node?.kind === 'code' && node.chains.length === 1 && isReferenceField(path) && !this.#names)
      this.#add(role, path, node.chains[0]!, scope);
    if (node?.kind !== 'scalar' || node.dynamic || node.chains || typeof node.value !== 'string' || node.value === '*')
      return;
    this.#add(role, path, nameChain(node.value, node), scope);
  }

  /** Visits a value with fields inside it. `hasName`: its key `name` is not a reference. */
  #walk(node: ValueNode, path: string, hasName = false): void {
    this.#within(node, () => {
      if (node.kind !== 'map') {
        this.#field(node, path);
        return;
      }
      for (const entry of node.entries) {
        if (entry.dynamic || (hasName && entry.key === 'name')) continue;
        const inner = path === '' ? entry.name : `${path}.${entry.name}`;
        this.#within(entry.value, () => this.#value(entry, inner));
      }
      this.#unnamed(node, path);
    });
  }

  #value({ name, value }: Entry, path: string): void {
    if (namedGroups.has(name)) {
      for (const item of namedItems(value)) this.#walk(item.node, `${path}.${item.name}`, true);
      this.#unnamed(value, path);
      this.#generated(value, path);
    } else if (name === 'meta') this.#plainText(value, path);
    // A text with braces has no meaning there.
    else if (filterMember.test(path) && !textOf(value)?.includes('{')) this.#name(value, path, 'own');
    else this.#field(value, path);
  }

  #field(node: ValueNode, path: string): void {
    if (isReferenceField(path) && node.kind !== 'map') {
      const items = node.kind === 'list' ? [...node.items, ...(node.unnamed ?? [])] : [node];
      for (const item of items) this.#leaf(item, path);
    } else if (node.kind === 'list') {
      for (const [i, item] of node.items.entries()) this.#walk(item, `${path}.${i}`);
      this.#unnamed(node, path);
    } else if (node.kind === 'map') this.#walk(node, path);
    else this.#leaf(node, path);
  }

  #plainText(node: ValueNode, path: string): void {
    if (node.kind === 'map') for (const entry of node.entries) this.#plainText(entry.value, path);
    else if (node.kind === 'list') for (const item of node.items) this.#plainText(item, path);
    else this.#leaf(node, path);
  }

  /** A function outside of the call gets what its parameters name. */
  #parameters(node: ValueNode, role: Role, path: string): void {
    if (node.kind !== 'code' || !node.parameters) return;
    for (const chain of node.chains) if (node.parameters.has(chain.parts[0]!.name)) this.#add(role, path, chain);
  }

  #sql(node: ScalarNode, language: Language): void {
    this.sqlTexts.push(node);
    this.braces.push(...sqlBraces(this.#text, node, language));
  }

  /** Reads the references of one value. */
  #leaf(node: ValueNode, path: string): void {
    const role = roleOf(path);
    if (node.kind === 'map' || node.kind === 'list') return;
    this.#find(node, role, path, node.kind === 'code');
    if (this.#definition.language === 'javascript') {
      if (role === 'text' || (this.#names && role !== 'sql')) {
        if (node.kind === 'code') this.#mapsIn(node, path);
        return;
      }
      if (this.#names === 'parameters') {
        this.#parameters(node, role, path);
        return;
      }
      if (role === 'sql' && node.kind === 'scalar') this.#sql(node, 'javascript');
      if (policyMember.test(path) && node.kind === 'scalar') this.#policyMember(node, path);
      const named = textPath.test(path) && node.kind === 'scalar' ? pathChain(String(node.value), node) : undefined;
      const chains = node.chains ?? (named ? [named] : []);
      const [first] = chains;
      // An expression such as `extends: funnel({ … })` is not a reference.
      if (role === 'extends' && (chains.length !== 1 || first!.start !== node.start || first!.end !== node.end)) return;
      for (const chain of chains) this.#add(role, path, chain);
      return;
    }
    const isKnown = node.kind === 'scalar' && typeof node.value === 'string';
    if (!isKnown) return;
    const { scan, bare } = scanOf(path, role);
    if (node.dynamic) {
      const outer = this.#isWritten;
      this.#isWritten = true;
      for (const chain of scan(this.#masked, node).chains)
        for (const fixed of fixedParts(this.#text, chain, role)) this.#add(role, path, fixed);
      this.#isWritten = outer;
      return;
    }
    const scanned = scan(this.#text, node);
    if (bare && /^(true|false)$/.test(String(node.value))) return;
    if (role === 'sql') this.#sql(node, 'yaml');
    for (const chain of scanned.chains) this.#add(role, path, chain);
    for (const error of scanned.errors) {
      this.errors.push({ ...atMissingDash(this.#text, error, node), definition: this.#definition, path, value: node });
    }
  }
}

/** The whole path of cubes that a view names, if its end is known. */
export function isJoinPath({ role, chain }: Reference): boolean {
  return role === 'joinPath' && !chain.called;
}

/** `text` is the source of the definition, `masked` the same without template tags. */
export function referencesOf(definition: Definition, text: string, masked?: string): DefinitionReferences {
  return new Collector(definition, text, masked).collect();
}

/** The value at an offset of the definition, and the reference there. */
export function fieldAt(
  definition: Definition,
  text: string,
  at: number,
): { field: Field; reference: Reference | undefined } | undefined {
  const masked = isTemplate(definition.file, text) ? maskJinja(text).text : text;
  const collector = new Collector(definition, text, masked, at);
  const { references } = collector.collect();
  const reference = references.findLast(({ chain }) => chain.start <= at && at <= chain.end);
  return collector.field && { field: collector.field, reference };
}
