/**
 * Caches between the compiles of one process, so that an edit costs about as much as the edited file. Only results of pure
 * functions are cached, including exceptions and reported errors, with all their inputs in the key: results never change.
 */

import { createHash } from 'node:crypto';
import type { Node } from '@babel/types';
import { cloneNode } from '@babel/types';
import { YamlCompiler } from '@cubejs-backend/schema-compiler/dist/src/compiler/YamlCompiler.js';
import { LRUCache } from 'lru-cache';

let enabled = true;

export function isCaching(): boolean {
  return enabled;
}

/** Disabled: the following compiles neither read nor fill the caches. */
export function setCaching(next: boolean): void {
  enabled = next;
}

type Completion = { result: unknown } | { failure: unknown };

const transpiled = new LRUCache<string, Completion>({ max: 8000 });
const digests = new WeakMap<object, string>();

/**
 * The result or exception of `run`, which must depend on `job` and `data` only. The objects and arrays in `data` must not
 * change afterwards.
 */
export function cachedTranspile<T>(job: string, data: object, run: () => T): T {
  if (!enabled) return run();
  const hash = createHash('sha256').update(job);
  for (const [name, value] of Object.entries(data)) {
    hash
      .update(`\0${name}\0`)
      .update(typeof value === 'object' && value !== null ? digest(value) : (JSON.stringify(value) ?? ''));
  }
  const key = hash.digest('base64');
  let completion = transpiled.get(key);
  if (!completion) {
    try {
      completion = { result: run() };
    } catch (failure) {
      completion = { failure };
    }
    transpiled.set(key, completion);
  }
  if ('failure' in completion) throw completion.failure;
  return completion.result as T;
}

/** Cached, because each phase of a compile passes one large symbol table with all of its files. */
function digest(value: object): string {
  const known = digests.get(value);
  if (known !== undefined) return known;
  const made = createHash('sha256').update(JSON.stringify(value)).digest('base64');
  digests.set(value, made);
  return made;
}

/** Compiled scripts by the compiler's own key, a digest of their text. */
export const scripts = new LRUCache<string, object>({ max: 4000 });

interface ExpressionParser {
  parsePythonAndTranspileToJs(code: string, errors: { error(message: string): void }): Node;
}

const expressions = new LRUCache<string, { ast: Node; errors: string[] }>({ max: 30_000 });

/** Wraps the compiler's parser of Python expressions. */
function cacheExpressions(): void {
  const prototype = YamlCompiler.prototype as unknown as ExpressionParser;
  const parse = prototype.parsePythonAndTranspileToJs;
  prototype.parsePythonAndTranspileToJs = function (this: ExpressionParser, code, report) {
    if (!enabled || typeof code !== 'string') return parse.call(this, code, report);
    let known = expressions.get(code);
    if (!known) {
      const errors: string[] = [];
      known = { ast: parse.call(this, code, { error: (message) => errors.push(message) }), errors };
      expressions.set(code, known);
    }
    for (const message of known.errors) report.error(message);
    // The compiler modifies the trees it receives.
    return cloneNode(known.ast);
  };
}

cacheExpressions();
