/** The messages of a preview: why it is out of date, and failures in the form that the page expects. */

import { isCancellation } from '../../../base/errors.ts';
import type { HostFailure } from '../../../contract/messages/hostChannel.ts';
import type { StaleReason } from '../../../session/savedChanges.ts';
import { errorParts, errorText } from '../../shell/errorText.ts';
import type { Localizer } from '../../shell/localizer.ts';

export function staleMessage(reason: StaleReason, branchName: string, l10n: Localizer): string {
  switch (reason.why) {
    case 'invalid':
      return l10n.t(
        'The model on {0} does not compile. The dashboard shows the last valid model. See Problems for the errors.',
        branchName,
      );
    case 'build':
      return reason.detail === undefined
        ? l10n.t('The build of {0} failed.', branchName)
        : l10n.t('The build of {0} failed: {1}', branchName, reason.detail);
    case 'gone':
      return l10n.t('The branch {0} was deleted. The dashboard shows what was loaded before.', branchName);
    case 'unknown':
      return l10n.t('The saved change may not be on {0}: {1}', branchName, errorText(reason.failure, l10n));
  }
}

/** Runs a request of the page and turns a failure into an answer. @param onFailure for what the page cannot offer */
export async function answerOf<T extends object>(
  work: () => Promise<T>,
  l10n: Localizer,
  onFailure: (failure: unknown) => void = () => {},
): Promise<({ ok: true } & T) | HostFailure> {
  try {
    return { ok: true, ...(await work()) };
  } catch (failure) {
    onFailure(failure);
    return failureOf(failure, l10n);
  }
}

function failureOf(failure: unknown, l10n: Localizer): HostFailure {
  const { message, action } = errorParts(failure, l10n);
  return { ok: false, kind: isCancellation(failure) ? 'cancelled' : kindOf(failure), message, action: action ?? null };
}

function kindOf(failure: unknown): HostFailure['kind'] {
  const { kind } = (failure ?? {}) as { kind?: unknown };
  if (kind === 'forbidden' || kind === 'unauthorized') return 'forbidden';
  if (/^(dns|refused|proxy|tls|timeout|reset|server)$/.test(String(kind))) return 'unreachable';
  return /^(not-found|not-json)$/.test(String(kind)) ? 'unavailable' : 'other';
}
