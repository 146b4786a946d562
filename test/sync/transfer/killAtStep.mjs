/**
 * Loaded before a program: counts its disk and network operations, and ends it with SIGKILL before step number KILL_AT. With
 * STEP_LOG it logs the steps instead.
 */

import fs, { appendFileSync, promises } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

const killAt = Number(process.env.KILL_AT ?? 0);
const log = process.env.STEP_LOG;
let steps = 0;
let logging = false;

function step(label) {
  if (logging) return;
  steps += 1;
  if (log) {
    logging = true;
    appendFileSync(log, `${label}\n`);
    logging = false;
  }
  if (steps === killAt) {
    process.kill(process.pid, 'SIGKILL');
    // The signal may take a moment; do nothing more until then.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  }
}

function watch(owner, name, label = name, counts = () => true) {
  const original = owner[name];
  if (typeof original !== 'function') return;
  owner[name] = function (...args) {
    if (counts.call(this, ...args)) step(label);
    return original.apply(this, args);
  };
}

const handle = await promises.open(process.execPath, 'r');
const handlePrototype = Object.getPrototypeOf(handle);
await handle.close();

const changing = [
  'writeFile',
  'appendFile',
  'rename',
  'link',
  'unlink',
  'rm',
  'rmdir',
  'mkdir',
  'copyFile',
  'cp',
  'truncate',
  'utimes',
];
for (const name of changing) {
  watch(promises, name);
  if (`${name}Sync` in fs) watch(fs, `${name}Sync`);
}
const opensToWrite = (_path, flags) => typeof flags === 'string' && /[wa+]/.test(flags);
watch(promises, 'open', 'open to write', opensToWrite);
watch(fs, 'openSync', 'open to write', opensToWrite);
for (const name of ['write', 'writev', 'writeFile', 'appendFile', 'truncate', 'sync', 'datasync']) {
  watch(handlePrototype, name, `handle.${name}`);
}
for (const name of ['writeSync', 'fsyncSync', 'fdatasyncSync', 'ftruncateSync', 'fsync', 'fdatasync']) watch(fs, name);
const isNetwork = function () {
  return this.remotePort !== undefined;
};
watch(net.Socket.prototype, 'write', 'send', isNetwork);
watch(net.Socket.prototype, 'push', 'receive', isNetwork);
syncBuiltinESMExports();
