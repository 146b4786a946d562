/** What a preview says in words: why it is stale, why no session could be made. Pure. */

import { messageOf, UserError } from '../../../base/errors.ts';
import type { HostFailure } from '../../../contract/messages/hostChannel.ts';
import type { StaleReason } from '../../../session/dashboard/refreshDecider.ts';
import { errorText } from '../../shell/errorText.ts';
import type { Localizer } from '../../shell/localizer.ts';

export function staleWords(reason: StaleReason, branch: string, l10n: Localizer): string {
  switch (reason.why) {
    case 'invalid':
      return l10n.t('The model on {0} does not compile. The dashboard shows what it was before; see Problems.', branch);
    case 'build':
      return reason.detail === undefined
        ? l10n.t('The build of {0} failed.', branch)
        : l10n.t('The build of {0} failed: {1}', branch, reason.detail);
    case 'unknown':
      return l10n.t('It is not known whether {0} has what was saved: {1}', branch, errorText(reason.failure, l10n));
  }
}

/** A failure as the page takes it. */
export function failureOf(failure: unknown): HostFailure {
  const { name, kind } = (failure ?? {}) as { name?: unknown; kind?: unknown };
  const cancelled = name === 'CancelledError' || name === 'AbortError';
  const known =
    kind === 'forbidden' || kind === 'unauthorized'
      ? 'forbidden'
      : /^(dns|refused|proxy|tls|timeout|reset|server)$/.test(String(kind))
        ? 'unreachable'
        : /^(not-found|not-json)$/.test(String(kind))
          ? 'unavailable'
          : 'other';
  return {
    ok: false,
    kind: cancelled ? 'cancelled' : known,
    message: failure instanceof UserError ? failure.message : messageOf(failure),
    action: failure instanceof UserError ? (failure.action ?? null) : null,
  };
}

/** Runs a request of the page; its failure is an answer, too. */
export async function answered<T extends object>(work: () => Promise<T>): Promise<({ ok: true } & T) | HostFailure> {
  try {
    return { ok: true, ...(await work()) };
  } catch (failure) {
    return failureOf(failure);
  }
}
