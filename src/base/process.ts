/** Facts about processes of this machine. */

/** Whether a process with this id runs. It may be another program that got the same id. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (failure) {
    // The process exists but belongs to another user.
    return (failure as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** How a child process ended, such as “it ended with exit code 3”. */
export function describeExit(code: number | null, signal: NodeJS.Signals | null): string {
  return signal ? `it was ended by ${signal}` : `it ended with exit code ${code}`;
}
