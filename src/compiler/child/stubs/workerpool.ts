/** Replaces the schema compiler's pool of worker threads: runs the same jobs one after the other on this thread. */

import { setImmediate } from 'node:timers/promises';
import { cancelSignal } from '../cancel.ts';
import { cachedTranspile } from '../compileCache.ts';

interface TranspileResult {
  content: string;
  errors: unknown[];
  warnings: unknown[];
}
type Transpile = (data: object) => TranspileResult;

/** How often the jobs yield to the event loop, so that a cancel request is read. */
const yieldEveryMs = 25;

let transpilers: Record<string, Transpile> = {};
/** The lists of the transpiler's error reporter, which is global to a thread. Emptied after every job. */
let reported: unknown[][] = [];

function worker(methods: Record<string, Transpile>): void {
  transpilers = methods;
  const { errors, warnings } = methods.transpileYaml!({ fileName: '', content: '', cubeNames: [], cubeSymbols: {} });
  reported = [errors, warnings];
}

function runJob(name: string, data: object): TranspileResult {
  try {
    const { content, errors, warnings } = transpilers[name]!(data);
    return { content, errors: [...errors], warnings: [...warnings] };
  } catch (failure) {
    throw asAcrossThreads(failure);
  } finally {
    for (const list of reported) list.length = 0;
  }
}

/** Between threads an exception loses its class but keeps its own properties. Error messages depend on that. */
function asAcrossThreads(failure: unknown): Error {
  const copy = new Error('');
  if (failure instanceof Error) {
    for (const key of Object.getOwnPropertyNames(failure)) Reflect.set(copy, key, Reflect.get(failure, key));
  } else copy.message = String(failure);
  return copy;
}

/** Once its compile is cancelled, a pool starts no more jobs and leaves their promises pending. */
function pool() {
  const signal = cancelSignal();
  let last: Promise<unknown> = Promise.resolve();
  let lastYield = Date.now();
  const job = async (name: string, data: object) => {
    if (Date.now() - lastYield > yieldEveryMs) {
      await setImmediate();
      lastYield = Date.now();
    }
    return signal.aborted ? new Promise<never>(() => {}) : cachedTranspile(name, data, () => runJob(name, data));
  };
  return {
    exec(name: string, [data]: [object]): Promise<TranspileResult> {
      const result = last.then(() => job(name, data));
      last = result.catch(() => {});
      return result;
    },
    terminate(): void {},
  };
}

// biome-ignore lint/style/noDefaultExport: the compiler imports the default export of the package
export default { pool, worker };
