/** Moves a deployment to another version, and holds it there. Spec: group A, rules 3 to 5. */

import * as vscode from 'vscode';
import { CancelledError, messageOf } from '../../base/errors.ts';
import type { BodyOf } from '../../contract/definition/operation.ts';
import { deploymentOperations } from '../../contract/deployments/deployments.ts';
import { PlatformError } from '../../platform/platformError.ts';
import type { App } from '../shell/app.ts';
import type { SelectedDeployment } from '../shell/commandRunner.ts';
import { errorParts } from '../shell/errorText.ts';
import { confirm, showStatus, withProgress } from '../shell/notifications.ts';
import { askText, pickItem } from '../shell/quickInput.ts';
import type { Row } from '../tree/row.ts';
import { type VersionUpdate, versionChoices, versionProblem } from './versionChoices.ts';

/** The reason for which the platform refused a choice. */
interface Refusal {
  update: VersionUpdate;
  message: string;
}

/** The version of the row, otherwise the one that the user picks. After a refusal, the choice shows its reason. */
export async function changeVersion(app: App, selected: SelectedDeployment, row: Row | undefined): Promise<void> {
  const image = row?.target.version;
  let given: VersionUpdate | undefined = image === undefined ? undefined : { releaseChannelVersion: image };
  let refusal: Refusal | undefined;
  for (;;) {
    const update = given ?? (await pickVersion(selected, refusal));
    given = undefined;
    const { l10n } = vscode;
    const version = nameOf(update);
    const question = l10n.t('Change the version of “{0}” to {1}?', selected.name, version);
    const detail = l10n.t('The platform builds production again with this version.');
    if (!(await confirm(question, detail, l10n.t('Change Version')))) throw new CancelledError();
    try {
      await updateDeployment(selected, update, l10n.t('Changing the version of “{0}” to {1}', selected.name, version));
      const { deployment } = selected;
      deployment.builds.follow(await deployment.deployBranch(), (failure) => app.log.debug(messageOf(failure)));
      return showStatus(l10n.t('“{0}” changed to version {1}', selected.name, version));
    } catch (failure) {
      if (!(failure instanceof PlatformError) || failure.status !== 400) throw failure;
      refusal = { update, message: failure.serverMessage ?? errorParts(failure, l10n).message };
    }
  }
}

/** A held deployment stays on its version. */
export async function holdVersion(selected: SelectedDeployment, hold: boolean): Promise<void> {
  const { l10n } = vscode;
  const title = hold
    ? l10n.t('Holding the version of “{0}”', selected.name)
    : l10n.t('Ending the hold of the version of “{0}”', selected.name);
  await updateDeployment(selected, { releaseChannelVersionHold: hold }, title);
  showStatus(
    hold ? l10n.t('“{0}” stays on its version', selected.name) : l10n.t('“{0}” follows its channel', selected.name),
  );
}

async function updateDeployment(
  { deployment }: SelectedDeployment,
  body: BodyOf<typeof deploymentOperations.updateDeployment>,
  title: string,
): Promise<void> {
  const params = { deploymentId: deployment.id };
  await withProgress(title, async (signal) => {
    await deployment.writer.call(deploymentOperations.updateDeployment, { params, body }, { signal });
    await deployment.settings.reload();
    if (deployment.versions.value.phase !== 'idle') await deployment.versions.reload();
  });
}

async function pickVersion(
  { deployment, name }: SelectedDeployment,
  refusal: Refusal | undefined,
): Promise<VersionUpdate> {
  const { l10n } = vscode;
  const versions = await deployment.versions.all();
  const refused = refusal && nameOf(refusal.update);
  const isRefused = (update: VersionUpdate) => nameOf(update) === refused;
  const choices = versionChoices(versions, l10n).map(({ label, description, update, isCurrent }) => ({
    label,
    description,
    ...(isRefused(update) && { detail: refusal!.message }),
    iconPath: new vscode.ThemeIcon(isCurrent ? 'pass-filled' : 'releaseChannel' in update ? 'sync' : 'tag'),
    update,
  }));
  const isOther = refusal !== undefined && !choices.some(({ update }) => isRefused(update));
  const other = {
    label: l10n.t('Enter Version…'),
    description: l10n.t('1.2.3, v1.2.3, or image:v1.2.3'),
    ...(isOther && { detail: `${refused}: ${refusal.message}` }),
    iconPath: new vscode.ThemeIcon('edit'),
    update: undefined,
  };
  const picked = await pickItem([...choices, other], {
    title: l10n.t('Change Version of “{0}”', name),
    placeHolder: l10n.t('Select a channel or a version'),
    matchOnDescription: true,
  });
  if (!picked) throw new CancelledError();
  if (picked.update) return picked.update;
  const typed = await askText({
    title: l10n.t('Change Version of “{0}”', name),
    prompt: l10n.t('A version of the list of versions'),
    value: isOther ? (refused ?? '') : '',
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === '' ? undefined : versionProblem(text.trim(), l10n)),
  });
  if (!typed?.trim()) throw new CancelledError();
  return { releaseChannelVersion: typed.trim() };
}

function nameOf(update: VersionUpdate): string {
  return 'releaseChannel' in update
    ? vscode.l10n.t('the newest of {0}', update.releaseChannel)
    : update.releaseChannelVersion.replace(/^.*:v/, '');
}
