/** Entry point of the health of a connection. */

import * as z from 'zod/mini';
import { element, replaceContent } from '../../base/browser/dom.ts';
import { Channel, type Requests } from '../../base/channel.ts';
import { messageOf } from '../../base/errors.ts';
import { healthExtensionRequests, healthPageRequests } from '../../contract/messages/healthChannel.ts';
import { requestHandlers, requestSender } from '../../contract/messages/typedRequests.ts';
import { editorPort } from '../shared/hostPort.ts';
import { HealthPage } from './healthPage.ts';

// The content security policy forbids `new Function`, so zod must not try it.
z.config({ jitless: true });

const port = editorPort();
const page = new HealthPage({
  remember: (subject) => port.remember(subject),
  // The extension shows what failed.
  run: () => void ask('run', {}).catch(() => {}),
  copy: () => void ask('copy', {}).catch(() => {}),
  act: (id) => void ask('act', { id }).catch(() => {}),
});
const handlers = requestHandlers(healthExtensionRequests, {
  contentChanged: (content) => {
    page.show(content);
    return {};
  },
});
const channel = new Channel<Requests>(port, handlers);
const ask = requestSender(healthPageRequests, (name, argument, options) => channel.call(name, argument, options));

ask('loadHealth', {})
  .then((content) => {
    replaceContent(document.body, page.main);
    page.show(content);
  })
  .catch((failure: unknown) => {
    replaceContent(document.body, element('p', { role: 'alert' }, messageOf(failure)));
  });
