/** The commands on rows of the Resources view. Loaded with the first one. */

import * as vscode from 'vscode';
import { CancelledError } from '../../base/errors.ts';
import type { User } from '../../contract/users/me.ts';
import { oauthIntegrationOperations } from '../../contract/users/oauthIntegrations.ts';
import { oidcTokenConfigOperations } from '../../contract/users/oidcTokenConfigs.ts';
import { userOperations } from '../../contract/users/users.ts';
import type { Connection } from '../../session/connection.ts';
import { LazyList } from '../../session/lazyList.ts';
import { authorizeIntegration } from '../../session/oauth/authorizeIntegration.ts';
import { confirm, showError, showStatus, withProgress } from '../shell/notifications.ts';
import { openDocument } from '../shell/openDocument.ts';
import { pickFromList, pickManyFromList } from '../shell/pagedPick.ts';
import { resourceUri } from './resourceAddress.ts';
import { resourceKind } from './resourceKinds.ts';
import type { ResourceRow } from './resourceRows.ts';

/** Opens a document whose save creates a resource. */
export async function openNew(connection: Connection, kindId: string): Promise<void> {
  const kind = resourceKind(kindId);
  const title = kind.newTitle?.(vscode.l10n) ?? kind.title(vscode.l10n);
  const uri = resourceUri({ connectionId: connection.id, kind, values: [] }, title, true);
  await vscode.window.showTextDocument(await openDocument(uri), { preview: false });
}

type UserAction = 'ACTIVATE' | 'DEACTIVATE' | 'DELETE';

interface SelectedUser {
  id: number;
  name: string;
}

const maxNamed = 15;

/** Changes the users of rows, or those that the user picks, and names each one that the platform refused. */
export async function changeUsers(
  action: UserAction,
  connection: Connection,
  rows: readonly ResourceRow[],
): Promise<void> {
  const { l10n } = vscode;
  const session = await connection.open();
  const users = rows.length > 0 ? usersOf(rows) : await pickUsers(connection, action);
  if (users.length === 0) throw new CancelledError();
  const names = users.length === 1 ? users[0]!.name : l10n.t('{0} users', users.length);
  const questions: Partial<Record<UserAction, [string, string, string]>> = {
    DEACTIVATE: [
      l10n.t('Deactivate {0}?', names),
      l10n.t('Their keys and tokens are not accepted until the users are activated again.'),
      l10n.t('Deactivate'),
    ],
    DELETE: [
      l10n.t('Delete {0}?', names),
      l10n.t('Their keys and tokens are deleted, too. This cannot be undone.'),
      l10n.t('Delete'),
    ],
  };
  const question = questions[action];
  if (question) {
    const [text, detail, button] = question;
    const listed = users.length === 1 ? [] : namesText(users.map(({ name }) => name));
    if (!(await confirm(text, [...listed, detail].join('\n'), button))) throw new CancelledError();
  }
  const [only, second] = users;
  const failures = await withProgress(l10n.t('Changing {0}', names), async (signal) => {
    if (action === 'DELETE' && !second) {
      await session.admin.call(userOperations.deleteUser, { params: { id: only!.id } }, { signal });
      return [];
    }
    const body = { action, userIds: users.map(({ id }) => id) };
    return (await session.admin.call(userOperations.changeUsers, { body }, { signal })).failures;
  });
  const texts = failures.map(({ userId, error }) => {
    const user = users.find(({ id }) => String(id) === String(userId));
    return `${user?.name ?? userId}: ${error}`;
  });
  const done = users.length - failures.length;
  const results: Record<UserAction, string> = {
    ACTIVATE: l10n.t('Activated: {0} of {1}', done, users.length),
    DEACTIVATE: l10n.t('Deactivated: {0} of {1}', done, users.length),
    DELETE: l10n.t('Deleted: {0} of {1}', done, users.length),
  };
  if (failures.length === 0) showStatus(results[action]);
  else void showError(results[action], { modal: true, detail: namesText(texts).join('\n') });
}

/** Not more than a dialog can show. */
function namesText(texts: readonly string[]): string[] {
  const more = texts.length - maxNamed;
  return more > 0 ? [...texts.slice(0, maxNamed), vscode.l10n.t('and {0} more', more)] : [...texts];
}

function usersOf(rows: readonly ResourceRow[]): SelectedUser[] {
  return rows.flatMap(({ context, target: { listed } }) =>
    listed && context.includes(';users;') ? [{ id: Number(listed.key), name: listed.label }] : [],
  );
}

async function pickUsers(connection: Connection, action: UserAction): Promise<SelectedUser[]> {
  const { l10n } = vscode;
  const session = await connection.open();
  const users = new LazyList((signal) =>
    session.admin.pages(userOperations.listUsers, { query: { first: 100 } }, { signal }),
  );
  const titles: Record<UserAction, string> = {
    ACTIVATE: l10n.t('Activate Users'),
    DEACTIVATE: l10n.t('Deactivate Users'),
    DELETE: l10n.t('Delete Users'),
  };
  const nameOf = ({ id, email, username }: User) => email || username || String(id);
  const picked = await pickManyFromList(users, {
    title: titles[action],
    placeholder: l10n.t('Select one or more users'),
    accepts: ({ status }) => action === 'DELETE' || (status === 'DEACTIVATED') === (action === 'ACTIVATE'),
    item: (user) => ({ label: nameOf(user), description: user.role ?? '' }),
  }).finally(() => users.dispose());
  return picked.map((user) => ({ id: Number(user.id), name: nameOf(user) }));
}

/** Deletes an OIDC configuration or OAuth integration after a question. */
export async function deleteResource(
  kindId: 'oauth-integrations' | 'oidc-token-configs',
  connection: Connection,
  row: ResourceRow | undefined,
): Promise<void> {
  const { l10n } = vscode;
  if (!row?.target.listed) return;
  const { key, label } = row.target.listed;
  const isOidc = kindId === 'oidc-token-configs';
  const detail = isOidc
    ? l10n.t('Tokens of its issuer are not accepted any more.')
    : l10n.t('The tokens that users have of it are deleted, too. This cannot be undone.');
  if (!(await confirm(l10n.t('Delete “{0}”?', label), detail, l10n.t('Delete')))) throw new CancelledError();
  const operation = isOidc
    ? oidcTokenConfigOperations.deleteOidcTokenConfig
    : oauthIntegrationOperations.deleteOauthIntegration;
  const { admin } = await connection.open();
  await withProgress(l10n.t('Deleting “{0}”', label), (signal) =>
    admin.call(operation, { params: { id: Number(key) } }, { signal }),
  );
}

/** Authorizes an integration in the browser, and waits until the platform has the user's token. */
export async function signInToIntegration(connection: Connection, row: ResourceRow | undefined): Promise<void> {
  const { l10n } = vscode;
  const { id, name } = integrationOf(row) ?? (await pickIntegration(connection));
  const { writer } = await connection.open();
  const open = async (url: string) => {
    if (!(await vscode.env.openExternal(vscode.Uri.parse(url, true)))) throw new CancelledError();
  };
  await withProgress(l10n.t('Waiting for the approval of “{0}” in the browser', name), (signal) =>
    authorizeIntegration(writer, id, { signal, open }),
  );
  showStatus(l10n.t('Signed in to “{0}”', name));
}

export async function signOutOfIntegration(connection: Connection, row: ResourceRow | undefined): Promise<void> {
  const { l10n } = vscode;
  const { id, name } = integrationOf(row) ?? (await pickIntegration(connection));
  const detail = l10n.t('Deletes the token that the platform has of you. The integration stays.');
  if (!(await confirm(l10n.t('Sign out of “{0}”?', name), detail, l10n.t('Sign Out')))) throw new CancelledError();
  const { writer } = await connection.open();
  const params = { integrationId: id };
  await withProgress(l10n.t('Signing out of “{0}”', name), (signal) =>
    writer.call(oauthIntegrationOperations.deleteUserOauthToken, { params }, { signal }),
  );
  showStatus(l10n.t('Signed out of “{0}”', name));
}

interface SelectedIntegration {
  id: number;
  name: string;
}

function integrationOf(row: ResourceRow | undefined): SelectedIntegration | undefined {
  const { listed } = row?.target ?? {};
  return listed && { id: Number(listed.key), name: listed.label };
}

async function pickIntegration(connection: Connection): Promise<SelectedIntegration> {
  const { client } = await connection.open();
  const integrations = new LazyList((signal) =>
    client.pages(oauthIntegrationOperations.listOauthIntegrations, {}, { signal }),
  );
  const options = {
    title: vscode.l10n.t('OAuth Integrations'),
    placeholder: vscode.l10n.t('Select an integration'),
    item: ({ name }: { name: string }) => ({ label: name }),
  };
  const { id, name } = await pickFromList(integrations, options).finally(() => integrations.dispose());
  return { id: Number(id), name };
}
