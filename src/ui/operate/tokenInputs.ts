/** The user's input for a token. Spec: Limits. */

import type { Localizer } from '../shell/localizer.ts';

const minSeconds = 60;
const day = 86_400;
/** The specification limits only tokens of the data APIs. */
const maxMetaSeconds = 10 ** 9;

export function tokenLifetimes(isMeta: boolean, l10n: Localizer): { label: string; seconds: number }[] {
  const lifetimes = [
    { label: l10n.t('1 hour'), seconds: 3_600 },
    { label: l10n.t('8 hours'), seconds: 8 * 3_600 },
    { label: l10n.t('1 day'), seconds: day },
  ];
  return isMeta ? [...lifetimes, { label: l10n.t('30 days'), seconds: 30 * day }] : lifetimes;
}

/** Why a token cannot be valid for so long; undefined if it can. */
export function tokenSecondsProblem(text: string, isMeta: boolean, l10n: Localizer): string | undefined {
  const [min, max] = isMeta ? [1, maxMetaSeconds] : [minSeconds, day];
  const seconds = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return seconds >= min && seconds <= max ? undefined : l10n.t('Enter a number from {0} to {1}.', min, max);
}

/** Undefined if the text is not a JSON object. */
export function readSecurityContext(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
