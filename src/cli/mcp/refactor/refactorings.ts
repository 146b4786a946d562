/** The refactorings of the editor by names and places instead of a cursor. */

import { UserError } from '../../../base/errors.ts';
import { codeActions } from '../../../language/codeActions/codeActions.ts';
import type { Change } from '../../../language/codeActions/edits/action.ts';
import type { NewEntry, NewValue } from '../../../language/codeActions/edits/newText.ts';
import { sqlText, yamlBlock } from '../../../language/codeActions/edits/newText.ts';
import {
  addEntries,
  addMember,
  keyIn,
  removeEntry,
  replaceEntry,
} from '../../../language/codeActions/edits/sourceEdits.ts';
import { formatText } from '../../../language/format/formatText.ts';
import type { CodeAction, CodeActionKind, Range } from '../../../language/protocol/protocol.ts';
import { rename as renamed } from '../../../language/rename/rename.ts';
import { kindOfName } from '../../../model/documents/documentKind.ts';
import type { Definition, Member } from '../../../model/index/definitions.ts';
import type { IndexedFile } from '../../../model/index/modelIndex.ts';
import { camelCase } from '../../../model/source/names.ts';
import { javaScriptText } from '../../../model/source/quotes.ts';
import { entryOf, type Language, type ValueNode } from '../../../model/source/tree.ts';
import type { ReadCapability } from '../shared/capability.ts';
import { fixesOf } from '../shared/checked.ts';
import { changedFiles } from '../shared/edits.ts';
import { membersOf } from '../shared/parts.ts';
import type { ProjectState } from '../shared/projectState.ts';
import type { ProposedFile } from '../shared/proposals.ts';

interface Fields {
  name: string;
  newName: string;
  place: string;
  text: string;
  view: string;
  cube: string;
  member: 'measure' | 'dimension' | 'segment';
  definition: Readonly<Record<string, unknown>>;
  fixId: string;
  tables: readonly string[];
  file: string;
}

export interface Edit {
  /** A text without names of the model. */
  title: string;
  files: readonly ProposedFile[];
  /** What was asked for and is not in the files, and why. */
  leftOut?: readonly string[];
}

interface Context {
  capability: ReadCapability;
  signal: AbortSignal;
  optional: { readonly [Field in keyof Fields]?: Fields[Field] | undefined };
}

/** @throws UserError for a field that is missing, and for what cannot be refactored */
type Refactoring = (
  state: ProjectState,
  field: <Field extends keyof Fields>(name: Field) => Fields[Field],
  context: Context,
) => Edit | Promise<Edit>;

export const refactorings = {
  rename: (state, field) => {
    const { file, range } = nameOf(state, field('name'));
    const options = { savedQueries: state.documents };
    const edit = renamed(state.index, file, range.start, field('newName'), (path) => path, options);
    return { title: 'Rename', files: changedFiles(state, edit) };
  },

  extract: (state, field, { optional }) => {
    const { path, line } = placeOf(field('place'));
    const file = fileAt(state, path);
    const start = file.lines.offsetAt({ line, character: 0 });
    const text = field('text').trim();
    // The text may go on below the line.
    const at = file.text.indexOf(text, start);
    if (at < 0 || file.lines.positionAt(at).line > line)
      throw new UserError('The line does not have this text. Give it exactly as it stands there.');
    const range = { start: file.lines.positionAt(at), end: file.lines.positionAt(at + text.length) };
    const extracted = actionAt(state, path, range, 'refactor.extract', () => true);
    const files = changedFiles(state, extracted.edit);
    const own = /'([^']*)'$/.exec(extracted.title)?.[1];
    const wanted = optional.newName;
    if (wanted === undefined || own === undefined || wanted === own) return { title: 'Extract', files };
    const after = state.with(new Map(files.map((one) => [one.path, one.after])));
    const definition = after.index
      .file(path)!
      .definitions.find(({ members }) => members.some(({ name }) => name === own));
    const member = definition?.members.find(({ name }) => name === own);
    if (!member) return { title: 'Extract', files };
    const { start: cursor } = after.index.rangeOf(path, member.nameSpan);
    const edit = renamed(after.index, path, cursor, wanted, (one) => one, { savedQueries: after.documents });
    return { title: 'Extract', files: joined(state, files, changedFiles(after, edit)) };
  },

  inline: (state, field) => {
    const { file, range } = nameOf(state, field('name'));
    return {
      title: 'Inline',
      files: changedFiles(state, actionAt(state, file, range, 'refactor.inline', () => true).edit),
    };
  },

  add_to_view: (state, field) => {
    const { file, range } = nameOf(state, field('name'));
    const view = field('view');
    const added = actionAt(state, file, range, 'refactor.rewrite', ({ title }) =>
      title.endsWith(`to the view '${view}'`),
    );
    return { title: 'Add to view', files: changedFiles(state, added.edit) };
  },

  add_member: (state, field) => {
    const definition = state.index.cube(field('cube'));
    if (!definition) throw new UserError('The model has no such cube or view.');
    const file = fileAt(state, definition.file);
    const name = field('newName');
    if (!/^[A-Za-z_]\w*$/.test(name))
      throw new UserError('A name has letters, digits and underscores, and starts with a letter.');
    if (state.index.members(definition).has(name))
      throw new UserError('The cube has a member of this name. Use change_member.');
    const fields = entriesOf(definition.language, field('definition'));
    return {
      title: 'Add a member',
      files: filesOf(state, file, [addMember(file, definition, `${field('member')}s`, name, fields)]),
    };
  },

  change_member: (state, field) => {
    const part = partNamed(state, field('name'));
    const { language, file: path } = part.definition;
    const file = fileAt(state, path);
    if (part.node.kind !== 'map') throw new UserError('This part is written by a program or a template.');
    const given = Object.entries(field('definition')).filter(([key]) => key !== 'name');
    const groups = given.map(([key]) => camelCase(key)).filter((key) => !part.member && memberGroups.has(key));
    if (groups.length > 0)
      throw new UserError('The members of a cube are changed one by one: add_member, change_member with cube.member.');
    // One key at a time: each edit has the offsets of the text before.
    let current = state;
    for (const [key, value] of given) {
      const now = nodeIn(current, part);
      const source = fileAt(current, path);
      const entry = entryOf(now, camelCase(key));
      const written = value === null ? undefined : valueText(language, key, value);
      const change =
        now.kind !== 'map'
          ? undefined
          : written === undefined
            ? entry && removeEntry(source, now, entry)
            : entry
              ? replaceEntry(source, now, entry, written)
              : addEntries(source, now, [{ key: keyIn(language, camelCase(key)), value: written }], 'front');
      if (!change) continue;
      const [edited] = filesOf(current, source, [change]);
      if (edited) current = current.with(new Map([[edited.path, edited.after]]));
    }
    const after = current.textOf(path);
    const title = part.member ? 'Change a member' : 'Change a cube or view';
    return { title, files: after === file.text ? [] : [{ path, before: file.text, after }] };
  },

  format: (state, field) => {
    const path = field('file');
    const text = state.textOf(path);
    if (text === undefined) throw new UserError('The project has no such file.', { where: path });
    const { text: after, kept } = formatText(path, text, kindOfName(path));
    if (kept) throw kept;
    return { title: 'Format a file', files: after === text ? [] : [{ path, before: text, after }] };
  },

  fix: async (state, field, { capability, signal }) => {
    const id = field('fixId');
    const { problems } = await capability.check(state, signal);
    for (const problem of problems) {
      const fix = fixesOf(state, problem).find((one) => one.id === id);
      if (fix) return { title: 'Fix a problem', files: changedFiles(state, fix.action.edit) };
    }
    throw new UserError('There is no such fix for the files as they are now. Check the model again.');
  },

  convert: (state, field) => {
    const path = field('file');
    const [definition] = fileAt(state, path).definitions;
    if (!definition) throw new UserError('The file has no cube and no view.', { where: path });
    const range = state.index.rangeOf(path, definition.nameSpan);
    const converted = actionAt(state, path, range, 'refactor.rewrite', ({ title }) =>
      title.startsWith('Convert the file'),
    );
    return { title: 'Convert a file', files: changedFiles(state, converted.edit) };
  },

  generate: async (state, field, { capability, signal }) => ({
    title: 'Generate cubes',
    ...(await capability.generate(state, field('tables'), signal)),
  }),
} as const satisfies Record<string, Refactoring>;

function placeOf(place: string): { path: string; line: number } {
  const at = place.lastIndexOf(':');
  return { path: place.slice(0, at), line: Number(place.slice(at + 1)) - 1 };
}

function fileAt({ index }: ProjectState, path: string): IndexedFile {
  const file = index.file(path);
  if (!file) throw new UserError('The model has no such file.', { where: path });
  if (file.source.broken) throw new UserError('The file has a syntax error. Correct it first.', { where: path });
  return file;
}

function memberNamed({ index }: ProjectState, name: string) {
  const definition = index.cube(name.split('.')[0]!);
  const found = definition && membersOf(index, definition).find((one) => one.name === name);
  if (found) return found;
  throw new UserError('The model has no such member. model_search finds parts by words.');
}

/** Where a cube, a view or a member is defined; a member of a view where the view names it. */
function nameOf(state: ProjectState, name: string): { file: string; range: Range } {
  const { index } = state;
  const definition = index.cube(name);
  if (definition) return { file: definition.file, range: index.rangeOf(definition.file, definition.nameSpan) };
  const { member, owner } = memberNamed(state, name);
  const included =
    owner.kind === 'view' ? index.viewMembers(owner).members.get(name.slice(owner.name.length + 1)) : undefined;
  const isListed =
    included && index.text(included.definition.file)?.text.slice(included.span.start, included.span.end) !== '*';
  const [file, span] = isListed ? [included.definition.file, included.span] : [member.definition.file, member.nameSpan];
  return { file, range: index.rangeOf(file, span) };
}

type Made = CodeAction & { edit: NonNullable<CodeAction['edit']> };

/** The first action of a kind, as the editor would offer it. @throws UserError that says why there is none */
function actionAt(
  { index }: ProjectState,
  path: string,
  range: Range,
  kind: CodeActionKind,
  isWanted: (action: CodeAction) => boolean,
): Made {
  const found = codeActions(index, path, range, { diagnostics: [], only: [kind] }, (one) => one).filter(isWanted);
  const made = found.find((one): one is Made => one.edit !== undefined && !one.disabled);
  if (made) return made;
  const reason = found.find(({ disabled }) => disabled)?.disabled?.reason;
  throw new UserError(reason ?? 'This is not possible here: see what model_explain tells about this part.');
}

/** The keys of a cube whose items are members. */
const memberGroups: ReadonlySet<string> = new Set([
  'measures',
  'dimensions',
  'segments',
  'preAggregations',
  'hierarchies',
]);

interface NamedPart {
  definition: Definition;
  /** Undefined: the cube or view itself. */
  member: Member | undefined;
  node: ValueNode;
}

function partNamed(state: ProjectState, name: string): NamedPart {
  const definition = state.index.cube(name);
  if (definition) return { definition, member: undefined, node: definition.node };
  const { member } = memberNamed(state, name);
  return { definition: member.definition, member, node: member.node };
}

function nodeIn(state: ProjectState, { definition, member }: NamedPart): ValueNode {
  const now = state.index.definitionsNamed(definition.name).find(({ file }) => file === definition.file);
  const part = member ? now?.members.find(({ name, kind }) => name === member.name && kind === member.kind) : now;
  if (!part) throw new UserError('The change would make the file unreadable.');
  return part.node;
}

function filesOf(state: ProjectState, { path }: IndexedFile, changes: readonly Change[]): ProposedFile[] {
  const { lines } = state.index.file(path)!;
  const edits = changes.map(({ start, end, text }) => ({ range: lines.rangeOf({ start, end }), newText: text }));
  return changedFiles(state, { documentChanges: [{ textDocument: { uri: path, version: null }, edits }] });
}

/** Two edits, one after the other, as one. */
function joined(state: ProjectState, first: readonly ProposedFile[], second: readonly ProposedFile[]): ProposedFile[] {
  const after = new Map([...first, ...second].map((one) => [one.path, one.after]));
  return [...after].map(([path, text]) => ({ path, before: state.textOf(path), after: text }));
}

function entriesOf(language: Language, definition: Readonly<Record<string, unknown>>): NewEntry[] {
  return Object.entries(definition)
    .filter(([key, value]) => key !== 'name' && value !== null)
    .map(([key, value]) => ({ key: keyIn(language, camelCase(key)), value: valueText(language, key, value) }));
}

const maxDepth = 6;

/** A value of JSON as the language writes it. @throws UserError */
function valueText(language: Language, key: string, value: unknown, depth = 0): NewValue {
  if (depth > maxDepth) throw new UserError('The definition is nested too deep.');
  if (typeof value === 'string') {
    const isSql = /(?:^|_)sql$/i.test(key) || key === 'sql';
    if (language === 'javascript') return isSql ? sqlText('javascript', value) : javaScriptText(value);
    return yamlBlock(value);
  }
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return { items: value.map((one) => valueText(language, key, one, depth + 1)) };
  if (typeof value !== 'object' || value === null) throw new UserError(`The value of ${key} cannot be written.`);
  const entries = Object.entries(value).map(([name, one]) => {
    if (!/^[A-Za-z_]\w*$/.test(name)) throw new UserError('A key has letters, digits and underscores only.');
    return { key: keyIn(language, camelCase(name)), value: valueText(language, name, one, depth + 1) };
  });
  return { entries };
}
