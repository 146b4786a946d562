/** Compiles a data model with the published schema compiler, in this process. */

import type { NativeInstance } from '@cubejs-backend/native';
import {
  type Compiler as Compilers,
  type PrepareCompilerOptions,
  prepareCompiler,
} from '@cubejs-backend/schema-compiler/dist/src/compiler/PrepareCompiler.js';
import '@cubejs-backend/schema-compiler/dist/src/compiler/transpilers/transpiler_worker.js';
import { LRUCache } from 'lru-cache';
import { throwIfAborted } from '../../base/async.ts';
import type { CompileResult, CompilerError, ModelFile } from '../compileResult.ts';
import { cutText, failureText } from '../failureText.ts';
import type { SecurityContext } from '../modelRequest.ts';
import { cancelSignal } from './cancel.ts';
import { isCaching, scripts } from './compileCache.ts';
import { templates } from './templates.ts';
import { provideVariables } from './variables.ts';

/** A part of the compiler that its types do not declare. */
interface Reporting {
  errorsReporter: { getErrors(): { message: string; fileName?: string | null }[] };
}

/** The compiler looks up every script right before it runs it, so a cancelled compile stops here. */
function scriptsUntil(signal: AbortSignal) {
  const cache = isCaching() ? scripts : new LRUCache<string, object>({ max: 250 });
  return {
    has(key: string) {
      throwIfAborted(signal);
      return cache.has(key);
    },
    get: (key: string) => cache.get(key),
    set: (key: string, script: object) => cache.set(key, script),
  };
}

function options(
  securityContext: SecurityContext,
  signal: AbortSignal,
  rendered: Map<string, string>,
): PrepareCompilerOptions {
  const undeclared = { omitErrors: true, errorReport: { logger() {} } };
  return {
    ...undeclared,
    compiledScriptCache: scriptsUntil(signal) as unknown as PrepareCompilerOptions['compiledScriptCache'],
    nativeInstance: templates((fileName, output) => rendered.set(fileName, output)) as unknown as NativeInstance,
    compileContext: { securityContext },
    // The compiler reserves memory for all of them, twice for each compile. Its own number, 10,000, takes 4 % of the time.
    maxQueryCacheSize: 100,
  };
}

/** The result of a compile with the compiler's objects, which answer requests if there are no errors. */
export interface CompiledModel {
  result: CompileResult;
  compilers: Compilers;
}

/**
 * An exception of the compiler becomes the only error of the result, because it hides all others.
 * @throws CancelledError if the compile is cancelled
 */
export async function compileModel(
  files: readonly ModelFile[],
  securityContext: SecurityContext,
): Promise<CompiledModel> {
  const started = performance.now();
  const signal = cancelSignal();
  const repository = { localPath: () => '.', dataSchemaFiles: async () => files.map((file) => ({ ...file })) };
  const rendered = new Map<string, string>();
  const compilers = prepareCompiler(repository, options(securityContext, signal, rendered));
  const { compiler, cubeEvaluator } = compilers;
  provideVariables(compiler);
  let errors: CompilerError[];
  try {
    await compiler.compile();
    errors = readErrors((compiler as unknown as Reporting).errorsReporter.getErrors());
  } catch (failure) {
    errors = [{ message: exceptionText(failure), fileName: null, ...templateOf(failure, rendered) }];
  }
  // The compiler keeps the function that adds to it.
  rendered.clear();
  throwIfAborted(signal);
  const defined = cubeEvaluator.cubeList ?? [];
  const views = defined.filter((cube) => cube.isView).length;
  const ms = Math.round(performance.now() - started);
  return { result: { errors, cubes: defined.length - views, views, ms }, compilers };
}

/** Errors of one compile, and the characters of all their messages. */
const maxErrors = 5000;
const maxErrorText = 4_000_000;

function readErrors(reported: readonly { message: string; fileName?: string | null }[]): CompilerError[] {
  const errors: CompilerError[] = [];
  let length = 0;
  for (const { message, fileName } of reported) {
    const text = cutText(String(message));
    length += text.length;
    if (errors.length === maxErrors || length > maxErrorText) break;
    errors.push({ message: text, fileName: typeof fileName === 'string' ? fileName : null });
  }
  const more = reported.length - errors.length;
  if (more > 0) errors.push({ message: `Errors that are not shown: ${more}.`, fileName: null });
  return errors;
}

/** With the name of the exception, as the platform reports it. */
function exceptionText(failure: unknown): string {
  if (!(failure instanceof Error) || failure.name === 'Error') return failureText(failure);
  return cutText(`${failure.name}: ${failure.message}`);
}

/** The template whose output the YAML parser refuses. */
function templateOf(failure: unknown, rendered: ReadonlyMap<string, string>): Pick<CompilerError, 'template'> {
  const text = (failure as { mark?: { buffer?: unknown } } | undefined)?.mark?.buffer;
  // The parser ends the last line.
  const found = [...rendered].find(([, output]) => text === output || text === `${output}\n`);
  return found ? { template: found[0] } : {};
}
