/** A quick pick over a list that loads page by page. Knows nothing of what it lists. */

import * as vscode from 'vscode';
import { CancelledError } from '../../base/errors.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { LazyList } from '../../session/loadable.ts';

export interface PagedPickOptions<T> {
  title: string;
  placeholder?: string;
  item: (value: T) => { label: string; description?: string; iconPath?: vscode.ThemeIcon };
  /** Items above the list, such as “Create …”. */
  first?: readonly { label: string; description?: string; value: T }[];
  accepts?: (value: T) => boolean;
}

interface Item<T> extends vscode.QuickPickItem {
  value?: T;
}

/** @throws CancelledError when nothing is picked; what loading failed with. */
export function pickFromList<T>(list: LazyList<T>, options: PagedPickOptions<T>): Promise<T> {
  const lifetime = new Lifetime();
  const pick = vscode.window.createQuickPick<Item<T>>();
  lifetime.add(pick);
  pick.title = options.title;
  if (options.placeholder !== undefined) pick.placeholder = options.placeholder;
  pick.matchOnDescription = true;
  pick.ignoreFocusOut = true;
  const more: Item<T> = { label: `$(ellipsis) ${vscode.l10n.t('Load more')}`, alwaysShow: true };
  const show = () => {
    const { items, hasMore, phase } = list.value;
    pick.busy = phase === 'loading' || phase === 'idle';
    const shown = items
      .filter(options.accepts ?? (() => true))
      .map((value): Item<T> => ({ ...options.item(value), value }));
    pick.items = [...(options.first ?? []), ...shown, ...(hasMore ? [more] : [])];
  };
  return new Promise<T>((resolve, reject) => {
    const end = (settle: () => void) => {
      lifetime.dispose();
      settle();
    };
    lifetime.add(
      list.onChange(({ phase, failure }) => {
        if (phase === 'failed') end(() => reject(failure));
        else show();
      }),
    );
    lifetime.add(
      pick.onDidAccept(() => {
        const [chosen] = pick.selectedItems;
        if (!chosen) return;
        if (chosen === more) void list.loadMore();
        else end(() => resolve(chosen.value as T));
      }),
    );
    lifetime.add(pick.onDidHide(() => end(() => reject(new CancelledError()))));
    show();
    pick.show();
    void list.load().then(() => {
      if (list.value.phase === 'failed') end(() => reject(list.value.failure));
    });
  });
}
