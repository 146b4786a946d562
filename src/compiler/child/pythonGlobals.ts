/**
 * Makes the functions and filters of a model's `globals.py` available to its templates. The `python3` of this machine runs each
 * call in a process. Values are passed as JSON, so only functions of plain values are supported, not Python objects.
 */

import { spawnSync } from 'node:child_process';
import runner from './runGlobals.py';

export type PythonFunction = (...args: unknown[]) => unknown;

export interface PythonContext {
  __type: 'PythonCtx';
  filters: Record<string, PythonFunction>;
  functions: Record<string, PythonFunction>;
  variables: Record<string, unknown>;
}

const deadlineMs = 10_000;

let isAllowed = false;

/** For trusted models: nothing restricts the code of a Python process. */
export function allowPython(): void {
  isAllowed = true;
}

/** @throws Error if Python is not allowed or missing, or `globals.py` fails */
export function loadGlobals(fileName: string, content: string): PythonContext {
  if (!isAllowed) {
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

function runPython(fileName: string, request: object): unknown {
  const { error, stdout, stderr, signal } = spawnSync(pythonProgram(), ['-X', 'utf8', '-I', '-c', runner], {
    input: JSON.stringify({ fileName, deadlineS: deadlineMs / 1000, ...request }),
    encoding: 'utf8',
    timeout: deadlineMs,
    killSignal: 'SIGKILL',
    maxBuffer: 64 * 1024 * 1024,
    windowsHide: true,
  });
  if (error && 'code' in error && error.code === 'ENOENT') {
    throw new Error(
      `${fileName} needs Python, and ${pythonProgram()} is not installed on this machine. Install Python 3, or rely on the compile of the platform.`,
    );
  }
  const line = stdout?.trimEnd().split('\n').at(-1) ?? '';
  if (line.startsWith('{')) {
    const { result, failure } = JSON.parse(line) as { result?: unknown; failure?: string };
    if (failure === undefined) return result;
    throw new Error(failure);
  }
  if (error || signal) throw new Error(`${fileName}: no answer from Python within ${deadlineMs / 1000} s.`);
  throw new Error(`${fileName}: ${stderr.trim().split('\n').at(-1) || 'Python ended without an answer.'}`);
}

function pythonProgram(): string {
  return process.platform === 'win32' ? 'python' : 'python3';
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
