/** Rows of the views that are not a `RowSource` yet. */

import type { CommandId } from '../manifest/commandTable.ts';
import type { Localizer } from '../shell/localizer.ts';

/** A row that loads what is below it when it is expanded. */
export interface LazyNode {
  /** Stable for the same object. */
  id: string;
  label: string;
  description?: string;
  tooltip?: string;
  /** Name of a codicon. */
  icon?: string;
  /** For the `when` clauses of menus, between semicolons. */
  context?: string;
  command?: { command: string; arguments: unknown[] };
}

/** “Load more” below a node. Its command gets what loads the next page. */
export function moreNode<Node extends LazyNode>(
  parent: Node,
  command: CommandId,
  load: () => Promise<void>,
  redraw: (node: Node) => void,
  l10n: Localizer,
): LazyNode {
  const more = async () => {
    await load();
    redraw(parent);
  };
  return {
    id: `${parent.id}/more`,
    label: l10n.t('Load More'),
    icon: 'ellipsis',
    command: { command, arguments: [more] },
  };
}
