/** Starts the host page: asks for its configuration, then loads. What fails before that is told on the page. Knows nothing of the embed. */

import { element, replaceContent } from '../../base/browser/dom.ts';
import { messageOf } from '../../base/errors.ts';
import { makeTexts } from './elements/texts.ts';
import { linkToExtension } from './extension/extensionLink.ts';
import type { HostPort } from './extension/ports.ts';
import { Host } from './host.ts';

/** @param home takes the whole page @param port the wire to the extension */
export function startHost(home: HTMLElement, port: HostPort): void {
  let host: Host | undefined;
  const started = () => {
    if (!host) throw new Error('The page has not started yet.');
    return host;
  };
  const ask = linkToExtension(port, {
    configChanged: (change) => started().configChanged(change),
    refresh: () => ({ sent: started().send({ name: 'refresh', payload: {} }) === 'sent' }),
    reload: () => started().reload(),
    markFreshness: (freshness) => started().configChanged({ freshness }),
    exportProgress: ({ status, done }) => started().exportProgress(status, done ?? undefined),
    visibility: ({ visible }) => started().visible(visible),
    sendAction: ({ name, payload }) => started().sendComposed(name, payload),
    obey: ({ command }) => started().obey(command),
    state: () => started().state(),
  });
  ask('loadConfig', {})
    .then((config) => {
      host = new Host(home, ask, config, (state) => port.remember(state));
      port.onClose?.((reason) => host?.disconnected(reason));
      port.onReopen?.(() => {
        ask('loadConfig', {}).then(
          (now) => started().reconnected(now),
          (failure: unknown) => started().disconnected(messageOf(failure)),
        );
      });
      host.load();
    })
    .catch((failure: unknown) => showFailure(home, messageOf(failure)));
}

function showFailure(home: HTMLElement, reason: string): void {
  const text = makeTexts({});
  const title = element('h2', {}, text('problem.misconfigured'));
  const attributes = { role: 'alert' };
  replaceContent(home, element('div', { class: 'cover', ...attributes }, title, element('p', {}, reason)));
}
