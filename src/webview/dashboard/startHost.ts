/** Starts the host page: reads its configuration from the extension, then loads the embedded page. */

import { element, replaceContent } from '../../base/browser/dom.ts';
import { textsFrom } from '../../base/browser/texts.ts';
import { messageOf } from '../../base/errors.ts';
import { hostTexts } from '../../contract/messages/hostTexts.ts';
import type { HostPort } from '../shared/hostPort.ts';
import { linkToExtension } from './extension/extensionLink.ts';
import { Host } from './host.ts';

/** @param container the element to fill, usually the body */
export function startHost(container: HTMLElement, port: HostPort): void {
  let host: Host | undefined;
  const started = () => {
    if (!host) throw new Error('The page has not started yet.');
    return host;
  };
  const done = (run: (host: Host) => void) => {
    run(started());
    return {};
  };
  const ask = linkToExtension(port, {
    configChanged: (change) => done((host) => host.configChanged(change)),
    refresh: () => ({ sent: started().send({ name: 'refresh', payload: {} }) === 'sent' }),
    reload: () => done((host) => host.load()),
    markFreshness: (freshness) => done((host) => host.configChanged({ freshness })),
    exportProgress: ({ status, done: share }) => done((host) => host.exportProgress(status, share ?? undefined)),
    visibility: ({ visible }) => done((host) => host.visibilityChanged(visible)),
    sendAction: ({ name, payload }) => started().sendComposed(name, payload),
    runCommand: ({ command }) => done((host) => host.runCommand(command)),
    state: () => started().state(),
  });
  ask('loadConfig', {})
    .then((config) => {
      host = new Host(container, ask, config, (state) => port.remember(state));
      port.onClose?.((reason) => host?.disconnected(reason));
      port.onReopen?.(() => {
        ask('loadConfig', {}).then(
          (now) => started().reconnected(now),
          (failure: unknown) => started().disconnected(messageOf(failure)),
        );
      });
      host.load();
    })
    .catch((failure: unknown) => showFailure(container, messageOf(failure)));
}

function showFailure(container: HTMLElement, reason: string): void {
  const title = element('h2', {}, textsFrom(hostTexts, {})('problem.misconfigured'));
  replaceContent(container, element('div', { class: 'overlay', role: 'alert' }, title, element('p', {}, reason)));
}
