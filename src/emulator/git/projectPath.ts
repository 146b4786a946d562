/** Rules for project paths and branch names. */

const gitFolder = /^\.git$/i;

/** The POSIX path without a leading slash; undefined when it leaves the project or git cannot store it. */
export function parseProjectPath(text: string): string | undefined {
  const path = text.startsWith('/') ? text.slice(1) : text;
  if (path.length > 4096 || !path.isWellFormed() || /[\\\0]/.test(path)) return undefined;
  return path.split('/').every(isValidSegment) ? path : undefined;
}

function isValidSegment(part: string): boolean {
  if (part === '' || part === '.' || part === '..' || gitFolder.test(part)) return false;
  // A UTF-16 unit takes up to three bytes, so short segments need no count.
  return part.length <= 85 || Buffer.byteLength(part) <= 255;
}

/** The rules of `git check-ref-format --branch`. */
export function isBranchName(branchName: string): boolean {
  if (
    branchName === '' ||
    branchName === '@' ||
    branchName === 'HEAD' ||
    Buffer.byteLength(branchName) > 200 ||
    !branchName.isWellFormed()
  )
    return false;
  if (/[\0-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|\.$|^-/.test(branchName)) return false;
  return branchName.split('/').every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'));
}

/** A branch that cannot exist next to `branchName`: git stores branches as files, and one would be the other's folder. */
export function findClashingBranch(branchName: string, names: readonly string[]): string | undefined {
  return names.find((other) => branchName.startsWith(`${other}/`) || other.startsWith(`${branchName}/`));
}
