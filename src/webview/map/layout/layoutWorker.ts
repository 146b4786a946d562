/** Arranges the map in a worker. A new request replaces one that is still running. */

import { messageOf } from '../../../base/errors.ts';
import type { Layout, LayoutInput } from './layoutTypes.ts';

interface Answer {
  id: number;
  layout?: Layout;
  failure?: string;
}

export class LayoutWorker {
  readonly #source: Promise<string>;
  #worker: Worker | undefined;
  #running: { id: number; resolve(layout: Layout | undefined): void; reject(failure: Error): void } | undefined;
  #nextId = 1;

  /** A webview can start workers only from its own content, so the script is loaded as a text first. */
  constructor(script: string) {
    this.#source = fetch(script).then(async (response) => {
      if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
      return URL.createObjectURL(new Blob([await response.text()], { type: 'text/javascript' }));
    });
    this.#source.catch(() => {});
  }

  /** Undefined if another request replaced this one. @throws Error if the worker cannot start or fails */
  async arrange(input: LayoutInput): Promise<Layout | undefined> {
    const id = this.#nextId++;
    const source = await this.#source;
    if (id !== this.#nextId - 1) return undefined;
    if (this.#running) {
      this.#running.resolve(undefined);
      this.#worker?.terminate();
      this.#worker = undefined;
    }
    this.#worker ??= this.#start(source);
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      this.#running = { id, resolve, reject };
      worker.postMessage({ id, input });
    });
  }

  #start(source: string): Worker {
    const worker = new Worker(source);
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      if (data.id !== this.#running?.id) return;
      if (data.layout) this.#running.resolve(data.layout);
      else this.#running.reject(new Error(data.failure ?? 'no layout'));
      this.#running = undefined;
    });
    worker.addEventListener('error', (event) => {
      this.#running?.reject(new Error(messageOf(event.error ?? event.message)));
      this.#running = undefined;
      this.#worker = undefined;
    });
    return worker;
  }
}
