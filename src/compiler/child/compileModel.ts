/** One compile of a data model with the published schema compiler, in this process. Only the compiler's child process loads it. */

import type { NativeInstance } from '@cubejs-backend/native';
import {
  type Compiler as Compilers,
  type PrepareCompilerOptions,
  prepareCompiler,
} from '@cubejs-backend/schema-compiler/dist/src/compiler/PrepareCompiler.js';
import '@cubejs-backend/schema-compiler/dist/src/compiler/transpilers/transpiler_worker.js';
import { throwIfAborted } from '../../base/async.ts';
import type { CompileResult, CompilerError, ModelFile } from '../compileResult.ts';
import { cancelSignal } from './cancel.ts';
import { RecentMap, remembering, scripts } from './memo.ts';
import { templates } from './templates.ts';

/** What the compiler has and its types keep to themselves. */
interface Reporting {
  errorsReporter: { getErrors(): { message: string; fileName?: string | null }[] };
}

/** The compiler asks here for a script right before it runs it: one of a compile that is given up is refused. */
function scriptsUntil(signal: AbortSignal) {
  const kept = remembering() ? scripts : new RecentMap<object>(250);
  return {
    has(key: string) {
      throwIfAborted(signal);
      return kept.has(key);
    },
    get: (key: string) => kept.get(key),
    set: (key: string, script: object) => kept.set(key, script),
  };
}

function options(signal: AbortSignal): PrepareCompilerOptions {
  const undeclared = { omitErrors: true, errorReport: { logger() {} } };
  return {
    ...undeclared,
    compiledScriptCache: scriptsUntil(signal) as unknown as PrepareCompilerOptions['compiledScriptCache'],
    nativeInstance: templates() as unknown as NativeInstance,
  };
}

/** A verdict, and what it was reached with: ready for questions where there are no errors. */
export interface CompiledModel {
  verdict: CompileResult;
  compilers: Compilers;
}

/**
 * What the compiler throws is the verdict's one error, as it hides every other.
 * @throws CancelledError alone, where the compile has been given up
 */
export async function compileModel(files: readonly ModelFile[]): Promise<CompiledModel> {
  const started = performance.now();
  const signal = cancelSignal();
  const repository = { localPath: () => '.', dataSchemaFiles: async () => files.map((file) => ({ ...file })) };
  const compilers = prepareCompiler(repository, options(signal));
  const { compiler, cubeEvaluator } = compilers;
  let errors: CompilerError[];
  try {
    await compiler.compile();
    errors = (compiler as unknown as Reporting).errorsReporter
      .getErrors()
      .map(({ message, fileName }) => ({ message: String(message), fileName: fileName ?? null }));
  } catch (failure) {
    errors = [{ message: rawText(failure), fileName: null }];
  }
  throwIfAborted(signal);
  const defined = cubeEvaluator.cubeList ?? [];
  const views = defined.filter((cube) => cube.isView).length;
  const ms = Math.round(performance.now() - started);
  return { verdict: { errors, cubes: defined.length - views, views, ms }, compilers };
}

function rawText(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure);
  return failure.name === 'Error' ? failure.message : `${failure.name}: ${failure.message}`;
}
