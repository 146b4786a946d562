/** Why a file that the command line names cannot be read, for people. */

const reasons: Partial<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EACCES: 'this user may not read it',
  EISDIR: 'it is a folder',
};

/** Without a full stop, and without the path: it may be a secret that was given for a path. */
export function readErrorText(failure: unknown): string {
  const { code = 'unknown error' } = failure as NodeJS.ErrnoException;
  return reasons[code] ?? code;
}
