/** Renders the Jinja of a model's files and runs its `globals.py`, in place of the schema compiler's native addon. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import wasmPath from 'minijinja.wasm';
import type { Environment } from 'minijinja-js/dist/web/minijinja_js.js';
import * as jinja from 'minijinja-js/dist/web/minijinja_js.js';
import { loadGlobals, type PythonContext, type PythonFunction, putSafeStrings } from './pythonGlobals.ts';

interface JinjaEngine {
  loadTemplate(fileName: string, content: string): void;
  renderTemplate(fileName: string, compileContext: object, names: Record<string, unknown>): string;
}

/** What the schema compiler asks of its addon, for one compile. */
export function templates(): {
  newJinjaEngine(options: { filters: Record<string, PythonFunction> }): JinjaEngine;
  loadPythonContext(fileName: string, content: string): PythonContext;
} {
  return { newJinjaEngine: ({ filters }) => new LazyEngine(filters), loadPythonContext: loadGlobals };
}

let loaded = false;

function makeEnvironment(): Environment {
  // One megabyte of WebAssembly, for the models that use it only.
  if (!loaded) jinja.initSync({ module: readFileSync(join(__dirname, wasmPath)) });
  loaded = true;
  const environment = new jinja.Environment();
  environment.addGlobal('env_var', readVariable);
  return environment;
}

class LazyEngine implements JinjaEngine {
  readonly #filters: Record<string, PythonFunction>;
  #environment: Environment | undefined;

  constructor(filters: Record<string, PythonFunction>) {
    this.#filters = filters;
  }

  loadTemplate(fileName: string, content: string): void {
    this.#environment ??= this.#start();
    const environment = this.#environment;
    asJinjaError(() => environment.addTemplate(fileName, content));
    // The platform writes every value as JSON; this engine would do so for `.yml` and `.yaml` only.
    if (fileName.endsWith('.jinja')) {
      environment.addTemplate(fileName, `{% autoescape 'json' %}${content}{% endautoescape %}`);
    }
  }

  renderTemplate(fileName: string, compileContext: object, names: Record<string, unknown>): string {
    const environment = this.#environment;
    if (!environment) throw new Error(`Template ${fileName} was not loaded.`);
    return putSafeStrings(
      asJinjaError(() => environment.renderTemplate(fileName, { COMPILE_CONTEXT: compileContext, ...names })),
    );
  }

  #start(): Environment {
    const environment = makeEnvironment();
    for (const [name, filter] of Object.entries(this.#filters)) environment.addFilter(name, filter);
    return environment;
  }
}

function readVariable(name: unknown, fallback?: unknown): unknown {
  const value = process.env[String(name)] ?? fallback;
  if (value === undefined) throw new Error(`unknown env variable ${name}`);
  return value;
}

/** The engine adds a drawing of the place below its message; the first line says it all: what, in which file, on which line. */
function asJinjaError<T>(run: () => T): T {
  try {
    return run();
  } catch (failure) {
    throw new Error(String(failure instanceof Error ? failure.message : failure).split('\n', 1)[0]);
  }
}
