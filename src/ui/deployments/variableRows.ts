/** The rows of a deployment's environment variables. */

import { encryptedPlaceholder } from '../../contract/deployments/encryptedPlaceholder.ts';
import type { EnvVariable } from '../../contract/deployments/runtime.ts';
import type { Localizer } from '../shell/localizer.ts';
import { listRows } from '../tree/listRows.ts';
import { menuContext, type RowTarget, rowId } from '../tree/row.ts';
import type { DeploymentState, DeploymentsRow, ListName } from './deploymentsState.ts';

const secretName = /pass|secret|token|key|credential/i;
const maxShownLength = 60;

/** Whether its value is never shown: the platform hides it, or its name says that it is a secret. */
export function isSecretVariable({ name, value }: Pick<EnvVariable, 'name' | 'value'>): boolean {
  return value === encryptedPlaceholder || secretName.test(name);
}

/** A value on one line, as far as there is space. */
export function shownValue(value: string): string {
  const line = value.replace(/\s+/g, ' ');
  return line.length > maxShownLength ? `${line.slice(0, maxShownLength - 1)}…` : line;
}

export function variableRows(target: RowTarget, { variables }: DeploymentState, l10n: Localizer): DeploymentsRow[] {
  return listRows<ListName, RowTarget>(
    { id: `${rowId(target)}/variables`, target, list: 'variables' },
    variables,
    l10n,
    {
      rows: variables.items.map((variable) => variableRow(variable, target, l10n)),
      empty: l10n.t('No variables'),
    },
  );
}

function variableRow(variable: EnvVariable, parent: RowTarget, l10n: Localizer): DeploymentsRow {
  const { name, value } = variable;
  const isSecret = isSecretVariable(variable);
  return {
    id: `${rowId(parent)}/variable/${name}`,
    kind: 'variable',
    label: name,
    description: isSecret ? '••••••' : shownValue(value ?? ''),
    tooltip: isSecret
      ? l10n.t('A secret: its value can be replaced but not read.')
      : l10n.t('A changed value takes effect on the next build.'),
    icon: isSecret ? 'lock' : 'symbol-variable',
    context: menuContext('variable', isSecret && 'secret'),
    expand: 'never',
    accessibleLabel: isSecret ? l10n.t('{0}, secret', name) : `${name}, ${shownValue(value ?? '')}`,
    target: { ...parent, variableName: name },
    children: [],
  };
}
