/** The parsed sources of one model, with lookup of cubes, views, members and references across files. */

import { type Catalogs, noCatalogs } from '../catalog/catalogLookup.ts';
import {
  globalsPath,
  isGlobals,
  isInModelFolder,
  isSourceName,
  projectFiles,
  rulesFileName,
} from '../source/modelSource.ts';
import { maximumName } from '../source/names.ts';
import { startOfFile, type TextProblem } from '../source/problem.ts';
import { LineIndex, type Position, type Range, type Span } from '../source/range.ts';
import { entryOf } from '../source/tree.ts';
import { type Definition, extendsName, type Join, type Member, type MemberKind } from './definitions.ts';
import { type Derivation, DerivedValues } from './derivedValues.ts';
import {
  anyFile,
  fileBySuffix,
  type IndexedFile,
  type IndexedText,
  indexedFile,
  inputsOf,
  openFiles,
  referencesIn,
  unreadFile,
} from './indexedFile.ts';
import { membersByName } from './members.ts';
import { Mentions, type NamesInDocuments } from './mentions.ts';
import type { DefinitionReferences } from './references.ts';
import { type ViewMembers, viewMembersOf } from './viewMembers.ts';

/** Inputs of derived values, in addition to the names of definitions and the paths of files. */
const databases = ' databases';
const documents = ' documents';

export type { IndexedFile, IndexedText } from './indexedFile.ts';

/** Cubes that extend each other. Each member would be copied into every one of them. */
const maximumLineage = 100;

const allMembers: Derivation<ModelIndex, Definition, ReadonlyMap<string, readonly Member[]>> = {
  compute: (index, definition) => membersByName(index.lineage(definition)),
};

const includedMembers: Derivation<ModelIndex, Definition, ViewMembers> = { compute: viewMembersOf };

const nothingRead: Pick<IndexedFile, 'definitions'> = { definitions: [] };

export class ModelIndex {
  readonly modelFolder: string;
  #files = new Map<string, IndexedFile>();
  #texts: ReadonlyMap<string, IndexedText> = new Map();
  /** The next two are filled with it. */
  #byName: Map<string, Definition[]> | undefined;
  #definitions: readonly Definition[] = [];
  #cubeNames: readonly string[] = [];
  #openFiles: readonly IndexedFile[] | undefined;
  #mentions: Mentions | undefined;
  #catalogs = noCatalogs;
  #namedInDocuments: NamesInDocuments | undefined;
  #generation = 0;
  readonly #derived = new DerivedValues();

  /** `modelFolder` is a normalised path relative to the project folder; `.` is the project folder itself. */
  constructor({ modelFolder = 'model' }: { modelFolder?: string } = {}) {
    this.modelFolder = modelFolder;
  }

  /** Changes when a source changes. */
  get generation(): number {
    this.#derived.readsAll();
    return this.#generation;
  }

  /** What is known of the databases. Empty by default. */
  get catalogs(): Catalogs {
    this.#derived.reads(databases);
    return this.#catalogs;
  }

  set catalogs(catalogs: Catalogs) {
    if (catalogs === this.#catalogs) return;
    this.#catalogs = catalogs;
    this.#invalidate([databases]);
  }

  /** What query and test documents name; undefined while it is not known. */
  get namedInDocuments(): NamesInDocuments | undefined {
    this.#derived.reads(documents);
    return this.#namedInDocuments;
  }

  set namedInDocuments(names: NamesInDocuments | undefined) {
    if (names === this.#namedInDocuments) return;
    this.#namedInDocuments = names;
    this.#invalidate([documents]);
  }

  /** `path` is POSIX and relative to the project folder. */
  set(path: string, text: string): void {
    const read = this.read(path, text);
    if (read) this.add(read);
  }

  /** Reads a text without a change of the index; undefined for other files. An unchanged text is not read again. */
  read(path: string, text: string, unread?: TextProblem): IndexedFile | IndexedText | undefined {
    const known = this.text(path);
    if (known?.text === text && known.unread?.message === unread?.message) return known;
    const isText = projectFiles.includes(path) || path === rulesFileName;
    if (isText || (isInModelFolder(path, this.modelFolder) && isGlobals(path))) {
      return { path, text, lines: new LineIndex(text), ...(unread && { unread }) };
    }
    // An unread folder or link may contain or be any source.
    if (unread) return unreadFile(path, text, unread);
    return isInModelFolder(path, this.modelFolder) && isSourceName(path) ? indexedFile(path, text) : undefined;
  }

  /** Adds or replaces a text that was read before. Several indexes may share it. */
  add(file: IndexedFile | IndexedText): void {
    const before = this.text(file.path);
    if (before === file) return;
    if ('source' in file) {
      this.#files.set(file.path, file);
      this.#changed(before as IndexedFile | undefined, file);
    } else {
      this.#texts = new Map(this.#texts).set(file.path, file);
      this.#invalidate([file.path]);
    }
  }

  delete(path: string): void {
    if (this.#texts.has(path)) {
      this.#texts = new Map([...this.#texts].filter(([name]) => name !== path));
      this.#invalidate([path]);
    }
    const before = this.#files.get(path);
    if (this.#files.delete(path)) this.#changed(before, undefined);
  }

  /** The `globals.py` of the model, if it was added. */
  get globals(): IndexedText | undefined {
    const path = globalsPath(this.modelFolder);
    this.#derived.reads(path);
    return this.#texts.get(path);
  }

  /** The file with the levels of the rules. */
  get rulesFile(): IndexedText | undefined {
    this.#derived.reads(rulesFileName);
    return this.#texts.get(rulesFileName);
  }

  /** The project files, the file of rules, and every `globals.py`: they contain no definitions, but errors can be located in them. */
  get texts(): readonly IndexedText[] {
    this.#derived.readsAll();
    return [...this.#texts.values()];
  }

  /** A copy in which one source has another text. It shares all other sources with this index. */
  withText(path: string, text: string): ModelIndex {
    const copy = new ModelIndex({ modelFolder: this.modelFolder });
    copy.#files = new Map(this.#files);
    copy.#texts = this.#texts;
    copy.#catalogs = this.#catalogs;
    copy.#namedInDocuments = this.#namedInDocuments;
    copy.set(path, text);
    copy.#takeNames(this, this.#names(), this.#files.get(path), copy.#files.get(path));
    return copy;
  }

  /** Takes over the names of an index that differs in one source only, if that source defines the same ones. */
  #takeNames(
    other: ModelIndex,
    names: Map<string, Definition[]>,
    { definitions: before } = nothingRead,
    { definitions: after } = nothingRead,
  ): void {
    const isSame = (one: Definition, i: number) => one.name === after[i]?.name && one.kind === after[i].kind;
    if (before.length !== after.length || !before.every(isSame)) return;
    this.#byName = this === other ? names : new Map(names);
    this.#cubeNames = other.#cubeNames;
    const renewed = new Map(before.map((one, i) => [one, after[i]!]));
    const renew = (all: readonly Definition[]) => all.map((one) => renewed.get(one) ?? one);
    for (const name of new Set(before.map((one) => one.name))) this.#byName.set(name, renew(this.#byName.get(name)!));
    this.#definitions = renew(other.#definitions);
  }

  /** Takes over what another index computed from sources that both share. */
  takeDerived(other: ModelIndex): void {
    const different = new Set<string>();
    for (const path of new Set([...this.#files.keys(), ...other.#files.keys()])) {
      const [own, others] = [this.#files.get(path), other.#files.get(path)];
      if (own !== others) for (const input of inputsOf(own, others)) different.add(input);
    }
    if (this.globals?.text !== other.globals?.text) different.add(globalsPath(this.modelFolder));
    if (this.rulesFile?.text !== other.rulesFile?.text) different.add(rulesFileName);
    if (this.#catalogs !== other.#catalogs) different.add(databases);
    if (this.#namedInDocuments !== other.#namedInDocuments) different.add(documents);
    this.#derived.take(other.#derived, different);
  }

  #changed(before: IndexedFile | undefined, after: IndexedFile | undefined): void {
    if (before?.isOpen || after?.isOpen) this.#openFiles = undefined;
    const names = this.#byName;
    this.#byName = undefined;
    if (names) this.#takeNames(this, names, before, after);
    if (before) this.#mentions?.remove(before);
    if (after) this.#mentions?.add(after);
    this.#invalidate(inputsOf(before, after));
  }

  #invalidate(inputs: Iterable<string>): void {
    this.#generation += 1;
    this.#derived.remove(inputs);
  }

  /** A value about a definition or file. Its computation must get from the index all that it reads. */
  derive<About extends object, Value>(derivation: Derivation<ModelIndex, About, Value>, about: About): Value {
    return this.#derived.get(derivation, this, about);
  }

  get files(): IterableIterator<IndexedFile> {
    this.#derived.readsAll();
    return this.#files.values();
  }

  /** Programs, templates and texts with errors. */
  get openFiles(): readonly IndexedFile[] {
    this.#derived.reads(openFiles);
    this.#openFiles ??= [...this.#files.values()].filter(({ isOpen }) => isOpen);
    return this.#openFiles;
  }

  file(path: string): IndexedFile | undefined {
    this.#derived.reads(path);
    return this.#files.get(path);
  }

  /** A source, `globals.py` or a project file: any text in which an error can be located. */
  text(path: string): IndexedText | undefined {
    return this.file(path) ?? this.#texts.get(path);
  }

  /** The project file on which problems of the whole project are shown; '' without one. */
  get projectFile(): string {
    return projectFiles.find((path) => this.#texts.has(path)) ?? '';
  }

  /** Finds a file by the name that the platform reports: with or without a leading slash and the model folder. */
  fileBySuffix(reported: string): IndexedFile | undefined {
    const found = fileBySuffix(this.#files, this.modelFolder, reported);
    this.#derived.reads(anyFile);
    if (found) this.#derived.reads(found.path);
    return found;
  }

  get definitions(): readonly Definition[] {
    this.#derived.readsAll();
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
    this.#derived.reads(name);
    return this.#names().get(name) ?? [];
  }

  /** The definitions that may get that name at run time, the most specific first. */
  generatedNamed(name: string): readonly Definition[] {
    if (name.length > maximumName) return [];
    const all = this.openFiles.flatMap(({ generated }) => generated);
    const fixed = ({ pattern }: Definition) => pattern!.source.length;
    return all.filter(({ pattern }) => pattern!.test(name)).sort((a, b) => fixed(b) - fixed(a));
  }

  /** The cube or view with that name; the first one if there are several. */
  cube(name: string): Definition | undefined {
    return this.definitionsNamed(name).find((definition) => definition.kind !== 'view_group');
  }

  get cubeNames(): readonly string[] {
    this.#derived.readsAll();
    this.#names();
    return this.#cubeNames;
  }

  /** The definitions that refer to something with that name, in no particular order. */
  mentioning(name: string): Iterable<Definition> {
    this.#derived.readsAll();
    this.#mentions ??= new Mentions(this.#files.values());
    return this.#mentions.of(name);
  }

  /** Whether templates, programs or broken files may define cubes that cannot be read from the text. */
  get open(): boolean {
    return this.openFiles.some(({ source }) => source.generates || source.broken);
  }

  /** The cube or view that `definition` extends, if it is known. */
  parentOf(definition: Definition): Definition | undefined {
    const name = this.extendsName(definition);
    return name === undefined ? undefined : this.cube(name);
  }

  extendsName(definition: Definition): string | undefined {
    return extendsName(definition);
  }

  /** The definition itself, then its ancestors; stops at a cycle, and after `maximumLineage`. */
  lineage(definition: Definition): Definition[] {
    const line = new Set<Definition>();
    for (
      let current: Definition | undefined = definition;
      current && !line.has(current) && line.size < maximumLineage;
      current = this.parentOf(current)
    ) {
      this.#derived.reads(current.file);
      line.add(current);
    }
    return [...line];
  }

  /** Whether the definition may have members that cannot be read from the text. */
  isOpen(definition: Definition): boolean {
    const line = this.lineage(definition);
    if (line.some((one) => one.open)) return true;
    if (this.hasUnknownAncestor(line)) return true;
    return definition.kind === 'view' && this.viewMembers(definition).open;
  }

  /** Whether a lineage goes on, but not in this model or not within the limit. */
  hasUnknownAncestor(lineage: readonly Definition[]): boolean {
    const root = lineage.at(-1)!;
    return entryOf(root.node, 'extends') !== undefined && (lineage.length >= maximumLineage || !this.parentOf(root));
  }

  /** Members by name, own ones before inherited ones. Members that a view includes are not among them. */
  members(definition: Definition): ReadonlyMap<string, readonly Member[]> {
    return this.derive(allMembers, definition);
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
    return this.derive(includedMembers, view);
  }

  /** Inherited joins, then own ones: the order in which the compiler numbers them. */
  joins(definition: Definition): readonly Join[] {
    const line = this.lineage(definition);
    return line.length === 1 ? definition.joins : line.reverse().flatMap((one) => one.joins);
  }

  references(definition: Definition): DefinitionReferences {
    this.#derived.reads(definition.file);
    return referencesIn(definition);
  }

  rangeOf(path: string, span: Span): Range {
    return this.text(path)?.lines.rangeOf(span) ?? startOfFile;
  }

  offsetAt(path: string, position: Position): number {
    return this.text(path)?.lines.offsetAt(position) ?? 0;
  }
}
