/** Renders Jinja templates in model files. Replaces the template part of the schema compiler's native addon. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import wasmPath from 'minijinja.wasm';
import * as jinja from 'minijinja-js/dist/web/minijinja_js.js';
import { messageOf } from '../../base/errors.ts';
import { insertSafeStrings, loadGlobals, type PythonContext, type PythonFunction } from './pythonGlobals.ts';

interface JinjaEngine {
  loadTemplate(fileName: string, content: string): void;
  renderTemplate(fileName: string, compileContext: object, names: Record<string, unknown>): string;
}

/** The functions of the addon that the schema compiler calls, for one compile. `onRendered` gets what each template writes. */
export function templates(onRendered: (fileName: string, output: string) => void): {
  newJinjaEngine(options: { filters: Record<string, PythonFunction> }): JinjaEngine;
  loadPythonContext(fileName: string, content: string): PythonContext;
} {
  return { newJinjaEngine: ({ filters }) => new LazyEngine(filters, onRendered), loadPythonContext: loadGlobals };
}

let loaded = false;
let crashed = false;

/** After a crash the WebAssembly instance cannot be restarted, so this process has to be replaced. */
export function hasEngineCrashed(): boolean {
  return crashed;
}

class LazyEngine implements JinjaEngine {
  readonly #filters: Record<string, PythonFunction>;
  readonly #onRendered: (fileName: string, output: string) => void;
  #environment: jinja.Environment | undefined;
  /** The first failure of a function that the template called. An exception would crash the engine. */
  #failure: string | undefined;

  constructor(filters: Record<string, PythonFunction>, onRendered: (fileName: string, output: string) => void) {
    this.#filters = filters;
    this.#onRendered = onRendered;
  }

  loadTemplate(fileName: string, content: string): void {
    this.#environment ??= this.#start();
    const environment = this.#environment;
    this.#guard(fileName, () => environment.addTemplate(fileName, content));
    // The platform renders every value as JSON; this engine does so for `.yml` and `.yaml` only.
    if (fileName.endsWith('.jinja')) {
      environment.addTemplate(fileName, `{% autoescape 'json' %}${content}{% endautoescape %}`);
    }
  }

  renderTemplate(fileName: string, compileContext: object, names: Record<string, unknown>): string {
    const environment = this.#environment;
    if (!environment) throw new Error(`Template ${fileName} was not loaded.`);
    const given = Object.entries(names).map(([name, value]) => [
      name,
      typeof value === 'function'
        ? this.#callable('could not render block: Call error', value as PythonFunction)
        : value,
    ]);
    const output = this.#guard(fileName, () =>
      insertSafeStrings(
        environment.renderTemplate(fileName, { COMPILE_CONTEXT: compileContext, ...Object.fromEntries(given) }),
      ),
    );
    this.#onRendered(fileName, output);
    return output;
  }

  #start(): jinja.Environment {
    // Loaded on first use, because it is one megabyte of WebAssembly.
    if (!loaded) jinja.initSync({ module: readFileSync(join(__dirname, wasmPath)) });
    loaded = true;
    const environment = new jinja.Environment();
    environment.addGlobal('env_var', this.#callable('invalid operation', readVariable));
    for (const [name, filter] of Object.entries(this.#filters)) {
      environment.addFilter(name, this.#callable('invalid operation: Error while calling filter', filter));
    }
    return environment;
  }

  #callable(kind: string, call: PythonFunction): PythonFunction {
    return (...args) => {
      try {
        return call(...args);
      } catch (failure) {
        this.#failure ??= `${kind}: ${messageOf(failure)}`;
        return undefined;
      }
    };
  }

  #guard<T>(fileName: string, run: () => T): T {
    try {
      const result = run();
      if (this.#failure === undefined) return result;
    } catch (failure) {
      if (failure instanceof RangeError || (failure instanceof Error && failure.name === 'RuntimeError')) {
        crashed = true;
        throw new Error(`The template engine crashed on ${fileName}: ${failure.message}`);
      }
      // The first line holds the message, the file and the line; the others show an excerpt.
      this.#failure ??= messageOf(failure).split('\n', 1)[0] ?? '';
    }
    const message = this.#failure;
    this.#failure = undefined;
    throw new Error(/ \(in [^()]+\)$/.test(message) ? message : `${message} (in ${fileName})`);
  }
}

function readVariable(name: unknown, fallback?: unknown): unknown {
  const value = process.env[String(name)] ?? fallback;
  if (value === undefined) throw new Error(`unknown env variable ${name}`);
  return value;
}
