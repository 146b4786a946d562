/** The page's end of the typed channel to the extension. */

import { Channel, type Requests } from '../../../base/channel.ts';
import {
  type ExtensionRequests,
  extensionRequests,
  type PageRequests,
  pageRequests,
} from '../../../contract/messages/hostChannel.ts';
import { type Ask, type Handlers, requestHandlers, requestSender } from '../../../contract/messages/typedRequests.ts';
import type { HostPort } from '../../shared/hostPort.ts';

export type ExtensionLink = Ask<PageRequests>;

export function linkToExtension(port: HostPort, handlers: Handlers<ExtensionRequests>): ExtensionLink {
  const channel = new Channel<Requests>(port, requestHandlers(extensionRequests, handlers));
  return requestSender(pageRequests, (name, argument, options) => channel.call(name, argument, options));
}
