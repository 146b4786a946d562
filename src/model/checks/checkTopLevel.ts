/** Checks the top level of a file: `cubes`, `views` and `view_groups` with lists of named items, or code in JavaScript. */

import { kindOfName } from '../documents/documentKind.ts';
import type { IndexedFile, ModelIndex } from '../index/modelIndex.ts';
import { isGlobal } from '../index/resolve.ts';
import { isTemplate } from '../source/jinja.ts';
import { declaredNames, macrosOf } from '../source/jinjaNames.ts';
import { importedName, pathInModel } from '../source/modelSource.ts';
import { KnownNames, suggestion } from '../source/names.ts';
import { problemCatalog } from '../source/problemCatalog.ts';
import { type ChainPart, entryOf, type ValueNode } from '../source/tree.ts';
import type { Findings } from './findings.ts';

const topKeys = ['cubes', 'views', 'view_groups'];

export function checkTopLevel(file: IndexedFile, findings: Findings): void {
  for (const { misspeltCall, kind } of file.source.definitions) {
    if (!misspeltCall) continue;
    findings.add({
      file: file.path,
      span: misspeltCall,
      ...problemCatalog.misspeltCall(misspeltCall.name, kind),
      fix: { kind: 'replace', texts: [kind] },
    });
  }
  const { root } = file.source;
  if (!root) return;
  const kind = kindOfName(file.path);
  const first = root.entries[0];
  if (kind && first && !topKeys.includes(first.key)) {
    const message = `The platform compiles every file of the model folder, so this ${kind} document breaks the model. Move it out of the folder.`;
    findings.add({ file: file.path, span: first.keySpan, ...problemCatalog.unknownTopLevelKey(message) });
    return;
  }
  for (const entry of root.entries) {
    if (entry.dynamic) continue;
    if (!topKeys.includes(entry.key)) {
      const { hint, ...fix } = suggestion(entry.key, topKeys);
      findings.add({
        file: file.path,
        span: entry.keySpan,
        ...problemCatalog.unknownTopLevelKey(
          `\`${entry.key}\` is not allowed at the top level of a file: only \`cubes\`, \`views\` and \`view_groups\` are.${hint}`,
        ),
        ...fix,
      });
      continue;
    }
    checkItems(file, entry.key, entry.value, findings);
  }
}

/** Names that code or template tags use although nothing defines them. */
export function checkFreeNames(index: ModelIndex, file: IndexedFile, findings: Findings): void {
  const { source, path, definitions, generated } = file;
  checkImports(index, file, findings);
  const isKnown = (name: string) => isGlobal(name) || index.definitionsNamed(name).length > 0;
  const unknown = source.run.filter(({ parts }) => !isKnown(parts[0]!.name));
  if (unknown.length === 0) return;
  if (source.language === 'yaml') {
    const declared = new KnownNames(index.globals ? [] : declaredNames(file.text));
    for (const { start, end, parts } of index.globals ? [] : unknown) {
      const { hint, ...fix } = suggestion(parts[0]!.name, declared);
      const message = `\`${parts[0]!.name}\` is not defined in this template, so nothing is written for it.${hint}`;
      findings.add({
        file: path,
        span: { start, end },
        ...problemCatalog.undefinedName(message),
        severity: 'warning',
        ...fix,
        unsure: true,
      });
    }
    return;
  }
  // The compiler replaces the names in fields for references.
  const replaced = [...definitions, ...generated].flatMap((one) =>
    index.references(one).references.map(({ chain }) => chain.start),
  );
  const reported = source.definitions.flatMap(({ misspeltCall }) => misspeltCall?.start ?? []);
  const checked = new Set([...replaced, ...reported]);
  const declared = new KnownNames(source.declared);
  for (const { start, parts } of unknown) {
    const { name } = parts[0]!;
    if (checked.has(start) || findings.isSuppressed(path, parts[0]!) || isAssigned(index, name)) continue;
    const { hint, ...fix } = suggestion(name, declared);
    findings.add({
      file: path,
      span: parts[0]!,
      ...problemCatalog.undefinedName(
        `\`${name}\` is not defined in this file. Put it in quotes if it is a text.${hint}`,
      ),
      ...fix,
      unsure: true,
    });
  }
}

function checkImports(index: ModelIndex, { path, text, source }: IndexedFile, findings: Findings): void {
  const add = ({ name, start, end }: ChainPart, message: string, known: Iterable<string>) => {
    const { hint, ...fix } = suggestion(name, known);
    findings.add({
      file: path,
      span: { start, end },
      ...problemCatalog.unknownImport(`${message}${hint}`),
      ...fix,
      unsure: true,
    });
  };
  for (const { from, names } of source.imports) {
    const name = importedName(from.name);
    if (from.name.startsWith('.') && name === undefined) {
      const file = from.name.replace(/^(?:\.+\/)+/, '');
      const reason = `\`${from.name}\` is outside of the model folder, so it is not part of the model.`;
      add(
        from,
        `${reason} Move the file into this folder, and load it as \`./${file}\`. Until then this file defines nothing.`,
        [],
      );
    }
    if (name === undefined) continue;
    const target = index.file(pathInModel(index.modelFolder, name));
    if (!target) add(from, `There is no file \`${name}\` in the model folder.`, importable(index, from.name));
    const exported = target?.source.exports;
    if (!exported || target.source.broken || /\b(?:add|set)Export\b/.test(target.text)) continue;
    for (const one of names) if (!exported.has(one.name)) add(one, `\`${name}\` exports no \`${one.name}\`.`, exported);
  }
  if (source.language === 'javascript' || !isTemplate(path, text)) return;
  for (const match of text.matchAll(/\{%[-+]?\s*(?:import|from)\s+(["'])(.*?)\1(?:\s+as\s+(\w+))?/g)) {
    const { 0: tag, 2: name, 3: space, index: at } = match;
    const start = at + tag.indexOf(match[1]!) + 1;
    const target = index.fileBySuffix(name!);
    if (!target)
      add({ name: name!, start, end: start + name!.length }, `There is no template \`${name}\`.`, templateNames(index));
    if (!target || target.source.broken || space === undefined) continue;
    const macros = new Set(macrosOf(target.text).map((one) => one.name));
    for (const use of text.matchAll(new RegExp(`(?<=\\{[{%][^{}%]*\\b${space}\\.)\\w+(?=\\()`, 'g'))) {
      const part = { name: use[0], start: use.index, end: use.index + use[0].length };
      if (!macros.has(part.name)) add(part, `There is no macro \`${part.name}\` in \`${name}\`.`, macros);
    }
  }
}

/** The programs of the model, as an import names them: with the start and the ending of `like`. */
function importable(index: ModelIndex, like: string): string[] {
  const start = /^\.?\//.exec(like)?.[0] ?? '';
  const names = [...index.files].filter(({ source }) => source.language === 'javascript').map(({ path }) => path);
  return names.map((path) => start + nameInModel(index, path).replace(like.endsWith('.js') ? '' : /\.js$/, ''));
}

function templateNames(index: ModelIndex): string[] {
  return [...index.files].map(({ path }) => nameInModel(index, path)).filter((name) => name.endsWith('.jinja'));
}

/** The path below the model folder. */
function nameInModel({ modelFolder }: ModelIndex, path: string): string {
  return modelFolder === '.' ? path : path.slice(modelFolder.length + 1);
}

const assigned = new WeakMap<IndexedFile, ReadonlySet<string>>();

function assignedIn(file: IndexedFile): ReadonlySet<string> {
  let names = assigned.get(file);
  if (!names) {
    names = new Set([...file.text.matchAll(/(?<![\w.$])([\w$]+)\s*=(?![=>])/g)].map((match) => match[1]!));
    assigned.set(file, names);
  }
  return names;
}

/** Whether a program assigns a name without declaring it, so that all files have it. */
function isAssigned(index: ModelIndex, name: string): boolean {
  return index.openFiles.some((file) => file.source.language === 'javascript' && assignedIn(file).has(name));
}

function checkItems(file: IndexedFile, key: string, node: ValueNode, findings: Findings): void {
  if (node.kind === 'scalar' && (node.dynamic || node.value === null)) return;
  const holder = file.source.root!;
  if (node.kind !== 'list') {
    const first = node.kind === 'map' ? node.entries[0]?.keySpan : undefined;
    findings.add({
      file: file.path,
      span: first ?? holder.entries.find((entry) => entry.key === key)?.keySpan ?? node,
      ...problemCatalog.wrongValue(`\`${key}\` must be a list: each item starts with \`- name:\`.`),
    });
    return;
  }
  for (const item of node.items) {
    if (item.kind === 'scalar' && item.dynamic) continue;
    const name = entryOf(item, 'name');
    if (name && !(name.value.kind === 'scalar' && name.value.value === null && !name.value.dynamic)) continue;
    if (item.kind === 'map' && item.open && !name) continue;
    const first = item.kind === 'map' ? item.entries[0]?.keySpan : undefined;
    findings.add({
      file: file.path,
      span: name?.keySpan ?? first ?? item,
      ...problemCatalog.missingName(`This item of \`${key}\` has no \`name\`.`),
    });
  }
}
