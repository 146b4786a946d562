/** Takes the place of the schema compiler's pool of worker threads: the same jobs, one after the other, on this thread. */

import { setImmediate } from 'node:timers/promises';
import { cancelSignal } from '../cancel.ts';
import { rememberTranspile } from '../memo.ts';

interface TranspileResult {
  content: string;
  errors: unknown[];
  warnings: unknown[];
}
type Transpile = (data: object) => TranspileResult;

/** Long enough to cost nothing, short enough that a cancel is heard at once. */
const lookUpEveryMs = 25;

let transpilers: Record<string, Transpile> = {};
/** The transpiler's error reporter lives as long as its thread; these are its own lists, emptied after every job. */
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

/** An exception loses its class between threads and keeps its own properties; messages depend on it. */
function asAcrossThreads(failure: unknown): Error {
  const copy = new Error('');
  if (failure instanceof Error) {
    for (const key of Object.getOwnPropertyNames(failure)) Reflect.set(copy, key, Reflect.get(failure, key));
  } else copy.message = String(failure);
  return copy;
}

/** A pool of a compile that is given up runs nothing any more, and leaves its jobs unanswered. */
function pool() {
  const signal = cancelSignal();
  let last: Promise<unknown> = Promise.resolve();
  let lookedUp = Date.now();
  const job = async (name: string, data: object) => {
    if (Date.now() - lookedUp > lookUpEveryMs) {
      await setImmediate();
      lookedUp = Date.now();
    }
    return signal.aborted ? new Promise<never>(() => {}) : rememberTranspile(name, data, () => runJob(name, data));
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

// biome-ignore lint/style/noDefaultExport: the compiler imports the package's default export
export default { pool, worker };
