/** The commands that all views share. */

import * as vscode from 'vscode';
import { CancelledError } from '../../base/errors.ts';
import type { CommandHandlers } from '../shell/commandRunner.ts';
import { pickItem } from '../shell/quickInput.ts';
import type { Row } from './row.ts';
import type { Tree } from './tree.ts';

/** A tree of any kind of rows. Its methods get only its own rows. */
interface AnyTree extends Pick<Tree<Row>, 'viewId' | 'isVisible' | 'title'> {
  has(row: Row): boolean;
  refresh(row?: Row): Promise<void>;
  loadMore(row: Row): Promise<void>;
  filter(): Promise<void>;
}

/**
 * A button in the title of a view gives its command the focused row of that view, or nothing. Then the visible views are meant.
 * VS Code gives no sign of which title was clicked.
 */
export function viewCommands(trees: readonly AnyTree[]) {
  const treeOf = (row: Row | undefined) => trees.find((tree) => row !== undefined && tree.has(row));
  const meant = (row: Row | undefined): readonly AnyTree[] => {
    const own = treeOf(row);
    if (own) return [own];
    const visible = trees.filter(({ isVisible }) => isVisible);
    return visible.length > 0 ? visible : trees;
  };
  return {
    'dataModel.view.refresh': async (row?: Row) => {
      await Promise.all(meant(row).map((tree) => tree.refresh()));
    },
    'dataModel.view.refreshRow': (row: Row) => treeOf(row)?.refresh(row),
    'dataModel.view.loadMore': (row: Row) => treeOf(row)?.loadMore(row),
    'dataModel.view.filter': async (row?: Row) => {
      const tree = await pickTree(meant(row));
      if (!tree.isVisible) await vscode.commands.executeCommand(`${tree.viewId}.focus`);
      await tree.filter();
    },
  } satisfies Partial<CommandHandlers>;
}

async function pickTree(trees: readonly AnyTree[]): Promise<AnyTree> {
  const [only] = trees;
  if (only && trees.length === 1) return only;
  const items = trees.map((tree) => ({ label: tree.title, tree }));
  const picked = await pickItem(items, { placeHolder: vscode.l10n.t('Select a view') });
  if (!picked) throw new CancelledError();
  return picked.tree;
}
