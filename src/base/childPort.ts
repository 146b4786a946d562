/** Ports for a Channel between a Node process and its forked child. */

import type { ChildProcess } from 'node:child_process';
import type { Port } from './channel.ts';
import { toDisposable } from './lifetime.ts';

/** How a child process ended, such as “it ended with exit code 3”. */
export function describeExit(code: number | null, signal: NodeJS.Signals | null): string {
  return signal ? `it was ended by ${signal}` : `it ended with exit code ${code}`;
}

/** The parent's end. `child` must have an IPC channel. Closes when the child exits or cannot be started. */
export function childPort(child: ChildProcess): Port {
  return {
    post(message) {
      if (!child.connected) throw new Error('The child process has ended.');
      // A failed write is followed by an exit or a disconnect, which closes the port.
      child.send(message as object, () => {});
    },
    onMessage(listener) {
      child.on('message', listener);
      return toDisposable(() => child.off('message', listener));
    },
    onClose(listener) {
      const onExit = (code: number | null, signal: NodeJS.Signals | null) => listener(describeExit(code, signal));
      const onError = (failure: Error) => listener(failure.message);
      child.on('exit', onExit);
      child.on('error', onError);
      return toDisposable(() => {
        child.off('exit', onExit);
        child.off('error', onError);
        // Without a listener a late error event would be thrown.
        child.on('error', () => {});
      });
    },
  };
}

/** The child's end, to the process that forked this one. Closes when that process ends. @throws Error without an IPC channel. */
export function parentPort(): Port {
  if (!process.send) throw new Error('This process was not started with an IPC channel.');
  return {
    post(message) {
      process.send?.(message, undefined, undefined, () => {});
    },
    onMessage(listener) {
      process.on('message', listener);
      return toDisposable(() => process.off('message', listener));
    },
    onClose(listener) {
      const onDisconnect = () => listener('the parent process has ended');
      process.on('disconnect', onDisconnect);
      return toDisposable(() => process.off('disconnect', onDisconnect));
    },
  };
}
