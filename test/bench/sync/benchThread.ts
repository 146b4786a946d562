/** Runs a file of this folder in a thread, so that it does not share the event loop with the measured code. */

import path from 'node:path';
import { Worker } from 'node:worker_threads';
import * as esbuild from 'esbuild';

export async function startBenchThread(file: string, workerData: object): Promise<Worker> {
  // A thread does not inherit the loader of TypeScript.
  const built = await esbuild.build({
    entryPoints: [path.join(import.meta.dirname, file)],
    bundle: true,
    platform: 'node',
    write: false,
    logLevel: 'error',
  });
  return new Worker(built.outputFiles[0]?.text ?? '', { eval: true, workerData });
}
