/** All sources of one model, parsed, with what can be looked up across files. Holds no problems and reads no disk. */

import { parseJavaScript } from '../source/parseJavaScript.ts';
import { parseYaml } from '../source/parseYaml.ts';
import { LineIndex, type Position, type Range, type Span } from '../source/range.ts';
import { entryOf, type ParsedSource, textOf, valueAt } from '../source/tree.ts';
import { type Definition, definitionsOf, type Join, type Member, type MemberKind } from './definitions.ts';
import { type DefinitionReferences, referencesOf } from './references.ts';
import { type ViewMembers, viewMembersOf } from './viewMembers.ts';

/** A text in which places can be shown. */
export interface SourceText {
  path: string;
  text: string;
  lines: LineIndex;
}

export interface ModelFile extends SourceText {
  source: ParsedSource;
  definitions: readonly Definition[];
}

const builtIn = new Set(['__proto__', 'constructor', 'prototype']);

/** Whether the compiler reads a file of this name. */
export function isModelSource(path: string): boolean {
  return /\.(ya?ml|js|jinja)$/i.test(path);
}

/** Parses one text; never throws. */
export function parseSource(path: string, text: string): ParsedSource {
  return /\.js$/i.test(path) ? parseJavaScript(text) : parseYaml(path, text);
}

export class ModelIndex {
  readonly modelFolder: string;
  readonly #files = new Map<string, ModelFile>();
  readonly #projectFiles = new Set<string>();
  /** The Python beside the templates: not read for definitions, but errors stand in it. */
  #globals: SourceText | undefined;
  readonly #references = new WeakMap<Definition, DefinitionReferences>();
  #byName: Map<string, Definition[]> | undefined;
  #viewMembers = new Map<Definition, ViewMembers>();
  #members = new Map<Definition, Map<string, Member[]>>();
  #splitNames: Set<string> | undefined;
  #generation = 0;

  /** `modelFolder` is relative to the project root; '' means the root itself. */
  constructor({ modelFolder = 'model' }: { modelFolder?: string } = {}) {
    this.modelFolder = modelFolder.replace(/^\.?\/+|\/+$/g, '').replace(/^\.$/, '');
  }

  /** Changes with every `set` and `delete`. */
  get generation(): number {
    return this.#generation;
  }

  /** `path` is POSIX and relative to the project root. Files the compiler does not read are only remembered by name. */
  set(path: string, text: string): void {
    if (path === 'cube.js' || path === 'cube.py') {
      this.#projectFiles.add(path);
      return;
    }
    if (path === this.#globalsPath) {
      this.#globals = { path, text, lines: new LineIndex(text) };
      this.#generation += 1;
      return;
    }
    if (!this.isModelPath(path)) return;
    if (this.#files.get(path)?.text === text) return;
    const source = parseSource(path, text);
    const file: ModelFile = {
      path,
      text,
      lines: new LineIndex(text),
      source,
      definitions: definitionsOf(path, source),
    };
    this.#files.set(path, file);
    this.#changed();
  }

  delete(path: string): void {
    this.#projectFiles.delete(path);
    if (path === this.#globalsPath) this.#globals = undefined;
    if (this.#files.delete(path)) this.#changed();
  }

  get #globalsPath(): string {
    return this.modelFolder === '' ? 'globals.py' : `${this.modelFolder}/globals.py`;
  }

  /** The model's `globals.py`, when the index was told of it. */
  get globals(): SourceText | undefined {
    return this.#globals;
  }

  isModelPath(path: string): boolean {
    const inside = this.modelFolder === '' || path.startsWith(`${this.modelFolder}/`);
    return inside && isModelSource(path);
  }

  #changed(): void {
    this.#generation += 1;
    this.#byName = undefined;
    this.#splitNames = undefined;
    this.#viewMembers = new Map();
    this.#members = new Map();
  }

  get files(): IterableIterator<ModelFile> {
    return this.#files.values();
  }

  file(path: string): ModelFile | undefined {
    return this.#files.get(path);
  }

  /** Any text an error may stand in. */
  text(path: string): SourceText | undefined {
    return this.#files.get(path) ?? (path === this.#globals?.path ? this.#globals : undefined);
  }

  /** `cube.js` or `cube.py` when the index was told of one, else ''. */
  get projectFile(): string {
    return this.#projectFiles.has('cube.js') ? 'cube.js' : ([...this.#projectFiles][0] ?? '');
  }

  /** The file of a name as the platform reports it: with a leading slash, from the root or from the model folder. */
  fileBySuffix(reported: string): ModelFile | undefined {
    const wanted = reported.replace(/\\/g, '/').replace(/^\.?\/+/, '');
    const exact =
      this.#files.get(wanted) ?? this.#files.get(this.modelFolder === '' ? wanted : `${this.modelFolder}/${wanted}`);
    if (exact) return exact;
    const matches = [...this.#files.values()].filter(
      (file) => file.path.endsWith(`/${wanted}`) || wanted.endsWith(`/${file.path}`),
    );
    return matches.length === 1 ? matches[0] : undefined;
  }

  get definitions(): Definition[] {
    return [...this.#names().values()].flat();
  }

  #names(): Map<string, Definition[]> {
    if (!this.#byName) {
      this.#byName = new Map();
      for (const file of this.#files.values()) {
        for (const definition of file.definitions) {
          const same = this.#byName.get(definition.name);
          if (same) same.push(definition);
          else this.#byName.set(definition.name, [definition]);
        }
      }
    }
    return this.#byName;
  }

  /** All cubes, views and view groups of that name, in the order of their files. */
  definitionsNamed(name: string): readonly Definition[] {
    return this.#names().get(name) ?? [];
  }

  /** The cube or view of that name; the first one when there are several. */
  cube(name: string): Definition | undefined {
    return this.definitionsNamed(name).find((definition) => definition.kind !== 'view_group');
  }

  get cubeNames(): string[] {
    return [...this.#names()].filter(([, all]) => all.some((one) => one.kind !== 'view_group')).map(([name]) => name);
  }

  /** Cubes may exist that cannot be read from the texts. */
  get open(): boolean {
    for (const file of this.#files.values()) if (file.source.generates || file.source.broken) return true;
    return false;
  }

  /** The cube or view that `definition` extends, when it can be told. */
  parentOf(definition: Definition): Definition | undefined {
    const name = this.extendsName(definition);
    return name === undefined ? undefined : this.cube(name);
  }

  extendsName(definition: Definition): string | undefined {
    const value = valueAt(definition.node, 'extends');
    if (!value) return undefined;
    if (value.kind === 'code') {
      const [chain] = value.chains;
      const bare = chain && value.chains.length === 1 && chain.start === value.start && chain.end === value.end;
      return bare ? chain.parts[0]!.name : undefined;
    }
    return textOf(value)?.trim();
  }

  /** The definition itself, then what it extends; stops at a circle. */
  lineage(definition: Definition): Definition[] {
    const line: Definition[] = [];
    for (
      let current: Definition | undefined = definition;
      current && !line.includes(current);
      current = this.parentOf(current)
    ) {
      line.push(current);
    }
    return line;
  }

  /** Members may exist that cannot be read from the texts. */
  isOpen(definition: Definition): boolean {
    const line = this.lineage(definition);
    if (line.some((one) => one.open)) return true;
    if (entryOf(line.at(-1)!.node, 'extends') && !this.parentOf(line.at(-1)!)) return true;
    return definition.kind === 'view' && this.viewMembers(definition).open;
  }

  /** Members by name, inherited ones included (the child's first); a view's are its own, not the included ones. */
  members(definition: Definition): ReadonlyMap<string, readonly Member[]> {
    let found = this.#members.get(definition);
    if (!found) {
      found = new Map();
      for (const one of this.lineage(definition)) {
        for (const member of one.members) {
          if (builtIn.has(member.name)) continue;
          const same = found.get(member.name);
          if (same) same.push(member);
          else found.set(member.name, [member]);
        }
      }
      this.#members.set(definition, found);
    }
    return found;
  }

  /** A member of a cube or view, included ones too; any kind unless told. */
  member(definition: Definition, name: string, kinds?: readonly MemberKind[]): Member | undefined {
    const fits = (member: Member) => !kinds || kinds.includes(member.kind);
    const own = this.members(definition).get(name)?.find(fits);
    if (own || definition.kind !== 'view') return own;
    return this.viewMembers(definition).members.get(name)?.sources.find(fits);
  }

  /** `cube.member`. */
  memberByPath(path: string): Member | undefined {
    const [cube, name] = path.split('.');
    const definition = cube === undefined ? undefined : this.cube(cube);
    return definition && name !== undefined ? this.member(definition, name) : undefined;
  }

  viewMembers(view: Definition): ViewMembers {
    let found = this.#viewMembers.get(view);
    if (!found) {
      this.#viewMembers.set(view, { members: new Map(), open: true, splitViews: [] });
      found = viewMembersOf(this, view);
      this.#viewMembers.set(view, found);
    }
    return found;
  }

  /** The names of all views that come out of `split`. */
  get splitViewNames(): ReadonlySet<string> {
    this.#splitNames ??= new Set(
      this.definitions.flatMap((one) => (one.kind === 'view' ? this.viewMembers(one).splitViews : [])),
    );
    return this.#splitNames;
  }

  /** Own joins and inherited ones, parents first, as the compiler numbers them. */
  joins(definition: Definition): Join[] {
    return this.lineage(definition)
      .reverse()
      .flatMap((one) => [...one.joins]);
  }

  references(definition: Definition): DefinitionReferences {
    let found = this.#references.get(definition);
    if (!found) {
      found = referencesOf(definition, this.file(definition.file)?.text ?? '');
      this.#references.set(definition, found);
    }
    return found;
  }

  rangeOf(path: string, span: Span): Range {
    return this.text(path)?.lines.rangeOf(span) ?? { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
  }

  offsetAt(path: string, position: Position): number {
    return this.text(path)?.lines.offsetAt(position) ?? 0;
  }
}
