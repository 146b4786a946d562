/** Which paths may name a file of a project, and which names a branch. Knows nothing of trees or requests. */

const gitFolder = /^\.git$/i;

/** POSIX path without a leading slash; undefined when it could leave the project or git could not hold it. */
export function parseProjectPath(reported: string): string | undefined {
  const path = reported.startsWith('/') ? reported.slice(1) : reported;
  if (path.length > 4096 || !path.isWellFormed() || /[\\\0]/.test(path)) return undefined;
  return path.split('/').every(isValidSegment) ? path : undefined;
}

function isValidSegment(part: string): boolean {
  if (part === '' || part === '.' || part === '..' || gitFolder.test(part)) return false;
  // A character takes up to three bytes.
  return part.length <= 85 || Buffer.byteLength(part) <= 255;
}

/** The rules of `git check-ref-format --branch`. */
export function isBranchName(name: string): boolean {
  if (name === '' || name === '@' || name === 'HEAD' || Buffer.byteLength(name) > 200 || !name.isWellFormed())
    return false;
  if (/[\0-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|\.$|^-/.test(name)) return false;
  return name.split('/').every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'));
}

/** A branch among `names` that lies where `name` has a folder, or the other way round. */
export function findClashingBranch(name: string, names: readonly string[]): string | undefined {
  return names.find((other) => name.startsWith(`${other}/`) || other.startsWith(`${name}/`));
}
