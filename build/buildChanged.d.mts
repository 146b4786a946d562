interface Outcome {
  /** Files that the result depends on. */
  inputs: string[];
  /** Files to write, with their contents. */
  files: (readonly [path: string, contents: string | Uint8Array])[];
}

export interface BuildStep {
  name: string;
  /** The other inputs of the result, as JSON. */
  key: unknown;
  /** A folder of which this step writes all files. */
  owns?: string | undefined;
  build(): Outcome | Promise<Outcome>;
}

export interface BuildOptions {
  dist: string;
  /** Inputs of every step. */
  shared?: string[];
  /** Runs every step. */
  all?: boolean;
}

/** Runs the steps that changed. @returns their names. */
export function buildChanged(steps: readonly BuildStep[], options: BuildOptions): Promise<string[]>;
