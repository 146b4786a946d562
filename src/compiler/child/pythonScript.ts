/** Runs a Python script over rows, under the same conditions as the Python of a model. */

import { messageOf } from '../../base/errors.ts';
import type { PythonRun, PythonScript } from '../pythonRun.ts';
import { isPythonAllowed, runPython } from './pythonProcess.ts';

/** Characters of the printed text that are kept. */
const maxText = 100_000;

export function runScript({ name, code, rows, deadlineMs }: PythonScript): PythonRun {
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
