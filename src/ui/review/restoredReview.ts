/** The page of a review after a reload of the window, until both branches are read. It keeps what the user typed if that fails. */

import * as vscode from 'vscode';
import { isCancellation } from '../../base/errors.ts';
import type { ReviewContent, ReviewPageState, ReviewSubject } from '../../contract/messages/reviewChannel.ts';
import type { App } from '../shell/app.ts';
import { showFailure } from '../shell/notifications.ts';
import { offerSignIn } from '../shell/offerSignIn.ts';
import { failureNotice, pageTexts, type ReviewPageSource, ReviewPanel } from './reviewPanel.ts';

interface RestoredReviewOptions {
  tab: vscode.WebviewPanel;
  subject: ReviewSubject;
  /** The message that the user had typed. */
  message: ReviewPageState['message'];
  /** Reads the review, and shows it on the page. @throws UserError, PlatformError, CancelledError */
  read: (page: ReviewPanel) => Promise<unknown>;
}

export class RestoredReview implements ReviewPageSource {
  readonly #app: App;
  readonly #options: RestoredReviewOptions;
  readonly #title: string;
  readonly #page: ReviewPanel;
  #isBusy = false;
  #notice: ReviewContent['notice'] = null;

  constructor(app: App, options: RestoredReviewOptions) {
    this.#app = app;
    this.#options = options;
    this.#title = options.tab.title;
    this.#page = new ReviewPanel(app, this, options.tab);
  }

  get content(): ReviewContent {
    const { l10n } = vscode;
    return {
      title: this.#title,
      subject: this.#options.subject,
      notice: this.#notice,
      status: this.#isBusy ? { tone: 'plain', text: l10n.t('Reading both branches') } : null,
      isBusy: this.#isBusy,
      conclusion: [],
      cards: [],
      form: null,
      texts: pageTexts(l10n),
    };
  }

  /** Never rejects. */
  async refresh(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.#notice = null;
    this.#page.update();
    try {
      await this.#options.read(this.#page);
    } catch (failure) {
      const notice = isCancellation(failure) ? null : failureNotice(failure, vscode.l10n);
      this.#notice = notice && { ...notice, lines: this.#lines };
      if (!notice) await showFailure(failure, this.#app);
      else offerSignIn(failure, this.#app);
    } finally {
      this.#isBusy = false;
      this.#page.update();
    }
  }

  /** The page links to nothing, and has no form. */
  async open(): Promise<void> {}
  async readDiff(): Promise<null> {
    return null;
  }
  async copy(): Promise<void> {}
  async act(): Promise<void> {}
  draft(): void {}

  get #lines(): string[] {
    const { message } = this.#options;
    return message === '' ? [] : [vscode.l10n.t('Your message: {0}', message)];
  }
}
