/** The commands that connect to a platform and sign out. */

import * as vscode from 'vscode';
import type { Connection } from '../../session/connection.ts';
import type { App } from '../shell/app.ts';
import type { CommandHandlers } from '../shell/commandRunner.ts';
import { confirm } from '../shell/notifications.ts';
import type { Row } from '../tree/row.ts';
import { connectionName } from './connectionChoice.ts';
import { connectToPlatform, showConnected } from './connectToPlatform.ts';

export function connectCommands(
  app: App,
): Pick<CommandHandlers, 'dataModel.connection.add' | 'dataModel.connection.remove'> {
  return {
    'dataModel.connection.add': async (row?: Row) => {
      const known = app.connections.get(row?.target.connectionId ?? '');
      const again = known?.origin === 'stored' ? { url: known.id, isKnown: true } : {};
      showConnected(await connectToPlatform(app, again));
    },
    'dataModel.connection.remove': async (connection) => {
      if (await confirmRemoval(app, connection)) await app.connections.remove(connection.id);
    },
  };
}

function confirmRemoval(app: App, connection: Connection): Promise<boolean> {
  const { l10n } = vscode;
  const bound = app.folders.list.value.filter(({ binding }) => binding.connectionId === connection.id);
  const consequence = {
    stored: connection.record.signedIn
      ? l10n.t('Its sign-in is deleted from this machine.')
      : l10n.t('Its key is deleted from this machine.'),
    environment: l10n.t('Its key comes from an environment variable. The connection returns when the window reloads.'),
    emulator: l10n.t('Its deployments and branches are kept for the next start.'),
  }[connection.origin];
  const folders =
    bound.length > 0
      ? l10n.t('These folders are bound to it and no longer sync: {0}.', bound.map(({ name }) => name).join(', '))
      : undefined;
  const isEmulator = connection.origin === 'emulator';
  return confirm(
    isEmulator ? l10n.t('Stop the local emulator?') : l10n.t('Sign out of {0}?', connectionName(connection)),
    [consequence, folders].filter(Boolean).join(' '),
    isEmulator ? l10n.t('Stop') : l10n.t('Sign Out'),
  );
}
