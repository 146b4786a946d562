/** Ends a child process when this process ends, also after a kill and while the child is in an endless loop. */

import { type ChildProcess, spawn } from 'node:child_process';

/**
 * A shell waits until this process closes its input, which every end of this process does. Windows needs none: there the
 * runtime puts child processes into a job that ends with their parent.
 */
export function endWithParent(child: ChildProcess): void {
  if (process.platform === 'win32' || child.pid === undefined) return;
  const watcher = spawn('/bin/sh', ['-c', 'read line; kill -9 "$1"', 'sh', String(child.pid)], {
    env: {},
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.on('error', () => {});
  watcher.stdin.on('error', () => {});
  watcher.unref();
  // The pipe is a socket at run time, although its type is a stream.
  (watcher.stdin as { unref?(): void }).unref?.();
  // The id of the child may soon belong to another process.
  child.once('exit', () => watcher.kill('SIGKILL'));
}
