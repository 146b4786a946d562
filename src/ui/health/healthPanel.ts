/** The editor tab of a health page: HTML with one script, which draws what the extension sends over a typed channel. */

import * as vscode from 'vscode';
import { Channel, type Requests } from '../../base/channel.ts';
import { messageOf, stackOf } from '../../base/errors.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import {
  type HealthContent,
  healthExtensionRequests,
  healthPageRequests,
} from '../../contract/messages/healthChannel.ts';
import { requestHandlers, requestSender } from '../../contract/messages/typedRequests.ts';
import { healthPanelType } from '../manifest/ids.ts';
import type { App } from '../shell/app.ts';
import { loadPage } from '../shell/webviewPage.ts';

/** What a panel shows, and what its page asks for. */
interface ShownHealth {
  content(): HealthContent;
  run(): void;
  copy(): Promise<void>;
  act(id: string): Promise<void>;
}

export class HealthPanel implements Disposable {
  readonly panel: vscode.WebviewPanel;
  readonly #lifetime = new Lifetime();
  readonly #update: () => void;
  readonly #load: () => void;

  /** @param restored the tab of an earlier window */
  constructor({ context, log }: App, source: ShownHealth, restored?: vscode.WebviewPanel) {
    const column = vscode.ViewColumn.Active;
    this.panel = this.#lifetime.add(
      restored ?? vscode.window.createWebviewPanel(healthPanelType, '', column, { enableFindWidget: true }),
    );
    const { webview } = this.panel;
    let isStarted = false;
    const channel = this.#lifetime.add(
      new Channel<Requests>(
        {
          post: (message) => void webview.postMessage(message),
          onMessage: (listener) => webview.onDidReceiveMessage(listener),
        },
        requestHandlers(healthPageRequests, {
          loadHealth: () => {
            isStarted = true;
            return source.content();
          },
          run: () => {
            source.run();
            return {};
          },
          copy: () => source.copy().then(() => ({})),
          // It may ask the user, so the page does not wait. A command shows what failed.
          act: ({ id }) => {
            source.act(id).catch((failure: unknown) => log.error(stackOf(failure)));
            return {};
          },
        }),
      ),
    );
    const ask = requestSender(healthExtensionRequests, (name, argument, options) =>
      channel.call(name, argument, options),
    );
    this.#lifetime.add(
      this.panel.onDidChangeViewState(() => {
        // A hidden page is unloaded. It asks again when it is shown.
        if (!this.panel.visible) isStarted = false;
      }),
    );
    this.#update = () => {
      const content = source.content();
      if (this.panel.title !== content.title) this.panel.title = content.title;
      if (!isStarted) return;
      ask('contentChanged', content).catch((failure: unknown) =>
        log.debug(`The health page was not updated: ${messageOf(failure)}`),
      );
    };
    this.#load = () => loadPage(this.panel, context.extensionUri, { name: 'health' });
  }

  /** Loads the page, with the title of the tab. */
  load(): void {
    this.#load();
  }

  /** Shows the content as it is now. */
  update(): void {
    if (!this.#lifetime.disposed) this.#update();
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}
