/**
 * Ends this process when its parent is gone. Runs in a worker thread, because model code may block the main thread in an
 * endless loop, and a killed parent cannot kill its children.
 */

import { Worker } from 'node:worker_threads';

const checkEveryMs = 2000;

const checkParent = `
const { workerData } = require('node:worker_threads');
setInterval(() => {
  try { process.kill(workerData.parent, 0); }
  catch (failure) { if (failure.code === 'ESRCH') process.kill(process.pid, 'SIGKILL'); }
}, ${checkEveryMs});
`;

export function watchParent(): void {
  new Worker(checkParent, { eval: true, workerData: { parent: process.ppid }, stdout: true, stderr: true }).unref();
}
