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

/** Characters that the extension accepts. */
const maxLength = 2_000_000;

/** Copies only the first whole lines of a text that is too long for the extension. @throws if both ways fail */
export async function copyText(ask: ExtensionLink, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const copied =
      text.length <= maxLength ? text : text.slice(0, text.lastIndexOf('\n', maxLength - 1) + 1 || maxLength);
    await ask('copyText', { text: copied });
  }
}
