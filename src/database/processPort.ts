/** A `Channel` port between a process and the one that it started. */

import type { ChildProcess, Serializable } from 'node:child_process';
import type { Port } from '../base/channel.ts';
import { toDisposable } from '../base/lifetime.ts';
import { describeExit } from '../base/process.ts';

/** Works on both sides. Only the side that started the other one is notified of its exit. */
export function processPort(end: ChildProcess | NodeJS.Process): Port {
  return {
    post: (message) => void end.send?.(message as Serializable),
    onMessage(listener) {
      end.on('message', listener);
      return toDisposable(() => end.off('message', listener));
    },
    onClose(listener) {
      const onExit = (code: number | null, signal: NodeJS.Signals | null) => listener(describeExit(code, signal));
      (end as ChildProcess).on('exit', onExit);
      return toDisposable(() => (end as ChildProcess).off('exit', onExit));
    },
  };
}
