/** The parsed sources of one model, with lookup of cubes, views, members and references across files. */

import {
  globalsPath,
  isInModelFolder,
  isSourceName,
  parseSource,
  pathInModel,
  projectFiles,
} from '../source/modelSource.ts';
import { startOfFile } from '../source/problem.ts';
import { LineIndex, type Position, type Range, type Span } from '../source/range.ts';
import { entryOf, type ParsedSource, textOf, valueAt } from '../source/tree.ts';
import { type Definition, definitionsOf, type Join, type Member, type MemberKind } from './definitions.ts';
import { type DefinitionReferences, referencesOf } from './references.ts';
import { type ViewMembers, viewMembersOf } from './viewMembers.ts';

/** A text in which positions can be shown. */
export interface IndexedText {
  path: string;
  text: string;
  lines: LineIndex;
}

export interface IndexedFile extends IndexedText {
  source: ParsedSource;
  definitions: readonly Definition[];
  /** Definitions whose names are known only at run time. */
  generated: readonly Definition[];
}

/** The compiler ignores members with these names. */
const builtInNames = new Set(['__proto__', 'constructor', 'prototype']);

export class ModelIndex {
  readonly modelFolder: string;
  readonly #files = new Map<string, IndexedFile>();
  readonly #projectFiles = new Set<string>();
  /** Python functions for templates. Contains no definitions, but errors can be located in it. */
  #globals: IndexedText | undefined;
  readonly #references = new WeakMap<Definition, DefinitionReferences>();
  /** The next two are filled with it. */
  #byName: Map<string, Definition[]> | undefined;
  #definitions: readonly Definition[] = [];
  #cubeNames: readonly string[] = [];
  #viewMembers = new Map<Definition, ViewMembers>();
  #members = new Map<Definition, Map<string, Member[]>>();
  #generation = 0;

  /** `modelFolder` is a normalised path relative to the project folder; `.` is the project folder itself. */
  constructor({ modelFolder = 'model' }: { modelFolder?: string } = {}) {
    this.modelFolder = modelFolder;
  }

  /** Changes when a source changes. */
  get generation(): number {
    return this.#generation;
  }

  /** `path` is POSIX and relative to the project folder. Only the names of project files are kept. */
  set(path: string, text: string): void {
    if (projectFiles.includes(path)) {
      this.#projectFiles.add(path);
      return;
    }
    if (path === globalsPath(this.modelFolder)) {
      this.#globals = { path, text, lines: new LineIndex(text) };
      this.#generation += 1;
      return;
    }
    if (!isInModelFolder(path, this.modelFolder) || !isSourceName(path)) return;
    if (this.#files.get(path)?.text === text) return;
    const source = parseSource(path, text);
    const all = definitionsOf(path, text, source);
    const file: IndexedFile = {
      path,
      text,
      lines: new LineIndex(text),
      source,
      definitions: all.filter(({ pattern }) => !pattern),
      generated: all.filter(({ pattern }) => pattern),
    };
    this.#files.set(path, file);
    this.#clearCaches();
  }

  delete(path: string): void {
    this.#projectFiles.delete(path);
    if (path === globalsPath(this.modelFolder)) this.#globals = undefined;
    if (this.#files.delete(path)) this.#clearCaches();
  }

  /** The `globals.py` of the model, if it was added. */
  get globals(): IndexedText | undefined {
    return this.#globals;
  }

  #clearCaches(): void {
    this.#generation += 1;
    this.#byName = undefined;
    this.#viewMembers = new Map();
    this.#members = new Map();
  }

  get files(): IterableIterator<IndexedFile> {
    return this.#files.values();
  }

  file(path: string): IndexedFile | undefined {
    return this.#files.get(path);
  }

  /** A source or `globals.py`: any text in which an error can be located. */
  text(path: string): IndexedText | undefined {
    return this.#files.get(path) ?? (path === this.#globals?.path ? this.#globals : undefined);
  }

  /** The project file on which problems of the whole project are shown; '' without one. */
  get projectFile(): string {
    return projectFiles.find((path) => this.#projectFiles.has(path)) ?? '';
  }

  /** Finds a file by the name that the platform reports: with or without a leading slash and the model folder. */
  fileBySuffix(reported: string): IndexedFile | undefined {
    const wanted = reported.replace(/\\/g, '/').replace(/^\.?\/+/, '');
    const exact = this.#files.get(wanted) ?? this.#files.get(pathInModel(this.modelFolder, wanted));
    if (exact) return exact;
    const matches = [...this.#files.values()].filter(
      (file) => file.path.endsWith(`/${wanted}`) || wanted.endsWith(`/${file.path}`),
    );
    return matches.length === 1 ? matches[0] : undefined;
  }

  get definitions(): readonly Definition[] {
    this.#names();
    return this.#definitions;
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
      this.#definitions = [...this.#byName.values()].flat();
      const isCube = (one: Definition) => one.kind !== 'view_group';
      this.#cubeNames = [...this.#byName].filter(([, all]) => all.some(isCube)).map(([name]) => name);
    }
    return this.#byName;
  }

  /** All cubes, views and view groups with that name, in the order of their files. */
  definitionsNamed(name: string): readonly Definition[] {
    return this.#names().get(name) ?? [];
  }

  /** The definitions that may get that name at run time, the most specific first. */
  generatedNamed(name: string): readonly Definition[] {
    const all = [...this.#files.values()].flatMap(({ generated }) => generated);
    const fixed = ({ pattern }: Definition) => pattern!.source.length;
    return all.filter(({ pattern }) => pattern!.test(name)).sort((a, b) => fixed(b) - fixed(a));
  }

  /** The cube or view with that name; the first one if there are several. */
  cube(name: string): Definition | undefined {
    return this.definitionsNamed(name).find((definition) => definition.kind !== 'view_group');
  }

  get cubeNames(): readonly string[] {
    this.#names();
    return this.#cubeNames;
  }

  /** Whether templates, programs or broken files may define cubes that cannot be read from the text. */
  get open(): boolean {
    for (const file of this.#files.values()) if (file.source.generates || file.source.broken) return true;
    return false;
  }

  /** The cube or view that `definition` extends, if it is known. */
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

  /** The definition itself, then its ancestors; stops at a cycle. */
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

  /** Whether the definition may have members that cannot be read from the text. */
  isOpen(definition: Definition): boolean {
    const line = this.lineage(definition);
    if (line.some((one) => one.open)) return true;
    if (entryOf(line.at(-1)!.node, 'extends') && !this.parentOf(line.at(-1)!)) return true;
    return definition.kind === 'view' && this.viewMembers(definition).open;
  }

  /** Members by name, own ones before inherited ones. Members that a view includes are not among them. */
  members(definition: Definition): ReadonlyMap<string, readonly Member[]> {
    let found = this.#members.get(definition);
    if (!found) {
      found = new Map();
      for (const one of this.lineage(definition)) {
        for (const member of one.members) {
          if (builtInNames.has(member.name)) continue;
          const same = found.get(member.name);
          if (same) same.push(member);
          else found.set(member.name, [member]);
        }
      }
      this.#members.set(definition, found);
    }
    return found;
  }

  /** A member of a cube or view, included or not, of any of the `kinds`; by default of every kind. */
  member(definition: Definition, name: string, kinds?: readonly MemberKind[]): Member | undefined {
    const hasKind = (member: Member) => !kinds || kinds.includes(member.kind);
    const own = this.members(definition).get(name)?.find(hasKind);
    if (own || definition.kind !== 'view') return own;
    return this.viewMembers(definition).members.get(name)?.sources.find(hasKind);
  }

  /** `path` is `cube.member`. */
  memberByPath(path: string): Member | undefined {
    const [cube, name] = path.split('.');
    const definition = cube === undefined ? undefined : this.cube(cube);
    return definition && name !== undefined ? this.member(definition, name) : undefined;
  }

  viewMembers(view: Definition): ViewMembers {
    let found = this.#viewMembers.get(view);
    if (!found) {
      // Ends the recursion for views that include each other.
      this.#viewMembers.set(view, { members: new Map(), open: true, splitViews: [] });
      found = viewMembersOf(this, view);
      this.#viewMembers.set(view, found);
    }
    return found;
  }

  /** Whether `split` creates a view with that name. */
  isSplitView(name: string): boolean {
    return this.definitions.some((one) => one.kind === 'view' && this.viewMembers(one).splitViews.includes(name));
  }

  /** Inherited joins, then own ones: the order in which the compiler numbers them. */
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
    return this.text(path)?.lines.rangeOf(span) ?? startOfFile;
  }

  offsetAt(path: string, position: Position): number {
    return this.text(path)?.lines.offsetAt(position) ?? 0;
  }
}
