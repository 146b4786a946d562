/** Entry point of the page of a query's result. */

import * as z from 'zod/mini';
import { element, replaceContent } from '../../base/browser/dom.ts';
import { Channel, type Requests } from '../../base/channel.ts';
import { messageOf } from '../../base/errors.ts';
import { QueryPageState, queryExtensionRequests, queryPageRequests } from '../../contract/messages/queryChannel.ts';
import { requestHandlers, requestSender } from '../../contract/messages/typedRequests.ts';
import { editorPort } from '../shared/hostPort.ts';
import { QueryPage } from './queryPage.ts';

// The content security policy forbids `new Function`, so zod must not try it.
z.config({ jitless: true });

const port = editorPort();
let page: QueryPage | undefined;

function started(): QueryPage {
  if (!page) throw new Error('The page has not started yet.');
  return page;
}

const handlers = requestHandlers(queryExtensionRequests, {
  contentChanged: (content) => {
    started().contentChanged(content);
    return {};
  },
  stateChanged: (state) => {
    started().stateChanged(state);
    return {};
  },
});
const channel = new Channel<Requests>(port, handlers);
const ask = requestSender(queryPageRequests, (name, argument, options) => channel.call(name, argument, options));

ask('loadQuery', {})
  .then((config) => {
    const stored = QueryPageState.safeParse(port.recall?.());
    page = new QueryPage({
      container: document.body,
      config,
      recalled: stored.success && stored.data.document === config.content.document ? stored.data : undefined,
      remember: (state) => port.remember(state),
      ask,
    });
  })
  .catch((failure: unknown) => {
    replaceContent(document.body, element('p', { class: 'hint empty', role: 'alert' }, messageOf(failure)));
  });
