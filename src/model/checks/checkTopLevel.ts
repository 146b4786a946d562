/** Checks the top level of a file: `cubes`, `views` and `view_groups` with lists of named items, or calls in JavaScript. */

import type { IndexedFile } from '../index/modelIndex.ts';
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
