/** Entry point of the compiler's child process: handles the requests of its parent and exits together with it. */

import { CancelledError, messageOf } from '../../base/errors.ts';
import type { Restriction } from '../childCommand.ts';
import type { CompilerRequests, QueryModelRequest, Reply } from '../compilerRequests.ts';
import type { ModelRequest, ModelResponse, SecurityContext } from '../modelRequest.ts';
import type { PythonRun, PythonScript } from '../pythonRun.ts';
import { cancel } from './cancel.ts';
import { setCaching } from './compileCache.ts';
import { compileAndKeep, findOrCompile, noUser } from './compiledModels.ts';
import { serveParent } from './parentPipe.ts';
import { allowPython, isPythonAllowed, runPython } from './pythonProcess.ts';
import { compiledCubes } from './query/compiledCubes.ts';
import { cubeRelations, measureTotal } from './query/cubeRelations.ts';
import { convertibleNames, metricView } from './query/metricView.ts';
import { modelAccess } from './query/modelAccess.ts';
import { planQuery } from './query/planQuery.ts';
import { QueryRefused } from './query/queryRefused.ts';
import { withShorthands } from './query/shorthands.ts';
import { isConditionName } from './query/unknownAttributes.ts';
import { unsupportedMembers } from './query/unsupportedMembers.ts';
import { VisibleMembers } from './query/visibleMembers.ts';
import { restrict } from './restrict.ts';
import { hasEngineCrashed } from './templates.ts';
import { setVariables } from './variables.ts';

/** Characters of the printed text that are kept. */
const maxText = 100_000;

let rejectCurrent: (() => void) | undefined;

const requests: CompilerRequests = {
  start: async () => ({ value: isRestricted, mustRestart: false }),
  compile: ({ files, variables, cache, model }) => {
    setVariables(variables);
    return untilCancelled(cache, async () => (await compileAndKeep(model, files, noUser)).result);
  },
  queryModel: (request) => {
    setVariables(request.variables);
    return untilCancelled(request.cache, () => handleModelRequest(request));
  },
  runPython: async (script) => ({ value: runScript(script), mustRestart: false }),
};

function untilCancelled<T>(cache: boolean, work: () => Promise<T>): Promise<Reply<T>> {
  return new Promise((resolve, reject) => {
    setCaching(cache);
    rejectCurrent = () => reject(new CancelledError());
    work().then((value) => resolve({ value, mustRestart: hasEngineCrashed() }), reject);
  });
}

// The code of a model may leave a rejected promise behind. That must not end the process.
process.on('unhandledRejection', () => {});

serveParent(requests, () => {
  cancel();
  rejectCurrent?.();
});

/** Whether everything is restricted that is meant to be. */
const isRestricted = applyRestriction();

function applyRestriction(): boolean {
  if ((process.argv[2] as Restriction) === 'none') {
    allowPython();
    return true;
  }
  try {
    return restrict();
  } catch {
    return false;
  }
}

async function handleModelRequest({ model, files, request: asked, groups }: QueryModelRequest): Promise<ModelResponse> {
  const request = { ...asked, securityContext: withShorthands(asked.securityContext, groups) };
  const compiled = await findOrCompile(model, files, contextOf(asked));
  if (!compiled) return { kind: 'unknown-model' };
  const { result, compilers } = compiled;
  if (result.errors.length > 0) return { kind: 'broken', errors: result.errors };
  try {
    switch (request.kind) {
      case 'meta':
        return { kind: 'meta', meta: new VisibleMembers(compilers, { ...request, groups }).meta };
      case 'notComputed':
        return { kind: 'notComputed', members: unsupportedMembers(compilers) };
      case 'access':
        return { kind: 'access', access: modelAccess(compilers, request.callers) };
      case 'relations':
        return { kind: 'relations', relations: cubeRelations(compilers, request.dialects) };
      case 'total':
        return { kind: 'total', statement: measureTotal(compilers, request.query, request.dialects) };
      case 'cubes':
        return { kind: 'cubes', cubes: compiledCubes(compilers) };
      case 'names':
        return { kind: 'names', names: convertibleNames(compilers) };
      case 'metricView':
        return { kind: 'metricView', view: metricView(compilers, request.name) };
      case 'query':
        return { kind: 'query', plan: planQuery(compilers, request.query, { ...request, groups }, request.dialects) };
    }
  } catch (failure) {
    if (failure instanceof QueryRefused) return { kind: 'refused', message: failure.message };
    throw failure;
  }
}

/** What the code of the model reads when it is compiled. */
function contextOf(request: ModelRequest): SecurityContext {
  const { securityContext } = request;
  if (request.kind === 'access') {
    const groups = request.compileGroups.filter((name) => !isConditionName(name));
    return groups.length > 0 ? withShorthands({ groups }, groups) : noUser;
  }
  const { groups } = securityContext;
  return Object.keys(securityContext).length === 0
    ? noUser
    : withShorthands(securityContext, Array.isArray(groups) ? groups : []);
}

function runScript({ name, code, rows, deadlineMs }: PythonScript): PythonRun {
  if (!isPythonAllowed()) {
    return {
      failure: `${name} is not run, because Python code cannot be restricted here. If you trust it, run the emulator with --trust-model.`,
    };
  }
  try {
    return runPython(name, { kind: 'script', content: code, rows, maxText }, deadlineMs) as PythonRun;
  } catch (failure) {
    return { failure: messageOf(failure) };
  }
}
