/** The rows that every list has: “Load More”, an error, and a text for an empty list. */

import { describeError, isCancellation } from '../../base/errors.ts';
import type { Loaded } from '../../session/lazyList.ts';
import { errorParts } from '../shell/errorText.ts';
import { needsSignIn } from '../shell/failureKinds.ts';
import type { Localizer } from '../shell/localizer.ts';
import { escapeMarkdown } from '../shell/outsideText.ts';
import { paragraphs, type Row, type RowTarget } from './row.ts';

type ListParent<List, Target extends RowTarget> = Pick<Row<List, Target>, 'id' | 'target' | 'list'>;

/**
 * The rows of a list, followed by an error row, “Load More”, or a row for an empty list.
 * @param parent the row that has the list @param loaded undefined until the list can be loaded
 */
export function listRows<List, Target extends RowTarget>(
  { id, target, list }: ListParent<List, Target>,
  loaded: Pick<Loaded<unknown>, 'phase' | 'hasMore' | 'failure'> | undefined,
  l10n: Localizer,
  { rows, empty }: { rows: readonly Row<List, Target>[]; empty: string },
): Row<List, Target>[] {
  if (loaded?.phase === 'failed') return [...rows, failureRow({ id, target, list }, loaded.failure, l10n)];
  const line = { expand: 'never', target, ...(list !== undefined && { list }), children: [] } as const;
  if (loaded?.hasMore) {
    const isLoading = loaded.phase === 'loading';
    const label = isLoading ? l10n.t('Loading…') : l10n.t('Load More');
    const icon = isLoading ? 'loading~spin' : 'ellipsis';
    const command = 'dataModel.view.loadMore';
    return [...rows, { ...line, id: `${id}/more`, kind: 'more', label, icon, context: ';more;', command }];
  }
  if (rows.length > 0 || loaded?.phase !== 'ready') return [...rows];
  return [{ ...line, id: `${id}/empty`, kind: 'empty', label: empty, context: '' }];
}

/** Shows an error in place of the rows. Selecting the row tries again, or signs in again. */
export function failureRow<List, Target extends RowTarget>(
  { id, target, list }: ListParent<List, Target>,
  failure: unknown,
  l10n: Localizer,
): Row<List, Target> {
  const { message, where, action } = isCancellation(failure)
    ? { message: l10n.t('Loading was stopped.'), where: undefined, action: undefined }
    : errorParts(failure, l10n);
  const signIn = needsSignIn(failure);
  const text = describeError({ message, where, action });
  return {
    id: `${id}/failure`,
    kind: 'failure',
    label: message,
    description: signIn ? l10n.t('sign in again') : l10n.t('try again'),
    tooltip: paragraphs([
      escapeMarkdown(message),
      where && `\`${where.replaceAll('`', '')}\``,
      action && escapeMarkdown(action),
      signIn ? l10n.t('Select this row to sign in again.') : l10n.t('Select this row to try again.'),
    ]),
    icon: 'warning',
    color: 'list.warningForeground',
    context: ';failure;',
    expand: 'never',
    accessibleLabel: signIn ? l10n.t('{0} Select to sign in again.', text) : l10n.t('{0} Select to try again.', text),
    command: signIn ? 'dataModel.connection.signInAgain' : 'dataModel.view.refreshRow',
    target,
    ...(list !== undefined && { list }),
    children: [],
  };
}
