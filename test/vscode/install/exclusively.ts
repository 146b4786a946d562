/** A lock between processes. Linux only: the kernel releases the lock when its holder ends. */

import { createHash } from 'node:crypto';
import { connect, createServer, type Server } from 'node:net';

/** The name of an abstract socket. It has no file, so a killed holder leaves no lock. */
function socketName(subject: string): string {
  return `\0data-model-workbench-${createHash('sha256').update(subject).digest('hex').slice(0, 16)}`;
}

function tryToHold(name: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (failure: NodeJS.ErrnoException) =>
      failure.code === 'EADDRINUSE' ? resolve(undefined) : reject(failure),
    );
    server.listen(name, () => resolve(server));
  });
}

function untilFreed(name: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(name);
    socket.resume();
    socket.once('error', () => resolve());
    socket.once('close', () => resolve());
  });
}

/** Runs `work` while no other process runs work for the same `subject`. */
export async function exclusively<T>(subject: string, work: () => Promise<T>): Promise<T> {
  const name = socketName(subject);
  for (;;) {
    const server = await tryToHold(name);
    if (!server) {
      await untilFreed(name);
      continue;
    }
    const waiting = new Set<{ destroy(): void }>();
    server.on('connection', (socket) => {
      waiting.add(socket);
      socket.on('error', () => {});
    });
    try {
      return await work();
    } finally {
      server.close();
      for (const socket of waiting) socket.destroy();
    }
  }
}
