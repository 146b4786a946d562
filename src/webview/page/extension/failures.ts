/** What went wrong with something the page asked of the extension, as words and as a notice. */

import { messageOf } from '../../../base/errors.ts';
import type { Texts } from '../elements/texts.ts';
import type { Notices } from './notices.ts';

/** What happened, and what to do about it where that is known. */
export function failureText(text: Texts, failure: { message: string; action?: string | null | undefined }): string {
  return failure.action ? text('failure.action', failure.message, failure.action) : failure.message;
}

export class Failures {
  readonly #text: Texts;
  readonly #notices: Notices;

  constructor(text: Texts, notices: Notices) {
    this.#text = text;
    this.#notices = notices;
  }

  warn(topic: string, message: string): void {
    this.#notices.show({ kind: 'warning', topic, message });
  }

  /** Shows what an answer says that went wrong, unless a person cancelled it. Undefined where there was no answer; never rejects. */
  async tell<Answer extends { ok: boolean }>(topic: string, asked: Promise<Answer>): Promise<Answer | undefined> {
    try {
      const answer = await asked;
      if (isFailure(answer) && answer.kind !== 'cancelled') this.warn(topic, failureText(this.#text, answer));
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
