/** What a new branch may be called: git's rules for names, and the platform's own. Pure. */

import type { Localizer } from '../shell/localizer.ts';

/** The problem with a name, in words; undefined when it can be used. */
export function branchNameProblem(name: string, taken: readonly string[], l10n: Localizer): string | undefined {
  if (name === '') return l10n.t('A branch needs a name.');
  if (taken.includes(name)) return l10n.t('There is a branch “{0}” already.', name);
  if (/^dev-/.test(name)) return l10n.t('Names that begin with “dev-” are for personal dev branches.');
  if (/\s/.test(name)) return l10n.t('The name of a branch has no spaces.');
  const odd = /[~^:?*[\\\x00-\x1f\x7f]/.exec(name)?.[0];
  if (odd !== undefined) return l10n.t('The name of a branch has no “{0}”.', odd);
  if (name.startsWith('/') || name.endsWith('/') || name.includes('//')) {
    return l10n.t('A slash stands between two parts of the name.');
  }
  if (name.startsWith('-')) return l10n.t('The name of a branch does not begin with “-”.');
  const dotted = name.split('/').some((part) => part.startsWith('.') || part.endsWith('.lock'));
  if (dotted || name.endsWith('.') || name.includes('..')) {
    return l10n.t('No part of the name begins with a dot or ends with “.lock”, and no two dots stand together.');
  }
  if (name === '@' || name.includes('@{')) return l10n.t('The name of a branch has no “{0}”.', '@{');
  return undefined;
}
