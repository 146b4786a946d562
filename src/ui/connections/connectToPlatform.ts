/** Connecting to a platform and signing out of it: the questions. What is typed survives every failure; a key is never shown. */

import * as vscode from 'vscode';
import { CancelledError, describeError, messageOf, UserError } from '../../base/errors.ts';
import { normaliseBaseUrl } from '../../platform/baseUrl.ts';
import type { Connection } from '../../session/connection.ts';
import type { App } from '../shell/app.ts';
import type { CommandTable } from '../shell/commands.ts';
import { errorParts, errorText } from '../shell/errorText.ts';
import { confirm, showStatus, withProgress } from '../shell/notifications.ts';
import type { TreeRow } from '../shell/treeRow.ts';

export function connectCommands(
  app: App,
): Pick<CommandTable, 'dataModel.connection.add' | 'dataModel.connection.remove'> {
  return {
    'dataModel.connection.add': async () => {
      const { record } = await connectToPlatform(app);
      showStatus(
        record.userName
          ? vscode.l10n.t('Connected to {0} as {1}', record.label, record.userName)
          : vscode.l10n.t('Connected to {0}', record.label),
      );
    },
    'dataModel.connection.remove': async (row?: TreeRow) => {
      const connection = await chooseConnection(app, row?.target.connectionId);
      if (await confirmRemoval(app, connection)) await app.connections.remove(connection.id);
    },
  };
}

/** Asks for address and key, and checks them. @throws CancelledError when the person gives up. */
export async function connectToPlatform(app: App): Promise<Connection> {
  let address = '';
  let problem: string | undefined;
  for (;;) {
    address = await askAddress(address, problem);
    const outcome = await connectTo(app, address);
    if (outcome.connection) return outcome.connection;
    problem = outcome.problem;
  }
}

/** Asks for keys until one is accepted. Where the address itself seems wrong, says so and lets it be asked for anew. */
async function connectTo(
  app: App,
  address: string,
): Promise<{ connection: Connection; problem?: never } | { connection?: never; problem: string }> {
  const host = new URL(address).host;
  let token = '';
  let problem: string | undefined;
  for (;;) {
    token = await askKey(host, token, problem);
    try {
      const title = vscode.l10n.t('Connecting to {0}', host);
      return { connection: await withProgress(title, (signal) => app.connections.add(address, { token }, signal)) };
    } catch (failure) {
      if (!(failure instanceof UserError)) throw failure;
      app.log.warn(messageOf(failure));
      problem = describeError({ ...errorParts(failure, vscode.l10n), where: undefined });
      if (!isAboutKey(failure)) return { problem };
    }
  }
}

/** `kind` of a PlatformError, without loading the client for its class. */
function isAboutKey(failure: UserError): boolean {
  const { kind } = failure as { kind?: unknown };
  return kind === undefined || kind === 'unauthorized' || kind === 'forbidden' || kind === 'invalid-request';
}

async function askAddress(value: string, problem: string | undefined): Promise<string> {
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t('Connect to a Platform (1 of 2)'),
    prompt: vscode.l10n.t('Base URL of the platform'),
    placeHolder: 'https://acme.example.com',
    value,
    ignoreFocusOut: true,
    validateInput: (typed) => {
      if (problem !== undefined && typed === value) return soft(problem);
      if (typed.trim() === '') return undefined;
      return addressProblem(typed);
    },
  });
  if (text === undefined || text.trim() === '') throw new CancelledError();
  return normaliseBaseUrl(text);
}

function addressProblem(text: string): string | undefined {
  try {
    normaliseBaseUrl(text);
    return undefined;
  } catch (failure) {
    return errorText(failure, vscode.l10n);
  }
}

async function askKey(host: string, value: string, problem: string | undefined): Promise<string> {
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t('Connect to a Platform (2 of 2)'),
    prompt: vscode.l10n.t(
      'Key for {0}. It is stored in the secret storage of the editor and sent only to this host.',
      host,
    ),
    placeHolder: vscode.l10n.t('API key or access token'),
    password: true,
    value,
    ignoreFocusOut: true,
    validateInput: (typed) => (problem !== undefined && typed === value ? soft(problem) : undefined),
  });
  if (text === undefined || text.trim() === '') throw new CancelledError();
  return text.trim();
}

/** A message that does not keep a person from trying the same again: the network may be back. */
function soft(message: string): vscode.InputBoxValidationMessage {
  return { message, severity: vscode.InputBoxValidationSeverity.Warning };
}

/** The connection of that id, the only one, or the one a person picks. @throws UserError where there is none. */
export async function chooseConnection({ connections }: Pick<App, 'connections'>, id?: string): Promise<Connection> {
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
  const picked = await vscode.window.showQuickPick(
    list.map((connection) => ({
      label: connectionName(connection),
      description: connection.record.userName ?? '',
      connection,
    })),
    { title: vscode.l10n.t('Sign Out'), placeHolder: vscode.l10n.t('Select a platform') },
  );
  if (!picked) throw new CancelledError();
  return picked.connection;
}

export function connectionName({ origin, record }: Connection): string {
  return origin === 'emulator' ? vscode.l10n.t('Local emulator') : record.label;
}

function confirmRemoval(app: App, connection: Connection): Promise<boolean> {
  const { l10n } = vscode;
  const bound = app.folders.list.value.filter(({ binding }) => binding.connectionId === connection.id);
  const kept = {
    stored: l10n.t('Its key is deleted from this machine.'),
    environment: l10n.t('Its key comes from an environment variable. The connection returns when the window reloads.'),
    emulator: l10n.t('Its deployments and branches are kept for the next start.'),
  }[connection.origin];
  const folders =
    bound.length > 0
      ? l10n.t('These folders are bound to it and no longer sync: {0}.', bound.map(({ name }) => name).join(', '))
      : undefined;
  const emulated = connection.origin === 'emulator';
  return confirm(
    emulated ? l10n.t('Stop the local emulator?') : l10n.t('Sign out of {0}?', connectionName(connection)),
    [kept, folders].filter(Boolean).join(' '),
    emulated ? l10n.t('Stop') : l10n.t('Sign Out'),
  );
}
