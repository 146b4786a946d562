/** The buttons of errors that a connection, a sign-in, another key, a binding, a dev branch or a data source solves. */

import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import type { Connection } from '../../session/connection.ts';
import type { App } from '../shell/app.ts';
import type { RunCommand } from '../shell/commandRunner.ts';
import { hostOf, needsOtherKey, needsSignIn } from '../shell/failureKinds.ts';
import type { RemedyOf } from '../shell/notifications.ts';

const actions = () => import('./connectActions.ts');

/** @param addressToConnect the platform of a bound folder to which there is no connection */
export function connectionRemedies(app: App, run: RunCommand, addressToConnect: () => string | undefined): RemedyOf {
  return (failure) => {
    if (!(failure instanceof UserError)) return undefined;
    const { code, args } = failure;
    if (code === 'not-connected' || code === 'no-connection') {
      const url = code === 'no-connection' ? String(args[0]) : addressToConnect();
      const label = vscode.l10n.t('Connect…');
      return { label, replacesLog: true, run: async () => (await actions()).connect(app, { url }) };
    }
    if (code === 'emulator-stopped') {
      const label = vscode.l10n.t('Start Local Emulator');
      return { label, replacesLog: true, run: () => run('dataModel.emulator.start') };
    }
    if (code === 'folder-not-bound') {
      const label = vscode.l10n.t('Bind Folder…');
      return { label, replacesLog: true, run: () => run('dataModel.folder.bind') };
    }
    if (code === 'no-data-source') {
      const label = vscode.l10n.t('Choose Data Source…');
      return { label, replacesLog: true, run: () => run('dataModel.database.choose') };
    }
    if (code === 'no-followed-branch') {
      const label = vscode.l10n.t('Open Branch in Dev Mode…');
      return { label, replacesLog: true, run: () => run('dataModel.branch.openDevMode') };
    }
    if (needsSignIn(failure)) {
      const url = connectionOf(app, failure)?.id;
      return {
        label: vscode.l10n.t('Sign In Again…'),
        run: async () => (await actions()).connect(app, { url, isKnown: url !== undefined }),
      };
    }
    const connection = needsOtherKey(failure) ? connectionOf(app, failure) : undefined;
    if (!connection) return undefined;
    const target = { connectionId: connection.id };
    return {
      label: vscode.l10n.t('Use Another Key…'),
      run: () => run('dataModel.connection.useOtherKey', { target }),
    };
  };
}

/** The connection whose platform a failure is about. */
function connectionOf({ connections }: App, failure: UserError): Connection | undefined {
  const host = hostOf(failure);
  return connections.list.value.find(
    ({ id, session }) => (URL.canParse(id) && new URL(id).host === host) || session.value?.client.host === host,
  );
}
