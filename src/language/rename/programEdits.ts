/** Names in JavaScript outside of cubes and views that can be read: in functions, texts and other calls. What they mean is not certain. */

import { definitionsIn } from '../../model/index/lookup.ts';
import type { IndexedFile, ModelIndex } from '../../model/index/modelIndex.ts';
import { isCurrentCube } from '../../model/index/resolve.ts';
import { rules } from '../../model/rules/ruleTable.ts';
import { programNames } from '../../model/source/programNames.ts';
import { contains } from '../../model/source/range.ts';
import type { Chain, ChainPart, ValueNode } from '../../model/source/tree.ts';
import type { Change, ViewNames } from './change.ts';
import { changedNames, editsOf, type RenameEdit } from './referenceEdits.ts';
import { renameErrors } from './renameErrors.ts';
import { nowhere, unknownCube } from './templateEdits.ts';

/** @throws UserError if a program builds such a name from parts */
export function programEdits(index: ModelIndex, change: Change, names: ViewNames): RenameEdit[] {
  if ('symbol' in change.target && ('template' in change.target.symbol || 'granularity' in change.target.symbol))
    return [];
  const searched = changedNames(change, names);
  const edits: RenameEdit[] = [];
  for (const file of index.files) {
    if (file.source.language !== 'javascript') continue;
    const { chains, texts, computed } = namesOf(file);
    const built = computed.find(({ owner, pattern }) => isBuilt(index, change, owner, pattern));
    if (built) throw renameErrors.error('computed', [change.from, file.path]);
    const isSearched = ({ parts }: Chain) =>
      parts.some(({ name }) => searched.has(name) || name.split('.').some((one) => searched.has(one)));
    if (!chains.some(isSearched) && !texts.some((text) => isSearched(chainOfText(text)))) continue;
    const known = knownPlaces(index, file);
    const definition = nowhere(file);
    const free = new Set(file.source.free.map(({ start }) => start));
    for (const chain of chains) {
      const [first] = chain.parts;
      if (!isSearched(chain) || known.has(first!.start)) continue;
      const isKnown = index.cube(first!.name) !== undefined || names.splitViews.has(first!.name);
      const found = isKnown ? editsOf(index, { definition, role: 'sql', path: '', chain }, change, names) : [];
      // A name that the program does not declare can only be that of the cube.
      const group = free.has(chain.start) ? 'model' : 'template';
      for (const one of found) edits.push({ ...one, group });
      if (isCurrentCube(first!.name)) edits.push(...unknownCube(file, chain, change));
    }
    for (const text of texts) {
      const chain = chainOfText(text);
      if (!isSearched(chain) || known.has(text.start)) continue;
      const found =
        chain.parts.length > 1
          ? editsOf(index, { definition, role: 'sql', path: '', chain }, change, names)
          : textEdits(file, text, change, names);
      for (const one of found) edits.push({ ...one, group: 'template' });
    }
  }
  return edits;
}

/** The compiler passes a function the values that its parameters name, so a parameter gets the new name of its uses in the function. */
export function parameterEdits(index: ModelIndex, edits: readonly RenameEdit[]): RenameEdit[] {
  const programs = new Set(edits.map(({ file }) => file).filter((path) => path.endsWith('.js')));
  return [...programs].flatMap((path) => {
    const file = index.file(path);
    if (!file) return [];
    const inFile = edits.filter((one) => one.file === path);
    return namesOf(file).functions.flatMap(({ span, parameters }) =>
      parameters.flatMap(({ name, start, end }): RenameEdit[] => {
        const use = inFile.find(
          (one) =>
            contains(span, one.span) &&
            file.text.slice(one.span.start, one.span.end) === name &&
            !isProperty(file, one),
        );
        return use ? [{ file: path, span: { start, end }, text: use.text, group: use.group }] : [];
      }),
    );
  });
}

/** `name` after a dot or in quotes. */
function isProperty({ text }: IndexedFile, { span }: RenameEdit): boolean {
  return /[.'"`]/.test(text[span.start - 1] ?? '');
}

const read = new WeakMap<IndexedFile, ReturnType<typeof programNames>>();

function namesOf(file: IndexedFile): ReturnType<typeof programNames> {
  const found = read.get(file) ?? programNames(file.text);
  read.set(file, found);
  return found;
}

function isBuilt(index: ModelIndex, { from, members }: Change, owner: string, pattern: RegExp): boolean {
  const isOfModel = isCurrentCube(owner) || index.cube(owner) !== undefined;
  return members.size > 0 && isOfModel && pattern.test(from);
}

function chainOfText({ name, start, end }: ChainPart): Chain {
  let at = start;
  const parts = name.split('.').map((one) => {
    const part = { name: one, start: at, end: at + one.length };
    at = part.end + 1;
    return part;
  });
  return { start, end, parts, called: false };
}

function textEdits({ path: file }: IndexedFile, { name, start, end }: ChainPart, change: Change, names: ViewNames) {
  if (modelKeys().has(name)) return [];
  const ofView = names.views.map((view) => names.of(view).get(name)).find((one) => one !== undefined);
  const text = name === change.from ? change.to : (names.splitViews.get(name) ?? ofView);
  return text === undefined ? [] : [{ file, span: { start, end }, text, group: 'template' as const }];
}

/** Where the names of the definitions, and all values and keys that can be read, start. */
function knownPlaces(index: ModelIndex, file: IndexedFile): ReadonlySet<number> {
  const known = new Set<number>();
  for (const definition of definitionsIn(file)) {
    known.add(definition.nameSpan.start);
    for (const { chain } of index.references(definition).references) known.add(chain.parts[0]!.start);
    addPlaces(definition.node, known);
  }
  return known;
}

function addPlaces(node: ValueNode, known: Set<number>): void {
  if (node.kind === 'scalar') known.add(node.start);
  else if (node.kind === 'list') for (const item of node.items) addPlaces(item, known);
  else if (node.kind === 'map') {
    for (const { keySpan, value } of node.entries) {
      known.add(keySpan.start);
      addPlaces(value, known);
    }
  }
}

let keys: ReadonlySet<string> | undefined;

/** The keys of the model language, which are more probable than a member of the same name. */
function modelKeys(): ReadonlySet<string> {
  if (!keys) {
    const found = new Set<string>();
    const visit = (value: unknown, isKeys = false) => {
      if (typeof value !== 'object' || value === null) return;
      for (const [key, one] of Object.entries(value)) {
        if (isKeys) found.add(key);
        visit(one, key === 'keys' && !isKeys);
      }
    };
    visit(rules);
    keys = found;
  }
  return keys;
}
