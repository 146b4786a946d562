/**
 * What the compiler's process remembers between compiles, so that an edit costs about as much as the edited file. Only results of
 * pure functions are kept, keyed by all they depend on, failures and reported errors included: a verdict never depends on it.
 */

import { createHash } from 'node:crypto';
import type { Node } from '@babel/types';
import { cloneNode } from '@babel/types';
import { YamlCompiler } from '@cubejs-backend/schema-compiler/dist/src/compiler/YamlCompiler.js';

/** A map that forgets what was not asked for longest, once it holds more than `limit` entries. */
export class RecentMap<T> {
  readonly #entries = new Map<string, T>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: string): T | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  set(key: string, value: T): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#limit) return;
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest);
      return;
    }
  }

  clear(): void {
    this.#entries.clear();
  }
}

let on = true;

export function remembering(): boolean {
  return on;
}

/** Off: the compiles that follow neither use nor fill what is remembered. */
export function setRemembering(next: boolean): void {
  on = next;
}

type Outcome<T> = { result: T } | { failure: unknown };

const transpiled = new RecentMap<Outcome<unknown>>(8000);
const digests = new WeakMap<object, string>();

/** The outcome of `run`, which must depend on `job` and `data` alone; `data`'s object and array values must not change afterwards. */
export function rememberTranspile<T>(job: string, data: object, run: () => T): T {
  if (!on) return run();
  const hash = createHash('sha256').update(job);
  for (const [name, value] of Object.entries(data)) {
    hash
      .update(`\0${name}\0`)
      .update(typeof value === 'object' && value !== null ? digest(value) : (JSON.stringify(value) ?? ''));
  }
  const key = hash.digest('base64');
  let outcome = transpiled.get(key) as Outcome<T> | undefined;
  if (!outcome) {
    try {
      outcome = { result: run() };
    } catch (failure) {
      outcome = { failure };
    }
    transpiled.set(key, outcome);
  }
  if ('failure' in outcome) throw outcome.failure;
  return outcome.result;
}

/** One phase of a compile hands the same symbol table to all its files. */
function digest(value: object): string {
  const known = digests.get(value);
  if (known !== undefined) return known;
  const made = createHash('sha256').update(JSON.stringify(value)).digest('base64');
  digests.set(value, made);
  return made;
}

/** Compiled scripts by the compiler's own key, a digest of their text. */
export const scripts = new RecentMap<object>(4000);

interface Expressions {
  parsePythonAndTranspileToJs(code: string, errors: { error(message: string): void }): Node;
}

const expressions = new RecentMap<{ ast: Node; errors: string[] }>(30_000);

function rememberExpressions(): void {
  const prototype = YamlCompiler.prototype as unknown as Expressions;
  const parse = prototype.parsePythonAndTranspileToJs;
  prototype.parsePythonAndTranspileToJs = function (this: Expressions, code, report) {
    if (!on || typeof code !== 'string') return parse.call(this, code, report);
    let known = expressions.get(code);
    if (!known) {
      const errors: string[] = [];
      known = { ast: parse.call(this, code, { error: (message) => errors.push(message) }), errors };
      expressions.set(code, known);
    }
    for (const message of known.errors) report.error(message);
    // The compiler changes the trees it is given.
    return cloneNode(known.ast);
  };
}

rememberExpressions();
