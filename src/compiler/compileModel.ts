/** One compile of a data model with the published schema compiler, in this process. Only the compiler's child process loads it. */

import type { NativeInstance } from '@cubejs-backend/native';
import {
  type Compiler as Compilers,
  type PrepareCompilerOptions,
  prepareCompiler,
} from '@cubejs-backend/schema-compiler/dist/src/compiler/PrepareCompiler.js';
import '@cubejs-backend/schema-compiler/dist/src/compiler/transpilers/transpiler_worker.js';
import { remembering, scripts } from './memo.ts';
import { templates } from './templates.ts';
import type { CompilerError, CompilerVerdict, ModelFile } from './verdict.ts';

/** What the compiler has and its types keep to themselves. */
interface Reporting {
  errorsReporter: { getErrors(): { message: string; fileName?: string | null }[] };
}

function options(): PrepareCompilerOptions {
  const undeclared = { omitErrors: true, errorReport: { logger() {} } };
  return {
    ...undeclared,
    ...(remembering() && { compiledScriptCache: scripts as unknown as PrepareCompilerOptions['compiledScriptCache'] }),
    nativeInstance: templates() as unknown as NativeInstance,
  };
}

/** A verdict, and what it was reached with: ready for questions where there are no errors. */
export interface CompiledModel {
  verdict: CompilerVerdict;
  compilers: Compilers;
}

/** Never rejects: what the compiler throws is the verdict's one error, as it hides every other. */
export async function compileModel(files: readonly ModelFile[]): Promise<CompiledModel> {
  const started = performance.now();
  const repository = { localPath: () => '.', dataSchemaFiles: async () => files.map((file) => ({ ...file })) };
  const compilers = prepareCompiler(repository, options());
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
  const defined = cubeEvaluator.cubeList ?? [];
  const views = defined.filter((cube) => cube.isView).length;
  const ms = Math.round(performance.now() - started);
  return { verdict: { errors, cubes: defined.length - views, views, ms }, compilers };
}

function rawText(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure);
  return failure.name === 'Error' ? failure.message : `${failure.name}: ${failure.message}`;
}
