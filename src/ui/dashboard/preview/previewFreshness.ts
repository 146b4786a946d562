/** Whether a preview shows the saved model, and when a stale preview is up to date again. */

import * as vscode from 'vscode';
import { type Observable, Value } from '../../../base/event.ts';
import type { Freshness, HostState } from '../../../contract/messages/hostConfig.ts';
import type { SaveOutcome } from '../../../session/savedChanges.ts';
import { staleMessage } from './previewMessages.ts';
import type { Page, PreviewPages } from './previewPages.ts';

export class PreviewFreshness {
  readonly #pages: PreviewPages;
  readonly #value = new Value<Freshness>({ stale: false });
  /** The load of each page that shows the saved model. */
  #freshFrom: ReadonlyMap<Page, number> | undefined;

  constructor(pages: PreviewPages) {
    this.#pages = pages;
  }

  get value(): Observable<Freshness> {
    return this.#value;
  }

  markFresh(): void {
    this.#set({ stale: false });
  }

  /** A save could not be shown. */
  markStale({ reason }: Extract<SaveOutcome, { kind: 'stale' }>, branchName: string): void {
    this.#set({ stale: true, reason: staleMessage(reason, branchName, vscode.l10n) });
  }

  /** A save is built, but the settings do not refresh the preview. The next load shows it. */
  markOutdated(branchName: string): void {
    const reason = vscode.l10n.t('The model on {0} changed. Refresh the dashboard to see the change.', branchName);
    this.#set({ stale: true, reason }, this.#pages.nextLoads());
  }

  /** Call with each state that a page reports. */
  pageReported(page: Page, { counts }: HostState): void {
    const from = this.#freshFrom?.get(page);
    // A reload does not repair a model that does not compile, so only `markOutdated` ends this way.
    if (from !== undefined && counts.loads >= from) this.markFresh();
  }

  #set(freshness: Freshness, freshFrom?: ReadonlyMap<Page, number>): void {
    this.#freshFrom = freshFrom;
    this.#value.set(freshness);
  }
}
