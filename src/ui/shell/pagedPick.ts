/** A quick pick for a list that loads page by page. */

import * as vscode from 'vscode';
import { CancelledError } from '../../base/errors.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { LazyList } from '../../session/lazyList.ts';
import { showInformation } from './notifications.ts';
import { createPick, type PickItem, type Shown, shownItem } from './quickInput.ts';

export interface PagedPickOptions<T, Extra = never> {
  title: string;
  placeholder?: string;
  item: (value: T) => { label: string; description?: string; iconPath?: vscode.ThemeIcon };
  accepts?: (value: T) => boolean;
  /** If there is nothing to pick, nothing is picked, without a message. */
  isOptional?: boolean;
  /** Items before those of the list. */
  extra?: readonly { label: string; description?: string; icon?: string; value: Extra }[];
}

interface Item<T> extends PickItem {
  value?: T;
}

/** @throws CancelledError when the user picks nothing or there is nothing to pick, or the error that loading failed with. */
export async function pickFromList<T, Extra = never>(
  list: LazyList<T>,
  options: PagedPickOptions<T, Extra>,
): Promise<T | Extra> {
  const [picked] = await pickValues(list, options, false);
  return picked as T | Extra;
}

/** Any number of values, also none. @throws as `pickFromList` does */
export async function pickManyFromList<T, Extra = never>(
  list: LazyList<T>,
  options: PagedPickOptions<T, Extra>,
): Promise<(T | Extra)[]> {
  return pickValues(list, options, true);
}

function pickValues<T, Extra>(
  list: LazyList<T>,
  options: PagedPickOptions<T, Extra>,
  many: boolean,
): Promise<(T | Extra)[]> {
  type Value = T | Extra;
  const lifetime = new Lifetime();
  const pick = createPick<Item<Value>>();
  lifetime.add(pick);
  pick.canSelectMany = many;
  pick.title = options.title;
  if (options.placeholder !== undefined) pick.placeholder = options.placeholder;
  pick.matchOnDescription = true;
  pick.ignoreFocusOut = true;
  const more = vscode.l10n.t('Load More');
  const loadMore = shownItem<Item<Value>>({ icon: 'ellipsis', label: more, alwaysShow: true });
  const moreButton = { iconPath: new vscode.ThemeIcon('ellipsis'), tooltip: more };
  const extra = (options.extra ?? []).map((item) => shownItem<Item<Value>>({ ...item, alwaysShow: true }));
  const known = new Map<T, Shown<Item<Value>>>();
  const itemOf = (value: T): Shown<Item<Value>> => {
    const item = known.get(value) ?? shownItem<Item<Value>>({ ...options.item(value), value });
    known.set(value, item);
    return item;
  };
  const show = () => {
    const { items, hasMore, phase } = list.value;
    pick.busy = phase === 'loading' || phase === 'idle';
    const selected = pick.selectedItems;
    const shown = items.filter(options.accepts ?? (() => true)).map(itemOf);
    // A row with a check box cannot load more.
    pick.items = [...extra, ...shown, ...(hasMore && !many ? [loadMore] : [])];
    pick.buttons = hasMore && many ? [moreButton] : [];
    if (many) pick.selectedItems = selected;
  };
  return new Promise((resolve, reject) => {
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
    lifetime.add(pick.onDidTriggerButton(() => void list.loadMore()));
    lifetime.add(
      pick.onDidAccept(() => {
        const { selectedItems } = pick;
        if (selectedItems.includes(loadMore)) void list.loadMore();
        else if (many || selectedItems.length > 0) end(() => resolve(selectedItems.map(({ value }) => value as Value)));
      }),
    );
    lifetime.add(pick.onDidHide(() => end(() => reject(new CancelledError()))));
    show();
    pick.show();
    void list.load().then(() => {
      const { phase, failure, hasMore } = list.value;
      if (phase === 'failed') end(() => reject(failure));
      else if (phase === 'ready' && !hasMore && pick.items.length === 0) {
        if (options.isOptional) return end(() => resolve([]));
        void showInformation(vscode.l10n.t('{0}: there is nothing to select.', options.title));
        end(() => reject(new CancelledError()));
      }
    });
  });
}
