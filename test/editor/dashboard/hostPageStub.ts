/** A host page without a window: the page's end of a preview's channel, for what a click on the page would ask of the extension. */

import { Channel, type Port, type Requests } from '../../../src/base/channel.ts';
import type { Disposable } from '../../../src/base/lifetime.ts';
import { extensionRequests, type PageRequests, pageRequests } from '../../../src/contract/messages/hostChannel.ts';
import {
  type Ask,
  type Handlers,
  requestHandlers,
  requestSender,
} from '../../../src/contract/messages/typedRequests.ts';
import type { DashboardPreview } from '../../../src/ui/dashboard/preview/dashboardPreview.ts';

export interface StubPage extends Disposable {
  readonly ask: Ask<PageRequests>;
  /** The requests of the extension to the page: names and arguments. */
  readonly told: [name: string, argument: unknown][];
}

function linked(): [Port, Port] {
  const ends = [new Set<(message: unknown) => void>(), new Set<(message: unknown) => void>()] as const;
  const port = (at: 0 | 1): Port => ({
    post(message) {
      const copy = structuredClone(message);
      queueMicrotask(() => {
        for (const listener of ends[at === 0 ? 1 : 0]) listener(copy);
      });
    },
    onMessage(listener) {
      ends[at].add(listener);
      return { dispose: () => ends[at].delete(listener) };
    },
  });
  return [port(0), port(1)];
}

export function openStubPage(preview: DashboardPreview): StubPage {
  const [ours, theirs] = linked();
  const told: [string, unknown][] = [];
  const handlers = Object.fromEntries(
    Object.keys(extensionRequests).map((name) => [
      name,
      (argument: unknown) => {
        told.push([name, argument]);
        return {};
      },
    ]),
  );
  const attached = preview.attach('editor', theirs);
  const local = requestHandlers(extensionRequests, handlers as unknown as Handlers<typeof extensionRequests>);
  const channel = new Channel<Requests>(ours, local);
  const ask = requestSender(pageRequests, (name, argument, options) => channel.call(name, argument, options));
  return {
    ask,
    told,
    dispose() {
      channel.dispose();
      attached.dispose();
    },
  };
}
