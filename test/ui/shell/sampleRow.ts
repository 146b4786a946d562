import type { TreeRow } from '../../../src/ui/shell/treeRow.ts';

export function sampleRow(id: string, children: TreeRow[] = [], more: Partial<TreeRow> = {}): TreeRow {
  return {
    id,
    kind: 'branch',
    label: id,
    context: '',
    expand: 'never',
    target: { connectionId: 'c' },
    children,
    ...more,
  };
}
