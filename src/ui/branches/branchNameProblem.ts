/** Validates the name of a new branch: the rules of git and of the platform. */

import type { Localizer } from '../shell/localizer.ts';

/** Returns a message, or undefined for a valid name. */
export function branchNameProblem(name: string, existing: readonly string[], l10n: Localizer): string | undefined {
  if (name === '') return l10n.t('Enter a branch name.');
  if (existing.includes(name)) return l10n.t('A branch named “{0}” already exists.', name);
  if (/^dev-/.test(name)) return l10n.t('Names that begin with “dev-” are reserved for dev branches.');
  if (/\s/.test(name)) return l10n.t('A branch name cannot contain spaces.');
  const invalid = /[~^:?*[\\\x00-\x1f\x7f]/.exec(name)?.[0];
  if (invalid !== undefined) return l10n.t('A branch name cannot contain “{0}”.', invalid);
  if (name.startsWith('/') || name.endsWith('/') || name.includes('//')) {
    return l10n.t('A branch name cannot begin or end with “/” or contain “//”.');
  }
  if (name.startsWith('-')) return l10n.t('A branch name cannot begin with “-”.');
  const hasInvalidPart = name.split('/').some((part) => part.startsWith('.') || part.endsWith('.lock'));
  if (hasInvalidPart || name.endsWith('.') || name.includes('..')) {
    return l10n.t(
      'A branch name cannot end with “.” or contain “..”, and no part of it can begin with “.” or end with “.lock”.',
    );
  }
  if (name === '@' || name.includes('@{')) return l10n.t('A branch name cannot contain “{0}”.', '@{');
  return undefined;
}
