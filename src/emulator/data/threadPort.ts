/** Ports between this thread and one it started, for a Channel. */

import type { MessagePort, Worker } from 'node:worker_threads';
import type { Port } from '../../base/channel.ts';
import { toDisposable } from '../../base/lifetime.ts';

/** Either end; the one that holds the Worker hears of its end. */
export function messagePort(end: MessagePort | Worker): Port {
  return {
    post: (message) => end.postMessage(message),
    onMessage(listener) {
      end.on('message', listener);
      return toDisposable(() => end.off('message', listener));
    },
    onClose(listener) {
      const onExit = (code: number) => listener(`its thread ended with code ${code}`);
      (end as Worker).on('exit', onExit);
      return toDisposable(() => (end as Worker).off('exit', onExit));
    },
  };
}
