/** Which files belong to a data model. Paths are POSIX and relative to the project folder; `.` is the project folder itself. */

/** The project's configuration files. They are not compiled; problems of the whole project are shown on them. */
export const projectFiles: readonly string[] = ['cube.js', 'cube.py'];

/** The levels of the rules of a project. It is not compiled. */
export const rulesFileName = '.datamodelrules.yml';

/** Whether the compiler parses a file of this name: YAML, JavaScript or a template. Like the compiler, it distinguishes `.yml` and `.YML`. */
export function isSourceName(path: string): boolean {
  return /\.(ya?ml|js|jinja)$/.test(path);
}

/** Whether the platform compiles a file: a source in the model folder, or the Python functions of its templates. */
export function isModelSource(path: string, modelFolder: string): boolean {
  return isInModelFolder(path, modelFolder) && (isSourceName(path) || path === globalsPath(modelFolder));
}

export function isInModelFolder(path: string, modelFolder: string): boolean {
  return modelFolder === '.' || path.startsWith(`${modelFolder}/`);
}

/** Hidden files, hidden folders and installed packages are not part of a model. */
export function isHiddenFile(path: string, modelFolder: string): boolean {
  const below = modelFolder === '.' ? path : path.slice(modelFolder.length + 1);
  return below.split('/').some((name) => name.startsWith('.') || name === 'node_modules');
}

/** The file with the Python functions of the templates. */
export function globalsPath(modelFolder: string): string {
  return pathInModel(modelFolder, 'globals.py');
}

/** Whether a file has the Python functions of the templates of the model, or of one tenant. */
export function isGlobals(path: string): boolean {
  return path === 'globals.py' || path.endsWith('/globals.py');
}

/** The path of a file that is named relative to the model folder. */
export function pathInModel(modelFolder: string, name: string): string {
  return modelFolder === '.' ? name : `${modelFolder}/${name}`;
}

/** The file, relative to the model folder, that a program imports by a name such as `./units`; undefined for a package. */
export function importedName(specifier: string): string | undefined {
  const name = /^\.\/(.*?)(?:\.js)?$/.exec(specifier)?.[1];
  return name === undefined ? undefined : `${name}.js`;
}
