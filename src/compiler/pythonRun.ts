/** A Python script over rows and what came of it, shared by the Compiler and its child process. */

export interface PythonScript {
  /** For messages. */
  name: string;
  code: string;
  /** The variable `rows` of the script. */
  rows: readonly object[];
  /** Milliseconds; ten seconds by default. */
  deadlineMs?: number;
}

/** The printed text and the variable `result`, or the reason of the failure. */
export type PythonRun = { text: string; result: unknown } | { failure: string };
