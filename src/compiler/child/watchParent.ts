/**
 * Ends this process when its parent is gone, even while code of the model keeps the main thread in an endless loop
 * (a parent that was killed cannot kill its children).
 */

import { Worker } from 'node:worker_threads';

const everyMs = 2000;

const lookout = `
const { workerData } = require('node:worker_threads');
setInterval(() => {
  try { process.kill(workerData.parent, 0); }
  catch (failure) { if (failure.code === 'ESRCH') process.kill(process.pid, 'SIGKILL'); }
}, ${everyMs});
`;

export function watchParent(): void {
  new Worker(lookout, { eval: true, workerData: { parent: process.ppid }, stdout: true, stderr: true }).unref();
}
