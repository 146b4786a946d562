/** Adds, changes and imports environment variables. Values are in no log, and those of secrets are never shown. */

import path from 'node:path';
import * as vscode from 'vscode';
import { CancelledError, UserError } from '../../base/errors.ts';
import { type EnvVariable, runtimeOperations } from '../../contract/deployments/runtime.ts';
import { isSecretVariable } from '../deployments/variableRows.ts';
import type { App } from '../shell/app.ts';
import type { SelectedDeployment } from '../shell/commandRunner.ts';
import { showFailure, showInformation, withProgress } from '../shell/notifications.ts';
import { pickFromList } from '../shell/pagedPick.ts';
import { askText, type PickItem, pickItem, pickItems } from '../shell/quickInput.ts';
import type { Row } from '../tree/row.ts';
import { buildAgain } from './buildAgain.ts';
import {
  compareVariables,
  describeChange,
  isSendable,
  type VariableChange,
  variableNameProblem,
  variableValueProblem,
} from './envComparison.ts';

const maxFileBytes = 1_000_000;

export async function addVariable(app: App, selected: SelectedDeployment): Promise<void> {
  const { l10n } = vscode;
  const name = await askText({
    title: l10n.t('Add Variable to “{0}” (1 of 2)', selected.name),
    prompt: l10n.t('Name'),
    placeHolder: 'CUBEJS_DB_HOST',
    ignoreFocusOut: true,
    validateInput: (typed) => (typed === '' ? undefined : variableNameProblem(typed, l10n)),
  });
  if (!name) throw new CancelledError();
  const known = (await selected.deployment.variables.all()).find((each) => each.name === name);
  const title = known
    ? l10n.t('Replace {0} of “{1}” (2 of 2)', name, selected.name)
    : l10n.t('Add {0} to “{1}” (2 of 2)', name, selected.name);
  await setValue(app, selected, known ?? { name }, title);
}

export async function editVariable(app: App, selected: SelectedDeployment, row: Row | undefined): Promise<void> {
  const { l10n } = vscode;
  const { variables } = selected.deployment;
  const listed = variables.value.items.find(({ name }) => name === row?.target.variableName);
  const variable =
    listed ??
    (await pickFromList<EnvVariable>(variables, {
      title: l10n.t('Edit Variable'),
      placeholder: l10n.t('Select a variable of “{0}”', selected.name),
      item: (each) => ({ label: each.name, description: isSecretVariable(each) ? '••••••' : (each.value ?? '') }),
    }));
  await setValue(app, selected, variable, l10n.t('Edit {0} of “{1}”', variable.name, selected.name));
}

/** From a file or the clipboard. The user sees the differences first and selects what to send. */
export async function importVariables(
  app: App,
  selected: SelectedDeployment,
  argument: Row | vscode.Uri | undefined,
): Promise<void> {
  const { l10n } = vscode;
  const file = argument instanceof vscode.Uri ? argument : undefined;
  const text = file ? await readEnvFile(file) : await pickEnvText(l10n.t('Import Variables into “{0}”', selected.name));
  const known = await withProgress(l10n.t('Loading variables'), () => selected.deployment.variables.all(), {
    location: vscode.ProgressLocation.Window,
  });
  const changes = compareVariables(text, known);
  if (changes.length === 0) {
    throw new UserError(l10n.t('There are no variables to import.'), {
      action: l10n.t('Write one NAME=value on each line.'),
    });
  }
  const picked = await pickItems(previewItems(changes), {
    title: l10n.t('Import Variables into “{0}”', selected.name),
    placeHolder: l10n.t('Select the variables to set. The others stay as they are.'),
    canPickMany: true,
    ignoreFocusOut: true,
    matchOnDescription: true,
  });
  const chosen = picked?.flatMap(({ change }) => (change && isSendable(change) ? change : [])) ?? [];
  if (chosen.length === 0) throw new CancelledError();
  await send(app, selected, chosen);
}

type PreviewItem = PickItem & { change: VariableChange | undefined };

function previewItems(changes: readonly VariableChange[]): PreviewItem[] {
  const { l10n } = vscode;
  const groups: readonly [VariableChange['kind'][], string][] = [
    [['added'], l10n.t('Added')],
    [['changed'], l10n.t('Changed')],
    [['hidden'], l10n.t('Secrets')],
    [['unchanged'], l10n.t('Unchanged')],
    [['bad-name', 'placeholder'], l10n.t('Not importable')],
  ];
  return groups.flatMap(([kinds, label]) => {
    const items = changes.filter(({ kind }) => kinds.includes(kind));
    if (items.length === 0) return [];
    return [
      { label, kind: vscode.QuickPickItemKind.Separator, change: undefined },
      ...items.map((change) => ({
        label: change.name,
        description: describeChange(change, l10n),
        // A secret that is replaced by mistake cannot be restored.
        picked: change.kind === 'added' || change.kind === 'changed',
        change,
      })),
    ];
  });
}

async function setValue(app: App, selected: SelectedDeployment, variable: EnvVariable, title: string): Promise<void> {
  const { l10n } = vscode;
  const isSecret = isSecretVariable(variable);
  const value = await askText({
    title,
    prompt: isSecret ? l10n.t('New value. The current one cannot be read.') : l10n.t('Value'),
    ...(isSecret ? {} : { value: variable.value ?? '' }),
    password: isSecret,
    ignoreFocusOut: true,
    validateInput: (typed) => variableValueProblem(typed, l10n),
  });
  if (value === undefined || (isSecret && value === '')) throw new CancelledError();
  await send(app, selected, [{ name: variable.name, value }]);
}

async function send(
  app: App,
  selected: SelectedDeployment,
  variables: readonly Pick<VariableChange, 'name' | 'value'>[],
): Promise<void> {
  const { l10n } = vscode;
  const { deployment, name } = selected;
  const body = { env_variables: variables.map(({ name, value }) => ({ name, value })) };
  await withProgress(l10n.t('Setting variables of “{0}”', name), async (signal) => {
    await deployment.writer.call(
      runtimeOperations.setEnvVars,
      { params: { deploymentId: deployment.id }, body },
      { signal },
    );
    if (deployment.variables.value.phase !== 'idle') await deployment.variables.reload();
  });
  app.log.info(`Set variables of deployment ${deployment.id}: ${variables.map((each) => each.name).join(', ')}`);
  const build = l10n.t('Build Again');
  const message =
    variables.length === 1
      ? l10n.t('{0} of “{1}” takes effect on the next build.', variables[0]!.name, name)
      : l10n.t('{0} variables of “{1}” take effect on the next build.', variables.length, name);
  // The command has ended; the message may stay for long.
  showInformation(message, build).then(async (choice) => {
    if (choice === build) await buildAgain(app, selected).catch((failure) => showFailure(failure, app));
  });
}

async function pickEnvText(title: string): Promise<string> {
  const { l10n } = vscode;
  const files = await vscode.workspace.findFiles('**/{.env,.env.*,*.env}', '**/node_modules/**', 50);
  const clipboard = { icon: 'clippy', label: l10n.t('From the Clipboard'), file: undefined };
  const browse = { icon: 'folder-opened', label: l10n.t('Select File…'), file: undefined };
  const items = files.map((file) => ({ icon: 'file', label: vscode.workspace.asRelativePath(file), file }));
  const picked = await pickItem([...items, browse, clipboard], {
    title,
    placeHolder: l10n.t('Select where the variables come from'),
    // The user may have to copy the variables first.
    ignoreFocusOut: true,
  });
  if (!picked) throw new CancelledError();
  if (picked === clipboard) return vscode.env.clipboard.readText();
  if (picked.file) return readEnvFile(picked.file);
  const [file] = (await vscode.window.showOpenDialog({ title, canSelectMany: false })) ?? [];
  if (!file) throw new CancelledError();
  return readEnvFile(file);
}

async function readEnvFile(file: vscode.Uri): Promise<string> {
  const { size } = await vscode.workspace.fs.stat(file);
  if (size > maxFileBytes) {
    throw new UserError(vscode.l10n.t('{0} is too large for a file of variables.', path.basename(file.path)));
  }
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
}
