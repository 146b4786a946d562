/** Finds the connection for a command. */

import * as vscode from 'vscode';
import { CancelledError } from '../../base/errors.ts';
import { noConnection } from '../../session/binding.ts';
import type { Connection } from '../../session/connection.ts';
import { sessionErrors } from '../../session/errors.ts';
import type { App } from '../shell/app.ts';
import { pickItem } from '../shell/quickInput.ts';

/**
 * The connection with this id; without an id, the only connection, or the one that the user picks.
 * @throws UserError if there is no connection, CancelledError
 */
export async function chooseConnection(
  { connections }: Pick<App, 'connections'>,
  id: string | undefined,
): Promise<Connection> {
  const list = connections.list.value;
  if (id !== undefined) {
    const known = connections.get(id);
    if (!known) throw noConnection(id);
    return known;
  }
  const [only] = list;
  if (!only) throw sessionErrors.error('not-connected');
  if (list.length === 1) return only;
  const picked = await pickItem(
    list.map((connection) => ({
      label: connectionName(connection),
      description: connection.record.userName ?? '',
      connection,
    })),
    { placeHolder: vscode.l10n.t('Select a platform') },
  );
  if (!picked) throw new CancelledError();
  return picked.connection;
}

export function connectionName({ record }: Connection): string {
  return record.label;
}
