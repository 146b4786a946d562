/** Finds the connection for a command. */

import * as vscode from 'vscode';
import { CancelledError, UserError } from '../../base/errors.ts';
import type { Connection } from '../../session/connection.ts';
import type { App } from '../shell/app.ts';
import { pickItem } from '../shell/quickInput.ts';

/**
 * The connection with this id, the only one, or the one that the user picks.
 * @param title of the command, for the quick pick @throws UserError if there is no connection
 */
export async function chooseConnection(
  { connections }: Pick<App, 'connections'>,
  id: string | undefined,
  title?: string,
): Promise<Connection> {
  const list = connections.list.value;
  const known = id === undefined ? undefined : connections.get(id);
  if (known) return known;
  const [only] = list;
  if (!only) {
    throw new UserError(vscode.l10n.t('Not connected to a platform.'), {
      action: vscode.l10n.t('Connect to a platform first.'),
    });
  }
  if (list.length === 1) return only;
  const picked = await pickItem(
    list.map((connection) => ({
      label: connectionName(connection),
      description: connection.record.userName ?? '',
      connection,
    })),
    { ...(title !== undefined && { title }), placeHolder: vscode.l10n.t('Select a platform') },
  );
  if (!picked) throw new CancelledError();
  return picked.connection;
}

export function connectionName({ origin, record }: Connection): string {
  return origin === 'emulator' ? vscode.l10n.t('Local emulator') : record.label;
}
