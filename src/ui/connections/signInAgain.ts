/** The button of an error that a new sign-in solves. */

import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import type { App } from '../shell/app.ts';
import type { RemedyOf } from '../shell/notifications.ts';
import { isUnauthorized } from '../shell/unauthorized.ts';
import { connectToPlatform, showConnected } from './connectToPlatform.ts';

export function signInAgain(app: App): RemedyOf {
  return (failure) => {
    if (!(failure instanceof UserError)) return undefined;
    const { code, args } = failure;
    if (!isUnauthorized(failure) && code !== 'sign-in-denied' && code !== 'sign-in-expired') return undefined;
    // The first argument of these errors is the host.
    const connection = app.connections.list.value.find(({ id }) => URL.canParse(id) && new URL(id).host === args[0]);
    return {
      label: vscode.l10n.t('Sign In Again'),
      run: async () =>
        showConnected(await connectToPlatform(app, { url: connection?.id, isKnown: connection !== undefined })),
    };
  };
}
