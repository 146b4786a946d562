/** The changes that the variables of an `.env` text would make in a deployment. */

import { parseEnv } from 'node:util';
import { encryptedPlaceholder } from '../../contract/deployments/encryptedPlaceholder.ts';
import type { EnvVariable } from '../../contract/deployments/runtime.ts';
import { isSecretVariable, shownValue } from '../deployments/variableRows.ts';
import type { Localizer } from '../shell/localizer.ts';

/**
 * `hidden`: the platform does not return the value that would be replaced. `bad-name`: no identifier. `placeholder`: the value
 * is the mask of a secret.
 */
type VariableChangeKind = 'added' | 'changed' | 'hidden' | 'unchanged' | 'bad-name' | 'placeholder';

export interface VariableChange {
  name: string;
  value: string;
  kind: VariableChangeKind;
  isSecret: boolean;
  /** The value on the platform; undefined if there is none, or it is hidden. */
  before: string | undefined;
}

const identifier = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** By name; the last one of equal names counts. */
export function compareVariables(text: string, known: readonly EnvVariable[]): VariableChange[] {
  const values = new Map(known.map(({ name, value }) => [name, value ?? '']));
  const read = Object.entries(parseEnv(text.replace(/^\uFEFF/, '')));
  read.sort(([a], [b]) => (a < b ? -1 : 1));
  return read.map(([name, value = '']) => {
    const before = values.get(name);
    const isHidden = before === encryptedPlaceholder;
    const change = { name, value, isSecret: isSecretVariable({ name, value: before ?? value }) };
    return {
      ...change,
      kind: kindOf(name, value, before),
      before: isHidden ? undefined : before,
    };
  });
}

function kindOf(name: string, value: string, before: string | undefined): VariableChangeKind {
  if (!identifier.test(name)) return 'bad-name';
  if (value === encryptedPlaceholder) return 'placeholder';
  if (before === undefined) return 'added';
  if (before === encryptedPlaceholder) return 'hidden';
  return before === value ? 'unchanged' : 'changed';
}

/** Whether the change can be sent. */
export function isSendable({ kind }: VariableChange): boolean {
  return kind === 'added' || kind === 'changed' || kind === 'hidden';
}

/** The text of a change in a list. The value of a secret is not part of it. */
export function describeChange(change: VariableChange, l10n: Localizer): string {
  const { kind, value, isSecret, before } = change;
  if (kind === 'hidden') return l10n.t('replaces a secret that cannot be compared');
  if (kind === 'bad-name') return l10n.t('not a valid name');
  if (kind === 'placeholder') return l10n.t('a placeholder, not a value');
  if (isSecret || before === undefined) return isSecret ? l10n.t('secret') : shownValue(value);
  return before === value ? shownValue(value) : `${shownValue(before)} → ${shownValue(value)}`;
}

/** Why a variable cannot have this name; undefined if it can. */
export function variableNameProblem(name: string, l10n: Localizer): string | undefined {
  if (identifier.test(name)) return undefined;
  return l10n.t('Use letters, digits and underscores, and start with a letter or an underscore.');
}

/** Why a variable cannot have this value; undefined if it can. */
export function variableValueProblem(value: string, l10n: Localizer): string | undefined {
  return value === encryptedPlaceholder
    ? l10n.t('This is the placeholder of a secret. Enter the secret itself.')
    : undefined;
}
