/** A `Channel` port between a thread and the worker it started. */

import type { MessagePort, Worker } from 'node:worker_threads';
import type { Port } from '../../base/channel.ts';
import { toDisposable } from '../../base/lifetime.ts';

/** Works on both sides. Only the side with the `Worker` is notified of its exit. */
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
