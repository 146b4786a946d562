/** Checks the top level of a file: `cubes`, `views` and `view_groups` with lists of named items, or code in JavaScript. */

import type { IndexedFile, ModelIndex } from '../index/modelIndex.ts';
import { isGlobal } from '../index/resolve.ts';
import { suggestion } from '../source/names.ts';
import { entryOf, type ValueNode } from '../source/tree.ts';
import type { Findings } from './findings.ts';

const topKeys = ['cubes', 'views', 'view_groups'];

export function checkTopLevel(file: IndexedFile, findings: Findings): void {
  for (const { misspeltCall, kind } of file.source.definitions) {
    if (!misspeltCall) continue;
    findings.add({
      file: file.path,
      span: misspeltCall,
      code: 'misspelt-call',
      message: `There is no function \`${misspeltCall.name}\`. Did you mean \`${kind}\`?`,
    });
  }
  const { root } = file.source;
  if (!root) return;
  for (const entry of root.entries) {
    if (entry.dynamic) continue;
    if (!topKeys.includes(entry.key)) {
      findings.add({
        file: file.path,
        span: entry.keySpan,
        code: 'unknown-top-level-key',
        message: `\`${entry.key}\` is not allowed at the top level of a file: only \`cubes\`, \`views\` and \`view_groups\` are.${suggestion(entry.key, topKeys)}`,
      });
      continue;
    }
    checkItems(file, entry.key, entry.value, findings);
  }
}

/** A name that code uses although nothing defines it: the file cannot be loaded. */
export function checkFreeNames(index: ModelIndex, file: IndexedFile, findings: Findings): void {
  const isKnown = (name: string) => isGlobal(name) || index.definitionsNamed(name).length > 0;
  const unknown = file.source.run.filter(({ parts }) => !isKnown(parts[0]!.name));
  if (unknown.length === 0) return;
  const definitions = [...file.definitions, ...file.generated];
  // The compiler replaces the names in fields for references.
  const replaced = definitions.flatMap((one) => index.references(one).references.map(({ chain }) => chain.start));
  const reported = file.source.definitions.flatMap(({ misspeltCall }) => misspeltCall?.start ?? []);
  const checked = new Set([...replaced, ...reported]);
  for (const { start, parts } of unknown) {
    const { name } = parts[0]!;
    if (checked.has(start) || findings.isSuppressed(file.path, parts[0]!) || isAssigned(index, name)) continue;
    findings.add({
      file: file.path,
      span: parts[0]!,
      code: 'undefined-name',
      message: `\`${name}\` is not defined in this file. Put it in quotes if it is a text.${suggestion(name, file.source.declared)}`,
      unsure: true,
    });
  }
}

/** Whether a program assigns a name without declaring it, so that all files have it. */
function isAssigned(index: ModelIndex, name: string): boolean {
  const assignment = new RegExp(`(?<![\\w.$])${name.replace(/\$/g, '\\$')}\\s*=(?![=>])`);
  return [...index.files].some(({ source, text }) => source.language === 'javascript' && assignment.test(text));
}

function checkItems(file: IndexedFile, key: string, node: ValueNode, findings: Findings): void {
  if (node.kind === 'scalar' && (node.dynamic || node.value === null)) return;
  const holder = file.source.root!;
  if (node.kind !== 'list') {
    const first = node.kind === 'map' ? node.entries[0]?.keySpan : undefined;
    findings.add({
      file: file.path,
      span: first ?? holder.entries.find((entry) => entry.key === key)?.keySpan ?? node,
      code: 'wrong-value',
      message: `\`${key}\` must be a list: each item starts with \`- name:\`.`,
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
      code: 'missing-name',
      message: `This item of \`${key}\` has no \`name\`.`,
    });
  }
}
