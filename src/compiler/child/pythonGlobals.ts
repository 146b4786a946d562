/**
 * Makes the functions and filters of a model's `globals.py` available to its templates. The `python3` of this machine runs each
 * call in a process. Values are passed as JSON, so only functions of plain values are supported, not Python objects.
 */

import { isPythonAllowed, runPython } from './pythonProcess.ts';

export type PythonFunction = (...args: unknown[]) => unknown;

export interface PythonContext {
  __type: 'PythonCtx';
  filters: Record<string, PythonFunction>;
  functions: Record<string, PythonFunction>;
  variables: Record<string, unknown>;
}

/** @throws Error if Python is not allowed or missing, or `globals.py` fails */
export function loadGlobals(fileName: string, content: string): PythonContext {
  if (!isPythonAllowed()) {
    throw new Error(
      `${fileName} is not run, because Python code cannot be restricted here. Rely on the compile of the platform or, if you trust the model, run check-model or the emulator with --trust-model (in ${fileName}:1)`,
    );
  }
  safeStrings = [];
  const call = (kind: string, name: string): PythonFunction => {
    return (...args) => unpack(runPython(fileName, { content, kind, name, args: args.map(plain) }));
  };
  const defined = runPython(fileName, { content, kind: 'list' }) as Record<string, unknown>;
  const callables = (kind: string, names: unknown) =>
    Object.fromEntries((names as string[]).map((name) => [name, call(kind, name)]));
  return {
    __type: 'PythonCtx',
    filters: callables('filter', defined.filters),
    functions: callables('function', defined.functions),
    variables: Object.fromEntries(
      Object.entries(defined.variables as object).map(([name, value]) => [name, unpack(value)]),
    ),
  };
}

/** Keyword arguments and Jinja's maps arrive as Maps. */
function plain(value: unknown): unknown {
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, item]) => [String(key), plain(item)]));
  if (Array.isArray(value)) return value.map(plain);
  return value;
}

/** A SafeString goes into the output unescaped. The engine does not support that, so a marker is rendered instead. */
let safeStrings: string[] = [];
const markerOf = (index: number) => `\u2039safe ${index}\u203a`;

function unpack(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unpack);
  if (typeof value !== 'object' || value === null) return value;
  if ('__safe__' in value) return markerOf(safeStrings.push(String(value.__safe__)) - 1);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, unpack(item)]));
}

/** Replaces the markers of this render, and the quotes around them, by their safe strings. */
export function insertSafeStrings(rendered: string): string {
  if (safeStrings.length === 0) return rendered;
  return rendered
    .replace(/"\u2039safe (\d+)\u203a"/g, (_, index) => safeStrings[Number(index)] ?? '')
    .replace(/\u2039safe (\d+)\u203a/g, (_, index) => safeStrings[Number(index)] ?? '');
}
