/** Entry point of the model map. */

import * as z from 'zod/mini';
import { element, replaceContent } from '../../base/browser/dom.ts';
import { Channel, type Requests } from '../../base/channel.ts';
import { messageOf } from '../../base/errors.ts';
import { MapState, mapExtensionRequests, mapPageRequests } from '../../contract/messages/mapChannel.ts';
import { requestHandlers, requestSender } from '../../contract/messages/typedRequests.ts';
import { editorPort } from '../shared/hostPort.ts';
import { LayoutWorker } from './layout/layoutWorker.ts';
import { MapPage } from './mapPage.ts';

// The content security policy forbids `new Function`, so zod must not try it.
z.config({ jitless: true });

const port = editorPort();
const worker = new LayoutWorker(document.body.dataset.worker ?? '');
let page: MapPage | undefined;

function started(): MapPage {
  if (!page) throw new Error('The page has not started yet.');
  return page;
}

const handlers = requestHandlers(mapExtensionRequests, {
  contentChanged: (content) => {
    started().contentChanged(content);
    return {};
  },
  select: (place) => {
    started().select(place);
    return {};
  },
  svg: () => ({ svg: started().svg() }),
});
const channel = new Channel<Requests>(port, handlers);
const ask = requestSender(mapPageRequests, (name, argument, options) => channel.call(name, argument, options));

ask('loadMap', {})
  .then((config) => {
    const stored = MapState.safeParse(port.recall?.());
    const isSame = stored.success && stored.data.folder === config.folder;
    const subject = config.content.mode === 'lineage' ? config.content.subject : null;
    const recalled = isSame
      ? { ...stored.data, ...(stored.data.subject === subject ? {} : { viewport: null }) }
      : undefined;
    page = new MapPage({
      container: document.body,
      config,
      recalled,
      remember: (state) => port.remember(state),
      ask,
      worker,
    });
  })
  .catch((failure: unknown) => {
    replaceContent(document.body, element('p', { class: 'notice', role: 'alert' }, messageOf(failure)));
  });
