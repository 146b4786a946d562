/** The export that runs, at most one: shows its progress and its result. The extension renders and saves the file. */

import { messageOf } from '../../base/errors.ts';
import type { HostText } from '../shared/pageTexts.ts';
import type { ExtensionLink } from './extension/extensionLink.ts';
import type { Failures } from './extension/failures.ts';
import type { Notices } from './view/notices.ts';

export class ExportJob {
  readonly #text: HostText;
  readonly #ask: ExtensionLink;
  readonly #notices: Notices;
  readonly #failures: Failures;
  readonly #onChange: () => void;
  #running: { status: string; abort: AbortController } | undefined;

  constructor(text: HostText, ask: ExtensionLink, notices: Notices, failures: Failures, onChange: () => void) {
    this.#text = text;
    this.#ask = ask;
    this.#notices = notices;
    this.#failures = failures;
    this.#onChange = onChange;
  }

  /** Progress text; undefined while no export runs. */
  get status(): string | undefined {
    return this.#running?.status;
  }

  /** Does nothing while another export runs. Resolves when the export ends, also after a failure. */
  async start(format: 'png' | 'pdf', branch: string | null): Promise<void> {
    if (this.#running) return;
    const abort = new AbortController();
    this.#running = { status: this.#text('export.started'), abort };
    this.#notices.dismiss('export');
    this.#onChange();
    try {
      const request = this.#ask('exportDashboard', { format, branch }, { signal: abort.signal });
      const answer = await this.#failures.show('export', answerCancellation(request, abort.signal));
      if (answer?.ok) {
        const message = this.#text('export.done', answer.savedTo);
        this.#notices.show({ kind: 'info', topic: 'export', message });
      }
    } finally {
      this.#running = undefined;
      this.#onChange();
    }
  }

  cancel(): void {
    this.#running?.abort.abort();
  }

  /** @param done share, 0 to 1 */
  progress(status: string, done: number | undefined): void {
    if (!this.#running) return;
    const progress = done === undefined ? status : `${status} ${Math.round(done * 100)} %`;
    this.#running.status = this.#text('export.progress', progress);
    this.#onChange();
  }
}

/** Turns the rejection of a cancelled request into an answer. */
async function answerCancellation<Answer>(
  request: Promise<Answer>,
  signal: AbortSignal,
): Promise<Answer | { ok: false; kind: 'cancelled'; message: string }> {
  try {
    return await request;
  } catch (failure) {
    if (!signal.aborted) throw failure;
    return { ok: false, kind: 'cancelled', message: messageOf(failure) };
  }
}
