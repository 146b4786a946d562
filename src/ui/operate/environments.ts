/** Copies settings of clients and tokens of environments and of the usage analytics. A token goes to the clipboard only. */

import * as vscode from 'vscode';
import { CancelledError, UserError } from '../../base/errors.ts';
import type { Environment } from '../../contract/deployments/deployments.ts';
import { metaTokenOperations } from '../../contract/deployments/metaTokens.ts';
import { runtimeOperations } from '../../contract/deployments/runtime.ts';
import { accountOperations } from '../../contract/users/account.ts';
import { restUrlOf } from '../../platform/environmentAddresses.ts';
import type { Connection } from '../../session/connection.ts';
import { connectionName } from '../connections/connectionChoice.ts';
import type { SelectedDeployment } from '../shell/commandRunner.ts';
import { showStatus, withProgress } from '../shell/notifications.ts';
import { pickFromList } from '../shell/pagedPick.ts';
import { askText, pickItem } from '../shell/quickInput.ts';
import type { Row } from '../tree/row.ts';
import { clientSettings } from './clientSettings.ts';
import { readSecurityContext, tokenLifetimes, tokenSecondsProblem } from './tokenInputs.ts';

export async function copyClientSettings(selected: SelectedDeployment, row: Row | undefined): Promise<void> {
  const { l10n } = vscode;
  const title = l10n.t('Copy Client Settings');
  const environment = await chooseEnvironment(selected, row, title);
  const settings = clientSettings(environment, l10n);
  if (settings.length === 0) throw new UserError(l10n.t('“{0}” has no address.', environment.name));
  const items = settings.map(({ label, text }) => ({ label, detail: text.replace(/\s*\\?\n\s*/g, ' '), text }));
  const picked = await pickItem(items, {
    title,
    placeHolder: environment.name,
    matchOnDetail: true,
  });
  if (!picked) throw new CancelledError();
  await vscode.env.clipboard.writeText(picked.text);
  showStatus(l10n.t('Copied {0} of {1}', picked.label, environment.name));
}

export async function copyUrl(selected: SelectedDeployment, row: Row | undefined): Promise<void> {
  const { l10n } = vscode;
  const url = row?.target.url ?? restUrlOf(await chooseEnvironment(selected, row, l10n.t('Copy URL')));
  if (url === undefined) throw new UserError(l10n.t('This environment has no URL.'));
  await vscode.env.clipboard.writeText(url);
  showStatus(l10n.t('Copied {0}', url));
}

/** A token of the data APIs, or one that reads only the metadata of an environment. Spec: groups A and B. */
export async function createToken(selected: SelectedDeployment, row: Row | undefined): Promise<void> {
  const { l10n } = vscode;
  const title = l10n.t('Create Token');
  const kind = await pickItem(
    [
      { label: l10n.t('Data API Token'), detail: l10n.t('Queries the data of the deployment as you.'), isMeta: false },
      {
        label: l10n.t('Metadata Token'),
        detail: l10n.t('Reads what the data model of one environment contains. Queries no data.'),
        isMeta: true,
      },
    ],
    { title, placeHolder: l10n.t('Select what the token of “{0}” may do', selected.name) },
  );
  if (!kind) throw new CancelledError();
  const issue = kind.isMeta ? await askMetaToken(selected, row, title) : await askDataToken(selected, title);
  const { token, seconds } = await withProgress(l10n.t('Creating a token of “{0}”', selected.name), issue);
  await copyToken(token, new Date(Date.now() + seconds * 1000));
}

/** A token of the account's usage analytics. Spec: group G; Limits. */
export async function createUsageToken(connection: Connection): Promise<void> {
  const { admin } = await connection.open();
  const name = connectionName(connection);
  const { token, expiresAt } = await withProgress(
    vscode.l10n.t('Creating a token of the usage analytics of {0}', name),
    (signal) => admin.call(accountOperations.createUsageAnalyticsToken, {}, { signal }),
  );
  await copyToken(token, new Date(expiresAt));
}

/** A token goes to the clipboard and is shown nowhere. */
async function copyToken(token: string | null | undefined, end: Date): Promise<void> {
  const { l10n } = vscode;
  if (!token) throw new UserError(l10n.t('The platform returned no token.'));
  await vscode.env.clipboard.writeText(token);
  showStatus(l10n.t('Copied the token. It is valid until {0}', end.toLocaleString()));
}

type Issue = (signal: AbortSignal) => Promise<{ token: string | null | undefined; seconds: number }>;

async function askDataToken({ deployment }: SelectedDeployment, title: string): Promise<Issue> {
  const seconds = await askSeconds(title, false);
  const params = { deploymentId: deployment.id };
  return async (signal) => {
    const body = { expiresIn: seconds };
    const issued = await deployment.client.call(runtimeOperations.createDeploymentToken, { params, body }, { signal });
    return { token: issued.cubeApiToken ?? issued.token, seconds };
  };
}

async function askMetaToken(selected: SelectedDeployment, row: Row | undefined, title: string): Promise<Issue> {
  const { l10n } = vscode;
  const { client, id: deploymentId } = selected.deployment;
  const environment = await chooseEnvironment(selected, row, title);
  const typed = await askText({
    title,
    prompt: l10n.t('Security context as a JSON object: it decides which parts of the data model are visible'),
    value: '{}',
    ignoreFocusOut: true,
    validateInput: (text) => (readSecurityContext(text) ? undefined : l10n.t('This is not a JSON object.')),
  });
  const context = typed === undefined ? undefined : readSecurityContext(typed);
  if (!context) throw new CancelledError();
  const seconds = await askSeconds(title, true);
  return async (signal) => {
    const params = { deploymentId, environmentId: environment.id };
    const body = { security_context: context, expires_in: seconds };
    const { data } = await client.call(metaTokenOperations.createMetaSyncToken, { params, body }, { signal });
    return { token: data.token, seconds };
  };
}

/** Seconds. */
async function askSeconds(title: string, isMeta: boolean): Promise<number> {
  const { l10n } = vscode;
  const custom = { label: l10n.t('Other…'), seconds: undefined };
  const picked = await pickItem([...tokenLifetimes(isMeta, l10n), custom], {
    title,
    placeHolder: l10n.t('Select how long the token is valid'),
  });
  if (!picked) throw new CancelledError();
  if (picked.seconds !== undefined) return picked.seconds;
  const typed = await askText({
    title,
    prompt: l10n.t('Seconds'),
    ignoreFocusOut: true,
    validateInput: (text) => (text === '' ? undefined : tokenSecondsProblem(text, isMeta, l10n)),
  });
  if (!typed) throw new CancelledError();
  return Number(typed);
}

async function chooseEnvironment(
  { deployment, name }: SelectedDeployment,
  row: Row | undefined,
  title: string,
): Promise<Environment> {
  const id = row?.target.environmentId;
  const listed = deployment.environments.value.items.find((each) => String(each.id) === id);
  if (listed) return listed;
  return pickFromList(deployment.environments, {
    title,
    placeholder: vscode.l10n.t('Select an environment of “{0}”', name),
    item: (each) => ({ label: each.name, description: each.type }),
  });
}
