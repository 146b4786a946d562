/** The editor tab of a review: HTML with one script, which draws what the extension sends over a typed channel. */

import * as vscode from 'vscode';
import { Channel, type Requests } from '../../base/channel.ts';
import { messageOf, UserError } from '../../base/errors.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import {
  type ReviewAnswer,
  type ReviewContent,
  type ReviewDiff,
  reviewExtensionRequests,
  reviewPageRequests,
} from '../../contract/messages/reviewChannel.ts';
import { requestHandlers, requestSender } from '../../contract/messages/typedRequests.ts';
import { reviewPanelType } from '../manifest/ids.ts';
import type { App } from '../shell/app.ts';
import { foldedError } from '../shell/errorText.ts';
import type { Localizer } from '../shell/localizer.ts';
import { loadPage } from '../shell/webviewPage.ts';

/** What a panel shows, and what its page asks for. */
export interface ReviewPageSource {
  readonly content: ReviewContent;
  open(id: string): Promise<void>;
  readDiff(id: string): Promise<ReviewDiff | null>;
  refresh(): Promise<void>;
  copy(): Promise<void>;
  draft(message: string): void;
  act(answer: ReviewAnswer): Promise<void>;
}

export class ReviewPanel implements Disposable {
  readonly panel: vscode.WebviewPanel;
  readonly #lifetime = new Lifetime();
  readonly #update: () => void;
  #source: ReviewPageSource;

  /** @param restored the tab of an earlier window */
  constructor({ context, log }: App, source: ReviewPageSource, restored?: vscode.WebviewPanel) {
    this.#source = source;
    const column = vscode.ViewColumn.Active;
    this.panel = this.#lifetime.add(
      restored ?? vscode.window.createWebviewPanel(reviewPanelType, '', column, { enableFindWidget: true }),
    );
    this.panel.title = source.content.title;
    const { webview } = this.panel;
    const done = (work: Promise<void>) => work.then(() => ({}));
    let isStarted = false;
    const channel = this.#lifetime.add(
      new Channel<Requests>(
        {
          post: (message) => void webview.postMessage(message),
          onMessage: (listener) => webview.onDidReceiveMessage(listener),
        },
        requestHandlers(reviewPageRequests, {
          loadReview: () => {
            isStarted = true;
            return this.#source.content;
          },
          open: ({ id }) => done(this.#source.open(id)),
          readDiff: async ({ id }) => ({ diff: await this.#source.readDiff(id) }),
          refresh: () => done(this.#source.refresh()),
          copy: () => done(this.#source.copy()),
          draft: ({ message }) => {
            this.#source.draft(message);
            return {};
          },
          act: (answer) => {
            void this.#source.act(answer);
            return {};
          },
        }),
      ),
    );
    const ask = requestSender(reviewExtensionRequests, (name, argument, options) =>
      channel.call(name, argument, options),
    );
    this.#lifetime.add(
      this.panel.onDidChangeViewState(() => {
        // A hidden page is unloaded. It asks again when it is shown.
        if (!this.panel.visible) isStarted = false;
      }),
    );
    this.#update = () => {
      if (!isStarted) return;
      ask('contentChanged', this.#source.content).catch((failure: unknown) =>
        log.debug(`The review was not updated: ${messageOf(failure)}`),
      );
    };
    this.panel.onDidDispose(() => this.#lifetime.dispose());
    loadPage(this.panel, context.extensionUri, { name: 'review' });
  }

  get isVisible(): boolean {
    return !this.#lifetime.disposed && this.panel.visible;
  }

  /** Shows the content as it is now. */
  update(): void {
    this.#update();
  }

  /** Shows another source on the same page. */
  show(source: ReviewPageSource): void {
    this.#source = source;
    this.panel.title = source.content.title;
    this.#update();
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}

export function pageTexts(l10n: Localizer): ReviewContent['texts'] {
  return {
    copy: l10n.t('Copy as Markdown'),
    refresh: l10n.t('Refresh'),
    details: l10n.t('Details'),
    conclusion: l10n.t('Summary'),
    filters: l10n.t('Show only'),
    all: l10n.t('All'),
    search: l10n.t('Filter by name'),
    nothingFound: l10n.t('Nothing matches the filter.'),
    removed: l10n.t('removed'),
    added: l10n.t('added'),
  };
}

/** Null for a defect of the extension, which is a notification in any case. */
export function failureNotice(failure: unknown, l10n: Localizer): ReviewContent['notice'] {
  if (!(failure instanceof UserError)) return null;
  const { text, details } = foldedError(failure, l10n);
  return { tone: 'error', text, lines: [], ...(details !== undefined && { details }) };
}
