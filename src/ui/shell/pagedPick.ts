/** A quick pick for a list that loads page by page. */

import * as vscode from 'vscode';
import { CancelledError } from '../../base/errors.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { LazyList } from '../../session/lazyList.ts';

export interface PagedPickOptions<T> {
  title: string;
  placeholder?: string;
  item: (value: T) => { label: string; description?: string; iconPath?: vscode.ThemeIcon };
  accepts?: (value: T) => boolean;
}

interface Item<T> extends vscode.QuickPickItem {
  value?: T;
}

/** @throws CancelledError when the user picks nothing, or the error that loading failed with. */
export function pickFromList<T>(list: LazyList<T>, options: PagedPickOptions<T>): Promise<T> {
  const lifetime = new Lifetime();
  const pick = vscode.window.createQuickPick<Item<T>>();
  lifetime.add(pick);
  pick.title = options.title;
  if (options.placeholder !== undefined) pick.placeholder = options.placeholder;
  pick.matchOnDescription = true;
  pick.ignoreFocusOut = true;
  const loadMore: Item<T> = { label: `$(ellipsis) ${vscode.l10n.t('Load more')}`, alwaysShow: true };
  const show = () => {
    const { items, hasMore, phase } = list.value;
    pick.busy = phase === 'loading' || phase === 'idle';
    const shown = items
      .filter(options.accepts ?? (() => true))
      .map((value): Item<T> => ({ ...options.item(value), value }));
    pick.items = [...shown, ...(hasMore ? [loadMore] : [])];
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
        const [selected] = pick.selectedItems;
        if (!selected) return;
        if (selected === loadMore) void list.loadMore();
        else end(() => resolve(selected.value as T));
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
