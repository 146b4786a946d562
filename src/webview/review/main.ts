/** Entry point of the review before a commit or merge. */

import * as z from 'zod/mini';
import { element, replaceContent } from '../../base/browser/dom.ts';
import { Channel, type Requests } from '../../base/channel.ts';
import { messageOf } from '../../base/errors.ts';
import { reviewExtensionRequests, reviewPageRequests } from '../../contract/messages/reviewChannel.ts';
import { requestHandlers, requestSender } from '../../contract/messages/typedRequests.ts';
import { editorPort } from '../shared/hostPort.ts';
import { ReviewPage } from './reviewPage.ts';

// The content security policy forbids `new Function`, so zod must not try it.
z.config({ jitless: true });

const port = editorPort();
let page: ReviewPage | undefined;
const handlers = requestHandlers(reviewExtensionRequests, {
  contentChanged: (content) => {
    page?.show(content);
    return {};
  },
});
const channel = new Channel<Requests>(port, handlers);
const ask = requestSender(reviewPageRequests, (name, argument, options) => channel.call(name, argument, options));

ask('loadReview', {})
  .then((content) => {
    page = new ReviewPage({
      container: document.body,
      recalled: port.recall?.(),
      remember: (state) => port.remember(state),
      draft: (message) => void ask('draft', { message }).catch(() => {}),
      // The extension shows what failed.
      open: (id) => void ask('open', { id }).catch(() => {}),
      readDiff: async (id) => (await ask('readDiff', { id })).diff,
      refresh: () => void ask('refresh', {}).catch(() => {}),
      copy: () => void ask('copy', {}).catch(() => {}),
      act: (answer) => void ask('act', answer).catch(() => {}),
    });
    page.show(content);
  })
  .catch((failure: unknown) => {
    replaceContent(document.body, element('p', { role: 'alert' }, messageOf(failure)));
  });
