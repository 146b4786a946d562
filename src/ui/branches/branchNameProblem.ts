/** What a new branch may be called: git's rules for names, and the platform's own. Pure. */

import type { Localizer } from '../shell/localizer.ts';

/** The problem with a name, in words; undefined when it can be used. */
export function branchNameProblem(name: string, taken: readonly string[], l10n: Localizer): string | undefined {
  if (name === '') return l10n.t('Enter a branch name.');
  if (taken.includes(name)) return l10n.t('A branch named “{0}” already exists.', name);
  if (/^dev-/.test(name)) return l10n.t('Names that begin with “dev-” are reserved for dev branches.');
  if (/\s/.test(name)) return l10n.t('A branch name cannot contain spaces.');
  const odd = /[~^:?*[\\\x00-\x1f\x7f]/.exec(name)?.[0];
  if (odd !== undefined) return l10n.t('A branch name cannot contain “{0}”.', odd);
  if (name.startsWith('/') || name.endsWith('/') || name.includes('//')) {
    return l10n.t('A branch name cannot begin or end with “/” or contain “//”.');
  }
  if (name.startsWith('-')) return l10n.t('A branch name cannot begin with “-”.');
  const dotted = name.split('/').some((part) => part.startsWith('.') || part.endsWith('.lock'));
  if (dotted || name.endsWith('.') || name.includes('..')) {
    return l10n.t(
      'A branch name cannot end with “.” or contain “..”, and no part of it can begin with “.” or end with “.lock”.',
    );
  }
  if (name === '@' || name.includes('@{')) return l10n.t('A branch name cannot contain “{0}”.', '@{');
  return undefined;
}
