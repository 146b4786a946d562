/** Signs in again, uses another key, and signs out. */

import * as vscode from 'vscode';
import { CancelledError } from '../../base/errors.ts';
import type { Connection } from '../../session/connection.ts';
import type { App } from '../shell/app.ts';
import { confirm, withProgress } from '../shell/notifications.ts';
import { pickItem } from '../shell/quickInput.ts';
import { connectionName } from './connectionChoice.ts';
import { type ConnectRequest, connectToPlatform, showConnected } from './connectToPlatform.ts';

/** Asks for what the request lacks. @throws CancelledError; UserError of a sign-in */
export async function connect(app: App, request: ConnectRequest): Promise<void> {
  showConnected(await connectToPlatform(app, request));
}

/** Connects again, without a question for the address. */
export async function signInAgain(app: App, { id, origin }: Connection): Promise<void> {
  const isKnown = origin !== 'emulator';
  await connect(app, isKnown ? { url: id, isKnown } : {});
}

/** Offers the keys that are known, and to enter another one. */
export async function useOtherKey(app: App, connection: Connection): Promise<void> {
  const { l10n } = vscode;
  const { id, origin, record } = connection;
  const use = async (uses: 'admin' | undefined) => {
    const title = l10n.t('Connecting to {0}', connectionName(connection));
    showConnected(await withProgress(title, (signal) => app.connections.useKeyOf(id, uses, signal)));
  };
  const isAdmin = record.uses === 'admin';
  const consequence = l10n.t('Until the window reloads. An administrator has dev branches of their own.');
  const own = {
    icon: 'account',
    label: l10n.t('Your Own Key'),
    description: '',
    detail: '',
    run: () => use(undefined),
  };
  const admin = {
    icon: 'shield',
    label: l10n.t('Administrator’s Key'),
    description: '',
    detail: consequence,
    run: () => use('admin'),
  };
  const other = {
    icon: 'key',
    label: l10n.t('Sign In, or Enter Another Key…'),
    description: '',
    detail: '',
    run: () => signInAgain(app, connection),
  };
  const items = [
    ...(isAdmin ? [own] : []),
    ...(!isAdmin && (await connection.hasAdminKey()) ? [admin] : []),
    ...(origin === 'emulator' ? [] : [other]),
  ];
  const [only, ...more] = items;
  if (only && more.length === 0 && only === other) return only.run();
  const picked = await pickItem(items, {
    title: l10n.t('Use Another Key for {0}', connectionName(connection)),
    placeHolder: record.userName ? l10n.t('Signed in as {0}', record.userName) : l10n.t('Select a key'),
  });
  if (!picked) throw new CancelledError();
  await picked.run();
}

/** Asks first. */
export async function removeConnection(app: App, connection: Connection): Promise<void> {
  if (await confirmRemoval(app, connection)) await app.connections.remove(connection.id);
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
