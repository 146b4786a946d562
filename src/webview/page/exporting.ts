/** The one export that may be under way: its progress in words, its end as a notice. The extension renders and saves. */

import { messageOf } from '../../base/errors.ts';
import type { Texts } from './elements/texts.ts';
import type { ExtensionLink } from './extension/extensionLink.ts';
import type { Failures } from './extension/failures.ts';
import type { Notices } from './extension/notices.ts';

export class Exporting {
  readonly #text: Texts;
  readonly #ask: ExtensionLink;
  readonly #notices: Notices;
  readonly #failures: Failures;
  readonly #changed: () => void;
  #underWay: { words: string; abort: AbortController } | undefined;

  constructor(text: Texts, ask: ExtensionLink, notices: Notices, failures: Failures, changed: () => void) {
    this.#text = text;
    this.#ask = ask;
    this.#notices = notices;
    this.#failures = failures;
    this.#changed = changed;
  }

  /** How far it is; undefined while there is none. */
  get words(): string | undefined {
    return this.#underWay?.words;
  }

  /** Does nothing while another one is under way. Resolves at its end, however it ended. */
  async start(format: 'png' | 'pdf', branch: string | null): Promise<void> {
    if (this.#underWay) return;
    const abort = new AbortController();
    this.#underWay = { words: this.#text('export.started'), abort };
    this.#notices.dismiss('export');
    this.#changed();
    try {
      const asked = this.#ask('exportDashboard', { format, branch }, { signal: abort.signal });
      const answer = await this.#failures.tell('export', aborting(asked, abort.signal));
      if (answer?.ok) {
        const message = this.#text('export.done', answer.savedTo);
        this.#notices.show({ kind: 'info', topic: 'export', message });
      }
    } finally {
      this.#underWay = undefined;
      this.#changed();
    }
  }

  cancel(): void {
    this.#underWay?.abort.abort();
  }

  /** @param done share, 0 to 1 */
  progress(status: string, done: number | undefined): void {
    if (!this.#underWay) return;
    const share = done === undefined ? status : `${status} ${Math.round(done * 100)} %`;
    this.#underWay.words = this.#text('export.progress', share);
    this.#changed();
  }
}

type Ended<Answer> = Answer | { ok: false; kind: 'cancelled'; message: string };

/** The answer; a request that was cancelled here is an answer too. */
async function aborting<Answer>(asked: Promise<Answer>, signal: AbortSignal): Promise<Ended<Answer>> {
  try {
    return await asked;
  } catch (failure) {
    if (!signal.aborted) throw failure;
    return { ok: false, kind: 'cancelled', message: messageOf(failure) };
  }
}
