import type { Row } from '../../../src/ui/tree/row.ts';

export function sampleRow(id: string, children: Row[] = [], more: Partial<Row> = {}): Row {
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
