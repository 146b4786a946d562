/** The row of a connection, the same in every view. */

import { isServedConnection } from '../../session/binding.ts';
import type { Connection } from '../../session/connection.ts';
import type { Localizer } from '../shell/localizer.ts';
import { escapeMarkdown } from '../shell/outsideText.ts';
import { failureRow } from './listRows.ts';
import { menuContext, paragraphs, type Row, type RowTarget } from './row.ts';

export interface ShownConnection {
  /** A base URL, or `emulator`. */
  id: string;
  label: string;
  userName: string | undefined;
  origin: 'stored' | 'environment' | 'emulator';
  /** Whether an administrator's key is used in place of the user's own. */
  isAdmin?: boolean;
  /** Why it could not be opened, or why it was closed. */
  failure: unknown;
}

export function shownConnection({ id, origin, record }: Connection, failure: unknown): ShownConnection {
  return { id, label: record.label, userName: record.userName, origin, isAdmin: record.uses === 'admin', failure };
}

/** @param below the rows below the connection while it is not failed */
export function connectionRow<List, Target extends RowTarget>(
  { id, label, userName, origin, isAdmin, failure }: ShownConnection,
  {
    target,
    list,
    below,
    isUnreachable = false,
    ...more
  }: {
    target: Target;
    list?: List;
    below: readonly Row<List, Target>[];
    /** The last request did not reach the platform. */
    isUnreachable?: boolean;
    expand: Row['expand'];
  },
  l10n: Localizer,
): Row<List, Target> {
  const icons = { stored: 'cloud', environment: 'plug', emulator: 'device-desktop' } as const;
  const title = label;
  const description = [
    isUnreachable && failure === undefined && l10n.t('no connection'),
    isAdmin && l10n.t('administrator’s key'),
    origin !== 'emulator' && userName,
    origin === 'environment' && !isAdmin && l10n.t('from environment variables'),
  ]
    .filter(Boolean)
    .join(' · ');
  return {
    id,
    kind: 'connection',
    label: title,
    ...(description ? { description } : {}),
    tooltip: paragraphs([
      `**${escapeMarkdown(title)}**`,
      origin === 'emulator'
        ? l10n.t('A small platform that runs on this machine. Its data is kept between sessions.')
        : escapeMarkdown(id),
      userName && l10n.t('Signed in as {0}', escapeMarkdown(userName)),
      origin === 'environment' && l10n.t('URL and key come from environment variables of the editor.'),
    ]),
    icon: failure !== undefined ? 'warning' : isUnreachable ? 'debug-disconnect' : icons[origin],
    ...(failure === undefined && !isUnreachable ? {} : { color: 'list.warningForeground' }),
    context: menuContext('connection', 'list', origin, isServedConnection(id) && 'served'),
    expand: more.expand,
    target,
    ...(list !== undefined && { list }),
    children: failure === undefined ? below : [failureRow({ id, target }, failure, l10n)],
  };
}
