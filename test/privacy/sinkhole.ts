/**
 * `unshare --net … node --import tsx sinkhole.ts REPORT PROGRAM ARGUMENT...`: runs a program without a network and writes down what
 * it looks for. Every address belongs to this machine: its own name server answers names below `.test` with 127.0.0.1 and no others,
 * and servers on the ports of the web close each connection.
 */

import { execFileSync, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';

export interface Contacts {
  /** The names that were looked up. */
  names: string[];
  /** Other machines that were connected to by their address. */
  addresses: string[];
  exitCode: number;
}

const names = new Set<string>();
const addresses = new Set<string>();
const webPorts = [80, 443];

/** The name of the only question of a message, and where the question ends. */
function questionOf(message: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at]!; length > 0; length = message[at]!) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 };
}

function answerTo(message: Buffer): Buffer {
  const { name, end } = questionOf(message);
  names.add(name);
  const isAddress = message.readUInt16BE(end - 4) === 1;
  const known = name.endsWith('.test');
  const head = Buffer.from(message.subarray(0, end));
  head.writeUInt16BE(known ? 0x8180 : 0x8183, 2);
  head.writeUInt16BE(known && isAddress ? 1 : 0, 6);
  head.writeUInt32BE(0, 8);
  if (!known || !isAddress) return head;
  return Buffer.concat([head, Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4, 127, 0, 0, 1])]);
}

async function serveNames(): Promise<void> {
  const socket = createSocket('udp4');
  socket.on('message', (message, { port, address }) => socket.send(answerTo(message), port, address));
  socket.bind(53, '0.0.0.0');
  await once(socket, 'listening');
}

async function closeConnections(port: number): Promise<void> {
  const server = createServer((socket) => {
    const address = socket.localAddress?.replace(/^::ffff:/, '') ?? 'unknown';
    if (!/^127\.|^::1$/.test(address)) addresses.add(address);
    socket.on('error', () => {}).destroy();
  });
  server.listen(port, '::');
  await once(server, 'listening');
}

async function main([report, program, ...args]: readonly string[]): Promise<void> {
  const ip = (...command: string[]) => execFileSync('ip', command);
  ip('link', 'set', 'lo', 'up');
  ip('route', 'add', 'local', '0.0.0.0/0', 'dev', 'lo');
  ip('-6', 'route', 'add', 'local', '::/0', 'dev', 'lo');
  await Promise.all([serveNames(), ...webPorts.map(closeConnections)]);
  const child = spawn(program!, args, { stdio: 'inherit' });
  const [exitCode] = (await once(child, 'close')) as [number | null];
  const contacts: Contacts = { names: [...names].sort(), addresses: [...addresses].sort(), exitCode: exitCode ?? 1 };
  writeFileSync(report!, JSON.stringify(contacts));
}

main(process.argv.slice(2)).then(
  () => process.exit(),
  (failure: unknown) => {
    process.stderr.write(`${String(failure)}\n`);
    process.exit(1);
  },
);
