/** What a kind of problem is: the code, its usual severity, and its message. */

export type Severity = 'error' | 'warning' | 'information';

/** A problem without its place. */
export interface TextOfKind<Code extends string> {
  code: Code;
  severity: Severity;
  message: string;
}

/** Called with what differs between the problems of a kind. */
type ProblemKind<Code extends string, Args extends readonly unknown[]> = ((...args: Args) => TextOfKind<Code>) & {
  readonly code: Code;
  /** The usual one. */
  readonly severity: Severity;
};

/** Makes kinds of one severity. */
export function kindsOf(severity: Severity) {
  return <const Code extends string, const Args extends readonly unknown[]>(
    code: Code,
    message: (...args: Args) => string,
  ): ProblemKind<Code, Args> =>
    Object.assign((...args: Args) => ({ code, severity, message: message(...args) }), { code, severity });
}
