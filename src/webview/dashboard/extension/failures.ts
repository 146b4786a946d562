/** Shows failed requests to the extension as notices. */

import { messageOf } from '../../../base/errors.ts';
import type { HostText } from '../../shared/pageTexts.ts';
import type { Notices } from '../view/notices.ts';

/** The message, and the next step if the failure names one. */
export function failureText(text: HostText, failure: { message: string; action?: string | null | undefined }): string {
  return failure.action ? text('failure.action', failure.message, failure.action) : failure.message;
}

export class Failures {
  readonly #text: HostText;
  readonly #notices: Notices;

  constructor(text: HostText, notices: Notices) {
    this.#text = text;
    this.#notices = notices;
  }

  warn(topic: string, message: string): void {
    this.#notices.show({ kind: 'warning', topic, message });
  }

  /**
   * Shows why a request failed, unless the user cancelled it, until a request of the same topic succeeds. Never rejects; undefined
   * without an answer.
   */
  async show<Answer extends { ok: boolean }>(topic: string, request: Promise<Answer>): Promise<Answer | undefined> {
    try {
      const answer = await request;
      if (!isFailure(answer)) this.#notices.dismiss(topic);
      else if (answer.kind !== 'cancelled') this.warn(topic, failureText(this.#text, answer));
      return answer;
    } catch (failure) {
      this.warn(topic, messageOf(failure));
      return undefined;
    }
  }
}

function isFailure(answer: { ok: boolean }): answer is { ok: false; kind: string; message: string } {
  return !answer.ok;
}
