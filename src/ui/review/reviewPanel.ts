/** The editor tab of a review: HTML with one script, which draws what the extension sends over a typed channel. */

import * as vscode from 'vscode';
import { Channel, type Requests } from '../../base/channel.ts';
import { messageOf } from '../../base/errors.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import {
  type ReviewAnswer,
  type ReviewContent,
  reviewExtensionRequests,
  reviewPageRequests,
} from '../../contract/messages/reviewChannel.ts';
import { requestHandlers, requestSender } from '../../contract/messages/typedRequests.ts';
import { reviewPanelType } from '../manifest/ids.ts';
import type { App } from '../shell/app.ts';
import { loadPage } from '../shell/webviewPage.ts';

interface ReviewPanelOptions {
  title: string;
  content: () => ReviewContent;
  open(id: string): Promise<void>;
  refresh(): Promise<void>;
  copy(): Promise<void>;
  act(answer: ReviewAnswer): Promise<void>;
}

export class ReviewPanel implements Disposable {
  readonly panel: vscode.WebviewPanel;
  readonly #lifetime = new Lifetime();
  readonly #update: () => void;

  constructor({ context, log }: App, { title, content, open, refresh, copy, act }: ReviewPanelOptions) {
    this.panel = this.#lifetime.add(
      vscode.window.createWebviewPanel(reviewPanelType, title, vscode.ViewColumn.Active, { enableFindWidget: true }),
    );
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
            return content();
          },
          open: ({ id }) => done(open(id)),
          refresh: () => done(refresh()),
          copy: () => done(copy()),
          act: (answer) => {
            void act(answer);
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
      ask('contentChanged', content()).catch((failure: unknown) =>
        log.debug(`The review was not updated: ${messageOf(failure)}`),
      );
    };
    this.panel.onDidDispose(() => this.#lifetime.dispose());
    loadPage(this.panel, context.extensionUri, { name: 'review' });
  }

  /** Shows the content as it is now. */
  update(): void {
    this.#update();
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}
