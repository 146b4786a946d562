/** The access policies of the cubes and views that a query uses, as lines with places. */

import type { Definition } from '../../model/index/definitions.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { entryOf, textOf, type ValueNode, valueAt } from '../../model/source/tree.ts';
import type { Line } from './explanation.ts';
import { placeOfSpan } from './queryParts.ts';
import { whyTexts } from './whyTexts.ts';

const maxShown = 200;

/** Those for other groups, too: which apply may depend on conditions. */
export function policyLines(index: ModelIndex, definitions: readonly Definition[]): Line[] {
  const lines = new Set(definitions.flatMap((one) => index.lineage(one)));
  return [...lines].flatMap(({ name, node, file }) => {
    const list = valueAt(node, 'accessPolicy');
    const source = (one: ValueNode) => shortened(index.text(file)?.text.slice(one.start, one.end) ?? '');
    return (list?.kind === 'list' ? list.items : []).map((policy): Line => {
      const place = placeOfSpan(index, file, policy);
      const groups = groupsOf(policy).join(', ');
      const rows = valueAt(valueAt(policy, 'rowLevel'), 'filters');
      const members = valueAt(policy, 'memberLevel');
      if (rows) return { place, text: whyTexts.message('policy-rows', [name, groups, source(rows)]) };
      if (members) return { place, text: whyTexts.message('policy-members', [name, groups, source(members)]) };
      return { place, text: whyTexts.message('policy-other', [name, groups]) };
    });
  });
}

function groupsOf(policy: ValueNode): string[] {
  const given = [entryOf(policy, 'group'), entryOf(policy, 'role'), entryOf(policy, 'groups')];
  const names = given.flatMap((entry) => {
    const value = entry?.value;
    return (value?.kind === 'list' ? value.items : value ? [value] : []).flatMap((one) => textOf(one) ?? []);
  });
  return names.length > 0 ? names : ['*'];
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > maxShown ? `${line.slice(0, maxShown - 1)}…` : line;
}
